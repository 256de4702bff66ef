import Glibc

/// Keeps programs of this kind from replacing files of one folder at the same time, wherever they keep their state.
///
/// It is a lock on the folder itself, so that nothing appears beside the files. Where that cannot be had, since the
/// folder may not be read, the file system knows no locks, or somebody keeps it for long, the work is done without:
/// nothing is lost then either, because what a replacement displaces is looked at.
struct DirectoryLock: ~Copyable {
  private let directory: Descriptor?

  /// Takes the lock of the folder that a file is in.
  init(beside path: String, budget: RetryBudget) {
    guard let opened = Self.open(FilePath.parent(of: path)) else {
      directory = nil
      return
    }
    let _: Bool? = budget.firstResult {
      if flock(opened.number, LOCK_EX | LOCK_NB) == 0 { return true }
      return errno == EWOULDBLOCK || errno == EINTR ? nil : false
    }
    directory = consume opened
  }

  /// Gives the lock back.
  consuming func release() {}

  private static func open(_ path: String) -> Descriptor? {
    do throws(SystemFailure) {
      return try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
    } catch {
      return nil
    }
  }
}
