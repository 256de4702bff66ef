import CookieCore
package import StoreModel

extension StoreManager {
  /// Keeps two stores in agreement until the task is cancelled.
  ///
  /// The stores are observed. A change by somebody else is followed by a plan and its application; our own are
  /// recognised by what they left, so the same state leads to no write. What the link did and a person undid is not
  /// done again until one side changes. Cancelling takes effect between two stores.
  ///
  /// - Parameters:
  ///   - force: whether to write although a process has a file open.
  ///   - report: called for everything that a person should hear of, in order.
  /// - Throws: `taken` when another process, or this one, watches the link already.
  package func keepInStep(
    _ terms: SyncTerms, force: Bool = false, report: @Sendable (LinkReport) async -> Void
  ) async throws(LinkFailure) {
    let lock = try lock(terms.web, terms.shared)
    defer { lock.release() }
    let (triggers, trigger) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let wanted = [terms.web, terms.shared]
    let events = events()
    let listening = Task {
      for await event in events where Self.asksForSync(event, of: wanted) { trigger.yield() }
      trigger.finish()
    }
    observe(wanted)
    var watch = LinkWatch(terms: terms, force: force, began: configuration.now())
    trigger.yield()
    for await _ in triggers {
      let wait = await step(&watch, report)
      guard !Task.isCancelled else { break }
      watch.timer?.cancel()
      let clock = configuration.clock
      watch.timer = wait.map { wait in
        Task {
          guard (try? await clock.sleep(for: .seconds(wait))) != nil else { return }
          trigger.yield()
        }
      }
    }
    watch.timer?.cancel()
    listening.cancel()
  }

  /// Whether an event is a change by somebody else, or one may have gone unseen before it.
  private static func asksForSync(_ event: StoreEvent, of stores: [StoreID]) -> Bool {
    guard let store = event.store, stores.contains(store) else { return false }
    return switch event.kind {
    case .observerUp: true
    // Whoever else did it: a page of a live view as well as another program.
    case .added, .changed, .removed, .expired, .cameBack: event.cause != .sync
    default: false
    }
  }

  /// Brings both stores into agreement once.
  ///
  /// - Returns: after how many seconds to try again although nothing changed; nil for never.
  private func step(
    _ watch: inout LinkWatch, _ report: @Sendable (LinkReport) async -> Void
  ) async -> Int64? {
    do {
      let planning = try await planSync(watch.terms)
      if watch.failure != nil { await report(.resumed) }
      watch.failure = nil
      let now = configuration.now()
      var plan = watch.decided(planning.plan, at: now)
      if watch.repeatsItself(plan) {
        let undone = Dictionary(
          grouping: undoneItems(of: watch.terms, since: watch.began), by: \.key)
        plan.items.removeAll { undone[$0.key]?.contains(where: $0.does) ?? false }
      }
      // Of a cookie that is fought over something was said already.
      let open = planning.plan.undecided.map { planning.plan.items[$0].key }
        .filter { !watch.fights.isPaused($0, at: now) }
      if watch.undecided != open, !open.isEmpty { await report(.undecided(open)) }
      watch.undecided = open
      let result = await apply(plan, force: watch.force)
      if !plan.items.isEmpty { await report(.carried(result)) }
      watch.refusals.note(result, readings: held)
      if watch.toldRefusals != watch.refusals.items {
        watch.toldRefusals = watch.refusals.items
        await report(.refused(watch.toldRefusals))
      }
      for (key, end) in watch.note(result, at: configuration.now()) {
        log(.note, watch.terms.shared, level: .warning, cause: .sync, message: EventText.fight(key))
        await report(.fight(key, until: end))
      }
      return watch.nextTry(after: result, at: configuration.now())
    } catch {
      if watch.failure != error { await report(.stopped(error)) }
      watch.failure = error
      return watch.nextTry()
    }
  }

  /// Takes the lock of a link.
  func lock(_ web: StoreID, _ shared: StoreID) throws(LinkFailure) -> FileLock {
    let path = linkLock(web, shared)
    let locking: PrivateFiles.Locking
    do {
      try configuration.files.makeDirectories(linkDirectory)
      locking = try configuration.files.lock(path)
    } catch {
      throw .journal(JournalFailure(error))
    }
    switch locking {
    case .taken(let lock): return lock
    case .held(let process): throw .taken(by: process)
    }
  }
}

/// A link that is kept in step.
private struct LinkWatch {
  let terms: SyncTerms
  let force: Bool
  /// When the watch began.
  let began: Timestamp
  var fights = SyncFights()
  var refusals = LinkRefusals()
  /// The refusals that were reported last.
  var toldRefusals: [RefusedItem] = []
  /// Why nothing can be carried at present; nil when all is well.
  var failure: LinkFailure?
  /// What the rules left open the last time.
  var undecided: [CookieKey] = []
  /// Tries again though nothing changed.
  var timer: Task<Void, Never>?
  private var failures = 0
  /// Hashes of all that was carried; they mean nothing in another run.
  private var carried: Set<Int> = []

  init(terms: SyncTerms, force: Bool, began: Timestamp) {
    self.terms = terms
    self.force = force
    self.began = began
  }

  /// The plan without the cookies that are fought over, left open by the rules, or refused by their store.
  mutating func decided(_ plan: Plan, at now: Timestamp) -> Plan {
    var plan = plan
    refusals.leave(outOf: &plan)
    plan.items.removeAll { $0.conflict != nil || fights.isPaused($0.key, at: now) }
    return plan
  }

  /// Takes note of what was carried.
  ///
  /// - Returns: the cookies that are fought over, with the ends of their pauses.
  mutating func note(_ result: PlanResult, at now: Timestamp) -> [(CookieKey, Timestamp)] {
    var found: [(CookieKey, Timestamp)] = []
    for (item, outcome) in zip(result.plan.items, result.outcomes) where outcome == .done {
      carried.insert(Self.hash(of: item))
      let end = fights.note(item.key, in: item.store, isRemoval: item.isRemoval, at: now)
      if let end { found.append((item.key, end)) }
    }
    return found
  }

  /// Whether a plan would do again what was carried before, so that it is worth to ask who took it back.
  func repeatsItself(_ plan: Plan) -> Bool {
    plan.items.contains { carried.contains(Self.hash(of: $0)) }
  }

  private static func hash(of item: PlanItem) -> Int {
    var hasher = Hasher()
    hasher.combine(item.store)
    hasher.combine(item.key)
    for cookie in [item.before, item.after] {
      hasher.combine(cookie?.value)
      hasher.combine(cookie?.encryptedValue)
    }
    return hasher.finalize()
  }

  /// When to try again after something was carried: at the end of a pause, or where a store could not be changed.
  mutating func nextTry(after result: PlanResult, at now: Timestamp) -> Int64? {
    let hasFailed = result.outcomes.contains {
      if case .failed = $0 { !$0.isRefusal } else { false }
    }
    if hasFailed { return nextTry() }
    failures = 0
    // Somebody was faster, and what they did may have been seen already.
    if result.outcomes.contains(.changed) { return 1 }
    return fights.nextEnd(after: now).map { max(1, $0.seconds - now.seconds + 1) }
  }

  /// When to try again after a failure: soon, then less often.
  mutating func nextTry() -> Int64 {
    failures += 1
    return min(60, 2 << Int64(min(failures, 5)))
  }
}
