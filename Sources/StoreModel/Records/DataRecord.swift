public import CookieCore

/// What one site keeps in one store, by data type.
public struct DataRecord: Hashable, Codable, Sendable {
  /// How much there is of one type.
  public struct Usage: Hashable, Codable, Sendable {
    /// The number of items; nil when unknown.
    public var count: Int?
    /// The bytes of them, as the engine counts them; nil when unknown.
    public var bytes: Int?
    /// The bytes that are on disk for them alone, folders included; nil when unknown.
    public var bytesOnDisk: Int?

    /// Takes every field as it is.
    public init(count: Int?, bytes: Int?, bytesOnDisk: Int? = nil) {
      self.count = count
      self.bytes = bytes
      self.bytesOnDisk = bytesOnDisk
    }
  }

  /// Whose a record is.
  public struct Owner: Hashable, Comparable, Sendable {
    /// The site.
    public var site: Site
    /// The site of the page at the top, where it is another.
    public var topSite: Site?

    /// Takes every field as it is.
    public init(site: Site, topSite: Site? = nil) {
      self.site = site
      self.topSite = topSite
    }

    /// Orders by site; a site's own data comes before what it keeps inside other pages.
    public static func < (left: Owner, right: Owner) -> Bool {
      if left.site != right.site { return left.site < right.site }
      guard let rightTop = right.topSite else { return false }
      return left.topSite.map { $0 < rightTop } ?? true
    }
  }

  /// The store.
  public var store: StoreID
  /// The site; nil when there is none.
  public var site: Site
  /// The site of the page at the top, where it is another.
  public var topSite: Site?
  /// The hosts of the site that keep something, sorted.
  public var hosts: [String]
  /// The usage by data type.
  public var types: [DataType: Usage]
  /// When anything of it was last used; nil when unknown.
  public var lastUsed: Timestamp?

  /// Takes every field as it is.
  public init(
    store: StoreID, site: Site, hosts: [String], types: [DataType: Usage], lastUsed: Timestamp?,
    topSite: Site? = nil
  ) {
    self.store = store
    self.site = site
    self.hosts = hosts
    self.types = types
    self.lastUsed = lastUsed
    self.topSite = topSite
  }

  /// Whose the record is.
  public var owner: Owner { Owner(site: site, topSite: topSite) }
}
