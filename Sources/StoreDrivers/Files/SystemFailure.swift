import Glibc
import StoreModel

/// A system call that failed.
struct SystemFailure: Error, Hashable, Sendable {
  /// The name of the call.
  var call: String
  /// The error number.
  var code: Int32

  /// The failure of the call that was just made.
  static func last(_ call: String) -> SystemFailure {
    SystemFailure(call: call, code: errno)
  }

  /// Says what the failure means for the store in a file.
  func storeFailure(path: String) -> StoreFailure {
    switch code {
    case ENOENT, ENOTDIR: .gone(path: path)
    case EACCES, EPERM, EROFS: .denied(path: path)
    // What open says of a socket.
    case ENXIO: .unsupported(path: path, reason: FileStatus.Kind.socket.refusal)
    default: .system(path: path, call: call, code: code)
    }
  }
}

/// Runs work whose system failures are about one path.
func reportingFailures<Result: ~Copyable>(
  of path: String, _ work: () throws(SystemFailure) -> Result
) throws(StoreFailure) -> Result {
  do throws(SystemFailure) {
    return try work()
  } catch {
    throw error.storeFailure(path: path)
  }
}
