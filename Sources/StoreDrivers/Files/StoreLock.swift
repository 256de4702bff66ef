import Glibc
import StoreFormats
package import StoreModel

/// Keeps two programs of this kind from writing one store at the same time.
///
/// The lock is a file of its own in the directory of the state, so that nothing appears beside the store.
package struct StoreLock: ~Copyable {
  private let file: Descriptor

  /// Takes the lock of a path.
  ///
  /// - Throws: `locked` when another one kept it for as long as the budget allows.
  package init(
    path: String, directory: String, budget: RetryBudget = RetryBudget()
  ) throws(StoreFailure) {
    let name = String(SHA256Digest.hex(of: Array(path.utf8)).prefix(32)) + ".lock"
    let lockPath = FilePath.join(directory, name)
    let opened = try reportingFailures(of: lockPath) { () throws(SystemFailure) in
      try PrivateDirectory.create(directory)
      return try Descriptor(opening: lockPath, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    }
    let taken: Bool? = try budget.firstResult { () throws(StoreFailure) in
      if flock(opened.number, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .system(path: lockPath, call: "flock", code: errno)
      }
      return nil
    }
    guard taken == true else { throw .locked(path: path) }
    file = opened
  }

  /// Gives the lock back.
  consuming func release() {}
}

/// Directories that only their owner may enter.
enum PrivateDirectory {
  /// Makes a directory and what is missing above it, each with mode 0700.
  static func create(_ path: String) throws(SystemFailure) {
    if case .present(let status) = FileStatus.presence(of: path) {
      guard status.kind == .directory else { throw SystemFailure(call: "mkdir", code: ENOTDIR) }
      guard status.owner == geteuid() else { throw SystemFailure(call: "mkdir", code: EACCES) }
      return
    }
    let parent = FilePath.parent(of: path)
    if parent != path, case .absent = FileStatus.presence(of: parent) { try create(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir") }
  }
}
