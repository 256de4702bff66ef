import CookieCore

extension Plan {
  /// Plans to bring two stores into agreement.
  ///
  /// Without a base the two are united and nothing is deleted, unless one direction and `prune` are chosen. With
  /// a base, a cookie that both had and one side no longer has is a deletion on the other side; it is made only
  /// with `prune` and listed as not chosen otherwise. What a side never had is no deletion. Expired cookies
  /// count as absent.
  ///
  /// Without a snapshot of either store nothing is planned: what could not be read is unknown, not empty.
  ///
  /// - Complexity: O(*n* log *n*) in the cookies of both stores.
  public static func sync(
    _ terms: SyncTerms, base: SyncBase? = nil, in context: PlanContext
  ) -> Plan {
    var planner = SyncPlanner(terms, base: base, context)
    planner.run()
    return planner.draft.plan(.sync, sync: terms)
  }

  /// Decides a conflict in favour of one of the two stores.
  ///
  /// - Returns: the plan with the item changed; the same plan when the item has no conflict.
  public func resolving(conflictAt index: Int, keeping store: StoreID) -> Plan {
    guard items.indices.contains(index), let conflict = items[index].conflict else { return self }
    var plan = self
    if store == conflict.store {
      plan.items[index].conflict = nil
    } else if let winner = conflict.replacement ?? conflict.cookie {
      plan.items[index] = PlanItem(
        store: conflict.store, key: winner.key, before: conflict.cookie,
        after: conflict.replacement, reason: .differs)
    }
    return plan
  }

  /// How many cookies two stores have differently, deletions that nobody chose among them.
  public var differenceCount: Int {
    items.count
      + skipped.count { $0.reason == .deletionNotChosen || $0.reason == .cameBack }
  }

  /// The places of the items that nobody has decided.
  public var undecided: [Int] {
    items.indices.filter { items[$0].conflict != nil }
  }
}

extension SyncBase {
  /// What two stores agree on, for the next sync.
  ///
  /// Where they do not agree, what they agreed on before stays, so that a change or a deletion that was not
  /// carried is still one the next time.
  public init(
    agreedBy web: StoreSnapshot, and shared: StoreSnapshot, _ terms: SyncTerms,
    previous: SyncBase?, in context: PlanContext
  ) {
    // What the link leaves out was read as well, so what is known of it is kept, too.
    var planner = SyncPlanner(terms, base: previous, context)
    let salt = previous?.salt ?? context.id
    let entries = planner.agreement(web.cookies, shared.cookies, salt: salt)
    self.init(
      web: terms.web, shared: terms.shared, takenAt: context.now, salt: salt, entries: entries,
      tombstones: planner.tombstones(beside: entries))
  }
}

/// One of the two stores of a sync.
private enum Side {
  case web, shared
  var other: Side { self == .web ? .shared : .web }
}

/// Compares two stores key by key.
private struct SyncPlanner {
  let terms: SyncTerms
  var draft: PlanDraft
  private let context: PlanContext
  private let hasBase: Bool
  private let sites: Set<String>?
  private let identity: SyncIdentity
  private var ignored: Set<CookieAttribute> { identity.ignored }
  private var held: [Side: [CookieKey: Cookie]] = [:]
  /// The cookies that one of the stores could not tell from another one.
  private var doubles: [(cookie: Cookie, key: CookieKey, side: Side)] = []
  private var agreed: [CookieKey: SyncBase.Entry] = [:]
  private var deleted: [CookieKey: SyncBase.Tombstone] = [:]
  private let salt: String
  private let pending: [SyncBase.Intent]

  init(_ terms: SyncTerms, base: SyncBase?, _ context: PlanContext) {
    self.terms = terms
    self.context = context
    sites = terms.sites
    draft = PlanDraft(context)
    draft.linkGuards = terms.guards
    identity = SyncIdentity(terms, in: context)
    hasBase = base != nil
    salt = base?.salt ?? ""
    pending = base?.pending ?? []
    for entry in base?.entries ?? [] { agreed[syncKey(entry.cookie)] = entry }
    for tombstone in base?.tombstones ?? [] { deleted[tombstone.key] = tombstone }
  }

  mutating func run() {
    guard let web = context.snapshots[terms.web], let shared = context.snapshots[terms.shared]
    else { return }
    load(web.cookies, as: .web)
    load(shared.cookies, as: .shared)
    takePending()
    for double in doubles where carries(to: double.side.other) && isWanted(double.key) {
      draft.skip(
        double.cookie.key, in: store(double.side.other), .unrepresentable, attribute: .hostOnly)
    }
    let (alike, others) = sortedKeys()
    for key in alike where isWanted(key) {
      draft.skip(held[.shared]?[key]?.key ?? key, in: terms.shared, .equal)
    }
    for key in others where isWanted(key) { compare(key) }
  }

  /// The identities of both sides in order, those that are alike and alive apart, which are most of them.
  private func sortedKeys() -> (alike: [CookieKey], others: [CookieKey]) {
    let (web, shared) = (held[.web] ?? [:], held[.shared] ?? [:])
    var alike: [CookieKey] = []
    var others: [CookieKey] = []
    for (key, cookie) in web {
      if let other = shared[key], live(cookie) != nil, live(other) != nil,
        cookie.agrees(with: other, ignoring: ignored)
      {
        alike.append(key)
      } else {
        others.append(key)
      }
    }
    for key in shared.keys where web[key] == nil { others.append(key) }
    return (alike.sortedPlaces().map { alike[$0] }, others.sortedPlaces().map { others[$0] })
  }

  /// The cookies that both sides have alike, and what they agreed on before of the others.
  mutating func agreement(
    _ web: [Cookie], _ shared: [Cookie], salt: String
  ) -> [SyncBase.Entry] {
    load(web, as: .web)
    load(shared, as: .shared)
    takePending()
    var kept: [SyncBase.Entry] = []
    let (left, right) = (held[.web] ?? [:], held[.shared] ?? [:])
    let keys = Array(left.keys) + right.keys.filter { left[$0] == nil }
    for place in keys.sortedPlaces() {
      let key = keys[place]
      if let web = left[key], let shared = right[key], web.agrees(with: shared, ignoring: ignored) {
        kept.append(SyncBase.Entry(of: web, salt: salt))
      } else if var agreed = agreed[key] {
        if left[key] != nil, right[key] != nil { agreed.goneFrom = nil }
        if left[key] == nil, carries(from: .web) { agreed.goneFrom = terms.web }
        if right[key] == nil, carries(from: .shared) { agreed.goneFrom = terms.shared }
        kept.append(agreed)
      }
    }
    return kept
  }

  /// Counts what a sync put into a store before it was broken off as agreed on.
  private mutating func takePending() {
    for intent in pending {
      let side: Side = intent.store == terms.web ? .web : .shared
      let key = syncKey(intent.entry.cookie)
      if let present = held[side]?[key], isOld(present, intent.entry) {
        agreed[key] = intent.entry
      }
    }
  }

  /// What was agreed on and is gone from both sides, with the deletions that are still remembered.
  func tombstones(beside kept: [SyncBase.Entry]) -> [SyncBase.Tombstone] {
    let now = context.now
    let present = Set(kept.map { syncKey($0.cookie) })
    let oldest = now.adding(seconds: -SyncBase.retention)
    var stones = deleted.filter { !present.contains($0.key) && $0.value.deletedAt > oldest }
    for (key, entry) in agreed where !present.contains(key) {
      guard held[.web]?[key] == nil, held[.shared]?[key] == nil,
        entry.cookie.expiryTime.map({ $0 > now }) ?? true
      else { continue }
      stones[key] = SyncBase.Tombstone(key: key, digest: entry.digest, deletedAt: now)
    }
    return stones.keys.sorted().compactMap { stones[$0] }
  }

  /// Keeps the cookies of one side under the identity that both sides can tell.
  private mutating func load(_ cookies: [Cookie], as side: Side) {
    var found: [CookieKey: Cookie] = [:]
    found.reserveCapacity(cookies.count)
    for cookie in cookies {
      let key = syncKey(cookie)
      guard let other = found.updateValue(cookie, forKey: key) else { continue }
      // Of two that one of the stores cannot tell apart, the first in order counts.
      let isFirst = cookie.key < other.key
      if !isFirst { found[key] = other }
      doubles.append((isFirst ? other : cookie, key, side))
    }
    doubles.sort { $0.cookie.key < $1.cookie.key }
    held[side] = found
  }

  private mutating func compare(_ key: CookieKey) {
    let web = held[.web]?[key]
    let shared = held[.shared]?[key]
    switch (web.flatMap(live), shared.flatMap(live)) {
    case (nil, nil):
      break
    case (let web?, let shared?):
      if web.agrees(with: shared, ignoring: ignored) {
        draft.skip(shared.key, in: terms.shared, .equal)
      } else {
        settle(web, shared, base: agreed[key])
      }
    case (let web?, nil):
      carry(web, key, from: .web, over: shared)
    case (nil, let shared?):
      carry(shared, key, from: .shared, over: web)
    }
  }

  /// Handles a cookie that only one side has.
  private mutating func carry(
    _ cookie: Cookie, _ key: CookieKey, from side: Side, over expired: Cookie?
  ) {
    if deleted[key]?.names(cookie, salt: salt, now: context.now) == true {
      refuse(cookie, on: side)
      return
    }
    let unchanged = agreed[key].map { isOld(cookie, $0) } ?? false
    let deletedThere = unchanged && isDeleted(expired, key)
    if carries(to: side.other) && !(deletedThere && carries(to: side)) {
      draft.put(cookie, in: store(side.other), over: expired, reason: .onlyInSource)
      return
    }
    if let expired { draft.skip(expired.key, in: store(side), .expired) }
    // With a base, only what both had can have been deleted; without one, only one direction tells a target.
    guard hasBase ? unchanged : terms.direction != .both else { return }
    if terms.prune && isTrusted(side.other) {
      draft.remove(cookie, from: store(side), reason: .absentInSource)
    } else {
      draft.skip(cookie.key, in: store(side), .deletionNotChosen)
    }
  }

  /// Whether a side that has no living cookie deleted it.
  ///
  /// A cookie that was changed to end at once is as good as deleted: that is how servers delete.
  private func isDeleted(_ expired: Cookie?, _ key: CookieKey) -> Bool {
    guard let expired else { return true }
    return agreed[key].map { !isOld(expired, $0) } ?? false
  }

  /// Handles a cookie that was deleted from both sides and came back on one as it was.
  private mutating func refuse(_ cookie: Cookie, on side: Side) {
    if terms.prune && carries(to: side) {
      draft.remove(cookie, from: store(side), reason: .absentInSource)
    } else {
      draft.skip(cookie.key, in: store(side), .cameBack)
    }
  }

  /// Whether a cookie is what both sides last agreed on.
  private func isOld(_ cookie: Cookie, _ entry: SyncBase.Entry) -> Bool {
    entry.agrees(with: cookie, ignoring: ignored, salt: salt)
  }

  /// Handles a cookie that the two sides have differently.
  private mutating func settle(_ web: Cookie, _ shared: Cookie, base: SyncBase.Entry?) {
    switch winner(web, shared, base: base) {
    case .web?: replace(shared, in: .shared, by: web)
    case .shared?: replace(web, in: .web, by: shared)
    case nil:
      var other = PlanDraft(context)
      other.put(shared, in: terms.web, over: web, reason: .differs)
      let conflict = SyncConflict(
        store: terms.web, cookie: web, replacement: other.items.first?.after)
      draft.put(web, in: terms.shared, over: shared, reason: .differs, conflict: conflict)
    }
  }

  private mutating func replace(_ existing: Cookie, in side: Side, by cookie: Cookie) {
    if carries(to: side) {
      draft.put(cookie, in: store(side), over: existing, reason: .differs)
    } else {
      draft.skip(cookie.key, in: store(side.other), .newerInTarget)
    }
  }

  private func winner(_ web: Cookie, _ shared: Cookie, base: SyncBase.Entry?) -> Side? {
    // Only the side that moved away from the base has news.
    if let base {
      let isWebOld = isOld(web, base)
      if isWebOld != isOld(shared, base) {
        return isWebOld ? .shared : .web
      }
    }
    switch terms.rule {
    case .web: return .web
    case .shared: return .shared
    case .ask: return nil
    case .newer:
      if let left = web.changeTime, let right = shared.changeTime, left != right {
        return left > right ? .web : .shared
      }
      switch terms.direction {
      case .toShared: return .web
      case .toWeb: return .shared
      case .both: return nil
      }
    }
  }

  private func live(_ cookie: Cookie) -> Cookie? {
    guard let expiry = cookie.expiryTime, expiry <= context.now else { return cookie }
    return nil
  }

  /// Whether an identity belongs to the link.
  ///
  /// Both sides are asked together: one that is left out alone would look deleted.
  private func isWanted(_ key: CookieKey) -> Bool {
    guard !terms.carriesSessions || sites != nil || terms.filter != nil else { return true }
    let sides: [(side: Side, cookie: Cookie)] = [Side.web, .shared].compactMap { side in
      held[side]?[key].map { (side, $0) }
    }
    if !terms.carriesSessions, sides.contains(where: { $0.cookie.expiryTime == nil }) {
      return false
    }
    if let sites, !sides.contains(where: { sites.contains(context.site($0.cookie)) }) {
      return false
    }
    guard let filter = terms.filter else { return true }
    return sides.contains { filter.matches($0.cookie, in: store($0.side), context) }
  }

  /// Whether what a side has, or has no longer, counts.
  private func carries(from side: Side) -> Bool { carries(to: side.other) }

  private func carries(to side: Side) -> Bool {
    switch terms.direction {
    case .both: true
    case .toShared: side == .shared
    case .toWeb: side == .web
    }
  }

  /// Reports whether what a side lacks may be believed to be deleted.
  ///
  /// A side that is empty or damaged is unknown; it never becomes "all deleted", unless it is known who emptied it.
  private func isTrusted(_ side: Side) -> Bool {
    guard let snapshot = context.snapshots[store(side)] else { return false }
    return !snapshot.isDamaged
      && (!snapshot.cookies.isEmpty || context.emptiedStores.contains(snapshot.store))
  }

  private func store(_ side: Side) -> StoreID {
    side == .web ? terms.web : terms.shared
  }

  private func syncKey(_ cookie: Cookie) -> CookieKey { identity.key(of: cookie) }
}
