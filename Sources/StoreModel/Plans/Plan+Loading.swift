public import CookieCore

extension Plan {
  /// Plans to keep in a store what a page made of its cookies.
  ///
  /// Only what the page changed is in it: a cookie that had expired before the page was loaded stays, and so does a
  /// time of access.
  ///
  /// - Parameter cookies: the cookies after the page was loaded, which began with those of the store.
  public static func keeping(
    _ cookies: [Cookie], in store: StoreID, _ context: PlanContext
  ) -> Plan {
    var draft = PlanDraft(context)
    let held = context.snapshots[store]?.cookies ?? []
    let before = Dictionary(held.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    for cookie in cookies {
      let existing = before[cookie.key]
      guard existing?.withoutAccess != cookie.withoutAccess else { continue }
      draft.put(cookie, in: store, over: existing, reason: .edited)
    }
    let left = Set(cookies.map(\.key))
    for cookie in held where !left.contains(cookie.key) {
      if let expiry = cookie.expiryTime, expiry <= context.now { continue }
      draft.remove(cookie, from: store, reason: .edited)
    }
    return draft.plan(.edit)
  }
}

extension Cookie {
  fileprivate var withoutAccess: Cookie {
    var cookie = self
    cookie.lastAccessTime = nil
    return cookie
  }
}
