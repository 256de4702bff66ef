import CookieCore
import StoreModel

/// What happened to a link since its base was written.
///
/// The base holds thousands of entries. What changes at each sync is kept beside it, so that a sync writes the base
/// only when what both stores agree on is no longer the same.
struct LinkProgress: Codable {
  /// When the base was taken that this belongs to.
  var base: Timestamp
  /// When both stores agreed on the same once more; nil when they did not since.
  var agreedAt: Timestamp?
  /// What a sync that may have been broken off was about to carry.
  var pending: [SyncBase.Intent] = []
}

/// A base with the bytes of its file.
struct WrittenBase {
  var bytes: [UInt8]
  var base: SyncBase
}
