import StoreModel

/// The sentences that the manager puts into the log.
enum EventText {
  static func synced(_ result: PlanResult) -> String {
    let done = zip(result.plan.items, result.outcomes).filter { $0.1 == .done }.map(\.0)
    let removed = done.count(where: \.isRemoval)
    let added = done.count(where: \.isAddition)
    let changed = done.count - removed - added
    return "\(added) added, \(changed) changed, \(removed) removed"
  }

  static func limited(setting: String) -> String {
    "The system limit on file watches (\(setting)) is used up; the store is checked by polling."
  }
}
