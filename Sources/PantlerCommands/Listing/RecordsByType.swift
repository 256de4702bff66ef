import CookieCore
import StoreFormats
import StoreModel

/// What sites keep, turned round: each data type with the sites that have some of it.
struct RecordsByType {
  /// What one site keeps of a type in one store.
  struct Part {
    var record: DataRecord
    var usage: DataRecord.Usage
    /// When anything of it was last used; nil when unknown.
    var lastUsed: Timestamp?
  }

  private let parts: [DataType: [Part]]

  /// Takes rows in the order in which sites are to come.
  init(_ rows: [RecordsCommand.Row]) {
    var parts: [DataType: [Part]] = [:]
    for row in rows {
      for (type, usage) in row.record.types {
        parts[type, default: []].append(
          Part(record: row.record, usage: usage, lastUsed: row.lastUsed(of: type)))
      }
    }
    self.parts = parts
  }

  /// The types of which there is something, in WebKit's order.
  private var types: [(type: DataType, parts: [Part])] {
    DataType.allCases.compactMap { type in parts[type].map { (type, $0) } }
  }

  /// One line for each type of each site.
  func write(to output: Output, showsStore: Bool) {
    var table = ColumnTable(
      ["TYPE"] + (showsStore ? ["STORE"] : []) + ["SITE", "COUNT", "BYTES", "LAST USED"])
    for (type, parts) in types {
      for part in parts {
        table.add(
          [type.rawValue] + (showsStore ? [part.record.store.rawValue] : []) + [
            RecordsCommand.siteName(of: part.record), part.usage.count.map(String.init) ?? "?",
            part.usage.bytes.map(String.init) ?? "?", part.lastUsed.map(TimeText.plain) ?? "?",
          ])
      }
    }
    table.write(to: output)
  }

  /// One value for each type: its totals, and its sites.
  func write(to list: inout JSONList) {
    for (type, parts) in types {
      list.add(
        TypeJSON(
          type: type, count: Self.sum(parts.map(\.usage.count)),
          bytes: Self.sum(parts.map(\.usage.bytes)), lastUsed: parts.compactMap(\.lastUsed).max(),
          sites: parts))
    }
  }

  /// The sum of numbers; nil when one of them is unknown.
  private static func sum(_ numbers: [Int?]) -> Int? {
    numbers.reduce(0) { sum, number in sum.flatMap { sum in number.map { sum + $0 } } }
  }
}

/// A type as JSON: members without a value are null, not left out.
private struct TypeJSON: Encodable {
  var type: DataType
  var count: Int?
  var bytes: Int?
  var lastUsed: Timestamp?
  var sites: [RecordsByType.Part]

  private enum CodingKeys: String, CodingKey {
    case type, count, bytes, lastUsed, sites
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(count, forKey: .count)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(lastUsed?.rfc3339, forKey: .lastUsed)
    try container.encode(sites, forKey: .sites)
  }
}

extension RecordsByType.Part: Encodable {
  private enum CodingKeys: String, CodingKey {
    case store, site, siteKind, topSite, hosts, count, bytes, bytesOnDisk, lastUsed
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(record.store, forKey: .store)
    try container.encode(record.site.name, forKey: .site)
    try container.encode(record.site.kind, forKey: .siteKind)
    try container.encode(record.topSite?.name, forKey: .topSite)
    try container.encode(record.hosts, forKey: .hosts)
    try container.encode(usage.count, forKey: .count)
    try container.encode(usage.bytes, forKey: .bytes)
    try container.encode(usage.bytesOnDisk, forKey: .bytesOnDisk)
    try container.encode(lastUsed?.rfc3339, forKey: .lastUsed)
  }
}

extension RecordsCommand.Row {
  /// When anything of a type was last used; nil when unknown.
  func lastUsed(of type: DataType) -> Timestamp? {
    type == .cookies
      ? cookiesUsed : items.filter { $0.type == type }.compactMap(\.modified).max()
  }

  /// A row of one type alone.
  func narrowed(to type: DataType) -> RecordsCommand.Row {
    var row = self
    row.record.types = record.types.filter { $0.key == type }
    row.record.lastUsed = lastUsed(of: type)
    return row
  }
}
