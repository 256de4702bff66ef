/// Finds the title of a page in the beginning of its content.
enum PageTitle {
  /// The most bytes of a page in which a title is looked for.
  static let searchedBytes = 64 << 10

  /// The text of the first title element, with blanks as a browser shows them; nil when there is none.
  static func find(in content: [UInt8]) -> String? {
    let lower = content.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard let start = place(of: Array("<title".utf8), in: lower, from: 0),
      let open = lower[start...].firstIndex(of: UInt8(ascii: ">")),
      let end = place(of: Array("</title".utf8), in: lower, from: open)
    else { return nil }
    var text = String(decoding: content[(open + 1)..<end], as: UTF8.self)
    for (name, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      text = text.split(separator: name, omittingEmptySubsequences: false).joined(
        separator: character)
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(200))
  }

  private static func place(of word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard text.count >= word.count, start <= text.count - word.count else { return nil }
    return (start...(text.count - word.count)).first { text[$0...].starts(with: word) }
  }
}
