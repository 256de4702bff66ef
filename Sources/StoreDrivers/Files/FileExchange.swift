import CFileAttributes
import Glibc

/// The ways to give a file another name without losing what has that name.
enum FileExchange {
  /// What became of such a step.
  enum Outcome: Hashable, Sendable {
    case done
    /// The system or the file system knows no such step; nothing has changed.
    case unknown
  }

  /// Lets two files change their names at one moment.
  ///
  /// To those who watch the folder, the name that comes first is the one that a file came to last.
  static func exchange(_ path: String, _ other: String) throws(SystemFailure) -> Outcome {
    try rename(path, other, pantler_rename_exchange)
  }

  /// Renames a file unless the new name is taken, which fails with `EEXIST`.
  static func move(_ path: String, toFree other: String) throws(SystemFailure) -> Outcome {
    try rename(path, other, pantler_rename_no_replace)
  }

  private static func rename(
    _ path: String, _ other: String, _ flags: UInt32
  ) throws(SystemFailure) -> Outcome {
    guard renameat2(AT_FDCWD, path, AT_FDCWD, other, flags) != 0 else { return .done }
    // Filters of containers answer EPERM to calls that they do not know.
    if [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) { return .unknown }
    throw .last("rename")
  }
}
