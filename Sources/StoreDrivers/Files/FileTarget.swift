import Glibc
import StoreModel

/// Where writing to a path leads: the file behind symbolic links, which need not exist.
struct FileTarget {
  /// The path of the file itself.
  var path: String
  /// What is there; nil for nothing.
  var status: FileStatus?

  /// The directory that the file is in.
  var directory: String { FilePath.parent(of: path) }

  /// Follows the symbolic links at the end of a path.
  init(resolving path: String) throws(StoreFailure) {
    var current = path
    for _ in 0..<40 {
      switch FileStatus.presence(of: current, followingLinks: false) {
      case .unknown(let failure): throw failure.storeFailure(path: path)
      case .absent:
        self.path = current
        status = nil
        return
      case .present(let found) where found.kind == .link:
        try Self.checkLink(current, found)
        current = try Self.destination(of: current)
      case .present(let found):
        guard found.kind == .regular else {
          throw .unsupported(path: path, reason: found.kind.refusal)
        }
        self.path = current
        status = found
        return
      }
    }
    throw .system(path: path, call: "readlink", code: ELOOP)
  }

  /// Refuses what cannot be replaced, before anything is written.
  ///
  /// The permission bits are heeded by the superuser as well: a file that nobody may write was meant so.
  func checkWritable() throws(StoreFailure) {
    let directoryStatus = try reportingFailures(of: directory) { () throws(SystemFailure) in
      try FileStatus(path: directory)
    }
    guard directoryStatus.hasWriteBit, access(directory, W_OK | X_OK) == 0 else {
      throw .denied(path: path)
    }
    guard let status else { return }
    guard status.hasWriteBit, access(path, W_OK) == 0 else { throw .denied(path: path) }
  }

  /// Refuses a link that a stranger put into a directory that everybody may write, as the kernel does.
  private static func checkLink(_ link: String, _ status: FileStatus) throws(StoreFailure) {
    guard let parent = FileStatus.ifKnown(FilePath.parent(of: link)) else { return }
    let isShared = parent.mode & 0o1002 == 0o1002
    guard isShared, status.owner != geteuid(), status.owner != parent.owner else { return }
    throw .denied(path: link)
  }

  private static func destination(of link: String) throws(StoreFailure) -> String {
    guard let text = FilePath.linkText(of: link) else {
      throw .system(path: link, call: "readlink", code: errno)
    }
    return FilePath.absolute(text, below: FilePath.parent(of: link))
  }
}
