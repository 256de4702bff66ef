import CookieCore

/// One of the two stores of a sync.
enum SyncSide {
  case web, shared
  var other: SyncSide { self == .web ? .shared : .web }
}

/// Compares two stores key by key.
struct SyncPlanner {
  let terms: SyncTerms
  var draft: PlanDraft
  let context: PlanContext
  private let hasBase: Bool
  private let sites: Set<String>?
  let identity: SyncIdentity
  private var ignored: Set<CookieAttribute> { identity.ignored }
  /// The cookies of both sides that are not plainly alike.
  private(set) var held: [SyncSide: [CookieKey: Cookie]] = [:]
  /// The cookies that one of the stores could not tell from another one.
  private var doubles: [(cookie: Cookie, key: CookieKey, side: SyncSide)] = []
  /// What was agreed on of those.
  private(set) var agreed: [CookieKey: SyncBase.Entry] = [:]
  private var deleted: [CookieKey: SyncBase.Tombstone] = [:]
  let salt: String
  private let base: SyncBase?

  init(_ terms: SyncTerms, base: SyncBase?, _ context: PlanContext) {
    self.terms = terms
    self.context = context
    sites = terms.sites
    draft = PlanDraft(context)
    draft.linkGuards = terms.guards
    identity = SyncIdentity(terms, in: context)
    hasBase = base != nil
    salt = base?.salt ?? ""
    self.base = base
    for tombstone in base?.tombstones ?? [] { deleted[tombstone.key] = tombstone }
  }

  /// Decides on every cookie.
  ///
  /// - Parameter some: the digests of cookies outside of which nothing is to be done; nil when that is not known.
  mutating func run(among some: DigestSet? = nil) {
    guard let web = context.snapshots[terms.web], let shared = context.snapshots[terms.shared]
    else { return }
    let match = SyncMatch(web, shared, identity, now: context.now, among: some)
    load(match)
    // What was cut off may have said otherwise, so nothing is concluded from what came before it.
    if let base, !base.isCutOff {
      for place in base.places(of: match.digests, identity) { take(base.entries[place]) }
    }
    takePending()
    for double in doubles where carries(to: double.side.other) && isWanted(double.key) {
      draft.skip(
        double.cookie.key, in: store(double.side.other), .unrepresentable, attribute: .hostOnly)
    }
    for key in heldKeys where isWanted(key) { compare(key) }
  }

  /// The identities of what is not plainly alike, in order.
  var heldKeys: [CookieKey] {
    let (web, shared) = (held[.web] ?? [:], held[.shared] ?? [:])
    let keys = Array(web.keys) + shared.keys.filter { web[$0] == nil }
    return keys.sortedPlaces().map { keys[$0] }
  }

  /// Takes what is not plainly alike.
  mutating func load(_ match: SyncMatch) {
    load(match.web, as: .web)
    load(match.shared, as: .shared)
  }

  /// Takes what was agreed on before.
  mutating func take(_ entry: SyncBase.Entry) { agreed[identity.key(of: entry.cookie)] = entry }

  /// Counts what a sync put into a store before it was broken off as agreed on.
  mutating func takePending() {
    for intent in base?.pending ?? [] {
      let side: SyncSide = intent.store == terms.web ? .web : .shared
      let key = identity.key(of: intent.entry.cookie)
      if let present = held[side]?[key], isOld(present, intent.entry) {
        agreed[key] = intent.entry
      }
    }
  }

  /// Keeps the cookies of one side under the identity that both sides can tell.
  private mutating func load(_ cookies: [Cookie], as side: SyncSide) {
    var found: [CookieKey: Cookie] = [:]
    found.reserveCapacity(cookies.count)
    for cookie in cookies {
      let key = identity.key(of: cookie)
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
      guard !web.agrees(with: shared, ignoring: ignored) else { break }
      settle(web, shared, base: agreed[key])
    case (let web?, nil):
      carry(web, key, from: .web, over: shared)
    case (nil, let shared?):
      carry(shared, key, from: .shared, over: web)
    }
  }

  /// Handles a cookie that only one side has.
  private mutating func carry(
    _ cookie: Cookie, _ key: CookieKey, from side: SyncSide, over expired: Cookie?
  ) {
    if deleted[key]?.names(cookie, in: store(side), salt: salt, now: context.now) == true {
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
    if expired == nil && hasUnreadRecords(side.other) {
      draft.skip(cookie.key, in: store(side), .unreadInSource)
    } else if terms.prune && isTrusted(side.other) {
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
  private mutating func refuse(_ cookie: Cookie, on side: SyncSide) {
    if terms.prune && carries(to: side) && base?.isCutOff != true {
      draft.remove(cookie, from: store(side), reason: .cameBack)
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

  private mutating func replace(_ existing: Cookie, in side: SyncSide, by cookie: Cookie) {
    if carries(to: side) {
      draft.put(cookie, in: store(side), over: existing, reason: .differs)
    } else {
      draft.skip(cookie.key, in: store(side.other), .newerInTarget)
    }
  }

  private func winner(_ web: Cookie, _ shared: Cookie, base: SyncBase.Entry?) -> SyncSide? {
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
    let sides: [(side: SyncSide, cookie: Cookie)] = [SyncSide.web, .shared].compactMap { side in
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
  func carries(from side: SyncSide) -> Bool { carries(to: side.other) }

  private func carries(to side: SyncSide) -> Bool {
    switch terms.direction {
    case .both: true
    case .toShared: side == .shared
    case .toWeb: side == .web
    }
  }

  /// Reports whether what a side lacks may be believed to be deleted.
  ///
  /// A side that is empty or damaged is unknown; it never becomes "all deleted", unless it is known who emptied it.
  private func isTrusted(_ side: SyncSide) -> Bool {
    guard let snapshot = context.snapshots[store(side)] else { return false }
    return !snapshot.isDamaged
      && (!snapshot.cookies.isEmpty || context.emptiedStores.contains(snapshot.store))
  }

  /// Reports whether a side may have what it seems to lack.
  func hasUnreadRecords(_ side: SyncSide) -> Bool {
    (context.snapshots[store(side)]?.unreadCount ?? 0) > 0
  }

  private func store(_ side: SyncSide) -> StoreID {
    side == .web ? terms.web : terms.shared
  }
}
