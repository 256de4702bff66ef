public import CookieCore

/// What is to be removed.
///
/// The conditions that are present must all hold. A request without any condition matches nothing; naming
/// stores is no condition, so every cookie of a store has to be asked for with `everything`.
public struct RemovalRequest: Sendable {
  /// The stores to look in; nil for every store there is a snapshot of.
  public var stores: Set<StoreID>?
  /// The identities, for cookies that were chosen one by one.
  public var keys: [StoreID: [CookieKey]]?
  /// The data types; cookies alone when nothing else is said.
  public var types: Set<DataType>
  /// Types that go along with those, as WebKit takes them along; see `DataType.companions(of:)`.
  public var companions: Set<DataType>
  /// The sites by name; of website data what others keep inside their pages is theirs as well.
  public var sites: Set<String>?
  /// The sites together with the pages that they were in, for records that were chosen one by one; cookies are
  /// those of the sites that were not inside others.
  public var owners: Set<DataRecord.Owner>?
  /// The beginning of a range of time, itself within it.
  public var since: Timestamp?
  /// The end of a range of time, itself outside it.
  public var until: Timestamp?
  /// Whether every cookie of the stores is asked for.
  public var everything: Bool
  /// Any other condition, such as a filter.
  public var matching: (@Sendable (Cookie, StoreID) -> Bool)?
  /// The same for website data.
  public var matchingData: (@Sendable (WebsiteDataItem, StoreID) -> Bool)?

  /// Takes every field as it is.
  public init(
    stores: Set<StoreID>? = nil, keys: [StoreID: [CookieKey]]? = nil,
    types: Set<DataType> = [.cookies], companions: Set<DataType> = [], sites: Set<String>? = nil,
    owners: Set<DataRecord.Owner>? = nil, since: Timestamp? = nil, until: Timestamp? = nil,
    everything: Bool = false, matching: (@Sendable (Cookie, StoreID) -> Bool)? = nil,
    matchingData: (@Sendable (WebsiteDataItem, StoreID) -> Bool)? = nil
  ) {
    self.stores = stores
    self.keys = keys
    self.types = types
    self.companions = companions
    self.sites = sites
    self.owners = owners
    self.since = since
    self.until = until
    self.everything = everything
    self.matching = matching
    self.matchingData = matchingData
  }

  /// Whether there is no condition, so that nothing matches.
  public var isEmpty: Bool {
    keys == nil && sites == nil && owners == nil && since == nil && until == nil
      && matching == nil && matchingData == nil && !everything
  }

  /// Reports whether a cookie meets every condition but the identities.
  ///
  /// A cookie whose store records neither creation nor last update is in no range of time.
  func covers(_ cookie: Cookie, in store: StoreID, site: (Cookie) -> String) -> Bool {
    guard types.contains(.cookies) else { return false }
    if sites != nil || owners != nil {
      let name = site(cookie)
      if let sites, !sites.contains(name) { return false }
      if let owners, !owners.contains(where: { $0.topSite == nil && $0.site.name == name }) {
        return false
      }
    }
    if matching == nil, matchingData != nil { return false }
    if since != nil || until != nil {
      guard let time = cookie.changeTime else { return false }
      if let since, time < since { return false }
      if let until, time >= until { return false }
    }
    return matching?(cookie, store) ?? true
  }
}

extension Cookie {
  /// When the cookie was last set, where the store records it.
  var changeTime: Timestamp? {
    guard let creationTime, let lastUpdateTime else { return creationTime ?? lastUpdateTime }
    return max(creationTime, lastUpdateTime)
  }
}
