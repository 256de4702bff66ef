import CookieCore

/// What two stores hold of the cookies that a sync is about.
struct SyncStanding {
  private let terms: SyncTerms
  private let identity: SyncIdentity
  private let now: Timestamp
  private var held: [StoreID: [CookieKey: Cookie]] = [:]

  /// Finds the cookies; nil for a plan that is no sync.
  init?(of plan: Plan, in context: PlanContext) {
    guard let terms = plan.sync else { return nil }
    self.terms = terms
    identity = SyncIdentity(terms, in: context)
    now = context.now
    let keys = Set(plan.items.map(key))
    let wanted = DigestSet(Set(keys.map(identity.digest)))
    for store in [terms.web, terms.shared] {
      guard let snapshot = context.snapshots[store] else { continue }
      let digests = identity.digests(of: snapshot.cookies, snapshot.digests)
      for place in wanted.places(in: digests) {
        let cookie = snapshot.cookies[place]
        let key = identity.key(of: cookie)
        guard keys.contains(key) else { continue }
        // Of two that one of the stores cannot tell apart, the first in order counts.
        let other = held[store]?[key]
        held[store, default: [:]][key] = other.map { $0.key < cookie.key ? $0 : cookie } ?? cookie
      }
    }
  }

  /// The identity of an item as both stores can tell it.
  func key(of item: PlanItem) -> CookieKey {
    (item.after ?? item.before).map(identity.key) ?? item.key
  }

  /// The store that an item carries from.
  func source(of item: PlanItem) -> StoreID {
    item.store == terms.web ? terms.shared : terms.web
  }

  /// Whether the source of an item holds what the item carries, and that has not expired.
  func hasSource(of item: PlanItem) -> Bool {
    if let expiry = item.after?.expiryTime, expiry <= now { return false }
    return agrees(held[source(of: item)]?[key(of: item)], with: item.after)
  }

  /// Whether the target of an item is as the item would make it.
  func isDone(_ item: PlanItem) -> Bool {
    agrees(held[item.store]?[key(of: item)], with: item.after)
  }

  private func agrees(_ cookie: Cookie?, with wanted: Cookie?) -> Bool {
    guard let wanted else {
      return cookie.map { $0.expiryTime.map { $0 <= now } ?? false } ?? true
    }
    return cookie?.agrees(with: wanted, ignoring: identity.ignored) ?? false
  }
}
