package import CookieCore

/// Why a call on a private file failed.
package struct FileFault: Error, Hashable, Sendable {
  /// The path.
  package var path: String
  /// The system call.
  package var call: String
  /// The value of errno.
  package var code: Int32

  /// Takes every field as it is.
  package init(path: String, call: String, code: Int32) {
    self.path = path
    self.call = call
    self.code = code
  }

  /// Whether there is nothing at the path.
  var isMissing: Bool { code == Self.noEntry }
  /// Whether there is something at the path already.
  var isTaken: Bool { code == Self.exists }

  /// Whether somebody else has changed the file.
  var isStale: Bool { code == Self.stale }

  private static let noEntry: Int32 = 2
  /// `ESTALE`.
  package static let stale: Int32 = 116
  private static let exists: Int32 = 17
}

/// A lock that somebody has; it ends with the process at the latest.
package struct FileLock: Sendable {
  /// Gives the lock back.
  package var release: @Sendable () -> Void

  /// Takes what gives the lock back.
  package init(release: @escaping @Sendable () -> Void) {
    self.release = release
  }
}

/// The file system as the journal sees it, step by step, so that each step can be made to fail.
package struct PrivateFiles: Sendable {
  /// Which file is at a path, and whether anybody wrote to it since.
  package struct Stamp: Hashable, Sendable {
    /// The number of the file system.
    package var device: UInt64
    /// The number of the file in it.
    package var inode: UInt64
    /// The number of bytes.
    package var byteCount: Int
    /// When the content was last changed, in nanoseconds since 1970.
    package var contentChange: Int64
    /// When the content or the status was last changed, which nobody can set.
    package var statusChange: Int64

    /// Whether it is the same file, written to or not.
    func isSameFile(as other: Stamp) -> Bool { device == other.device && inode == other.inode }
  }

  /// What is at a path.
  package struct Status: Hashable, Sendable {
    /// The number of bytes.
    package var byteCount: Int
    /// When it was last changed.
    package var modified: Timestamp
    /// The number of the file system.
    package var device: UInt64
    /// Whether it is a directory; a link to one is none.
    package var isDirectory: Bool
    /// Which file it is; nil where the file system does not tell.
    package var stamp: Stamp?

    /// Takes every field as it is.
    package init(
      byteCount: Int, modified: Timestamp, device: UInt64 = 0, isDirectory: Bool = false
    ) {
      self.byteCount = byteCount
      self.modified = modified
      self.device = device
      self.isDirectory = isDirectory
    }
  }

  /// Makes one directory that only its owner may enter; fails when there is something already.
  package var makeDirectory: @Sendable (String) throws(FileFault) -> Void
  /// Writes a file that only its owner may read, and returns when it is on the disk.
  package var write: @Sendable (String, [UInt8]) throws(FileFault) -> Void
  /// Writes bytes into a file of a known size behind the first so many, in place of what came there, and returns when
  /// they are on the disk.
  ///
  /// The file is left alone when it has another size by now.
  package var append: @Sendable (String, [UInt8], Range<Int>) throws(FileFault) -> Void
  /// Moves a file over another.
  package var rename: @Sendable (String, String) throws(FileFault) -> Void
  /// Returns when the names of a directory are on the disk.
  package var syncDirectory: @Sendable (String) throws(FileFault) -> Void
  /// Reads a whole file.
  package var read: @Sendable (String) throws(FileFault) -> [UInt8]
  /// The names in a directory, sorted.
  package var list: @Sendable (String) throws(FileFault) -> [String]
  /// What is at a path; links are not followed.
  package var status: @Sendable (String) throws(FileFault) -> Status
  /// Removes a file.
  package var remove: @Sendable (String) throws(FileFault) -> Void
  /// Removes an empty directory.
  package var removeDirectory: @Sendable (String) throws(FileFault) -> Void

  /// A path beside another one, where its new content is written before it takes the place of the old.
  ///
  /// No two writers get the same; what dead ones left there is removed.
  package var besides: @Sendable (String) -> String
  /// Takes the lock of a file, which is made if it is missing; it names the process that has it.
  package var lock: @Sendable (String) throws(FileFault) -> Locking

  /// What came of trying to take a lock.
  package enum Locking: Sendable {
    case taken(FileLock)
    /// Another one has it; its id where it is known.
    case held(by: Int32?)
  }

  /// Takes every step.
  package init(
    makeDirectory: @escaping @Sendable (String) throws(FileFault) -> Void,
    write: @escaping @Sendable (String, [UInt8]) throws(FileFault) -> Void,
    append: @escaping @Sendable (String, [UInt8], Range<Int>) throws(FileFault) -> Void,
    rename: @escaping @Sendable (String, String) throws(FileFault) -> Void,
    syncDirectory: @escaping @Sendable (String) throws(FileFault) -> Void,
    read: @escaping @Sendable (String) throws(FileFault) -> [UInt8],
    list: @escaping @Sendable (String) throws(FileFault) -> [String],
    status: @escaping @Sendable (String) throws(FileFault) -> Status,
    remove: @escaping @Sendable (String) throws(FileFault) -> Void,
    removeDirectory: @escaping @Sendable (String) throws(FileFault) -> Void,
    besides: @escaping @Sendable (String) -> String,
    lock: @escaping @Sendable (String) throws(FileFault) -> Locking
  ) {
    self.makeDirectory = makeDirectory
    self.write = write
    self.append = append
    self.rename = rename
    self.syncDirectory = syncDirectory
    self.read = read
    self.list = list
    self.status = status
    self.remove = remove
    self.removeDirectory = removeDirectory
    self.besides = besides
    self.lock = lock
  }
}

extension PrivateFiles {
  /// Replaces a file, so that a crash leaves the old one or the new one.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileFault) {
    let beside = besides(path)
    do throws(FileFault) {
      try write(beside, bytes)
      try rename(beside, path)
    } catch {
      // The failure itself is what there is to tell.
      try? remove(beside)
      throw error
    }
    try syncDirectory(parent(of: path))
  }

  /// Makes a directory and those above it that are missing.
  func makeDirectories(_ path: String) throws(FileFault) {
    do {
      try makeDirectory(path)
    } catch {
      if error.isTaken { return }
      let above = parent(of: path)
      guard error.isMissing, above != path else { throw error }
      try makeDirectories(above)
      try makeUnlessTaken(path)
    }
    try syncDirectory(parent(of: path))
  }

  /// Makes a directory that another process may be making at the same time.
  private func makeUnlessTaken(_ path: String) throws(FileFault) {
    do {
      try makeDirectory(path)
    } catch {
      guard error.isTaken else { throw error }
    }
  }

  /// The directory that holds a path.
  func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
