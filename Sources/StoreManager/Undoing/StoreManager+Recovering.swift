import CookieCore
import StoreModel

extension StoreManager {
  /// Looks at the stores of entries that a crash left open, and writes down what was found.
  ///
  /// A store that still has its old content was not changed; one that has the new content was. What cannot be
  /// read stays open and is looked at again the next time. What another program is at was left open by no crash.
  package func recoverJournal() async {
    // An unreadable journal is told by whoever asks for its entries.
    guard let ids = try? journal.ids() else { return }
    for id in ids where openEntries[id] == nil {
      guard incomplete(id) != nil else { continue }
      do {
        openEntries[id] = try journal.take(id)
      } catch {
        switch error {
        case .taken, .noSuchEntry: break
        default: log(.failed, nil, level: .error, failure: error.storeFailure)
        }
        continue
      }
      // Another program may have finished it since it was looked at.
      if let manifest = incomplete(id) { await recover(manifest) }
      leaveEntry(id)
    }
  }

  /// What an entry says about itself whose outcome is open; nil for others and for damaged ones.
  private func incomplete(_ id: String) -> JournalManifest? {
    guard let manifest = try? journal.manifest(id), manifest.state == .incomplete else {
      return nil
    }
    return manifest
  }

  private func recover(_ manifest: JournalManifest) async {
    let before = manifest
    var manifest = manifest
    let states = manifest.parts.map(\.state) + (manifest.data ?? []).map(\.state)
    if states.contains(.undoing) { manifest.isUndoOpen = true }
    for index in manifest.parts.indices where manifest.parts[index].state.isUnderWay {
      guard let items = try? journal.items(index, of: manifest),
        let store = try? await registered(
          manifest.parts[index].store, mayBeNew: manifest.parts[index].isNew)
      else { continue }
      await enter(store.description.id)
      await removeLeftovers(of: store)
      let found = try? await snapshot(of: store)
      leave(store.description.id)
      guard let found else { continue }
      let act = manifest.parts[index].state
      manifest.parts[index].judge(found, items)
      follow(act, manifest, manifest.parts[index], items, in: found)
    }
    for index in (manifest.data ?? []).indices { await judgeData(index, of: &manifest) }
    manifest.openInterruptedData()
    guard manifest != before else { return }
    do {
      // What looked as if a crash had left it may be another program's work, which has gone on since.
      guard try journal.manifest(before.id) == before else { return }
      try journal.save(manifest)
    } catch {
      log(.failed, nil, level: .error, failure: error.storeFailure)
    }
  }

  /// Does what a crash may have kept a change from doing after it had changed its store.
  ///
  /// - Parameter act: the state in which the crash left the part.
  private func follow(
    _ act: JournalPart.State, _ manifest: JournalManifest, _ part: JournalPart,
    _ items: [PlanItem], in found: StoreSnapshot
  ) {
    let wanted: [PlanItem]
    let entry: OpenEntry
    switch (act, part.state) {
    case (.preparing, .applied):
      wanted = items
      entry = OpenEntry(
        act: .apply(planID: manifest.planID, kind: manifest.kind), manifest: manifest)
    case (.redoing, .applied):
      wanted = items
      entry = OpenEntry(act: .redo, manifest: manifest)
    case (.undoing, .undone):
      wanted = items.map(\.inverse)
      entry = OpenEntry(act: .undo, manifest: manifest)
    default: return
    }
    let checker = ItemChecker(
      lacking: part.store.capabilities.unrepresentable, allowsLaterTimes: false)
    let present = PresentCookies(of: wanted, in: found)
    let done = wanted.enumerated().filter { checker.isApplied($1, present: present[$0]) }
    follow(entry, done.map(\.element), in: part.store.id)
  }

  /// Looks whether a removal of website data that was under way has taken anything away.
  private func judgeData(_ index: Int, of manifest: inout JournalManifest) async {
    guard let part = manifest.data?[index], part.state.isUnderWay,
      let removals = try? journal.removals(index, of: manifest),
      let store = try? await registered(part.store)
    else { return }
    await enter(part.store.id)
    await removeLeftovers(
      of: store,
      beside: Set(removals.flatMap { ($0.files + $0.databases + $0.remains).map(\.path) }))
    guard part.state == .preparing else { return leave(part.store.id) }
    let fresh = try? await store.driver.freeze(removals.map(\.item), of: store.description)
    leave(part.store.id)
    var work = DataWork(removals, force: false)
    work.approve(fresh ?? [])
    if work.approved.count == removals.count { manifest.data?[index].state = .notApplied }
  }

  /// Removes temporary files that a crash left beside a store and beside files of its website data.
  package func removeLeftovers() async -> [String] {
    var removed = leftovers
    for store in registry.values { removed += await removeLeftovers(of: store) }
    leftovers = []
    return Set(removed).sorted()
  }

  @discardableResult
  private func removeLeftovers(
    of store: Registered, beside paths: Set<String> = []
  ) async -> [String] {
    let removed = await store.driver.removeLeftovers(of: store.description, beside: paths)
    guard !removed.isEmpty else { return [] }
    leftovers += removed
    log(
      .note, store.description.id, level: .info, message: EventText.leftovers(removed.count))
    return removed
  }
}

extension JournalPart {
  /// Decides from the present content whether a change that was under way was made.
  mutating func judge(_ snapshot: StoreSnapshot, _ items: [PlanItem]) {
    let isApplied: Bool
    if isNew, snapshot.fingerprint == nil {
      isApplied = false
    } else if let fingerprint = snapshot.fingerprint, fingerprint == before {
      isApplied = false
    } else if let fingerprint = snapshot.fingerprint, fingerprint == after {
      isApplied = true
    } else {
      let checker = ItemChecker(
        lacking: store.capabilities.unrepresentable, allowsLaterTimes: false)
      isApplied = checker.looksApplied(items, in: snapshot)
    }
    if isApplied {
      state = .applied
      after = snapshot.fingerprint
    } else {
      state = state == .preparing ? .notApplied : .undone
    }
  }
}
