import CookieCore

/// Writes JSON by hand, which costs a fraction of what an encoder of values costs.
extension [UInt8] {
  /// Appends text of our own that needs no escapes.
  mutating func append(_ literal: StaticString) {
    append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a JSON string.
  ///
  /// Control characters are escaped, those beyond ASCII too, and what turns the direction of writing: such
  /// text may be looked at on a terminal.
  package mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a JSON truth value.
  package mutating func appendJSON(_ bool: Bool) {
    append(bool ? "true" : "false")
  }

  /// Appends a whole number.
  package mutating func appendJSON(_ number: Int) {
    if (0...9).contains(number) {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(contentsOf: String(number).utf8)
    }
  }

  private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard Self.mayNeedEscape[Int(byte)] else {
        index += 1
        continue
      }
      let (scalar, count) = Self.scalarToEscape(bytes, at: index)
      if let scalar {
        append(contentsOf: bytes[start..<index])
        appendEscape(scalar)
        start = index + count
      }
      index += count
    }
    append(contentsOf: bytes[start...])
  }

  /// Bytes that are escaped or that may begin a character that is.
  private static let mayNeedEscape: [Bool] = (0...255).map { byte in
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xD8
      || byte == 0xE2 || byte == 0xEF
  }

  /// Returns the character at an index when it is to be escaped, and how many bytes it has.
  private static func scalarToEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32?, count: Int) {
    let byte = bytes[index]
    guard byte >= 0x80 else { return (UInt32(byte), 1) }
    let count = byte >= 0xE0 ? 3 : 2
    guard index + count <= bytes.count else { return (nil, 1) }
    var scalar = UInt32(byte & (count == 3 ? 0x0F : 0x1F))
    for next in bytes[index + 1..<index + count] { scalar = scalar << 6 | UInt32(next & 0x3F) }
    return (isHidden(scalar) ? scalar : nil, count)
  }

  /// Whether a character beyond ASCII shows nothing, or turns the direction of writing.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Appends JSON as an encoder made it, with the escapes that `appendJSON` makes.
  ///
  /// What is escaped stands in strings only, so the meaning is the same.
  package mutating func appendEscaped(json: String) {
    for scalar in json.unicodeScalars {
      if scalar.value == 0x7F || Self.isHidden(scalar.value) {
        appendEscape(scalar.value)
      } else {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x22, 0x5C: append(UInt8(scalar))
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      let digits = String(scalar, radix: 16)
      append(UInt8(ascii: "u"))
      append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
      append(contentsOf: digits.utf8)
    }
  }
}

extension [UInt8] {
  /// Appends a value as compact JSON.
  mutating func appendJSON(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let bool): appendJSON(bool)
    case .number(let digits): append(contentsOf: digits.utf8)
    case .string(let text): appendJSON(text.text)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(element)
      }
      append(UInt8(ascii: "]"))
    case .object(let members):
      append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(member.name)
        append(UInt8(ascii: ":"))
        appendJSON(member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
