import StoreModel

extension StoreManager {
  /// Puts the website data of an entry back, or removes it again.
  func reverseData(
    _ entry: inout OpenEntry, force: Bool, _ result: inout PlanResult
  ) async throws(JournalFailure) {
    guard let manifest = entry.manifest, let parts = manifest.data else { return }
    let isUndo = entry.act.underWay == .undoing
    let meant = parts.indices.filter { index in
      let state = parts[index].state
      return isUndo ? state == .applied || state == .partlyUndone : state == .undone
    }
    // Everything is read before anything is changed, so that a damaged file stops the whole.
    var removals: [Int: [DataRemoval]] = [:]
    for index in meant { removals[index] = try journal.removals(index, of: manifest) }
    for index in meant {
      var work = DataWork(removals[index] ?? [], force: force)
      await reverse(&work, at: index, &entry, isUndo: isUndo)
      if result.plan.data == nil { result.plan.data = DataPlan() }
      if result.data == nil { result.data = DataResult(outcomes: []) }
      let first = result.plan.removals.count
      result.plan.data?.removals += work.removals
      result.data?.outcomes += work.outcomes
      result.data?.take(work, at: Array(first..<(first + work.removals.count)))
    }
  }

  private func reverse(
    _ work: inout DataWork, at index: Int, _ entry: inout OpenEntry, isUndo: Bool
  ) async {
    guard let part = entry.manifest?.data?[index] else { return }
    do throws(StoreFailure) {
      let store = try await registered(part.store)
      await enter(part.store.id)
      defer { leave(part.store.id) }
      if isUndo {
        try await restore(&work, at: index, &entry, store)
      } else {
        try await removeAgain(&work, at: index, &entry, store)
      }
    } catch {
      work.fail(error)
      log(.failed, part.store.id, level: .error, cause: .undo, failure: error)
    }
  }

  private func restore(
    _ work: inout DataWork, at index: Int, _ entry: inout OpenEntry, _ store: Registered
  ) async throws(StoreFailure) {
    guard let manifest = entry.manifest, let part = manifest.data?[index] else { return }
    let archive: [UInt8]?
    do throws(JournalFailure) {
      archive = try journal.archive(index, of: manifest)
    } catch {
      throw error.storeFailure
    }
    let lost = StoreFailure.unsupported(
      path: store.description.path, reason: "No copy of it could be kept.")
    if let archive {
      try setState(.undoing, of: index, &entry)
      let result: DataResult
      do {
        result = try await store.driver.restore(
          archive: archive, to: store.description, expecting: part.left, force: work.force)
      } catch {
        try setState(part.state, of: index, &entry)
        throw error
      }
      work.approveKept()
      work.settle(result)
    }
    work.fail(lost)
    let isBack = zip(work.removals, work.outcomes).allSatisfy { !$0.isKept || $1 == .done }
    try setState(isBack ? .undone : .partlyUndone, of: index, &entry)
    let done = zip(work.removals, work.outcomes).filter { $1 == .done }.map(\.0.item)
    log(.note, part.store.id, level: .info, cause: .undo, message: EventText.restored(done))
  }

  private func removeAgain(
    _ work: inout DataWork, at index: Int, _ entry: inout OpenEntry, _ store: Registered
  ) async throws(StoreFailure) {
    // What was put back are other files, so the removals are frozen anew.
    let fresh = try await store.driver.freeze(work.removals.map(\.item), of: store.description)
    var again = DataWork(fresh, force: work.force)
    again.approve(fresh)
    let archive = try await store.driver.archive(fresh, of: store.description)
    guard let manifest = entry.manifest, var part = manifest.data?[index] else { return }
    part.state = .redoing
    do throws(JournalFailure) {
      try journal.prepare(&part, at: index, of: manifest.id, removals: fresh, archive: archive)
    } catch {
      throw error.storeFailure
    }
    entry.manifest?.data?[index] = part
    try setState(.redoing, of: index, &entry)
    do {
      let removed = try await store.driver.remove(
        fresh, from: store.description, force: work.force)
      again.settle(removed.result)
      entry.manifest?.data?[index].left = removed.left
    } catch {
      try setState(.undone, of: index, &entry)
      throw error
    }
    work = again
    try setState(.applied, of: index, &entry)
  }

  private func setState(
    _ state: JournalPart.State, of index: Int, _ entry: inout OpenEntry
  ) throws(StoreFailure) {
    entry.manifest?.data?[index].state = state
    guard let manifest = entry.manifest else { return }
    do throws(JournalFailure) {
      try journal.save(manifest)
    } catch {
      throw error.storeFailure
    }
  }
}

extension DataWork {
  /// Takes those of which there is a copy, in the order of the archive.
  fileprivate mutating func approveKept() {
    approve(removals.filter(\.isKept))
    for place in outcomes.indices where outcomes[place] == .goneAlready {
      outcomes[place] = .cancelled
    }
  }
}

extension JournalManifest {
  /// Opens what a crash left under way to undo, which looks at every file anyway.
  mutating func openInterruptedData() {
    for index in (data ?? []).indices {
      switch data?[index].state {
      case .preparing, .redoing: data?[index].state = .applied
      case .undoing: data?[index].state = .partlyUndone
      default: break
      }
    }
  }
}
