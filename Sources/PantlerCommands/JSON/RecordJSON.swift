import CookieCore
import StoreModel

/// A data record as JSON: members without a value are null, not left out.
struct RecordJSON: Encodable {
  private let record: DataRecord
  private let isGuarded: Bool
  private let isInUse: Bool
  private let items: [DataType: [ItemJSON]]

  init(_ row: RecordsCommand.Row) {
    record = row.record
    isGuarded = row.isGuarded
    isInUse = row.isInUse
    items = Dictionary(grouping: row.items, by: \.type).mapValues { items in
      items.filter { $0.name != nil || $0.parts != nil || row.entries[$0.identity] != nil }
        .map { ItemJSON(item: $0, entries: row.entries[$0.identity]) }
    }
  }

  /// An object store or a cache.
  private struct PartJSON: Encodable {
    var name: String
    var count: Int?
  }

  /// A key or a file in a cache.
  private struct EntryJSON: Encodable {
    var cache: String?
    var key: String?
    var url: String?
    var bytes: Int?
    var value: String?

    init(_ entry: WebsiteDataEntry) {
      cache = entry.group
      if entry.group == nil { key = entry.key } else { url = entry.key }
      bytes = entry.byteCount
      value = entry.value
    }
  }

  /// A database, caches of an origin, a registration, or keys.
  private struct ItemJSON: Encodable {
    var origin: String?
    var name: String?
    var count: Int?
    var parts: [PartJSON]?
    var entries: [EntryJSON]?

    init(item: WebsiteDataItem, entries: [WebsiteDataEntry]?) {
      origin = item.origin
      name = item.name
      count = item.count
      parts = item.parts?.map { PartJSON(name: $0.name, count: $0.count) }
      self.entries = entries?.map(EntryJSON.init)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case store, site, siteKind, topSite, hosts, types, lastUsed, guarded, inUse
  }

  private struct UsageJSON: Encodable {
    var usage: DataRecord.Usage
    var items: [ItemJSON]

    enum CodingKeys: String, CodingKey {
      case count, bytes, bytesOnDisk, items
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(usage.count, forKey: .count)
      try container.encode(usage.bytes, forKey: .bytes)
      try container.encode(usage.bytesOnDisk, forKey: .bytesOnDisk)
      if !items.isEmpty { try container.encode(items, forKey: .items) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(record.store, forKey: .store)
    try container.encode(record.site.name, forKey: .site)
    try container.encode(record.site.kind, forKey: .siteKind)
    try container.encode(record.topSite?.name, forKey: .topSite)
    try container.encode(record.hosts, forKey: .hosts)
    let types = record.types.map {
      ($0.key.rawValue, UsageJSON(usage: $0.value, items: items[$0.key] ?? []))
    }
    try container.encode(Dictionary(uniqueKeysWithValues: types), forKey: .types)
    try container.encode(record.lastUsed?.rfc3339, forKey: .lastUsed)
    try container.encode(isGuarded, forKey: .guarded)
    try container.encode(isInUse, forKey: .inUse)
  }
}
