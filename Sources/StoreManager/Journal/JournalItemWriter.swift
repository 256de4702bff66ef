import CookieCore
import FoundationEssentials
import StoreModel

/// Writes journal items as JSON without the general encoder, which takes many times as long.
///
/// The bytes mean what `JournalItem` reads. What few cookies have is left to the general encoder.
struct JournalItemWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes an array of items.
  static func write(_ items: [PlanItem]) throws -> [UInt8] {
    var writer = JournalItemWriter()
    writer.bytes.reserveCapacity(320 * items.count + 2)
    writer.bytes.append(UInt8(ascii: "["))
    for place in items.indices {
      if place > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      try writer.write(items, place)
    }
    writer.bytes.append(UInt8(ascii: "]"))
    return writer.bytes
  }

  /// Writes the item at a place; it is looked at where it is, since it is large.
  private mutating func write(_ items: [PlanItem], _ place: Int) throws {
    bytes.append(UInt8(ascii: "{"))
    if let after = items[place].after {
      write(literally: "\"after\":")
      try write(after)
      bytes.append(UInt8(ascii: ","))
    }
    if let before = items[place].before {
      write(literally: "\"before\":")
      try write(before)
      bytes.append(UInt8(ascii: ","))
    }
    write(literally: "\"reason\":")
    write(items[place].reason.rawValue)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ cookie: Cookie) throws {
    guard !cookie.hasRareFields else { return try write(encoded: cookie) }
    write(literally: "{")
    if let time = cookie.creationTime { write("creationTime", time) }
    try write("domain", cookie.domain)
    if let time = cookie.expiryTime { write("expiryTime", time) }
    write(literally: cookie.hostOnly ? "\"hostOnly\":true," : "\"hostOnly\":false,")
    write(literally: cookie.httpOnly ? "\"httpOnly\":true," : "\"httpOnly\":false,")
    if let time = cookie.lastAccessTime { write("lastAccessTime", time) }
    try write("name", cookie.name)
    try write("path", cookie.path)
    write(literally: "\"sameSite\":")
    write(cookie.sameSite.rawValue)
    write(literally: cookie.secure ? ",\"secure\":true," : ",\"secure\":false,")
    try write("value", cookie.value)
    bytes[bytes.count - 1] = UInt8(ascii: "}")
  }

  private mutating func write(_ field: String, _ time: Timestamp) {
    write(field)
    bytes.append(UInt8(ascii: ":"))
    write(literally: String(time.microseconds))
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func write(_ field: String, _ text: CookieText) throws {
    write(field)
    bytes.append(UInt8(ascii: ":"))
    if let string = text.utf8String { write(string) } else { try write(encoded: text) }
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func write(encoded value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    bytes += try encoder.encode(value)
  }

  private mutating func write(literally text: String) { bytes += text.utf8 }

  /// Writes a JSON string.
  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    guard Self.needsEscapes(text.utf8.span) else {
      bytes += text.utf8
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        write(literally: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }

  private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    }
    return false
  }
}

extension Cookie {
  /// Whether a field is set that few cookies have.
  var hasRareFields: Bool {
    partition != nil || container != nil || sourceScheme != nil || sourcePort != nil
      || lastUpdateTime != nil || encryptedValue != nil || comment != nil || commentURL != nil
      || ports != nil || version != nil
  }
}
