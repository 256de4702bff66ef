import CookieCore
import StoreModel
import Synchronization

/// The newest content of each store that was read, so that a changed file can be compared with it.
///
/// The cookies share their storage with the snapshots that were handed out.
final class SnapshotMemory: Sendable {
  /// What was read of one store.
  struct Content {
    var fingerprint: FileFingerprint?
    var cookies: [Cookie]
    var notices: [StoreNotice]
    var isDamaged: Bool
    /// The rows of the cookies in a database; nil in other stores.
    var rows: Rows?
    /// The bytes of a database that is not too large; they are the same memory as those of the last reading.
    var copy: DatabaseContent?
  }

  /// Which row each cookie of a database is.
  struct Rows {
    var ids: [Int64]
    var digests: CookieDigests
  }

  /// The largest file of which a copy is kept, so that it need not be read again while it stays as it is.
  private static let mostKeptBytes = 128 << 20

  private let contents = Mutex<[StoreID: Content]>([:])

  /// Keeps what was read.
  func remember(_ snapshot: StoreSnapshot, rows: Rows? = nil, copy: DatabaseContent? = nil) {
    let kept = copy.flatMap { $0.main.count <= Self.mostKeptBytes ? $0 : nil }
    contents.withLock { contents in
      contents[snapshot.store] = Content(
        fingerprint: snapshot.fingerprint, cookies: snapshot.cookies, notices: snapshot.notices,
        isDamaged: snapshot.isDamaged, rows: rows, copy: kept)
    }
  }

  /// Forgets the copy of a store, which turned out not to be what is in the file.
  func forgetCopy(of store: StoreID) {
    contents.withLock { $0[store]?.copy = nil }
  }

  /// What was read last of a store; nil when it was never read.
  func content(of store: StoreID) -> Content? {
    contents.withLock { $0[store] }
  }

  /// The cookies that a file of this content had; nil when they are not known.
  ///
  /// - Parameter fingerprint: nil for no file, which has no cookies.
  func cookies(of store: StoreID, at fingerprint: FileFingerprint?) -> [Cookie]? {
    guard let fingerprint else { return [] }
    return contents.withLock { contents in
      guard let content = contents[store], content.fingerprint == fingerprint else { return nil }
      return content.cookies
    }
  }
}
