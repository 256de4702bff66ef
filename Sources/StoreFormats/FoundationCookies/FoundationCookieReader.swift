import StoreModel

/// Reads the root dictionary entry by entry, so that damage costs only what follows it.
struct FoundationCookieReader {
  private(set) var entries: [FoundationCookieEntry] = []
  private(set) var notices = NoticeList()
  /// Where the root dictionary stands in the file.
  private(set) var root: Range<Int> = 0..<0
  /// What stands between the last entry and the closing tag.
  private(set) var rest: [UInt8] = [UInt8(ascii: "\n")]
  private let bytes: [UInt8]
  private var reader: PropertyListReader

  /// Begins at the front of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    reader = PropertyListReader(bytes)
  }

  /// Reads all of it.
  ///
  /// - Throws: when the text does not begin as a property list with a dictionary.
  mutating func read() throws(DecodingFailure) {
    guard !bytes.isEmpty else { throw .truncated(offset: 0, needed: 1) }
    do throws(PropertyListFailure) {
      try reader.readProlog()
    } catch {
      throw .badSignature(offset: error.offset, found: Array(bytes[error.offset...].prefix(4)))
    }
    let start = reader.offset
    root = start..<start
    do throws(PropertyListFailure) {
      let tag = try reader.readTag()
      guard tag.name == "dict", tag.kind != .closing else {
        throw PropertyListFailure(offset: start)
      }
      if tag.kind == .opening { try readEntries() }
      root = start..<reader.offset
      try reader.readEpilog()
    } catch {
      if error.offset == start { throw .invalid(field: "dict", offset: start) }
      notices.damage("The file is no property list from here on.", at: error.offset)
    }
  }

  private mutating func readEntries() throws(PropertyListFailure) {
    var end = reader.offset
    while let entry = try reader.readEntry(depth: 1) {
      end = reader.offset
      let cookie = FoundationCookieEntry(entry, in: bytes)
      if cookie.cookie == nil {
        notices.add(
          .information, "Entry \(entries.count + 1) is no cookie; it is kept.",
          at: entry.value.range.lowerBound)
      }
      entries.append(cookie)
    }
    let closing = bytes[..<reader.offset].lastIndex(of: UInt8(ascii: "<")) ?? end
    rest = Array(bytes[end..<max(end, closing)])
  }
}
