import StoreModel

extension StoreManager {
  /// Removes the website data of a plan, store by store.
  func removeData(
    of plan: Plan, force: Bool, _ entry: inout OpenEntry, _ result: inout PlanResult,
    progress: (Int) -> Void
  ) async {
    guard plan.data != nil else { return }
    let removals = plan.removals
    result.data = DataResult(outcomes: Array(repeating: .cancelled, count: removals.count))
    let groups = Dictionary(grouping: removals.indices, by: { removals[$0].store })
    for store in plan.stores {
      guard let places = groups[store], !Task.isCancelled else { continue }
      var work = DataWork(places.map { removals[$0] }, force: force)
      if let registered = registry[store] {
        await enter(store)
        await remove(&work, from: registered, &entry)
        leave(store)
      } else {
        work.failAll(.noSuchStore(name: store.rawValue))
      }
      result.data?.take(work, at: places)
      logRemoval(work, in: store)
      progress(places.count)
    }
  }

  /// Removes from one store that has been entered: checks, journal, removal, read-back.
  private func remove(
    _ work: inout DataWork, from store: Registered, _ entry: inout OpenEntry
  ) async {
    var part = JournalDataPart(store: store.description)
    let index = entry.manifest?.data?.count ?? 0
    do {
      try await prepare(&part, at: index, &work, of: store, &entry)
      guard !work.approved.isEmpty else { return }
      let removed = try await store.driver.remove(
        work.approvedRemovals, from: store.description, force: work.force)
      work.settle(removed.result)
      part.left = removed.left
      part.state = work.isUntouched ? .notApplied : .applied
    } catch {
      work.fail(error)
      part.state = .notApplied
    }
    guard entry.manifest?.data?.indices.contains(index) == true else { return }
    entry.manifest?.data?[index] = part
    save(entry, store)
  }

  /// Looks at the files once more and writes down what is about to go.
  private func prepare(
    _ part: inout JournalDataPart, at index: Int, _ work: inout DataWork, of store: Registered,
    _ entry: inout OpenEntry
  ) async throws(StoreFailure) {
    if !work.force {
      let users = await store.driver.users(of: store.description)
      guard users.isEmpty else { throw .inUse(path: store.description.path, by: users) }
    }
    let fresh = try await store.driver.freeze(
      work.removals.map(\.item), of: store.description)
    work.approve(fresh)
    guard !work.approved.isEmpty else { return }
    let kept = work.approvedRemovals.filter(\.isKept)
    let archive =
      kept.isEmpty ? nil : try await store.driver.archive(kept, of: store.description)
    do throws(JournalFailure) {
      try begin(&entry)
      guard var manifest = entry.manifest else { return }
      try journal.prepare(
        &part, at: index, of: manifest.id, removals: work.approvedRemovals, archive: archive)
      manifest.data = (manifest.data ?? []) + [part]
      try journal.save(manifest)
      entry.manifest = manifest
    } catch {
      throw error.storeFailure
    }
  }

  private func save(_ entry: OpenEntry, _ store: Registered) {
    guard let manifest = entry.manifest else { return }
    do {
      try journal.save(manifest)
    } catch {
      log(.failed, store.description.id, level: .error, failure: error.storeFailure)
    }
  }

  private func logRemoval(_ work: DataWork, in store: StoreID) {
    let done = zip(work.removals, work.outcomes).filter { $1 == .done }.map(\.0)
    if !done.isEmpty {
      log(
        .note, store, level: .info, cause: .user, message: EventText.removed(done.map(\.item)))
    }
    if !work.disturbed.isEmpty {
      log(.note, store, level: .warning, message: EventText.disturbed(work.disturbed.count))
    }
    var told: Set<StoreFailure> = []
    for case .failed(let failure) in work.outcomes where told.insert(failure).inserted {
      log(.failed, store, level: .error, cause: .user, failure: failure)
    }
  }
}

/// The removal of website data from one store: what is asked, and what became of it.
struct DataWork {
  let removals: [DataRemoval]
  let force: Bool
  /// One outcome for each removal.
  var outcomes: [PlanResult.Outcome]
  /// The places of the removals that are as they were frozen.
  private(set) var approved: [Int] = []
  private(set) var compared = 0
  private(set) var disturbed: [String] = []

  init(_ removals: [DataRemoval], force: Bool) {
    self.removals = removals
    self.force = force
    outcomes = Array(repeating: .cancelled, count: removals.count)
  }

  var approvedRemovals: [DataRemoval] { approved.map { removals[$0] } }

  /// Whether nothing was taken away.
  var isUntouched: Bool {
    outcomes.allSatisfy { $0 == .goneAlready || $0 == .changed || $0 == .cancelled }
  }

  /// Compares with what is there now.
  mutating func approve(_ fresh: [DataRemoval]) {
    let present = Dictionary(
      fresh.map { ($0.item.identity, $0) }, uniquingKeysWith: { first, _ in first })
    for (place, removal) in removals.enumerated() {
      guard let now = present[removal.item.identity] else {
        outcomes[place] = .goneAlready
        continue
      }
      if now.files == removal.files, now.databases == removal.databases {
        approved.append(place)
      } else {
        outcomes[place] = .changed
      }
    }
  }

  /// Takes what became of the approved ones.
  mutating func settle(_ result: DataResult) {
    for (index, place) in approved.enumerated() {
      // A driver that answers for too few has not said that the rest was done.
      outcomes[place] =
        result.outcomes.indices.contains(index)
        ? result.outcomes[index] : .failed(.unverified(path: removals[place].store.rawValue))
    }
    compared = result.comparedFiles
    disturbed = result.disturbedFiles
  }

  /// Says that none of those that were still to be done could be.
  mutating func fail(_ failure: StoreFailure) {
    for place in outcomes.indices where outcomes[place] == .cancelled {
      outcomes[place] = .failed(failure)
    }
  }

  mutating func failAll(_ failure: StoreFailure) {
    outcomes = Array(repeating: .failed(failure), count: removals.count)
  }
}

extension DataResult {
  /// Takes over what became of one store.
  mutating func take(_ work: DataWork, at places: [Int]) {
    for (index, place) in places.enumerated() { outcomes[place] = work.outcomes[index] }
    comparedFiles += work.compared
    disturbedFiles += work.disturbed
  }
}
