import CookieCore

/// The website data of one store, with every byte accounted for.
///
/// The bytes of the items, the overhead and what is not attributed add up to the total.
public struct WebsiteDataListing: Hashable, Codable, Sendable {
  /// Something in a profile that belongs to no site.
  public struct Unattributed: Hashable, Codable, Sendable {
    /// Why it is not known what is in it.
    public enum Reason: Hashable, Codable, Sendable {
      /// It is a symbolic link, which is not followed; what it leads to is as the link says it.
      case link(to: String)
      /// It could not be looked into.
      case closed(StoreFailure)
    }

    /// The path of the file or folder.
    public var path: String
    /// The bytes of it and of everything in it that is nobody else's; of a link, those of the link itself.
    public var bytes: Int
    /// Why it is not known what is in it; nil when it is, or when it is a file.
    public var reason: Reason?

    /// Takes every field as it is.
    public init(path: String, bytes: Int, reason: Reason? = nil) {
      self.path = path
      self.bytes = bytes
      self.reason = reason
    }

    /// Why it could not be looked into; nil when that is not so.
    public var failure: StoreFailure? {
      if case .closed(let failure) = reason { failure } else { nil }
    }
  }

  /// The directories that were looked through, in no other of them.
  public var roots: [String]
  /// What sites keep.
  public var items: [WebsiteDataItem]
  /// The bytes of salts, shared databases, directories, and what else the engine needs for itself.
  public var overheadBytes: Int
  /// What belongs to no site and not to the engine either.
  public var unattributed: [Unattributed]
  /// The bytes of everything below the roots, each file counted once.
  public var totalBytes: Int
  /// Places that could not be looked at.
  public var problems: [StoreFailure]
  /// Whether the listing went through to its end.
  public var isComplete: Bool

  /// Takes every field as it is; by default there is nothing.
  public init(
    roots: [String] = [], items: [WebsiteDataItem] = [], overheadBytes: Int = 0,
    unattributed: [Unattributed] = [], totalBytes: Int = 0, problems: [StoreFailure] = [],
    isComplete: Bool = true
  ) {
    self.roots = roots
    self.items = items
    self.overheadBytes = overheadBytes
    self.unattributed = unattributed
    self.totalBytes = totalBytes
    self.problems = problems
    self.isComplete = isComplete
  }

  /// One record per site, those of a site inside pages of another kept apart; sorted.
  ///
  /// Hosts without a registrable domain have records too, which WebKit's own listing leaves out.
  public func records(of store: StoreID) -> [DataRecord] {
    var records: [DataRecord.Owner: DataRecord] = [:]
    var hosts: [DataRecord.Owner: Set<String>] = [:]
    for item in items {
      let owner = DataRecord.Owner(site: item.site, topSite: item.topSite)
      var record =
        records[owner]
        ?? DataRecord(
          store: store, site: item.site, hosts: [], types: [:], lastUsed: nil,
          topSite: item.topSite)
      record.types[item.type, default: DataRecord.Usage(count: 0, bytes: nil)].add(item)
      record.lastUsed = [record.lastUsed, item.modified].compactMap { $0 }.max()
      records[owner] = record
      if !item.host.isEmpty { hosts[owner, default: []].insert(item.host) }
    }
    return records.keys.sorted().compactMap { owner in
      var record = records[owner]
      record?.hosts = (hosts[owner] ?? []).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      return record
    }
  }
}

extension DataRecord.Usage {
  /// Adds an item; one unknown count makes the whole count unknown.
  package mutating func add(_ item: WebsiteDataItem) {
    count = count.flatMap { sum in item.count.map { sum + $0 } }
    if let counted = item.contentBytes ?? item.bytes { bytes = (bytes ?? 0) + counted }
    if let onDisk = item.bytes { bytesOnDisk = (bytesOnDisk ?? 0) + onDisk }
  }
}
