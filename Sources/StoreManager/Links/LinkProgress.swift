import CookieCore
import StoreModel

/// What happened to a link since its base was written, as versions wrote it that kept both as JSON.
struct LinkProgress: Decodable {
  /// When the base was taken that this belongs to.
  var base: Timestamp
  /// When both stores agreed on the same once more; nil when they did not since.
  var agreedAt: Timestamp?
  /// What a sync that may have been broken off was about to carry.
  var pending: [SyncBase.Intent] = []
}
