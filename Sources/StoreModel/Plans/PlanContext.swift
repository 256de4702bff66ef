public import CookieCore

/// What every planner needs to know beyond the request.
public struct PlanContext: Sendable {
  /// The content of the stores that the plan may touch.
  public var snapshots: [StoreID: StoreSnapshot]
  /// What the stores can hold.
  public var descriptions: [StoreID: StoreDescription]
  /// The rules that keep things from deletion.
  public var guards: [Guard]
  /// What else is kept from deletion in a store, because its links guard it.
  public var linkGuards: [StoreID: [LinkFilter]] = [:]
  /// Whether guarded cookies are taken all the same.
  public var includeGuarded: Bool
  /// The stores that are empty because every cookie of theirs was deleted, and not because their reading fails.
  public var emptiedStores: Set<StoreID> = []
  /// The largest file of which the journal keeps a copy; nil when that is not known.
  public var copyLimit: Int?
  /// The site name of a cookie.
  public var site: @Sendable (Cookie) -> String
  /// The id of the plan to make.
  public var id: String
  /// The present time.
  public var now: Timestamp

  /// Takes every field as it is.
  public init(
    snapshots: [StoreID: StoreSnapshot], descriptions: [StoreID: StoreDescription],
    guards: [Guard] = [], includeGuarded: Bool = false,
    site: @escaping @Sendable (Cookie) -> String,
    id: String, now: Timestamp
  ) {
    self.snapshots = snapshots
    self.descriptions = descriptions
    self.guards = guards
    self.includeGuarded = includeGuarded
    self.site = site
    self.id = id
    self.now = now
  }

  /// Reports whether a guard keeps a cookie from deletion.
  public func isGuarded(_ cookie: Cookie, in store: StoreID) -> Bool {
    if isGuardedByRule(cookie, in: store) { return true }
    guard let rules = linkGuards[store] else { return false }
    return rules.contains { $0.matches(cookie, in: store, self) }
  }

  /// Reports whether one of the user's own rules keeps a cookie from deletion.
  func isGuardedByRule(_ cookie: Cookie, in store: StoreID) -> Bool {
    guard !guards.isEmpty else { return false }
    let site = site(cookie)
    return guards.contains { $0.covers(cookie.key, site: site, in: store) }
  }

  /// Reports whether a guard keeps what a site has of one type, other than cookies.
  public func isGuarded(
    _ type: DataType, of owner: DataRecord.Owner, in store: StoreID
  ) -> Bool {
    guards.contains { $0.covers(type, of: owner, in: store) }
  }

  /// The attributes that a store cannot keep.
  func unrepresentable(in store: StoreID) -> Set<CookieAttribute> {
    descriptions[store]?.capabilities.unrepresentable ?? []
  }

  /// What a person should know about writing to stores, in order of their ids.
  func warnings(for stores: Set<StoreID>) -> [PlanWarning] {
    stores.sorted().flatMap { store -> [PlanWarning] in
      guard let snapshot = snapshots[store] else { return [] }
      var warnings: [PlanWarning] = []
      if !snapshot.holders.isEmpty {
        warnings = [.inUse(store, by: snapshot.holders), .memoryCopyStays(store)]
      }
      if snapshot.otherNameCount > 0 {
        warnings.append(.otherNamesStay(store, count: snapshot.otherNameCount))
      }
      let count = snapshot.fingerprint?.byteCount ?? 0
      if let copyLimit, count > copyLimit {
        warnings.append(.notUndoneExactly(store, byteCount: count))
      }
      return warnings
    }
  }
}
