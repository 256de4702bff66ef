import Glibc
import StoreModel

// MARK: Files.

extension DataRestorer {
  mutating func restoreFiles(_ outcomes: inout [PlanResult.Outcome]) {
    let order = archive.index.entries.indices.filter {
      let role = archive.index.entries[$0].role
      return role == .content || role == .remains
    }.sorted {
      let (left, right) = (archive.index.entries[$0], archive.index.entries[$1])
      // Folders before what is in them.
      if (left.kind == .folder) != (right.kind == .folder) { return left.kind == .folder }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    for place in order {
      let entry = archive.index.entries[place]
      guard outcomes[entry.removal] == .cancelled else { continue }
      do throws(StoreFailure) {
        try data.access.faults.check(.restoreData, path: entry.path)
        if replaced.contains(entry.path) { unlink(entry.path) }
        guard FrozenFile(at: entry.path) == nil else {
          noteName(of: entry)
          continue
        }
        try restore(entry, at: place)
      } catch {
        outcomes[entry.removal] = .failed(error)
      }
    }
  }

  private mutating func restore(
    _ entry: DataArchive.Entry, at place: Int
  ) throws(StoreFailure) {
    switch entry.kind {
    case .folder: try make(entry)
    case .link:
      guard symlink(entry.target ?? "", entry.path) == 0 else {
        throw SystemFailure.last("symlink").storeFailure(path: entry.path)
      }
    case .file:
      guard let device = entry.device, let inode = entry.inode else {
        return try write(content(of: place), entry)
      }
      let identity = FileIdentity(device: device, inode: inode)
      if let name = restored[identity] ?? Self.present(identity, entry.otherName) {
        if link(name, entry.path) == 0 { return }
      }
      try write(content(of: place), entry)
      restored[identity] = entry.path
    }
  }

  /// Remembers a file with several names that is there already.
  private mutating func noteName(of entry: DataArchive.Entry) {
    guard let device = entry.device, let inode = entry.inode else { return }
    let identity = FileIdentity(device: device, inode: inode)
    restored[identity] = restored[identity] ?? entry.path
  }

  /// A name that the very file has still.
  private static func present(_ identity: FileIdentity, _ name: String?) -> String? {
    guard let name, FileStatus.ifKnown(name, followingLinks: false)?.identity == identity else {
      return nil
    }
    return name
  }

  private func make(_ entry: DataArchive.Entry) throws(StoreFailure) {
    // The folders above it went with other items, or not at all.
    let parent = FilePath.parent(of: entry.path)
    if FileStatus.ifKnown(parent) == nil,
      let above = archive.index.entries.first(where: { $0.path == parent && $0.kind == .folder })
    {
      try make(above)
    }
    guard mkdir(entry.path, mode_t(entry.mode)) == 0 || errno == EEXIST else {
      throw SystemFailure.last("mkdir").storeFailure(path: entry.path)
    }
    lchown(entry.path, entry.owner, entry.group)
    chmod(entry.path, mode_t(entry.mode))
  }

  func write(
    _ bytes: [UInt8], _ entry: DataArchive.Entry
  ) throws(StoreFailure) {
    // It has its name when it is whole, so that one that was stopped is not taken for another program's.
    let temporary = TemporarySibling(of: entry.path).path
    let isStopped = data.access.faults.fault(.write) == .crash
    try reportingFailures(of: entry.path) { () throws(SystemFailure) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try Descriptor(opening: temporary, flags: flags)
      do throws(SystemFailure) {
        try file.write(isStopped ? Array(bytes.prefix(bytes.count / 2)) : bytes)
        if isStopped { throw SystemFailure(call: "crash", code: EINTR) }
        // An owner that cannot be kept is let go; the mode is that of the old file in any case.
        if fchown(file.number, entry.owner, entry.group) != 0, errno != EPERM {
          throw .last("fchown")
        }
        guard fchmod(file.number, mode_t(entry.mode)) == 0 else { throw .last("fchmod") }
        guard FrozenFile(at: entry.path) == nil else {
          throw SystemFailure(call: "rename", code: EEXIST)
        }
        guard rename(temporary, entry.path) == 0 else { throw .last("rename") }
      } catch {
        if !isStopped { unlink(temporary) }
        throw error
      }
    }
    Self.setTime(of: entry)
  }

  /// Sets the times that the making of names has changed: of databases, of folders, and of what stayed.
  func setTimes(_ outcomes: [PlanResult.Outcome]) {
    let deepestFirst = archive.index.entries.sorted { $0.path.utf8.count > $1.path.utf8.count }
    for entry in deepestFirst where outcomes[entry.removal] == .cancelled {
      if entry.kind == .folder { Self.setTime(of: entry) }
    }
  }

  static func setTime(of entry: DataArchive.Entry) {
    let (seconds, nanoseconds) = entry.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    let untouched = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)  // UTIME_OMIT
    _ = [untouched, time].withUnsafeBufferPointer {
      utimensat(AT_FDCWD, entry.path, $0.baseAddress, AT_SYMLINK_NOFOLLOW)
    }
  }
}
