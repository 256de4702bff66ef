import Glibc

/// Writes files that hold secrets: readable by their owner alone, and whole or not at all.
enum PrivateFileWriter {
  /// Replaces a file, or makes a new one.
  ///
  /// The bytes are written beside it and flushed, and the name changes hands in one step, so that at every
  /// moment the path holds all of the old or all of the new content. A symbolic link is followed. When
  /// anything fails, the old file is as it was and nothing is left over; what an earlier process that was killed
  /// left is removed.
  static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    let target = try target(of: path)
    let folder = parent(of: target)
    let prefix = ".\(name(of: target).prefix(48)).pantler-"
    removeLeftovers(in: folder, prefix)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = "\(folder)/\(prefix)\(getpid())-\(random)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(temporary, flags, 0o600)
    guard descriptor >= 0 else { throw FileFailure(path: path, call: "open", code: errno) }
    do throws(FileFailure) {
      defer { close(descriptor) }
      // The mode of the process may have taken bits away; more are never added.
      guard fchmod(descriptor, 0o600) == 0 else { throw fault("fchmod", path) }
      try fill(descriptor, bytes, path)
      guard fsync(descriptor) == 0 else { throw fault("fsync", path) }
      guard rename(temporary, target) == 0 else { throw fault("rename", path) }
    } catch {
      unlink(temporary)
      throw error
    }
    flush(folder: folder)
  }

  /// Which file a path leads to, whatever it is called; nil when there is none.
  static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Makes a directory for its owner alone, and those above it.
  static func makeDirectory(_ path: String) throws(FileFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw FileFailure(path: path, call: "mkdir", code: errno)
    }
    try makeDirectory(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileFailure(path: path, call: "mkdir", code: errno)
    }
  }

  /// The file that a path leads to in the end; the path itself when there is none.
  private static func target(of path: String) throws(FileFailure) -> String {
    var target = path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(target, &status) == 0 else {
        guard errno == ENOENT else { throw fault("lstat", path) }
        return target
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return target
      case S_IFLNK:
        let next = try link(at: target, path)
        target = next.hasPrefix("/") ? next : parent(of: target) + "/" + next
      case S_IFDIR: throw FileFailure(path: path, call: "open", code: EISDIR)
      default: throw FileFailure(path: path, call: "open", code: EPERM)
      }
    }
    throw FileFailure(path: path, call: "open", code: ELOOP)
  }

  private static func link(at path: String, _ named: String) throws(FileFailure) -> String {
    var failure: Int32 = 0
    let bytes = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
      let length = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
      if length < 0 { failure = errno }
      count = max(0, length)
    }
    guard failure == 0 else { throw FileFailure(path: named, call: "readlink", code: failure) }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func fill(
    _ descriptor: Int32, _ bytes: [UInt8], _ path: String
  ) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault("write", path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the change of name last; a file system that cannot do so is no fault of the content.
  private static func flush(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Removes the halves of files whose writers are dead, since they hold secrets.
  private static func removeLeftovers(in folder: String, _ prefix: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix) else { continue }
      let owner = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
      guard let owner, kill(owner, 0) != 0, errno == ESRCH else { continue }
      unlink(folder + "/" + name)
    }
  }

  private static func name(of path: String) -> Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func fault(_ call: String, _ path: String) -> FileFailure {
    FileFailure(path: path, call: call, code: errno)
  }
}
