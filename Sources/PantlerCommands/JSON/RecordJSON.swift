import CookieCore
import StoreFormats
import StoreModel

/// Writes data records as JSON: members without a value are null, not left out.
///
/// There may be many thousand, for which an encoder of values takes longer than all that was read of them.
enum RecordJSON {
  /// The bytes of a record on one line, its members sorted.
  static func bytes(_ row: RecordsCommand.Row) -> [UInt8] {
    let record = row.record
    var object = JSONObject()
    object.member("guarded") { $0.appendJSON(row.isGuarded) }
    object.member("hosts") { $0.appendArray(record.hosts) { $0.appendJSON($1) } }
    object.member("inUse") { $0.appendJSON(row.isInUse) }
    object.member("lastUsed") { $0.appendOptional(record.lastUsed?.rfc3339) }
    object.member("site") { $0.appendJSON(record.site.name) }
    object.member("siteKind") { $0.appendJSON(record.site.kind.rawValue) }
    object.member("store") { $0.appendJSON(record.store.rawValue) }
    object.member("topSite") { $0.appendOptional(record.topSite?.name) }
    object.member("types") { $0 += types(of: row) }
    return object.bytes
  }

  /// The bytes of a profile that belong to no site, as a record without a site.
  static func profile(
    _ store: StoreID, _ listing: WebsiteDataListing, isInUse: Bool
  ) -> [UInt8] {
    var object = JSONObject()
    object.member("engineBytes") { $0.appendJSON(listing.overheadBytes) }
    object.member("guarded") { $0.appendJSON(false) }
    object.member("hosts") { $0 += "[]".utf8 }
    object.member("inUse") { $0.appendJSON(isInUse) }
    object.member("lastUsed") { $0 += "null".utf8 }
    object.member("notAttributed") { $0.appendArray(listing.unattributed) { $0 += odd($1) } }
    object.member("profile") { $0.appendArray(listing.roots) { $0.appendJSON($1) } }
    object.member("profileBytes") { $0.appendJSON(listing.totalBytes) }
    for name in ["site", "siteKind"] { object.member(name) { $0 += "null".utf8 } }
    object.member("store") { $0.appendJSON(store.rawValue) }
    object.member("topSite") { $0 += "null".utf8 }
    object.member("types") { $0 += "{}".utf8 }
    return object.bytes
  }

  /// Something that belongs to no site.
  private static func odd(_ odd: WebsiteDataListing.Unattributed) -> [UInt8] {
    var object = JSONObject()
    object.member("bytes") { $0.appendJSON(odd.bytes) }
    switch odd.reason {
    case .link(let target): object.member("linkTo") { $0.appendJSON(target) }
    case .closed(let failure):
      object.member("failure") { $0.appendJSON(FailureText.text(for: failure)) }
    case nil: break
    }
    object.member("path") { $0.appendJSON(odd.path) }
    return object.bytes
  }

  private static func types(of row: RecordsCommand.Row) -> [UInt8] {
    let items = Dictionary(grouping: row.items, by: \.type)
    var object = JSONObject()
    let types = row.record.types.map { (name: $0.key.rawValue, type: $0.key, usage: $0.value) }
    for (name, type, usage) in types.sorted(by: { $0.name < $1.name }) {
      let told = (items[type] ?? []).filter {
        $0.name != nil || $0.parts != nil || row.entries[$0.identity] != nil
      }
      object.member(name) { bytes in
        var inner = JSONObject()
        inner.member("bytes") { $0.appendOptional(usage.bytes) }
        inner.member("bytesOnDisk") { $0.appendOptional(usage.bytesOnDisk) }
        inner.member("count") { $0.appendOptional(usage.count) }
        let doubts = Set((items[type] ?? []).compactMap(\.doubt?.rawValue)).sorted()
        if !doubts.isEmpty {
          inner.member("doubts") { $0.appendArray(doubts) { $0.appendJSON($1) } }
        }
        if !told.isEmpty {
          inner.member("items") {
            $0.appendArray(told) { $0 += item($1, row.entries[$1.identity]) }
          }
        }
        bytes += inner.bytes
      }
    }
    return object.bytes
  }

  /// A database, caches of an origin, a registration, or keys; members without a value are left out.
  private static func item(_ item: WebsiteDataItem, _ entries: [WebsiteDataEntry]?) -> [UInt8] {
    var object = JSONObject()
    object.member("count", item.count) { $0.appendJSON($1) }
    object.member("entries", entries) { $0.appendArray($1) { $0 += entry($1) } }
    object.member("name", item.name) { $0.appendJSON($1) }
    object.member("origin", item.origin) { $0.appendJSON($1) }
    object.member("parts", item.parts) { $0.appendArray($1) { $0 += part($1) } }
    return object.bytes
  }

  /// An object store or a cache.
  private static func part(_ part: WebsiteDataItem.Part) -> [UInt8] {
    var object = JSONObject()
    object.member("count", part.count) { $0.appendJSON($1) }
    object.member("name") { $0.appendJSON(part.name) }
    return object.bytes
  }

  /// A key, or a file in a cache.
  private static func entry(_ entry: WebsiteDataEntry) -> [UInt8] {
    var object = JSONObject()
    object.member("bytes", entry.byteCount) { $0.appendJSON($1) }
    object.member("cache", entry.group) { $0.appendJSON($1) }
    object.member(entry.group == nil ? "key" : "url") { $0.appendJSON(entry.key) }
    object.member("value", entry.value) { $0.appendJSON($1) }
    return object.bytes
  }
}

/// An object that is written member by member.
private struct JSONObject {
  private var open = [UInt8(ascii: "{")]

  /// The whole object.
  var bytes: [UInt8] { open + [UInt8(ascii: "}")] }

  mutating func member(_ name: String, _ value: (inout [UInt8]) -> Void) {
    if open.count > 1 { open.append(UInt8(ascii: ",")) }
    open.appendJSON(name)
    open.append(UInt8(ascii: ":"))
    value(&open)
  }

  mutating func member<Value>(
    _ name: String, _ value: Value?, _ write: (inout [UInt8], Value) -> Void
  ) {
    guard let value else { return }
    member(name) { write(&$0, value) }
  }
}

extension [UInt8] {
  fileprivate mutating func appendOptional(_ text: String?) {
    if let text { appendJSON(text) } else { append(contentsOf: "null".utf8) }
  }

  fileprivate mutating func appendOptional(_ number: Int?) {
    if let number { appendJSON(number) } else { append(contentsOf: "null".utf8) }
  }

  fileprivate mutating func appendArray<Value>(
    _ values: [Value], _ write: (inout [UInt8], Value) -> Void
  ) {
    append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      write(&self, value)
    }
    append(UInt8(ascii: "]"))
  }
}
