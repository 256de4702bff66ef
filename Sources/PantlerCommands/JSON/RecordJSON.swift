import CookieCore
import StoreModel

/// A data record as JSON: members without a value are null, not left out.
struct RecordJSON: Encodable {
  private let record: DataRecord
  private let isGuarded: Bool
  private let isInUse: Bool

  init(_ record: DataRecord, isGuarded: Bool, isInUse: Bool) {
    self.record = record
    self.isGuarded = isGuarded
    self.isInUse = isInUse
  }

  private enum CodingKeys: String, CodingKey {
    case store, site, siteKind, topSite, hosts, types, lastUsed, guarded, inUse
  }

  private struct UsageJSON: Encodable {
    var usage: DataRecord.Usage

    enum CodingKeys: String, CodingKey {
      case count, bytes, bytesOnDisk
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(usage.count, forKey: .count)
      try container.encode(usage.bytes, forKey: .bytes)
      try container.encode(usage.bytesOnDisk, forKey: .bytesOnDisk)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(record.store, forKey: .store)
    try container.encode(record.site.name, forKey: .site)
    try container.encode(record.site.kind, forKey: .siteKind)
    try container.encode(record.topSite?.name, forKey: .topSite)
    try container.encode(record.hosts, forKey: .hosts)
    let types = record.types.map { ($0.key.rawValue, UsageJSON(usage: $0.value)) }
    try container.encode(Dictionary(uniqueKeysWithValues: types), forKey: .types)
    try container.encode(record.lastUsed?.rfc3339, forKey: .lastUsed)
    try container.encode(isGuarded, forKey: .guarded)
    try container.encode(isInUse, forKey: .inUse)
  }
}
