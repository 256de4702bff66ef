import CookieCore

/// A plan in the making: decides for one cookie at a time whether it becomes an item.
struct PlanDraft {
  let context: PlanContext
  /// What else is kept from being replaced and removed.
  var linkGuards: [LinkFilter] = []
  var items: [PlanItem] = []
  var skipped: [SkippedItem] = []
  private var guardedCount = 0
  private var lacking: [StoreID: Set<CookieAttribute>] = [:]

  init(_ context: PlanContext) {
    self.context = context
    for store in context.descriptions.keys { lacking[store] = context.unrepresentable(in: store) }
  }

  /// Adds an item that puts a cookie into a store, or says why not.
  ///
  /// - Parameter existing: what the store holds in its place.
  mutating func put(
    _ cookie: Cookie, in store: StoreID, over existing: Cookie?, reason: PlanItem.Reason,
    conflict: SyncConflict? = nil
  ) {
    let lacking = lacking[store] ?? []
    if let attribute = cookie.obstacle(lacking: lacking) {
      skip(cookie.key, in: store, .unrepresentable, attribute: attribute)
      return
    }
    var after = cookie.adapted(lacking: lacking)
    if let existing { after.takeIdentity(of: existing) }
    guard allow(existing, in: store) else { return }
    var losses = cookie.losses(lacking: lacking)
    // A cookie that is made just now has no history: that it was made now is all that its times say.
    if reason == .edited { losses.subtract([.creationTime, .lastAccessTime, .lastUpdateTime]) }
    items.append(
      PlanItem(
        store: store, key: after.key, before: existing, after: after, reason: reason,
        losses: losses, conflict: conflict))
  }

  /// Adds an item that removes a cookie, unless it is guarded.
  mutating func remove(_ cookie: Cookie, from store: StoreID, reason: PlanItem.Reason) {
    guard allow(cookie, in: store) else { return }
    items.append(
      PlanItem(store: store, key: cookie.key, before: cookie, after: nil, reason: reason))
  }

  mutating func skip(
    _ key: CookieKey, in store: StoreID, _ reason: SkippedItem.Reason,
    attribute: CookieAttribute? = nil
  ) {
    skipped.append(SkippedItem(store: store, key: key, reason: reason, attribute: attribute))
  }

  /// The finished plan, with its warnings.
  func plan(_ kind: Plan.Kind, sync: SyncTerms? = nil) -> Plan {
    var warnings = context.warnings(for: Set(items.map(\.store)))
    if guardedCount > 0 { warnings.append(.guardedIncluded(count: guardedCount)) }
    return Plan(
      id: context.id, kind: kind, createdAt: context.now, items: items, skipped: skipped,
      warnings: warnings + lossWarnings, sync: sync)
  }

  private var lossWarnings: [PlanWarning] {
    var counts: [StoreID: [CookieAttribute: Int]] = [:]
    for item in items {
      for attribute in item.losses { counts[item.store, default: [:]][attribute, default: 0] += 1 }
    }
    return counts.keys.sorted().flatMap { store in
      CookieAttribute.allCases.compactMap { attribute in
        counts[store]?[attribute].map { .losses(store, attribute, count: $0) }
      }
    }
  }

  /// Reports whether what is there may be removed or replaced, and skips it if not.
  private mutating func allow(_ existing: Cookie?, in store: StoreID) -> Bool {
    guard let existing, isGuarded(existing, in: store) else { return true }
    guard context.includeGuarded else {
      skip(existing.key, in: store, .guarded)
      return false
    }
    guardedCount += 1
    return true
  }

  private func isGuarded(_ cookie: Cookie, in store: StoreID) -> Bool {
    context.isGuarded(cookie, in: store)
      || linkGuards.contains { $0.matches(cookie, in: store, context) }
  }
}

extension Cookie {
  /// Takes over how another cookie spells the identity that both share, so that it is replaced and not doubled.
  fileprivate mutating func takeIdentity(of other: Cookie) {
    domain = other.domain
    hostOnly = other.hostOnly
    path = other.path
    partition = other.partition
    container = other.container
    sourceScheme = other.sourceScheme
    sourcePort = other.sourcePort
  }
}
