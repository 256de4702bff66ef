/// The words of a command line as the system hands them over.
enum ArgumentBytes {
  /// Reads words as UTF-8.
  ///
  /// - Throws: when one is not; what would be left of it names another file, or none.
  static func words(_ bytes: [[UInt8]]) throws(UsageFailure) -> [String] {
    var words: [String] = []
    for word in bytes {
      guard let text = String(validating: word, as: UTF8.self) else {
        throw .other(
          "“\(shown(word))” is not UTF-8, as every word has to be; a file of such a name can be given another one, "
            + "by “mv” or “ln -s”")
      }
      words.append(text)
    }
    return words
  }

  /// The text, with what is no UTF-8 as `\xff`.
  private static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
        place += encoded.count
      case .error(let length):
        for byte in bytes[place..<place + length] { text += "\\x" + String(byte, radix: 16) }
        place += length
      case .emptyInput: return text
      }
    }
  }
}
