import CookieCore
import StoreModel

extension StoreManager {
  /// What Pantler removed from stores since a time and has not put back, without values.
  ///
  /// An entry of the journal that cannot be read explains nothing.
  func ownRemovals(from stores: Set<StoreID>, since time: Timestamp) -> [StoreID: [Cookie]] {
    guard let ids = try? journal.ids() else { return [:] }
    let manifests = ids.filter { !(pastEntries[$0].map { $0 < time } ?? false) }
      .compactMap { try? journal.manifest($0) }.filter { manifest in
        // An old entry is looked at again only when an older time is asked about.
        pastEntries[manifest.id] = manifest.changedAt
        return manifest.changedAt >= time
      }
      .sorted { ($0.changedAt, $0.id) < ($1.changedAt, $1.id) }
    var removed: [StoreID: [CookieKey: Cookie]] = [:]
    for manifest in manifests {
      for (index, part) in manifest.parts.enumerated() where stores.contains(part.store.id) {
        guard let items = try? journal.items(index, of: manifest) else { continue }
        for change in part.made(of: items) {
          removed[part.store.id, default: [:]][change.key] = change.removed
        }
      }
    }
    return removed.mapValues { Array($0.values) }
  }
}

extension StoreManager {
  /// What other processes of Pantler removed from a store a moment ago, without values.
  ///
  /// Their entries in the journal tell it; this process knows its own.
  func removalsElsewhere(from store: StoreID) -> [CookieKey: Cookie] {
    let oldest = configuration.now().adding(seconds: -configuration.cameBackSeconds)
    let removed = ownRemovals(from: [store], since: oldest)[store] ?? []
    return Dictionary(removed.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }
}

extension JournalPart {
  /// What items did to a store in the end: the cookie that each removed, or nil where one may be there.
  fileprivate func made(of items: [PlanItem]) -> [(key: CookieKey, removed: Cookie?)] {
    switch state {
    case .applied: items.map { ($0.key, $0.isRemoval ? $0.before?.bare : nil) }
    case .undone: items.map { ($0.key, $0.isAddition ? $0.after?.bare : nil) }
    // Which of them were taken back is not kept.
    case .partlyUndone: items.map { ($0.key, nil) }
    case .preparing, .undoing, .redoing, .notApplied: []
    }
  }
}

extension Cookie {
  /// The cookie without its value.
  fileprivate var bare: Cookie {
    var cookie = self
    cookie.value = ""
    cookie.encryptedValue = nil
    return cookie
  }
}
