import CookieCore
import Glibc

extension PrivateFiles {
  /// The real file system.
  package static let system = PrivateFiles(
    makeDirectory: { (path) throws(FileFault) in
      guard unsafe mkdir(path, 0o700) == 0 else { throw FileFault(path, "mkdir") }
    },
    write: writeFile,
    append: appendToFile,
    rename: { (from, to) throws(FileFault) in
      guard unsafe Glibc.rename(from, to) == 0 else { throw FileFault(to, "rename") }
    },
    syncDirectory: { (path) throws(FileFault) in
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFault(path, "open") }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw FileFault(path, "fsync") }
    },
    read: readFile,
    list: listDirectory,
    status: { (path) throws(FileFault) in
      var found = stat()
      guard unsafe lstat(path, &found) == 0 else { throw FileFault(path, "lstat") }
      let seconds = Int64(found.st_mtim.tv_sec)
      var status = Status(
        byteCount: Int(found.st_size), modified: Timestamp(seconds: seconds),
        device: UInt64(found.st_dev), isDirectory: found.st_mode & S_IFMT == S_IFDIR)
      status.stamp = Stamp(
        device: UInt64(found.st_dev), inode: UInt64(found.st_ino), byteCount: Int(found.st_size),
        contentChange: nanoseconds(found.st_mtim), statusChange: nanoseconds(found.st_ctim))
      return status
    },
    remove: { (path) throws(FileFault) in
      guard unsafe unlink(path) == 0 else { throw FileFault(path, "unlink") }
    },
    removeDirectory: { (path) throws(FileFault) in
      guard unsafe rmdir(path) == 0 else { throw FileFault(path, "rmdir") }
    }, besides: besides, lock: lockFile)

  /// A name with the writer's id in it, so that others can tell whether it is still at work.
  @Sendable private static func besides(_ path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = slash == path.startIndex ? "." : String(path[..<slash])
    let prefix = path[slash...] + "."
    for name in (try? listDirectory(folder)) ?? []
    where name.hasPrefix(prefix) && name.hasSuffix(".new") {
      let writer = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
      guard let writer, kill(writer, 0) != 0, errno == ESRCH else { continue }
      unsafe unlink(folder + "/" + name)
    }
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(path).\(getpid())-\(random).new"
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  @Sendable private static func lockFile(_ path: String) throws(FileFault) -> Locking {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFault(path, "open") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let fault = FileFault(path, "flock")
      close(descriptor)
      guard fault.code == EWOULDBLOCK else { throw fault }
      let text = try String(decoding: readFile(path), as: UTF8.self)
      return .held(by: Int32(text.filter(\.isNumber)))
    }
    do throws(FileFault) {
      guard ftruncate(descriptor, 0) == 0 else { throw FileFault(path, "ftruncate") }
      try writeAll(Array("\(getpid())\n".utf8), to: descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    return .taken(FileLock { close(descriptor) })
  }

  @Sendable private static func writeFile(_ path: String, _ bytes: [UInt8]) throws(FileFault) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw FileFault(path, "open") }
    do throws(FileFault) {
      try writeAll(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw FileFault(path, "fsync") }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw FileFault(path, "close") }
  }

  @Sendable private static func appendToFile(
    _ path: String, _ bytes: [UInt8], _ replaced: Range<Int>
  ) throws(FileFault) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileFault(path, "open") }
    let start = off_t(replaced.lowerBound)
    do throws(FileFault) {
      // Another process may be adding something; it takes no longer than a write.
      guard flock(descriptor, LOCK_EX) == 0 else { throw FileFault(path, "flock") }
      var found = stat()
      guard unsafe fstat(descriptor, &found) == 0 else { throw FileFault(path, "fstat") }
      guard Int(found.st_size) == replaced.upperBound else {
        throw FileFault(path: path, call: "fstat", code: FileFault.stale)
      }
      guard ftruncate(descriptor, start) == 0 else { throw FileFault(path, "ftruncate") }
      guard lseek(descriptor, start, SEEK_SET) >= 0 else { throw FileFault(path, "lseek") }
      try writeAll(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw FileFault(path, "fsync") }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw FileFault(path, "close") }
  }

  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileFault) {
    var offset = 0
    while offset < bytes.count {
      // The pointer is used within the call only, and the count is what is left behind it.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count < 0 {
        guard errno == EINTR else { throw FileFault(path, "write") }
      } else {
        offset += count
      }
    }
  }

  @Sendable private static func readFile(_ path: String) throws(FileFault) -> [UInt8] {
    try PlainFile.read(path, followingLinks: false)
  }

  @Sendable private static func listDirectory(_ path: String) throws(FileFault) -> [String] {
    guard let directory = unsafe opendir(path) else { throw FileFault(path, "opendir") }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      // The name is terminated, and the entry is valid until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension FileFault {
  /// Takes the present value of errno.
  fileprivate init(_ path: String, _ call: String) {
    self.init(path: path, call: call, code: errno)
  }
}
