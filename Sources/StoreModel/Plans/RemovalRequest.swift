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
  /// The sites by name.
  public var sites: Set<String>?
  /// The beginning of a range of time, itself within it.
  public var since: Timestamp?
  /// The end of a range of time, itself outside it.
  public var until: Timestamp?
  /// Whether every cookie of the stores is asked for.
  public var everything: Bool
  /// Any other condition, such as a filter.
  public var matching: (@Sendable (Cookie, StoreID) -> Bool)?

  /// Takes every field as it is.
  public init(
    stores: Set<StoreID>? = nil, keys: [StoreID: [CookieKey]]? = nil, sites: Set<String>? = nil,
    since: Timestamp? = nil, until: Timestamp? = nil, everything: Bool = false,
    matching: (@Sendable (Cookie, StoreID) -> Bool)? = nil
  ) {
    self.stores = stores
    self.keys = keys
    self.sites = sites
    self.since = since
    self.until = until
    self.everything = everything
    self.matching = matching
  }

  /// Whether there is no condition, so that nothing matches.
  public var isEmpty: Bool {
    keys == nil && sites == nil && since == nil && until == nil && matching == nil && !everything
  }

  /// Reports whether a cookie meets every condition but the identities.
  ///
  /// A cookie whose store records neither creation nor last update is in no range of time.
  func covers(_ cookie: Cookie, in store: StoreID, site: (Cookie) -> String) -> Bool {
    if let sites, !sites.contains(site(cookie)) { return false }
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
