import CookieCore
package import StoreModel

extension StoreManager {
  /// Applies a plan, store by store.
  ///
  /// Each store is read again, each item checked against it, the journal written, the store changed and read
  /// back. A store that fails is left alone and does not keep the others from being changed. Cancelling takes
  /// effect between two stores: a store is done wholly or not at all, and what was not begun is reported
  /// as cancelled.
  ///
  /// Syncs of one pair come one after the other, whatever program makes them.
  ///
  /// - Parameters:
  ///   - force: whether to write although a process has the file open.
  ///   - progress: called after each store with the number of items that are through, and of all.
  package func apply(
    _ plan: Plan, force: Bool = false, progress: (@Sendable (Int, Int) -> Void)? = nil
  ) async -> PlanResult {
    var result = PlanResult(
      plan: plan, outcomes: Array(repeating: .cancelled, count: plan.items.count), journalID: nil)
    var entry = OpenEntry(
      act: .apply(planID: plan.id, kind: plan.kind), origin: syncOrigin(of: plan))
    let lock: FileLock?
    do {
      lock = try await turn(toApply: plan)
    } catch {
      result.outcomes = plan.items.map { _ in .failed(error) }
      return result
    }
    defer { lock?.release() }
    let overtaken = await overtakenItems(of: plan)
    for place in overtaken { result.outcomes[place] = .changed }
    recordIntents(of: plan)
    let places = plan.items.indices.filter { !overtaken.contains($0) }
    let groups = Dictionary(grouping: places, by: { plan.items[$0].store })
    var through = 0
    for store in plan.stores {
      if Task.isCancelled { break }
      guard let places = groups[store] else { continue }
      // Most plans are of one store, and their items need not be copied.
      let items = places.count == plan.items.count ? plan.items : places.map { plan.items[$0] }
      await apply(items, at: places, in: store, force: force, &entry, &result)
      through += places.count
      progress?(through, plan.itemCount)
    }
    await removeData(of: plan, force: force, &entry, &result) { count in
      through += count
      progress?(through, plan.itemCount)
    }
    result.journalID = close(entry)
    if let terms = plan.sync, !result.outcomes.contains(.cancelled) {
      if result.doneCount > 0 {
        log(.synced, terms.shared, level: .info, cause: .sync, message: EventText.synced(result))
      }
      recordBase(of: terms, after: plan)
    }
    return result
  }

  private func apply(
    _ items: [PlanItem], at places: [Int], in store: StoreID, force: Bool,
    _ entry: inout OpenEntry, _ result: inout PlanResult
  ) async {
    guard let registered = registry[store] else {
      for place in places { result.outcomes[place] = .failed(.noSuchStore(name: store.rawValue)) }
      log(
        .failed, store, level: .error, cause: result.plan.kind.cause,
        failure: .noSuchStore(name: store.rawValue))
      return
    }
    entry.index = entry.manifest?.parts.count ?? 0
    var work = StoreWork(items, in: registered, force: force, cause: result.plan.kind.cause)
    await enter(store)
    await change(&work, &entry)
    leave(store)
    for (index, place) in places.enumerated() {
      result.outcomes[place] = work.outcomes[index]
      if let lost = work.losses[index] { result.losses[place] = lost }
    }
    if work.bystanders > 0 { result.bystandersChanged[store] = work.bystanders }
  }

  /// Changes one store that has been entered.
  ///
  /// When somebody changes the file between the reading and the writing, both begin again, a few times.
  func change(_ work: inout StoreWork, _ entry: inout OpenEntry) async {
    for attempt in 1...3 {
      guard let fresh = await reread(&work) else { break }
      let approved = work.approve(fresh)
      guard !approved.places.isEmpty else { break }
      do {
        try await prepare(&entry, for: approved.items, in: work.store, fresh)
      } catch {
        work.fail(approved, error)
        break
      }
      work.before = fresh
      if await write(approved, on: fresh, &work, &entry, isLast: attempt == 3) { break }
    }
    if work.after == nil && !work.isOpen { closeUntouched(&entry, work) }
    logFailures(of: work)
  }

  /// Reads the store that is about to be changed; nil when it must be left alone.
  private func reread(_ work: inout StoreWork) async -> StoreSnapshot? {
    do {
      let fresh = try await snapshot(of: work.store)
      adopt(fresh)
      guard let refusal = work.refusal(fresh) else { return fresh }
      work.failAll(refusal)
    } catch {
      work.failAll(error)
    }
    return nil
  }

  /// Writes the approved changes and reads them back.
  ///
  /// - Returns: false when the file changed meanwhile and it is worth trying again.
  private func write(
    _ approved: ApprovedItems, on fresh: StoreSnapshot, _ work: inout StoreWork,
    _ entry: inout OpenEntry, isLast: Bool
  ) async -> Bool {
    let options = ApplyOptions(
      expected: fresh.fingerprint, force: work.force, earlier: work.earlier)
    do {
      let applied = try await work.store.driver.apply(
        approved.changes, to: work.store.description, options: options)
      work.verify(approved, applied)
      work.after = applied.snapshot
      if !adoptOwnRemovals(
        applied.snapshot, after: fresh, approved, work, change: applied.change)
      {
        work.bystanders = adoptOwn(
          applied.snapshot, after: fresh, keys: approved.keys, cause: work.cause,
          change: applied.change)
      }
      settle(&entry, work)
    } catch {
      if case .changedMeanwhile = error {
        abandon(&entry)
        if !isLast { return false }
        work.fail(approved, error)
        return true
      }
      work.fail(approved, error)
      await settleFailure(&entry, &work, approved.items, error)
    }
    return true
  }

  /// One entry in the log for a store that failed, or for each item that did.
  private func logFailures(of work: StoreWork) {
    var told: Set<StoreFailure> = []
    for (place, outcome) in work.outcomes.enumerated() {
      guard case .failed(let failure) = outcome, told.insert(failure).inserted else { continue }
      let item = work.items[place]
      let isOne = work.outcomes.count { $0 == outcome } == 1
      let cookie = item.before ?? item.after
      log(
        StoreEvent(
          sequence: 0, time: configuration.now(), store: item.store, kind: .failed,
          site: isOne ? cookie.map(site) : nil, before: isOne ? item.before : nil,
          after: isOne && item.before == nil ? item.after : nil, cause: work.cause,
          level: .error, failure: failure))
    }
  }
}
