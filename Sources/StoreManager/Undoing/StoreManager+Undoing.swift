import CookieCore
package import StoreModel

extension StoreManager {
  /// Takes an applied plan back, and proves it by reading again.
  ///
  /// A store that still holds exactly what the change left gets the bytes back that it had before. Otherwise the
  /// items are taken back one by one; one that somebody changed since is left alone and reported, unless
  /// `force` has it written over.
  ///
  /// - Parameter journalID: the entry, or a beginning of its id; nil for the newest that is not undone, or whose
  ///   undo a crash broke off.
  /// - Throws: when the entry cannot be used at all; what fails in a store is in the result.
  package func undo(
    _ journalID: String? = nil, force: Bool = false
  ) async throws(JournalFailure) -> PlanResult {
    let turn = try await turnToUndo()
    defer { turn.release() }
    await recoverJournal()
    let manifest = try takeEntry(try entry(journalID, where: \.isToBeUndone).id)
    defer { leaveEntry(manifest.id) }
    if let obstacle = manifest.obstacle { throw .cannotUndo(manifest.id, why: obstacle) }
    return try await reverse(manifest, .undo, force: force)
  }

  /// Does an undone plan again, item by item.
  ///
  /// - Parameter journalID: the entry, or a beginning of its id; nil for what the last undo took back.
  package func redo(
    _ journalID: String? = nil, force: Bool = false
  ) async throws(JournalFailure) -> PlanResult {
    let turn = try await turnToUndo()
    defer { turn.release() }
    await recoverJournal()
    let meant = try journalID == nil ? lastUndone() : entry(journalID) { _ in false }
    let manifest = try takeEntry(meant.id)
    defer { leaveEntry(manifest.id) }
    guard manifest.state == .undone else { throw .cannotUndo(manifest.id, why: .notUndone) }
    return try await reverse(manifest, .redo, force: force)
  }

  /// Keeps other programs from an entry, and reads what it says about itself then.
  private func takeEntry(_ id: String) throws(JournalFailure) -> JournalManifest {
    let lock = try journal.take(id)
    do {
      let manifest = try journal.manifest(id)
      openEntries[id] = lock
      return manifest
    } catch {
      lock.release()
      throw error
    }
  }

  /// The entry that the last undo took back and that was not done again since.
  private func lastUndone() throws(JournalFailure) -> JournalManifest {
    var last: JournalManifest?
    // The newest come first, and entries from before undos were counted have no number.
    for entry in try journal.entries() where entry.state == .undone || entry.state == .partlyUndone
    {
      guard let manifest = try presentManifest(entry.id) else { continue }
      guard manifest.undoNumber != nil || manifest.state == .undone else { continue }
      if let last, manifest.undoNumber ?? 0 <= last.undoNumber ?? 0 { continue }
      last = manifest
    }
    guard let last else { throw .nothingLeft }
    return last
  }

  /// The number of an undo that is about to be made.
  private func nextUndoNumber() throws(JournalFailure) -> Int {
    try journal.entries().reduce(0) { max($0, $1.undoNumber ?? 0) } + 1
  }

  /// What an entry says about itself; nil when somebody has removed it since it was listed.
  private func presentManifest(_ id: String) throws(JournalFailure) -> JournalManifest? {
    do {
      return try journal.manifest(id)
    } catch {
      guard journal.hasManifest(id) else { return nil }
      throw error
    }
  }

  func entry(
    _ name: String?, where isMeant: (JournalManifest) -> Bool
  ) throws(JournalFailure) -> JournalManifest {
    if let name {
      let id = try match(name, in: try journal.ids())
      return try journal.manifest(id)
    }
    for entry in try journal.entries() {
      guard entry.state != .damaged else {
        // A change that was broken off before its manifest was written changed nothing. Of any other one nobody
        // knows what it did, so an older change is not taken for the last one.
        guard journal.hasManifest(entry.id) else { continue }
        throw .cannotUndo(entry.id, why: .damaged)
      }
      // While another program changes something, an older change is not the last one.
      if entry.state == .incomplete { try journal.take(entry.id).release() }
      guard let manifest = try presentManifest(entry.id) else { continue }
      if isMeant(manifest) { return manifest }
    }
    throw .nothingLeft
  }

  /// Takes back, or does again, every store of an entry; the last store first when taking back.
  private func reverse(
    _ manifest: JournalManifest, _ act: OpenEntry.Act, force: Bool
  ) async throws(JournalFailure) -> PlanResult {
    let isUndo = act.underWay == .undoing
    var manifest = manifest
    manifest.undoNumber = isUndo ? try nextUndoNumber() : nil
    let meant = manifest.partsToReverse(isUndo: isUndo)
    // Everything is read before anything is changed, so that a damaged file stops the whole.
    var items: [Int: [PlanItem]] = [:]
    for index in meant { items[index] = try journal.items(index, of: manifest) }
    var entry = OpenEntry(act: act, manifest: manifest)
    let plan = Plan(
      id: manifest.id, kind: isUndo ? .undo : manifest.kind, createdAt: configuration.now(),
      items: [])
    var result = PlanResult(plan: plan, outcomes: [], journalID: manifest.id)
    // The cookies went first.
    if isUndo { try await reverseData(&entry, force: force, &result) }
    for index in isUndo ? meant.reversed() : meant {
      entry.index = index
      let forward = items[index] ?? []
      let wanted = isUndo ? forward.reversed().map(\.inverse) : forward
      await reverse(wanted, force: force, &entry, &result)
    }
    if !isUndo { try await reverseData(&entry, force: force, &result) }
    if var through = entry.manifest, through.isUndoOpen != nil {
      through.isUndoOpen = nil
      try journal.save(through)
    }
    return result
  }

  private func reverse(
    _ items: [PlanItem], force: Bool, _ entry: inout OpenEntry, _ result: inout PlanResult
  ) async {
    guard let part = entry.part else { return }
    let first = result.plan.items.count
    result.plan.items += items
    do {
      let store = try await registered(part.store, mayBeNew: part.isNew)
      var work = StoreWork(items, in: store, force: force, cause: .undo)
      await enter(part.store.id)
      let isRestored = await restore(&work, &entry)
      if !isRestored {
        if case .undo = entry.act {
          work.earlier = earlierContent(of: entry)
          work.overwrites = force
        }
        await change(&work, &entry)
      }
      leave(part.store.id)
      result.outcomes += work.outcomes
      for (place, lost) in work.losses { result.losses[first + place] = lost }
      if !work.replayLosses.isEmpty {
        result.replayLosses[part.store.id, default: []] += work.replayLosses
      }
      if work.bystanders > 0 { result.bystandersChanged[part.store.id] = work.bystanders }
      if case .undo = entry.act, let proof = work.proof(isRestored: isRestored, part) {
        result.proofs[part.store.id] = proof
      }
    } catch {
      result.outcomes += items.map { _ in .failed(error) }
      log(.failed, part.store.id, level: .error, cause: .undo, failure: error)
    }
  }

  /// The kept copy of the store that is at hand; a damaged one is not used.
  private func earlierContent(of entry: OpenEntry) -> EarlierContent {
    EarlierContent(bytes: entry.manifest.flatMap { try? journal.image(entry.index, of: $0) })
  }

  /// Puts the whole file back, if nobody changed it since and a copy was kept.
  ///
  /// - Returns: false when the items have to be taken back one by one.
  private func restore(_ work: inout StoreWork, _ entry: inout OpenEntry) async -> Bool {
    guard case .undo = entry.act, let part = entry.part, part.state == .applied,
      let left = part.after, let manifest = entry.manifest
    else { return false }
    do {
      // A copy that is damaged is not used; the items, which were checked already, serve as well.
      let image = part.isNew ? nil : try? journal.image(entry.index, of: manifest)
      guard part.isNew || image != nil else { return false }
      let store = work.store
      let fresh = try await store.driver.snapshot(of: store.description)
      guard fresh.fingerprint == left, work.refusal(fresh) == nil else { return false }
      adopt(fresh)
      try await prepare(&entry, for: work.items, in: store, fresh)
      let options = ApplyOptions(expected: left, force: work.force)
      let restored = try await store.driver.restore(
        image: image, to: store.description, expecting: left, options: options)
      work.before = fresh
      work.after = restored
      work.verifyRestored(restored, from: fresh)
      work.bystanders = adoptOwn(
        restored, after: fresh, keys: KeyTable(work.items.map(\.key)), cause: .undo)
      settle(&entry, work)
      return true
    } catch {
      // The way item by item reads the store again, and says what is wrong if it still is.
      return false
    }
  }
}

extension JournalManifest {
  /// The places of the stores that are to be taken back, or to be done again.
  func partsToReverse(isUndo: Bool) -> [Int] {
    parts.indices.filter { index in
      let state = parts[index].state
      return isUndo ? state == .applied || state == .partlyUndone : state == .undone
    }
  }
}

extension StoreWork {
  /// Compares what was read after a whole file was put back with what was wanted.
  ///
  /// What was not as the change had left it was none of its doing, so putting the file back leaves it alone.
  fileprivate mutating func verifyRestored(_ restored: StoreSnapshot, from fresh: StoreSnapshot) {
    let present = PresentCookies(of: items, in: restored)
    let earlier = PresentCookies(of: items, in: fresh)
    outcomes = items.enumerated().map { place, item in
      if checker.isApplied(item, present: present[place]) { return .done }
      if case .settled(let outcome) = checker.check(item, present: earlier[place]) {
        return outcome
      }
      return .failed(.unverified(path: store.description.path))
    }
  }

  /// How far the store is back, compared attribute by attribute; nil when it was not changed.
  func proof(isRestored: Bool, _ part: JournalPart) -> PlanResult.UndoProof? {
    guard cause == .undo, let after else { return nil }
    if part.isNew, after.fingerprint == nil { return .noFile }
    if let fingerprint = after.fingerprint, fingerprint == part.before { return .identicalBytes }
    let present = PresentCookies(of: items, in: after)
    let differing = items.enumerated().count { $1.after != present[$0] }
    if differing > 0 { return .differing(differing) }
    return isRestored ? .identicalRecords : .equalCookies
  }
}
