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

/// Runs work that reads a file of at most so many bytes.
func reportingFailures<Result: ~Copyable>(
  of path: String, limit: Int, _ work: () throws(SystemFailure) -> Result
) throws(StoreFailure) -> Result {
  do throws(SystemFailure) {
    return try work()
  } catch {
    guard error == .tooLong else { throw error.storeFailure(path: path) }
    throw .unsupported(
      path: path,
      reason: "It has more than \(limit >> 20) MiB, which no store has. Nothing of it was read.")
  }
}

extension SystemFailure {
  /// That a file has more bytes than are read.
  static let tooLong = SystemFailure(call: "read", code: EFBIG)
}
