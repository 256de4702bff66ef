public import CookieCore

extension Plan {
  /// Plans the removal of what a request asks for.
  ///
  /// Identities that are no longer there are skipped as gone already, guarded cookies as guarded, and those
  /// that a filter hides from the person who asks as hidden, unless they are included on purpose.
  ///
  /// - Parameter hidden: identities that are marked but not visible.
  /// - Complexity: O(*n* log *n*) in the cookies of the stores asked about.
  public static func removal(
    _ request: RemovalRequest, hidden: [StoreID: Set<CookieKey>] = [:], includeHidden: Bool = false,
    in context: PlanContext
  ) -> Plan {
    var plan = Plan(id: context.id, kind: .removal, createdAt: context.now, items: [])
    guard !request.isEmpty else { return plan }
    var counts = RemovalCounts()
    let named = request.stores ?? request.keys.map { Set($0.keys) } ?? Set(context.snapshots.keys)
    for store in named.sorted() {
      guard let snapshot = context.snapshots[store] else { continue }
      let candidates = candidates(for: request, in: snapshot, context, skipping: &plan.skipped)
      for cookie in candidates {
        let key = cookie.key
        if hidden[store]?.contains(key) == true {
          guard includeHidden else {
            plan.skipped.append(SkippedItem(store: store, key: key, reason: .hiddenByFilter))
            continue
          }
          counts.hidden += 1
        }
        if context.isGuarded(cookie, in: store) {
          guard context.includeGuarded else {
            plan.skipped.append(SkippedItem(store: store, key: key, reason: .guarded))
            continue
          }
          counts.guarded += 1
        }
        plan.items.append(
          PlanItem(
            store: store, key: key, before: cookie, after: nil,
            reason: request.keys == nil ? .matched : .selected))
      }
    }
    plan.warnings = context.warnings(for: Set(plan.items.map(\.store))) + counts.warnings
    plan.scopes = plan.removalScopes(of: request, in: context)
    return plan
  }

  /// Plans the removal of cookies that were chosen one by one.
  public static func removal(
    of keys: [StoreID: [CookieKey]], hidden: [StoreID: Set<CookieKey>] = [:],
    includeHidden: Bool = false, in context: PlanContext
  ) -> Plan {
    removal(
      RemovalRequest(keys: keys), hidden: hidden, includeHidden: includeHidden, in: context)
  }

  /// The cookies of one store that meet the request, in order of their keys.
  private static func candidates(
    for request: RemovalRequest, in snapshot: StoreSnapshot, _ context: PlanContext,
    skipping skipped: inout [SkippedItem]
  ) -> [Cookie] {
    let store = snapshot.store
    guard let wanted = request.keys else {
      return snapshot.cookies
        .filter { request.covers($0, in: store, site: context.site) }
        .sortedByKey()
    }
    let keys = Set(wanted[store] ?? [])
    guard !keys.isEmpty else { return [] }
    var found: [Cookie] = []
    var missing = keys
    for cookie in snapshot.cookies {
      let key = cookie.key
      guard keys.contains(key) else { continue }
      missing.remove(key)
      if request.covers(cookie, in: store, site: context.site) { found.append(cookie) }
    }
    skipped += missing.sorted().map { SkippedItem(store: store, key: $0, reason: .goneAlready) }
    return found.sortedByKey()
  }

  /// How far the items reach, by what was asked and by what they leave over.
  private func removalScopes(
    of request: RemovalRequest, in context: PlanContext
  ) -> Set<PlanScope> {
    guard !items.isEmpty else { return [] }
    var scopes: Set<PlanScope> = []
    if request.since != nil || request.until != nil { scopes.insert(.timeRange) }
    var isAll = true
    for (store, removed) in Dictionary(grouping: items, by: \.store) {
      let cookies = context.snapshots[store]?.cookies ?? []
      // One cookie that happens to be a store's only one was not asked for as the whole store.
      if request.everything || (removed.count == cookies.count && removed.count > 1) {
        scopes.insert(.wholeStore(store))
      } else {
        isAll = false
      }
      // The site of a host is looked up once, and hosts come many times.
      var sites: [CookieText: String] = [:]
      func site(_ cookie: Cookie) -> String {
        if let known = sites[cookie.domain] { return known }
        let found = context.site(cookie)
        sites[cookie.domain] = found
        return found
      }
      var left: [String: Int] = [:]
      for cookie in cookies { left[site(cookie), default: 0] += 1 }
      for item in removed { if let cookie = item.before { left[site(cookie)]? -= 1 } }
      for (site, count) in left where count == 0 { scopes.insert(.wholeSite(site, store)) }
    }
    if isAll && request.keys == nil && request.sites == nil && request.owners == nil {
      scopes.insert(.allSites)
    }
    return scopes
  }
}

/// How many cookies a removal takes that it would normally leave.
private struct RemovalCounts {
  var guarded = 0
  var hidden = 0

  var warnings: [PlanWarning] {
    (guarded > 0 ? [.guardedIncluded(count: guarded)] : [])
      + (hidden > 0 ? [.hiddenIncluded(count: hidden)] : [])
  }
}
