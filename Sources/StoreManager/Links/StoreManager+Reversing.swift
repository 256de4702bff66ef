import CookieCore
import StoreModel

/// What becomes of what two stores agreed on when a sync is undone.
extension StoreManager {
  /// What two stores agree on before a sync; nil for other plans.
  func syncOrigin(of plan: Plan) -> SyncOrigin? {
    guard let terms = plan.sync, !plan.items.isEmpty else { return nil }
    let lacking = [terms.web, terms.shared].compactMap {
      registry[$0]?.description.capabilities.unrepresentable
    }
    do throws(JournalFailure) {
      return SyncOrigin(
        of: plan.items.filter { $0.conflict == nil }, terms,
        base: try syncBase(web: terms.web, shared: terms.shared),
        ignoring: lacking.reduce(into: []) { $0.formUnion($1) })
    } catch {
      // That it cannot be read is told when the sync is to be added to it.
      return nil
    }
  }

  /// Lets links know of what was done to a store.
  func follow(_ entry: OpenEntry, _ work: StoreWork, in store: StoreID) {
    let places = work.outcomes.indices.filter { work.outcomes[$0] == .done }
    guard case .apply = entry.act else {
      follow(entry, places.map { work.items[$0] }, in: store)
      return
    }
    // A removal that takes nothing back is of no concern to them.
    let put = places.filter { !work.items[$0].isRemoval }
    follow(entry, put.map { work.items[$0] }, in: store)
  }

  /// Lets links know of a change of a store that they did not make, or that takes back or does again what they did.
  ///
  /// Doing it again makes no difference.
  ///
  /// - Parameter items: what was done to the store just now.
  func follow(_ entry: OpenEntry, _ items: [PlanItem], in store: StoreID) {
    switch entry.act {
    case .apply(_, .sync): return
    case .apply: forgetDeletions(of: items, in: store)
    case .undo:
      forgetDeletions(of: items, in: store)
      reverseBase(.undo, from: entry.manifest?.origin, of: items.map(\.inverse))
    case .redo:
      forgetDeletions(of: items, in: store)
      reverseBase(.redo, from: entry.manifest?.origin, of: items)
    }
  }

  /// Lets two stores agree on what they did before a sync, or on what the sync made, so that the next one is planned
  /// as it would have been.
  ///
  /// - Parameters:
  ///   - origin: what the journal knows of the sync; nil when the change was none.
  ///   - items: what was taken back or done again now, as the sync did it.
  private func reverseBase(
    _ reversal: SyncOrigin.Reversal, from origin: SyncOrigin?, of items: [PlanItem]
  ) {
    guard let origin, !items.isEmpty else { return }
    let (web, shared) = (origin.web, origin.shared)
    addUnlessStale(toBaseOf: shared) { () throws(JournalFailure) in
      guard
        let changes = try syncBase(web: web, shared: shared).map({ base in
          origin.changes(reversal, of: items, to: base, at: configuration.now())
        }), !changes.isEmpty
      else { return }
      try add(changes.map { .change($0) }, toBaseOf: web, shared)
      // The values that agreed with it before do not any more.
      remember(ValueMemory(), of: web, shared)
      remember(nil, of: web, shared)
    }
  }

  /// What syncs of two stores did that was undone since a time.
  ///
  /// An entry of the journal that cannot be read says nothing.
  func undoneItems(of terms: SyncTerms, since time: Timestamp) -> [PlanItem] {
    let pair = Set([terms.web, terms.shared])
    let manifests = ((try? journal.ids()) ?? []).compactMap { try? journal.manifest($0) }
    return manifests.flatMap { manifest -> [PlanItem] in
      guard manifest.changedAt >= time, let origin = manifest.origin,
        Set([origin.web, origin.shared]) == pair
      else { return [] }
      return manifest.parts.indices.flatMap { index -> [PlanItem] in
        let state = manifest.parts[index].state
        guard state == .undone || state == .partlyUndone else { return [] }
        return (try? journal.items(index, of: manifest)) ?? []
      }
    }
  }
}
