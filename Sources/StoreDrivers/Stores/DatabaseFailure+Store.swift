import Glibc
import StoreFormats
import StoreModel

extension DatabaseFailure {
  /// Says what the failure means for the store in a file.
  func storeFailure(path: String) -> StoreFailure {
    switch self {
    case .locked: .locked(path: path)
    case .denied: .denied(path: path)
    case .damaged: .damaged(path: path)
    case .unknownTable:
      .unsupported(
        path: path, reason: "A table of it is not as its engine makes it, so it is not written.")
    case .changedMeanwhile: .changedMeanwhile(path: path)
    case .unverified: .unverified(path: path)
    case .database(let code):
      // 13 is SQLITE_FULL, 10 is SQLITE_IOERR.
      .system(
        path: path, call: "sqlite",
        code: code & 0xFF == 13 ? ENOSPC : code & 0xFF == 10 ? EIO : code
      )
    }
  }
}

extension FileFaults {
  /// Stops a transaction where a write shall fail.
  func checkTransaction() throws(DatabaseFailure) {
    if case .error = fault(.write) { throw .database(code: 13) }
  }
}
