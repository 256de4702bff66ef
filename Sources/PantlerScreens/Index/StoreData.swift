import CookieCore
package import StoreModel

/// What sites keep besides cookies in one profile, summed up by owner and type.
///
/// It is made once for each listing, outside `update`. Copies share their storage.
package struct StoreData: Equatable, Sendable {
  /// What one owner keeps of one type.
  struct Entry: Equatable, Sendable {
    var owner: DataRecord.Owner
    var type: DataType
    var usage: DataRecord.Usage
    var lastUsed: Timestamp?
    var hosts: [String]
    /// Why some of it may not be whose it seems, or is not found by the engine.
    var doubts: Set<WebsiteDataItem.Doubt> = []
    /// The names in it: databases with object stores, caches, scopes of workers.
    var names: [String] = []
  }

  /// In order of owner and type.
  let entries: [Entry]
  /// The directories of the profile.
  let roots: [String]
  /// The bytes of everything in it, of the engine's own and of nobody's.
  let totalBytes: Int
  let overheadBytes: Int
  /// What belongs to no site; what could not be looked into comes first.
  let unattributed: [WebsiteDataListing.Unattributed]
  /// Places that could not be looked at.
  let problems: [StoreFailure]
  /// Whether the listing went through to its end.
  let isComplete: Bool

  /// Sums up a listing.
  package init(_ listing: WebsiteDataListing) {
    roots = listing.roots
    totalBytes = listing.totalBytes
    overheadBytes = listing.overheadBytes
    unattributed =
      listing.unattributed.filter { $0.reason != nil }
      + listing.unattributed.filter { $0.reason == nil }
    problems = listing.problems
    isComplete = listing.isComplete
    var found: [Key: Entry] = [:]
    for item in listing.items {
      let key = Key(owner: item.owner, type: item.type)
      var entry =
        found[key]
        ?? Entry(
          owner: item.owner, type: item.type, usage: .init(count: 0, bytes: nil), lastUsed: nil,
          hosts: [])
      entry.add(item)
      found[key] = entry
    }
    entries = found.values.sorted { left, right in
      left.owner == right.owner
        ? left.type.rawValue < right.type.rawValue : left.owner < right.owner
    }
  }

  private struct Key: Hashable {
    var owner: DataRecord.Owner
    var type: DataType
  }
}

extension StoreData.Entry {
  fileprivate mutating func add(_ item: WebsiteDataItem) {
    usage.add(item)
    lastUsed = [lastUsed, item.modified].compactMap { $0 }.max()
    if let doubt = item.doubt { doubts.insert(doubt) }
    if !item.host.isEmpty, !hosts.contains(item.host) { hosts.append(item.host) }
    if names.count < Self.mostNames, let name = Self.names(in: item) { names.append(name) }
  }

  /// More than this nobody reads in the details.
  private static let mostNames = 20

  /// What has a name in an item, such as `mailbox: messages 240, drafts 2`.
  private static func names(in item: WebsiteDataItem) -> String? {
    guard let parts = item.parts else { return item.name }
    let text = parts.map { part in
      part.name + (part.count.map { " " + AmountText.grouped($0) } ?? "")
    }.joined(separator: ", ")
    guard item.type == .indexedDBDatabases, let name = item.name else { return text }
    return text.isEmpty ? name : name + ": " + text
  }
}

/// What one owner keeps of one type, over all stores in scope.
struct DataRow: Equatable, Sendable {
  /// The position of the site in the catalog.
  var site: Int32
  var type: DataType
  /// The site of the page at the top, where it is another.
  var topSite: Site?
  /// The stores whose profiles have it.
  var slots: [Int32]
  var usage: DataRecord.Usage
  var lastUsed: Timestamp?
  var hosts: [String]
  var doubts: Set<WebsiteDataItem.Doubt>
  var names: [String] = []

  /// The bytes to compare by.
  var bytes: Int { usage.bytes ?? 0 }

  mutating func add(_ entry: StoreData.Entry, slot: Int32) {
    slots.append(slot)
    let sum = { (left: Int?, right: Int?) in
      left == nil && right == nil ? nil : (left ?? 0) + (right ?? 0)
    }
    usage.count = usage.count.flatMap { count in entry.usage.count.map { count + $0 } }
    usage.bytes = sum(usage.bytes, entry.usage.bytes)
    usage.bytesOnDisk = sum(usage.bytesOnDisk, entry.usage.bytesOnDisk)
    lastUsed = [lastUsed, entry.lastUsed].compactMap { $0 }.max()
    hosts += entry.hosts.filter { !hosts.contains($0) }
    doubts.formUnion(entry.doubts)
    names += entry.names
  }
}

/// What is kept of a type in all.
struct DataTotals: Equatable, Sendable {
  /// Nil when unknown.
  var count: Int? = 0
  /// Nil when unknown.
  var bytes: Int?
  /// Nil when unknown.
  var lastUsed: Timestamp?

  mutating func add(_ row: DataRow) {
    count = count.flatMap { sum in row.usage.count.map { sum + $0 } }
    if let more = row.usage.bytes { bytes = (bytes ?? 0) + more }
    lastUsed = [lastUsed, row.lastUsed].compactMap { $0 }.max()
  }
}
