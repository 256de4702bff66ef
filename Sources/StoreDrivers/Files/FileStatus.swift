import Glibc

/// Which file it is, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  /// The device number.
  package var device: UInt64
  /// The inode number.
  package var inode: UInt64
}

/// What the file system says about a file.
package struct FileStatus: Hashable, Sendable {
  /// What sort of file it is.
  package enum Kind: Hashable, Sendable {
    case regular, directory, link, pipe, socket, device

    /// Why it is not read in place of a file, and what to do.
    var refusal: String {
      let name =
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .link: "a symbolic link"
        case .pipe: "a pipe"
        case .socket: "a socket"
        case .device: "a device"
        }
      return "It is \(name), not a file. Move it away, or name a file."
    }
  }

  /// Which file it is.
  package var identity: FileIdentity
  /// What sort of file it is.
  package var kind: Kind
  /// The number of bytes.
  package var byteCount: Int
  /// When the content last changed, in nanoseconds since 1970.
  package var contentChange: Int64
  /// When the content or the status last changed, in nanoseconds since 1970.
  package var statusChange: Int64
  /// The permission bits.
  package var mode: UInt32
  /// The user id of the owner.
  package var owner: UInt32
  /// The group id.
  package var group: UInt32
  /// How many names the file has.
  package var nameCount: Int

  /// Asks about a path.
  ///
  /// - Parameter followingLinks: whether a symbolic link stands for its target.
  init(path: String, followingLinks: Bool = true) throws(SystemFailure) {
    var raw = stat()
    let result = followingLinks ? stat(path, &raw) : lstat(path, &raw)
    guard result == 0 else { throw .last("stat") }
    self.init(raw)
  }

  /// Asks about an open file.
  init(descriptor: Int32) throws(SystemFailure) {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw .last("fstat") }
    self.init(raw)
  }

  init(_ raw: stat) {
    identity = FileIdentity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
    kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    byteCount = Int(raw.st_size)
    contentChange = Self.nanoseconds(raw.st_mtim)
    statusChange = Self.nanoseconds(raw.st_ctim)
    mode = UInt32(raw.st_mode) & 0o7777
    owner = raw.st_uid
    group = raw.st_gid
    nameCount = Int(raw.st_nlink)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Reports whether the content is, by all the file system says, what it was.
  func hasSameContent(as other: FileStatus) -> Bool {
    identity == other.identity && byteCount == other.byteCount
      && contentChange == other.contentChange
  }

  /// Whether anybody at all may write; the superuser heeds it too.
  var hasWriteBit: Bool { mode & 0o222 != 0 }
}

extension FileStatus {
  /// What a path is just now.
  enum Presence: Hashable, Sendable {
    case present(FileStatus)
    case absent
    case unknown(SystemFailure)
  }

  /// Asks about a path that need not exist.
  static func presence(of path: String, followingLinks: Bool = true) -> Presence {
    do throws(SystemFailure) {
      return .present(try FileStatus(path: path, followingLinks: followingLinks))
    } catch {
      return error.code == ENOENT || error.code == ENOTDIR ? .absent : .unknown(error)
    }
  }

  /// Asks about a path; nil when it isn't there or nothing can be learnt about it.
  static func ifKnown(_ path: String, followingLinks: Bool = true) -> FileStatus? {
    guard case .present(let status) = presence(of: path, followingLinks: followingLinks) else {
      return nil
    }
    return status
  }
}
