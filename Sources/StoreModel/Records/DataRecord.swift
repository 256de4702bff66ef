public import CookieCore

/// What one site keeps in one store, by data type.
public struct DataRecord: Hashable, Codable, Sendable {
  /// How much there is of one type.
  public struct Usage: Hashable, Codable, Sendable {
    /// The number of items; nil when unknown.
    public var count: Int?
    /// The bytes they take; nil when unknown.
    public var bytes: Int?

    /// Takes every field as it is.
    public init(count: Int?, bytes: Int?) {
      self.count = count
      self.bytes = bytes
    }
  }

  /// The store.
  public var store: StoreID
  /// The site; nil when there is none.
  public var site: Site
  /// The hosts of the site that keep something, sorted.
  public var hosts: [String]
  /// The usage by data type.
  public var types: [DataType: Usage]
  /// When anything of it was last used; nil when unknown.
  public var lastUsed: Timestamp?

  /// Takes every field as it is.
  public init(
    store: StoreID, site: Site, hosts: [String], types: [DataType: Usage], lastUsed: Timestamp?
  ) {
    self.store = store
    self.site = site
    self.hosts = hosts
    self.types = types
    self.lastUsed = lastUsed
  }
}
