import CookieCore
import StoreFormats
import StoreModel

/// Reads stores; blocks.
struct StoreReader: Sendable {
  let access: StoreAccess

  /// Reads a store as it is now.
  ///
  /// Every byte is read, but of a database that is for certain as it was when it was read last; what is known of the
  /// bytes already is not decoded again.
  func snapshot(of store: StoreDescription) throws(StoreFailure) -> StoreSnapshot {
    if !store.hasCookieFile, case .absent = FileStatus.presence(of: store.path) {
      return StoreSnapshot(store: store.id, cookies: [], fingerprint: nil, takenAt: access.now())
    }
    return snapshot(of: store, try load(store))
  }

  /// Reads the file of a store.
  ///
  /// - Parameter aftermath: what a change should have left, and what the file was before it.
  func load(
    _ store: StoreDescription, after aftermath: (LibsoupAftermath, FileFingerprint)? = nil
  ) throws(StoreFailure) -> LoadedStore {
    let known = StoreKnowledge(content: access.memory.content(of: store.id), aftermath: aftermath)
    return try access.mechanism(for: store).load(store.path, knowing: known)
  }

  /// Makes a snapshot of what was read.
  func snapshot(of store: StoreDescription, _ loaded: LoadedStore) -> StoreSnapshot {
    let all = loaded.document.cookies
    let rows = (loaded.document as? LibsoupDatabase).map {
      SnapshotMemory.Rows(ids: $0.ids, digests: $0.digests)
    }
    let digests = rows?.digests ?? CookieDigests(of: all)
    let (cookies, duplicateCount) =
      loaded.isWithoutDuplicates ? (all, 0) : Self.effective(all, digests)
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
    if duplicateCount == 0 { snapshot.digests = digests }
    access.memory.remember(
      snapshot, rows: duplicateCount == 0 ? rows : nil, copy: loaded.copy)
    return snapshot
  }

  /// The processes that have the store open.
  func holders(of store: StoreDescription) -> [ProcessReference] {
    access.processes.holders(of: FileSignature.names(of: store.path)).holders
  }

  /// The processes that have a file open and may write to it.
  func writers(of path: String) -> [ProcessReference] {
    access.processes.holders(of: [path], whoMayWrite: true).holders
  }

  /// The cookies that the owning program would use: of each identity the last, in file order.
  static func effective(
    _ cookies: [Cookie], _ digests: CookieDigests
  ) -> (cookies: [Cookie], duplicateCount: Int) {
    guard digests.mayRepeatKeys(of: cookies) else { return (cookies, 0) }
    var last: [CookieKey: Int] = [:]
    last.reserveCapacity(cookies.count)
    for (index, cookie) in cookies.enumerated() { last[cookie.key] = index }
    guard last.count < cookies.count else { return (cookies, 0) }
    let kept = Set(last.values)
    let effective = cookies.indices.filter(kept.contains).map { cookies[$0] }
    return (effective, cookies.count - effective.count)
  }
}
