import StoreModel

/// What keeps two stores apart, for people.
enum SyncText {
  static func sentence(_ obstacle: SyncObstacle, _ library: Library) -> String {
    let name = library.entry(of: obstacle.store)?.name ?? obstacle.store.rawValue
    switch obstacle {
    case .unreadable(_, let failure):
      return "\(name): \(FailureText.short(failure)). \(FailureText.nextStep(failure))"
    case .emptied(_, let count):
      return "\(name) is empty but held \(AmountText.count(count, "cookie")) at the last sync: "
        + "unknown, not deleted. pantler sync --anew unites both again."
    case .damaged:
      return "\(name) is damaged, so some of its cookies may be missing. Restore it first."
    }
  }
}
