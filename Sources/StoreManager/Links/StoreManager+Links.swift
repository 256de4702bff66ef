import CookieCore
import FoundationEssentials
package import StoreModel

extension StoreManager {
  /// Reads both stores of a link and plans to bring them into agreement.
  ///
  /// - Throws: when what a store holds is unknown; then nothing may be carried or deleted.
  package func planSync(
    _ terms: SyncTerms, reading: SyncReading = .always, includeGuarded: Bool = false
  ) async throws(LinkFailure) -> SyncPlanning {
    // Before the stores: of a sync by another program in between too little is known, which shows, and never too much.
    let base: SyncBase?
    do {
      base = try syncBase(web: terms.web, shared: terms.shared)
    } catch {
      throw .journal(error)
    }
    for store in [terms.web, terms.shared] where reading == .always || held[store] == nil {
      do {
        _ = try await read(store)
      } catch {
        throw .obstacle(.unreadable(store, error))
      }
    }
    var context = planContext(includeGuarded: includeGuarded)
    if let obstacle = obstacle(to: terms, base: base, in: context) { throw .obstacle(obstacle) }
    context.emptiedStores = terms.emptiedStores(base: base, in: context)
    let some = base == nil ? nil : candidates(for: terms, in: context)
    return SyncPlanning(
      plan: await Self.plan(terms, base, some, context), base: base, context: context)
  }

  /// Why two readings cannot be believed; nil when they can.
  ///
  /// The journal is asked only where cookies are missing, since it can hold many entries.
  private func obstacle(
    to terms: SyncTerms, base: SyncBase?, in context: PlanContext
  ) -> SyncObstacle? {
    guard let obstacle = terms.obstacle(base: base, in: context) else { return nil }
    switch obstacle {
    case .emptied, .halfWritten: break
    case .unreadable, .damaged: return obstacle
    }
    guard var base else { return obstacle }
    base.ownRemovals = ownRemovals(from: [terms.web, terms.shared], since: base.takenAt)
    return terms.obstacle(base: base, in: context)
  }

  @concurrent private static func plan(
    _ terms: SyncTerms, _ base: SyncBase?, _ some: DigestSet?, _ context: PlanContext
  ) async -> Plan {
    Plan.sync(terms, base: base, among: some, in: context)
  }

  /// The digests of what two stores may have differently; nil when that is not known.
  private func candidates(for terms: SyncTerms, in context: PlanContext) -> DigestSet? {
    guard let web = context.snapshots[terms.web], let shared = context.snapshots[terms.shared],
      let standing = standing(of: terms.web, terms.shared)
    else { return nil }
    for store in [terms.web, terms.shared] { noteChange(of: store, since: standing) }
    return standing.candidates(
      web, shared, lacking: lacking(terms), now: context.now, changes: contentChanges)
  }

  /// Finds out in what the newest reading of a store differs from the one that was compared last, if it is not known.
  private func noteChange(of store: StoreID, since standing: LinkStanding) {
    guard let snapshot = held[store], let origin = standing.fingerprint(of: store),
      contentChanges[store]?.origin != origin, let change = standing.change(to: snapshot)
    else { return }
    contentChanges[store] = change
  }

  /// Finds out in what a reading of a linked store differs from the one before, as long as that is at hand.
  func noteChange(of store: StoreID) {
    for file in bases.values {
      guard let standing = file.standing else { continue }
      noteChange(of: store, since: standing)
    }
  }

  /// The attributes that one of the stores of a sync cannot keep.
  private func lacking(_ terms: SyncTerms) -> Set<CookieAttribute> {
    [terms.web, terms.shared].reduce(into: []) { lacking, store in
      lacking.formUnion(registry[store]?.description.capabilities.unrepresentable ?? [])
    }
  }

  /// Forgets that cookies were deleted, because a person has put them back.
  ///
  /// Without this a link would take what was undone for a deleted cookie that came back by itself.
  func forgetDeletions(of items: [PlanItem], in store: StoreID) {
    let restored = Set(items.filter { !$0.isRemoval }.map { Self.place($0.key) })
    guard !restored.isEmpty else { return }
    for base in syncBases() where base.web == store || base.shared == store {
      let found = base.tombstones.indices.filter {
        restored.contains(Self.place(base.tombstones[$0].key))
      }
      guard !found.isEmpty else { continue }
      do throws(JournalFailure) {
        try add(
          found.reversed().map { .change(.unbury($0)) }, toBaseOf: base.web, base.shared)
      } catch {
        log(.failed, store, level: .warning, cause: .sync, failure: error.storeFailure)
      }
    }
  }

  /// The part of an identity that every store can tell.
  private static func place(_ key: CookieKey) -> [CookieText] {
    [key.name, key.path, CookieText(key.domain.text.lowercased())]
  }

  /// Keeps what a sync is about to carry, in case it is broken off.
  ///
  /// A first sync keeps nothing: what comes after it unites the two as well.
  func recordIntents(of plan: Plan) {
    guard let terms = plan.sync, !plan.items.isEmpty else { return }
    addUnlessStale(toBaseOf: terms.shared) { () throws(JournalFailure) in
      guard let intents = try newIntents(of: plan, terms) else { return }
      try add([.intents(intents)], toBaseOf: terms.web, terms.shared)
    }
  }

  /// What a sync is about to carry; nil where that is kept already, or nothing is agreed on yet.
  private func newIntents(
    of plan: Plan, _ terms: SyncTerms
  ) throws(JournalFailure) -> [SyncBase.Intent]? {
    guard let base = try syncBase(web: terms.web, shared: terms.shared) else { return nil }
    let intents = plan.items.compactMap { item -> SyncBase.Intent? in
      guard item.conflict == nil, let after = item.after else { return nil }
      return SyncBase.Intent(store: item.store, entry: SyncBase.Entry(of: after, salt: base.salt))
    }
    return intents == base.pending ? nil : intents
  }

  /// Keeps what two stores agree on after a sync, for the next one.
  func recordBase(of terms: SyncTerms, after plan: Plan) {
    guard let web = held[terms.web], let shared = held[terms.shared] else { return }
    addUnlessStale(toBaseOf: terms.shared) { () throws(JournalFailure) in
      let context = planContext()
      guard let (step, earlier) = try nextStep(web, shared, terms, plan, context) else { return }
      let standing = LinkStanding(
        web, shared, lacking: lacking(terms), step, after: earlier, now: context.now)
      try add(
        [.agreed(context.now)] + step.changes.map { .change($0) },
        toBaseOf: terms.web, terms.shared)
      remember(standing, of: terms.web, terms.shared)
    }
  }

  /// The step from what two stores agreed on to what they agree on now, and how they stood, where that was of use.
  ///
  /// - Returns: nil where nothing can be said of it, or everything was written down anew.
  private func nextStep(
    _ web: StoreSnapshot, _ shared: StoreSnapshot, _ terms: SyncTerms, _ plan: Plan,
    _ context: PlanContext
  ) throws(JournalFailure) -> (step: SyncStep, earlier: LinkStanding?)? {
    let previous = try syncBase(web: terms.web, shared: terms.shared)
    // What became unknown since it was planned for says nothing of what both agree on.
    guard obstacle(to: terms, base: previous, in: context) == nil else { return nil }
    guard let previous, !previous.isCutOff else {
      try beginAnew(web, shared, terms, previous, context)
      return nil
    }
    let some = candidates(for: terms, in: context)
    var memory = takeRememberedValues(of: terms.web, terms.shared)
    let step = previous.step(
      agreedBy: web, and: shared, terms, among: some,
      deletedIn: deletedElsewhere(plan, since: previous.takenAt), memory: &memory, in: context)
    remember(memory, of: terms.web, terms.shared)
    return (step, some == nil ? nil : standing(of: terms.web, terms.shared))
  }

  /// The stores where the deletions of a sync came from, but for those that Pantler itself made there.
  private func deletedElsewhere(_ plan: Plan, since time: Timestamp) -> [CookieKey: StoreID] {
    guard let terms = plan.sync, plan.items.contains(where: { $0.reason == .absentInSource })
    else { return [:] }
    let own = ownRemovals(from: [terms.web, terms.shared], since: time)
    return plan.deletionOrigins(besides: own, ignoring: lacking(terms))
  }

  /// Keeps what two stores agree on, of which nothing was known, or only what came before a loss.
  private func beginAnew(
    _ web: StoreSnapshot, _ shared: StoreSnapshot, _ terms: SyncTerms, _ previous: SyncBase?,
    _ context: PlanContext
  ) throws(JournalFailure) {
    var previous = previous
    // What was deleted is known all the same.
    previous?.forgetEntries()
    var memory = ValueMemory()
    let (base, step) = SyncBase.begin(
      agreedBy: web, and: shared, terms, previous: previous, memory: &memory, in: context)
    try begin(base)
    remember(memory, of: terms.web, terms.shared)
    remember(
      LinkStanding(web, shared, lacking: lacking(terms), step, after: nil, now: context.now),
      of: terms.web, terms.shared)
    guard previous != nil else { return }
    log(
      .note, terms.shared, level: .warning, cause: .sync,
      message: EventText.cutOff(terms.web, terms.shared))
  }

  /// Adds something to a base, and once more when another process did so at the same time.
  func addUnlessStale(
    toBaseOf shared: StoreID, _ body: () throws(JournalFailure) -> Void
  ) {
    for attempt in 1...3 {
      do throws(JournalFailure) {
        try body()
        return
      } catch {
        if error.isStale, attempt < 3 { continue }
        log(.failed, shared, level: .warning, cause: .sync, failure: error.storeFailure)
        return
      }
    }
  }
}
