public import CookieCore

extension Plan {
  /// Plans to put a cookie into a store, in place of another one when its identity changes.
  ///
  /// - Parameter replaced: the identity that the cookie was edited from; nil for a new one.
  public static func edit(
    putting cookie: Cookie, replacing replaced: CookieKey? = nil, in store: StoreID,
    _ context: PlanContext
  ) -> Plan {
    var draft = PlanDraft(context)
    let held = context.snapshots[store]?.cookies ?? []
    let key = cookie.key
    let existing = held.first { $0.key == key }
    if existing == cookie {
      draft.skip(key, in: store, .equal)
    } else {
      draft.put(cookie, in: store, over: existing, reason: .edited)
    }
    // The old one goes only when the new one comes.
    if let replaced, replaced != key, !draft.items.isEmpty {
      if let old = held.first(where: { $0.key == replaced }) {
        draft.remove(old, from: store, reason: .edited)
      } else {
        draft.skip(replaced, in: store, .goneAlready)
      }
    }
    return draft.plan(.edit)
  }

  /// Plans what receiving a cookie does: one that has expired deletes what it would replace.
  ///
  /// - Parameter replaced: the identity that the cookie was edited from; nil for a new one.
  public static func storing(
    _ cookie: Cookie, replacing replaced: CookieKey? = nil, in store: StoreID,
    _ context: PlanContext
  ) -> Plan {
    guard let expiry = cookie.expiryTime, expiry <= context.now else {
      return edit(putting: cookie, replacing: replaced, in: store, context)
    }
    return removal(of: [store: [replaced ?? cookie.key]], in: context)
  }

  /// Plans to put many cookies into a store.
  ///
  /// Of two with one identity the last counts, as when a jar is loaded. Expired cookies are skipped.
  public static func importing(
    _ cookies: [Cookie], into store: StoreID, _ context: PlanContext
  ) -> Plan {
    var draft = PlanDraft(context)
    let held = Dictionary(
      (context.snapshots[store]?.cookies ?? []).map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let lacking = context.unrepresentable(in: store)
    let wanted = Dictionary(cookies.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    for cookie in Array(wanted.values).sortedByKey() {
      let key = cookie.key
      let existing = held[cookie.adapted(lacking: lacking).key]
      if let expiry = cookie.expiryTime, expiry <= context.now {
        draft.skip(key, in: store, .expired)
      } else if let existing, cookie.agrees(with: existing, ignoring: lacking) {
        draft.skip(key, in: store, .equal)
      } else {
        draft.put(cookie, in: store, over: existing, reason: .imported)
      }
    }
    return draft.plan(.import)
  }

  /// The plan that takes this one back, last item first.
  ///
  /// - Parameter outcomes: what became of each item; only what was done is taken back.
  public func inverse(of outcomes: [PlanResult.Outcome], id: String, now: Timestamp) -> Plan {
    let done = zip(items, outcomes).filter { $0.1 == .done }.map(\.0.inverse)
    return Plan(id: id, kind: .undo, createdAt: now, items: done.reversed())
  }
}
