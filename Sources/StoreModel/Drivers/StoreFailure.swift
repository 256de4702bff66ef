/// Why a store could not be read or changed.
public enum StoreFailure: Error, Hashable, Codable, Sendable {
  /// Another process holds a lock, or the file kept changing while it was read.
  case locked(path: String)
  case denied(path: String)
  /// The bytes are not of the format; offset from the start of the file.
  case malformed(path: String, offset: Int, expected: String)
  case undecryptable(path: String)
  /// A process has the file open, so that writing could lose data.
  case inUse(path: String, by: [ProcessReference])
  case unsupported(path: String, reason: String)
  case gone(path: String)
  /// The file changed since the snapshot that the change was made from.
  case changedMeanwhile(path: String)
  /// Several programs wrote to the file while it was being changed, and what one of them wrote is at `other`.
  case keptAside(path: String, other: String)
  /// Damaged files are opened read-only.
  case damaged(path: String)
  /// A system call failed; `code` is errno.
  case system(path: String, call: String, code: Int32)
  /// Of something that was to be removed a part is gone: so many of its files and rows, and so many are there still.
  ///
  /// The call that stopped it failed at `path`; `code` is errno.
  case partlyRemoved(path: String, gone: Int, left: Int, call: String, code: Int32)
  /// The read-back after a write does not show what was written.
  case unverified(path: String)
  /// Another process is bringing the same two stores together; its id where it is known.
  case beingSynced(by: Int32?)
  case noSuchStore(name: String)
  case ambiguousStore(name: String, candidates: [StoreID])
  case journal(path: String, code: Int32)
}
