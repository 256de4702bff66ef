import CookieCore
package import StoreModel

/// What an undo is going to do, said before it is done.
package struct UndoPreview: Hashable, Sendable {
  /// The entry of the journal.
  package var id: String
  /// What becomes of cookies.
  package var items: [PlanItem] = []
  /// The website data that comes back.
  package var removals: [DataRemoval] = []
  /// What of the records cannot be as it was.
  package var losses: [StoreID: [ReplayLoss]] = [:]
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
      preview.items += items
      let losses = await replayLosses(of: items, at: index, of: manifest, force: force)
      if !losses.isEmpty {
        preview.losses[manifest.parts[index].store.id, default: []] += losses
      }
    }
    for (index, part) in (manifest.data ?? []).enumerated()
    where part.state == .applied || part.state == .partlyUndone {
      preview.removals += try journal.removals(index, of: manifest).filter(\.isKept)
    }
    return preview
  }

  private func replayLosses(
    of items: [PlanItem], at index: Int, of manifest: JournalManifest, force: Bool
  ) async -> [ReplayLoss] {
    let part = manifest.parts[index]
    guard let store = try? await registered(part.store, mayBeNew: part.isNew),
      let fresh = try? await store.driver.snapshot(of: store.description)
    else { return [] }
    let image = try? journal.image(index, of: manifest)
    // Untouched since: the whole file is put back.
    let isWhole = part.isNew || image != nil
    if isWhole, part.state == .applied, fresh.fingerprint == part.after { return [] }
    var work = StoreWork(items, in: store, force: force, cause: .undo)
    guard work.refusal(fresh) == nil else { return [] }
    let changes = StoreWork.changes(work.approve(fresh))
    // Where nothing is done there is nothing to ask; the result says why.
    guard !changes.isEmpty else { return [] }
    let losses = try? await store.driver.replayLosses(
      of: changes, to: store.description, from: EarlierContent(bytes: image))
    let occupied = zip(items, work.outcomes).filter { $1 == .changed }.map {
      ReplayLoss(key: $0.0.key, reason: .occupied)
    }
    return (losses ?? []) + occupied
  }
}
