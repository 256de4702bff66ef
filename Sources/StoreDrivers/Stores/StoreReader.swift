import CookieCore
import StoreFormats
import StoreModel

/// Reads stores; blocks.
struct StoreReader: Sendable {
  let access: StoreAccess

  /// Reads a store as it is now.
  ///
  /// Every byte is read; what is known of these bytes already is not decoded again.
  ///
  /// - Parameter aftermath: what a change should have left.
  func snapshot(
    of store: StoreDescription, after aftermath: LibsoupAftermath? = nil
  ) throws(StoreFailure) -> StoreSnapshot {
    if !store.hasCookieFile, case .absent = FileStatus.presence(of: store.path) {
      return StoreSnapshot(store: store.id, cookies: [], fingerprint: nil, takenAt: access.now())
    }
    let known = StoreKnowledge(content: access.memory.content(of: store.id), aftermath: aftermath)
    let loaded = try access.mechanism(for: store).load(store.path, knowing: known)
    return snapshot(of: store, loaded)
  }

  /// Makes a snapshot of what was read.
  func snapshot(of store: StoreDescription, _ loaded: LoadedStore) -> StoreSnapshot {
    let all = loaded.document.cookies
    let (cookies, duplicateCount) =
      loaded.isWithoutDuplicates ? (all, 0) : Self.effective(all)
    var notices = loaded.document.notices
    if duplicateCount > 0 {
      notices.append(
        StoreNotice(
          level: .information,
          message: duplicateCount == 1
            ? "1 record is hidden by a later one of the same identity."
            : "\(duplicateCount) records are hidden by later ones of the same identity."))
    }
    var snapshot = StoreSnapshot(
      store: store.id, cookies: cookies, fingerprint: loaded.fingerprint, notices: notices,
      isDamaged: loaded.document.isDamaged, readOnlyReason: loaded.document.readOnlyReason,
      holders: holders(of: store), takenAt: access.now())
    snapshot.unreadLine = loaded.document.firstUnreadLine
    snapshot.otherNameCount = loaded.otherNameCount
    snapshot.unreadCount = loaded.document.unreadCount
    access.memory.remember(snapshot)
    return snapshot
  }

  /// The processes that have the store open.
  func holders(of store: StoreDescription) -> [ProcessReference] {
    access.processes.holders(of: FileSignature.names(of: store.path)).holders
  }

  /// The cookies that the owning program would use: of each identity the last, in file order.
  static func effective(_ cookies: [Cookie]) -> (cookies: [Cookie], duplicateCount: Int) {
    guard cookies.mayRepeatKeys else { return (cookies, 0) }
    var last: [CookieKey: Int] = [:]
    last.reserveCapacity(cookies.count)
    for (index, cookie) in cookies.enumerated() { last[cookie.key] = index }
    guard last.count < cookies.count else { return (cookies, 0) }
    let kept = Set(last.values)
    let effective = cookies.indices.filter(kept.contains).map { cookies[$0] }
    return (effective, cookies.count - effective.count)
  }
}
