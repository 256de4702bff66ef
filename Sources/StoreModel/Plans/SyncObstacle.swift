import CookieCore

/// Why two stores cannot be brought together: what one of them holds is unknown.
///
/// Unknown is not empty. On such a reading nothing is deleted and nothing is carried.
public enum SyncObstacle: Error, Hashable, Codable, Sendable {
  /// The store cannot be read.
  case unreadable(StoreID, StoreFailure)
  /// The store is empty, although it held cookies when both last agreed.
  case emptied(StoreID, heldBefore: Int)
  /// The store is damaged, so that some of its cookies may be missing.
  case damaged(StoreID)

  /// The store.
  public var store: StoreID {
    switch self {
    case .unreadable(let store, _), .emptied(let store, _), .damaged(let store): store
    }
  }
}

extension SyncTerms {
  /// Finds out whether the readings of both stores can be believed; nil when they can.
  ///
  /// A store to which cookies are only carried may be empty.
  public func obstacle(base: SyncBase?, in context: PlanContext) -> SyncObstacle? {
    for (store, isSource) in [(web, direction != .toWeb), (shared, direction != .toShared)] {
      guard let snapshot = context.snapshots[store] else {
        return .unreadable(store, .noSuchStore(name: store.rawValue))
      }
      if snapshot.isDamaged { return .damaged(store) }
      guard isSource, snapshot.cookies.isEmpty else { continue }
      let held = base?.entries.count { entry in
        entry.cookie.expiryTime.map { $0 > context.now } ?? true
      }
      if let held, held > 0 { return .emptied(store, heldBefore: held) }
    }
    return nil
  }
}
