public import CookieCore

/// A rule of the user's that keeps something from deletion.
///
/// The conditions that are present must all hold; a guard without any guards nothing.
public struct Guard: Hashable, Codable, Sendable {
  /// The store.
  public var store: StoreID?
  /// The site; nil when there is none.
  public var site: String?
  /// The name.
  public var name: String?
  /// The whole identity, for one cookie.
  public var key: CookieKey?
  /// The partition; nil when there is none.
  public var partition: String?
  /// The data type; nil for every type.
  public var type: DataType?

  /// Takes every field as it is.
  public init(
    store: StoreID? = nil, site: String? = nil, name: String? = nil, key: CookieKey? = nil,
    partition: String? = nil, type: DataType? = nil
  ) {
    self.store = store
    self.site = site
    self.name = name
    self.key = key
    self.partition = partition
    self.type = type
  }

  /// Reports whether this guard covers a cookie.
  ///
  /// - Parameter site: the site name of the cookie's host.
  public func covers(_ key: CookieKey, site cookieSite: String, in cookieStore: StoreID) -> Bool {
    guard self != Guard() else { return false }
    if let store, store != cookieStore { return false }
    if let site, site != cookieSite { return false }
    if let name, CookieText(name) != key.name { return false }
    if let guarded = self.key, guarded != key { return false }
    if let partition, partition != key.partition?.topLevelSite { return false }
    if let type, type != .cookies { return false }
    return true
  }

  /// Reports whether this guard covers what a site keeps beside cookies.
  ///
  /// A guard of a single cookie or name covers cookies only.
  public func covers(
    _ dataType: DataType, of owner: DataRecord.Owner, in dataStore: StoreID
  ) -> Bool {
    guard self != Guard(), name == nil, key == nil else { return false }
    if let store, store != dataStore { return false }
    if let site, site != owner.site.name { return false }
    if let partition, partition != owner.topSite?.name { return false }
    if let type, type != dataType { return false }
    return true
  }
}
