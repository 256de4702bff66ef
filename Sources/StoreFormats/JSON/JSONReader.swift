import CookieCore

/// Why a text is no JSON, with the byte offset.
struct JSONFailure: Error, Equatable {
  var offset: Int
}

/// Reads JSON from front to back, by RFC 8259.
///
/// A byte order mark at the beginning is skipped. Nesting deeper than the limit is refused, so that a hostile
/// file cannot exhaust the stack.
struct JSONReader {
  private let bytes: [UInt8]
  /// Where the next byte is read.
  private(set) var offset = 0
  private static let depthLimit = 200

  /// Begins at the front of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Reads bytes that hold one value and nothing else.
  static func value(of bytes: [UInt8]) throws(JSONFailure) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.readValue()
    guard reader.peek() == nil else { throw JSONFailure(offset: reader.offset) }
    return value
  }

  /// Returns the next byte that is no white space, without taking it; nil at the end.
  mutating func peek() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }

  /// Takes the next byte behind white space when it is the given one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Takes the next byte behind white space, which must be the given one.
  mutating func expect(_ character: Unicode.Scalar) throws(JSONFailure) {
    guard take(character) else { throw failure }
  }

  /// Reads the next value.
  mutating func readValue(depth: Int = 0) throws(JSONFailure) -> JSONValue {
    guard depth < Self.depthLimit, let first = peek() else { throw failure }
    switch first {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", as: .null)
    default: return .number(try readNumber())
    }
  }

  /// Reads the name of a member and its colon.
  mutating func readName() throws(JSONFailure) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw failure }
    let name = try readString().text
    try expect(":")
    return name
  }

  private var failure: JSONFailure { JSONFailure(offset: offset) }

  private mutating func readObject(depth: Int) throws(JSONFailure) -> [JSONMember] {
    try expect("{")
    var members: [JSONMember] = []
    guard !take("}") else { return members }
    repeat {
      let name = try readName()
      members.append(JSONMember(name: name, value: try readValue(depth: depth + 1)))
    } while take(",")
    try expect("}")
    return members
  }

  private mutating func readArray(depth: Int) throws(JSONFailure) -> [JSONValue] {
    try expect("[")
    var elements: [JSONValue] = []
    guard !take("]") else { return elements }
    repeat { elements.append(try readValue(depth: depth + 1)) } while take(",")
    try expect("]")
    return elements
  }

  private mutating func readWord(
    _ word: StaticString, as value: JSONValue
  ) throws(JSONFailure) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count,
      bytes[offset..<offset + count].elementsEqual(String(describing: word).utf8)
    else { throw failure }
    offset += count
    return value
  }

  private mutating func readNumber() throws(JSONFailure) -> String {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    let whole = readDigits()
    guard whole > 0, whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else { throw failure }
    if current == UInt8(ascii: ".") {
      offset += 1
      guard readDigits() > 0 else { throw failure }
    }
    if let mark = current, mark | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      guard readDigits() > 0 else { throw failure }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func readDigits() -> Int {
    let start = offset
    while let byte = current, byte &- 48 <= 9 { offset += 1 }
    return offset - start
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }
}

// MARK: - Strings

extension JSONReader {
  private mutating func readString() throws(JSONFailure) -> CookieText {
    offset += 1
    let start = offset
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      offset += 1
    }
    if current == UInt8(ascii: "\"") {
      let text = bytes.withUnsafeBufferPointer {
        CookieText(buffer: UnsafeBufferPointer(rebasing: $0[start..<offset]))
      }
      offset += 1
      return text
    }
    var text = Array(bytes[start..<offset])
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure }
      offset += 1
      if byte == UInt8(ascii: "\\") {
        try readEscape(into: &text)
      } else {
        text.append(byte)
      }
    }
    guard current == UInt8(ascii: "\"") else { throw failure }
    offset += 1
    return CookieText(bytes: text)
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSONFailure) {
    guard let mark = current else { throw failure }
    offset += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(mark)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(try readScalar()).utf8)
    default: throw JSONFailure(offset: offset - 1)
    }
  }

  /// Reads the digits of an escape, and of its partner when it is half of a pair.
  private mutating func readScalar() throws(JSONFailure) -> Character {
    let unit = try readUnit()
    guard (0xD800...0xDBFF).contains(unit) else { return character(unit) }
    let afterFirst = offset
    guard current == UInt8(ascii: "\\"), offset + 1 < bytes.count,
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    offset += 2
    let second = try readUnit()
    guard (0xDC00...0xDFFF).contains(second) else {
      offset = afterFirst
      return "\u{FFFD}"
    }
    return character(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
  }

  /// A lone half of a pair stands for no character.
  private func character(_ number: UInt32) -> Character {
    Character(Unicode.Scalar(number) ?? "\u{FFFD}")
  }

  private mutating func readUnit() throws(JSONFailure) -> UInt32 {
    guard bytes.count - offset >= 4 else { throw JSONFailure(offset: bytes.count) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw failure
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }
}
