/// Text from outside with everything that is invisible or commands a terminal spelt out.
///
/// Control, bidirectional, zero-width, private and unassigned characters become escapes such as
/// `\x1b`, `\n` or `\u{202e}`; marks without a letter too. Joiners and selectors stay only where
/// they hold an emoji together. A backslash in the text is not doubled: the result is for
/// reading, not for parsing.
package enum SafeText {
  /// Returns a text that can be printed on a line of a terminal or into a plain-text report.
  package static func escaped(_ text: String, asciiOnly: Bool = false) -> String {
    if TextMetrics.isPrintableASCII(text) { return text }
    var result = ""
    TextMetrics(isASCIIOnly: asciiOnly).forEachCluster(of: text) { character, _ in
      result.append(character)
      return true
    }
    return result
  }

  /// Returns bytes as printable text; a byte that is not UTF-8 becomes `\x` and two digits.
  package static func escaped(bytes: some Sequence<UInt8>, asciiOnly: Bool = false) -> String {
    var result = ""
    var valid = ""
    var decoder = Unicode.UTF8.ForwardParser()
    var input = Array(bytes)[...].makeIterator()
    var position = 0
    let all = Array(bytes)
    while true {
      switch decoder.parseScalar(from: &input) {
      case .valid(let encoded):
        valid.unicodeScalars.append(Unicode.UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        result += escaped(valid, asciiOnly: asciiOnly)
        valid = ""
        for byte in all[position..<min(all.count, position + length)] {
          result += "\\x" + hex(UInt32(byte), digits: 2)
        }
        position += length
      case .emptyInput:
        return result + escaped(valid, asciiOnly: asciiOnly)
      }
    }
  }

  /// Returns the visible spelling of a character that must not be shown as it is.
  static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x80: "\\x" + hex(scalar.value, digits: 2)
    default: "\\u{" + hex(scalar.value, digits: 1) + "}"
    }
  }

  /// Reports whether a cluster can be sent to a terminal as it is.
  static func isSafe(_ character: Character) -> Bool {
    if character.utf8.count == 1, let byte = character.utf8.first {
      return (0x20..<0x7F).contains(byte)
    }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return false }
    if scalars.count == 1 { return isBase(first) }
    return isLetterWithMarks(scalars) || isEmojiSequence(scalars)
  }

  /// Reports whether a scalar is a combining mark that a letter may carry.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// More marks than any language stacks on one letter only serve to deface the rows around.
  private static let mostMarks = 6

  private static func isBase(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return false
    default: return !isTrailingJamo(scalar)
    }
  }

  /// Vowels and finals of Hangul take no column of their own.
  private static func isTrailingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  private static func isLetterWithMarks(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, isBase(first), scalars.count <= 1 + mostMarks else {
      return false
    }
    return scalars.dropFirst().allSatisfy { isMark($0) || isBase($0) || isTrailingJamo($0) }
  }

  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    // The longest that Unicode recommends: a family of four, each with a skin tone.
    guard scalars.count <= 16, let first = scalars.first, first.properties.isEmoji else {
      return false
    }
    var previous = first
    for scalar in scalars.dropFirst() {
      guard canFollow(scalar, previous, flagOf: first) else { return false }
      previous = scalar
    }
    return previous != "\u{200D}"
  }

  /// Reports whether a part of an emoji sequence may stand behind another.
  private static func canFollow(
    _ scalar: Unicode.Scalar, _ previous: Unicode.Scalar, flagOf first: Unicode.Scalar
  ) -> Bool {
    switch scalar.value {
    case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF: previous.properties.isEmoji
    case 0x20E3: previous == "\u{FE0F}" || previous.isASCII
    case 0x200D: previous == "\u{FE0F}" || (previous.properties.isEmoji && !previous.isASCII)
    case 0xE0020...0xE007F: first == "\u{1F3F4}"
    default:
      scalar.properties.isEmoji && !scalar.isASCII
        && (previous == "\u{200D}" || TextMetrics.isRegionalIndicator(previous))
    }
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
