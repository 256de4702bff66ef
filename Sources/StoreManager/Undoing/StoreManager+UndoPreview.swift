import CookieCore
package import StoreModel

/// What an undo is going to do, said before it is done.
package struct UndoPreview: Hashable, Sendable {
  /// The entry of the journal.
  package var id: String
  /// What becomes of cookies, without those that somebody set or changed since and that stay so.
  package var items: [PlanItem] = []
  /// The website data that comes back.
  package var removals: [DataRemoval] = []
  /// What of the records cannot be as it was.
  package var losses: [StoreID: [ReplayLoss]] = [:]
  /// The stores that the change is about.
  package var stores: Set<StoreID> = []

  /// Whether nothing at all would be done.
  package var isEmpty: Bool { items.isEmpty && removals.isEmpty }
}

extension StoreManager {
  /// Says what an undo would do, and what cannot be as it was, as the stores are now; nothing is written.
  ///
  /// A store that cannot be read or changed now has no losses here: the undo itself says what is wrong with it.
  ///
  /// - Parameter journalID: as for `undo`.
  package func undoPreview(
    _ journalID: String? = nil, force: Bool = false
  ) async throws(JournalFailure) -> UndoPreview {
    await recoverJournal()
    let manifest = try entry(journalID, where: \.isToBeUndone)
    if let obstacle = manifest.obstacle { throw .cannotUndo(manifest.id, why: obstacle) }
    var preview = UndoPreview(id: manifest.id)
    for index in manifest.partsToReverse(isUndo: true).reversed() {
      let items = try journal.items(index, of: manifest).reversed().map(\.inverse)
      let store = manifest.parts[index].store.id
      preview.stores.insert(store)
      let (losses, left) = await replayLosses(of: items, at: index, of: manifest, force: force)
      preview.items += items.enumerated().filter { !left.contains($0.offset) }.map(\.element)
      if !losses.isEmpty { preview.losses[store, default: []] += losses }
    }
    for (index, part) in (manifest.data ?? []).enumerated()
    where part.state == .applied || part.state == .partlyUndone {
      preview.stores.insert(part.store.id)
      preview.removals += try journal.removals(index, of: manifest).filter(\.isKept)
    }
    return preview
  }

  /// What of the items cannot be as it was, and the places of those that stay as they are.
  private func replayLosses(
    of items: [PlanItem], at index: Int, of manifest: JournalManifest, force: Bool
  ) async -> (losses: [ReplayLoss], left: Set<Int>) {
    let part = manifest.parts[index]
    guard let store = try? await registered(part.store, mayBeNew: part.isNew),
      let fresh = try? await store.driver.snapshot(of: store.description)
    else { return ([], []) }
    let image = try? journal.image(index, of: manifest)
    // Untouched since: the whole file is put back.
    let isWhole = part.isNew || image != nil
    if isWhole, part.state == .applied, fresh.fingerprint == part.after { return ([], []) }
    var work = StoreWork(items, in: store, force: force, cause: .undo)
    work.overwrites = force
    guard work.refusal(fresh) == nil else { return ([], []) }
    let changes = work.approve(fresh).changes
    let losses =
      changes.isEmpty
      ? []
      : try? await store.driver.replayLosses(
        of: changes, to: store.description, from: EarlierContent(bytes: image))
    let left = work.outcomes.indices.filter { work.outcomes[$0] == .changed }
    let told =
      left.map { ReplayLoss(key: items[$0].key, reason: .occupied) }
      + work.overwritten.map { ReplayLoss(key: items[$0].key, reason: .overwritten) }
    return ((losses ?? []) + told, Set(left))
  }
}
