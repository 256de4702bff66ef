import CookieCore
import StoreModel

/// Reads a file of Pantler's own, and each cookie together with where it stands.
struct PantlerJSONReader {
  private(set) var entries: [PantlerJSONEntry] = []
  private(set) var notices = NoticeList()
  /// What stands between the brackets of the array.
  private(set) var array: Range<Int> = 0..<0
  private let bytes: [UInt8]
  private var reader: JSONReader
  private var format: JSONValue?
  private var version: JSONValue?
  private var hasArray = false

  /// Begins at the front of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    reader = JSONReader(bytes)
  }

  /// Reads all of it.
  ///
  /// - Throws: when the file does not say that it is one of Pantler's, or is of a later version.
  mutating func read() throws(DecodingFailure) {
    var damage: Int?
    do throws(JSONFailure) {
      try readFile()
    } catch {
      damage = error.offset
    }
    guard format?.string == PantlerJSON.formatName else {
      throw .badSignature(offset: 0, found: Array(bytes.prefix(4)))
    }
    guard let number = version?.integer, number >= 1 else {
      throw .invalid(field: "version", offset: damage ?? 0)
    }
    guard number <= PantlerJSON.version else { throw .unsupportedVersion(number) }
    if let damage {
      notices.damage("The file is no JSON from here on.", at: damage)
    } else if !hasArray {
      throw .invalid(field: "cookies", offset: bytes.count)
    }
  }

  private mutating func readFile() throws(JSONFailure) {
    try reader.expect("{")
    if reader.take("}") { return }
    repeat {
      switch try reader.readName() {
      case "format": format = try reader.readValue()
      case "version": version = try reader.readValue()
      case "cookies" where !hasArray: try readCookies()
      default: _ = try reader.readValue()
      }
    } while reader.take(",")
    try reader.expect("}")
    guard reader.peek() == nil else { throw JSONFailure(offset: reader.offset) }
  }

  private mutating func readCookies() throws(JSONFailure) {
    try reader.expect("[")
    hasArray = true
    array = reader.offset..<reader.offset
    if !reader.take("]") {
      repeat { try readEntry() } while reader.take(",")
      try reader.expect("]")
    }
    array = array.lowerBound..<reader.offset - 1
  }

  private mutating func readEntry() throws(JSONFailure) {
    _ = reader.peek()
    let start = reader.offset
    let value = try reader.readValue(depth: 2)
    var cookie: Cookie?
    do throws(CookieJSON.Objection) {
      cookie = try CookieJSON.cookie(from: value)
    } catch {
      notices.add(
        .warning,
        "Entry \(entries.count + 1) is no cookie, because of its member \(error.member); it is kept.",
        at: start)
    }
    let unknown = (value.members ?? []).filter { !CookieJSON.memberNames.contains($0.name) }
    entries.append(
      PantlerJSONEntry(
        bytes: Array(bytes[start..<reader.offset]), cookie: cookie, unknownMembers: unknown))
  }
}
