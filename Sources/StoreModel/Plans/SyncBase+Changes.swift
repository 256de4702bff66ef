public import CookieCore

extension SyncBase {
  /// One step from what two stores agreed on before to what they agree on now.
  ///
  /// Places are those at the moment of the step. Where something is taken out, the last takes its place.
  public enum Change: Hashable, Sendable {
    case add(Entry)
    case replace(Int, by: Entry)
    case remove(Int)
    case bury(Tombstone)
    case unbury(Int)
  }

  /// What two stores agree on, for the next sync.
  ///
  /// Where they do not agree, what they agreed on before stays, so that a change or a deletion that was not
  /// carried is still one the next time.
  public init(
    agreedBy web: StoreSnapshot, and shared: StoreSnapshot, _ terms: SyncTerms,
    previous: SyncBase?, in context: PlanContext
  ) {
    var memory = ValueMemory()
    self =
      Self.begin(
        agreedBy: web, and: shared, terms, previous: previous, memory: &memory, in: context
      ).base
  }

  /// What two stores agree on, and how they stand to each other.
  package static func begin(
    agreedBy web: StoreSnapshot, and shared: StoreSnapshot, _ terms: SyncTerms,
    previous: SyncBase?, deletedIn: [CookieKey: StoreID] = [:], memory: inout ValueMemory,
    in context: PlanContext
  ) -> (base: SyncBase, step: SyncStep) {
    var base =
      previous
      ?? SyncBase(
        web: terms.web, shared: terms.shared, takenAt: context.now, salt: context.id, entries: [])
    let step = base.step(
      agreedBy: web, and: shared, terms, deletedIn: deletedIn, memory: &memory, in: context)
    for change in step.changes { base.make(change) }
    base.sort()
    base.settle(at: context.now)
    return (base, step)
  }

  /// The step to what two stores agree on now.
  ///
  /// What the link leaves out was read as well, so what is known of it is kept, too.
  ///
  /// - Parameters:
  ///   - some: the digests of cookies outside of which nothing has changed; nil when that is not known.
  ///   - deletedIn: the store where each deletion came from that was carried.
  ///   - memory: of the same base, as it was left after the last call.
  /// - Complexity: O(*n*) in the cookies of both stores and in what was agreed on; on numbers alone but for those that
  ///   are looked at.
  package func step(
    agreedBy web: StoreSnapshot, and shared: StoreSnapshot, _ terms: SyncTerms,
    among some: DigestSet? = nil, deletedIn: [CookieKey: StoreID] = [:],
    memory: inout ValueMemory, in context: PlanContext
  ) -> SyncStep {
    // Nobody else holds it meanwhile, so that it is not copied when it changes.
    let taken = memory
    memory = ValueMemory()
    var agreement = SyncAgreement(self, terms, taken, context, some)
    agreement.deletedIn = deletedIn
    let match = SyncMatch(web, shared, agreement.identity, now: context.now, among: some)
    agreement.compare(match, web.cookies)
    memory = agreement.memory
    return SyncStep(
      changes: agreement.changes, unlike: match.digests, alikeUntil: match.alikeUntil)
  }

  /// Ends a sync that came to its end.
  public mutating func settle(at time: Timestamp) {
    takenAt = time
    pending = []
    isCutOff = false
    ownRemovals = [:]
  }
}

/// Finds out how what two stores agree on has changed.
private struct SyncAgreement {
  private let base: SyncBase
  private let terms: SyncTerms
  private var planner: SyncPlanner
  /// The places of entries by the digests of their identities.
  private var places: [UInt64: Int] = [:]
  /// The digests that need a look at keys.
  private var unclear: Set<UInt64> = []
  /// The places of entries that have such digests.
  private var placesOfKeys: [CookieKey: Int] = [:]
  /// Which entries are looked at; nil for all.
  private let entryPlaces: [Int]?
  private var isKept: [Bool]
  private var replaced: [SyncBase.Change] = []
  private var added: [SyncBase.Change] = []
  /// Identities that are there, as far as a deletion of them may be remembered.
  private var present: Set<CookieKey> = []
  private let buried: Set<UInt64>
  /// The store where each deletion came from that was carried.
  var deletedIn: [CookieKey: StoreID] = [:]
  private(set) var memory: ValueMemory

  init(
    _ base: SyncBase, _ terms: SyncTerms, _ memory: consuming ValueMemory, _ context: PlanContext,
    _ some: DigestSet?
  ) {
    self.base = base
    self.memory = memory
    self.terms = terms
    planner = SyncPlanner(terms, base: base, context)
    let identity = planner.identity
    entryPlaces = some.map { $0.places(in: base.digests(identity)) }
    isKept = Array(repeating: entryPlaces != nil, count: base.entries.count)
    for place in entryPlaces ?? [] { isKept[place] = false }
    buried = Set(base.tombstones.map { identity.digest(of: $0.key) })
  }

  var identity: SyncIdentity { planner.identity }

  /// - Parameter web: the cookies of the first store.
  mutating func compare(_ match: SyncMatch, _ web: [Cookie]) {
    let identity = planner.identity
    planner.load(match)
    memory.forget(match.digests)
    indexEntries(besides: match.digests)
    planner.takePending()
    for (place, digest) in match.alike {
      let cookie = web[place]
      let isUnclear = unclear.contains(digest)
      var known = isUnclear ? placesOfKeys[identity.key(of: cookie)] : places[digest]
      if let old = known, !isUnclear, !identity.isSame(base.entries[old].cookie, cookie) {
        known = nil
      }
      keep(cookie, at: known, isUnclear ? nil : digest)
      if isUnclear || buried.contains(digest) { present.insert(identity.key(of: cookie)) }
    }
    for key in planner.heldKeys { keep(key) }
  }

  private mutating func indexEntries(besides others: Set<UInt64>) {
    let identity = planner.identity
    let digests = base.digests(identity).values
    let looked = entryPlaces ?? Array(digests.indices)
    places.reserveCapacity(looked.count)
    unclear = others
    for place in looked where places.updateValue(place, forKey: digests[place]) != nil {
      unclear.insert(digests[place])
    }
    guard !unclear.isEmpty else { return }
    for place in looked where unclear.contains(digests[place]) {
      planner.take(base.entries[place])
      placesOfKeys[identity.key(of: base.entries[place].cookie)] = place
    }
  }

  /// Keeps what both stores have alike.
  ///
  /// - Parameter digest: of an identity that no other cookie has.
  private mutating func keep(_ cookie: Cookie, at place: Int?, _ digest: UInt64?) {
    defer { if let digest { memory.remember(cookie, digest) } }
    guard let place else {
      added.append(.add(SyncBase.Entry(of: cookie, salt: planner.salt)))
      return
    }
    isKept[place] = true
    let old = base.entries[place]
    let isKnown = digest.map { memory.knows(cookie, $0) } ?? false
    if old.goneFrom == nil,
      old.cookie.agreesApartFromValue(with: cookie, ignoring: planner.identity.ignored),
      isKnown || old.digest == ValueDigest(of: cookie, salt: planner.salt)
    {
      return
    }
    replaced.append(.replace(place, by: SyncBase.Entry(of: cookie, salt: planner.salt)))
  }

  /// Keeps what both have of an identity, or what they agreed on before.
  private mutating func keep(_ key: CookieKey) {
    let (web, shared) = (planner.held[.web]?[key], planner.held[.shared]?[key])
    if let web, let shared, web.agrees(with: shared, ignoring: planner.identity.ignored) {
      keep(web, at: placesOfKeys[key], nil)
      present.insert(key)
      return
    }
    guard var entry = planner.agreed[key] else { return }
    present.insert(key)
    if web != nil, shared != nil { entry.goneFrom = nil }
    if web == nil, planner.carries(from: .web) { entry.goneFrom = terms.web }
    if shared == nil, planner.carries(from: .shared) { entry.goneFrom = terms.shared }
    guard let place = placesOfKeys[key] else {
      added.append(.add(entry))
      return
    }
    isKept[place] = true
    if entry != base.entries[place] { replaced.append(.replace(place, by: entry)) }
  }

  /// The steps, in the order in which they are made.
  var changes: [SyncBase.Change] {
    let gone = isKept.indices.filter { !isKept[$0] }
    let stones = tombstones(of: gone)
    let fresh = Set(stones.map(\.key))
    let oldest = planner.context.now.adding(seconds: -SyncBase.retention)
    let over = base.tombstones.indices.filter { place in
      let stone = base.tombstones[place]
      return present.contains(stone.key) || fresh.contains(stone.key) || stone.deletedAt <= oldest
    }
    // From the end, so that what takes the place of another is never one that goes itself.
    var changes = replaced
    for place in gone.reversed() { changes.append(.remove(place)) }
    changes += added
    for place in over.reversed() { changes.append(.unbury(place)) }
    for stone in stones { changes.append(.bury(stone)) }
    return changes
  }

  /// The deletions to remember: what was agreed on and is gone from both sides before its time.
  ///
  /// What a store with unread records lacks is not known to be deleted.
  private func tombstones(of gone: [Int]) -> [SyncBase.Tombstone] {
    guard !planner.hasUnreadRecords(.web), !planner.hasUnreadRecords(.shared) else { return [] }
    let now = planner.context.now
    var stones: [CookieKey: SyncBase.Tombstone] = [:]
    for place in gone {
      let entry = base.entries[place]
      let key = planner.identity.key(of: entry.cookie)
      guard !present.contains(key), planner.held[.web]?[key] == nil,
        planner.held[.shared]?[key] == nil, entry.cookie.expiryTime.map({ $0 > now }) ?? true
      else { continue }
      stones[key] = SyncBase.Tombstone(
        key: key, digest: entry.digest, deletedAt: now, expiryTime: entry.cookie.expiryTime,
        deletedIn: deletedIn[key])
    }
    return stones.keys.sorted().compactMap { stones[$0] }
  }
}
