import StoreFormats
import StoreModel

/// What the first bytes of a file tell about it.
enum ContentKind: Hashable, Sendable {
  case binaryCookies
  case libsoupDatabase
  /// A database of another program.
  case otherDatabase
  case text(NetscapeJar.Dialect)
  case propertyList
  case json
  case empty
  case unknown
  /// The file can't be looked into.
  case unreadable

  /// Looks at a file without changing anything about it.
  init(of path: String) {
    guard let beginning = FileReader().beginning(of: path, count: 65_536) else {
      self = .unreadable
      return
    }
    self.init(beginning: beginning) {
      FileReader().beginning(of: path + "-wal", count: 65_536) ?? []
    }
  }

  private init(beginning: [UInt8], log: () -> [UInt8]) {
    let start = beginning.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if beginning.isEmpty {
      self = .empty
    } else if beginning.starts(with: "cook".utf8) {
      self = .binaryCookies
    } else if beginning.starts(with: "SQLite format 3\0".utf8) {
      // The statement that made the table may still be in the log alone.
      self = Self.databaseKind(beginning + log())
    } else if beginning.starts(with: "bplist".utf8) || start.starts(with: "<".utf8) {
      self = .propertyList
    } else if start.starts(with: "{".utf8) || start.starts(with: "[".utf8) {
      self = .json
    } else {
      self = Self.textKind(beginning)
    }
  }

  /// Tells libsoup's table from Firefox's of the same name by the columns of the latter.
  private static func databaseKind(_ bytes: [UInt8]) -> ContentKind {
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    guard let table = text.range(of: "moz_cookies") else { return .otherDatabase }
    let columns = text[table.upperBound...].prefix { $0 != ")" }
    let foreign = ["originAttributes", "baseDomain", "creationTime", "inBrowserElement"]
    return foreign.contains { columns.contains($0) } ? .otherDatabase : .libsoupDatabase
  }

  private static func textKind(_ bytes: [UInt8]) -> ContentKind {
    var head = bytes[...]
    if bytes.count == 65_536 {
      head = head.prefix(upTo: bytes.lastIndex(of: 0x0A) ?? bytes.startIndex)
    }
    guard let jar = try? NetscapeJar(decoding: Array(head)) else { return .unknown }
    guard !jar.cookies.isEmpty || jar.hasTitle else { return .unknown }
    return .text(jar.dialect)
  }
}

extension String {
  /// The place of a text; ASCII only.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while let first = self[start...].firstIndex(of: text.first ?? " ") {
      if self[first...].hasPrefix(text) {
        return first..<index(first, offsetBy: text.count)
      }
      start = index(after: first)
    }
    return nil
  }
}
