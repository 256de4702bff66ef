/// Text from outside with everything that is invisible or commands a terminal spelt out.
///
/// A backslash in the text is not doubled: the result is for reading, not for parsing.
public enum VisibleText {
  /// Returns text that can be printed on one line of plain output.
  ///
  /// Control, bidirectional, zero-width, private and unassigned characters become `\x1b`, `\n` or `\u{202e}`.
  public static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isSafe(scalar, behind: previous) {
        result.append(scalar)
      } else {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      }
      previous = scalar
    }
    return String(result)
  }

  /// Returns bytes as printable text; a byte that is not UTF-8 becomes `\x` and two digits.
  public static func escaped(bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
    var result = ""
    var valid = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        valid.append(Unicode.UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        result += escaped(String(valid))
        valid.removeAll()
        for byte in bytes[position..<min(bytes.count, position + length)] {
          result += hexEscape(UInt32(byte))
        }
        position += length
      case .emptyInput: return result + escaped(String(valid))
      }
    }
  }

  private static func isSafe(_ scalar: Unicode.Scalar, behind previous: Unicode.Scalar?) -> Bool {
    if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
    // Joiners and selectors stay only where they hold an emoji together.
    if scalar == "\u{FE0F}" || scalar == "\u{200D}" {
      guard let previous, !previous.isASCII else { return false }
      return previous == "\u{FE0F}" || previous.properties.isEmoji
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    case .nonspacingMark, .enclosingMark, .spacingMark: return previous != nil
    default: return true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default:
      scalar.value < 0x100
        ? hexEscape(scalar.value) : "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func hexEscape(_ value: UInt32) -> String {
    "\\x" + (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
