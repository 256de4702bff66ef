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
  /// Cookies of the last sync are missing in a text jar that seems to be half written.
  case halfWritten(StoreID, missing: Int, HalfWritten)

  /// What says that a text jar is half written.
  public enum HalfWritten: Hashable, Codable, Sendable {
    /// A line that is no cookie, from 1.
    case line(Int)
    /// The processes that have the file open.
    case open(by: [ProcessReference])
  }

  /// The store.
  public var store: StoreID {
    switch self {
    case .unreadable(let store, _), .emptied(let store, _), .damaged(let store),
      .halfWritten(let store, _, _):
      store
    }
  }
}

extension SyncTerms {
  /// Finds out whether the readings of both stores can be believed; nil when they can.
  ///
  /// A store to which cookies are only carried may be empty, and so may one that Pantler itself has emptied.
  public func obstacle(base: SyncBase?, in context: PlanContext) -> SyncObstacle? {
    for (store, isSource) in [(web, direction != .toWeb), (shared, direction != .toShared)] {
      guard let snapshot = context.snapshots[store] else {
        return .unreadable(store, .noSuchStore(name: store.rawValue))
      }
      if snapshot.isDamaged { return .damaged(store) }
      guard isSource, let base else { continue }
      let doubt = context.descriptions[store].flatMap { snapshot.doubt(as: $0.format) }
      guard snapshot.cookies.isEmpty || doubt != nil else { continue }
      let held = base.heldBefore(store, at: context.now)
      let identity = SyncIdentity(self, in: context)
      let present = Set(snapshot.cookies.map { identity.key(of: $0) })
      let missing = held.filter { !present.contains(identity.key(of: $0)) }
      guard !missing.isEmpty, !base.explains(missing, goneFrom: store, self, in: context) else {
        continue
      }
      if let doubt { return .halfWritten(store, missing: missing.count, doubt) }
      return .emptied(store, heldBefore: held.count)
    }
    return nil
  }

  /// The stores that are empty and may be believed to be, since it is known where their cookies went.
  ///
  /// Only for readings in whose way nothing stands.
  public func emptiedStores(base: SyncBase?, in context: PlanContext) -> Set<StoreID> {
    guard let base, !base.entries.isEmpty else { return [] }
    return Set(
      [(web, direction != .toWeb), (shared, direction != .toShared)].compactMap { store, isSource in
        isSource && context.snapshots[store]?.cookies.isEmpty == true ? store : nil
      })
  }
}

extension SyncBase {
  /// What a store had at the last sync and would have still.
  fileprivate func heldBefore(_ store: StoreID, at now: Timestamp) -> [Cookie] {
    entries.filter { entry in
      entry.goneFrom != store && (entry.cookie.expiryTime.map { $0 > now } ?? true)
    }.map(\.cookie)
  }

  /// Reports whether Pantler itself removed cookies from a store, every one of them.
  fileprivate func explains(
    _ cookies: [Cookie], goneFrom store: StoreID, _ terms: SyncTerms, in context: PlanContext
  ) -> Bool {
    guard let removed = ownRemovals[store], !removed.isEmpty else { return false }
    let identity = SyncIdentity(terms, in: context)
    let keys = Set(removed.map(identity.key))
    return cookies.allSatisfy { keys.contains(identity.key(of: $0)) }
  }
}

extension StoreSnapshot {
  /// What says that the file may be half written; nil when nothing does, and in formats that tell it by themselves.
  ///
  /// Programs write text jars over in place, and a part of one is a jar as well.
  fileprivate func doubt(as format: StoreFormat) -> SyncObstacle.HalfWritten? {
    guard format == .netscape || format == .libsoupText else { return nil }
    if let unreadLine { return .line(unreadLine) }
    return holders.isEmpty ? nil : .open(by: holders)
  }
}
