import CookieCore
import Glibc

/// Makes and removes the files of a demo.
enum DemoFiles {
  /// Writes a file that was last changed at a given time.
  static func write(
    _ bytes: [UInt8], to path: String, modified: Timestamp
  ) throws(FileFailure) {
    if let slash = path.lastIndex(of: "/") {
      try PrivateFileWriter.makeDirectory(String(path[..<slash]))
    }
    try PrivateFileWriter.write(bytes, to: path)
    let time = timespec(
      tv_sec: Int(modified.seconds), tv_nsec: Int(modified.microseconds % 1_000_000) * 1000)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Makes a symbolic link.
  static func link(_ target: String, at path: String) throws(FileFailure) {
    if let slash = path.lastIndex(of: "/") {
      try PrivateFileWriter.makeDirectory(String(path[..<slash]))
    }
    guard symlink(target, path) == 0 else {
      throw FileFailure(path: path, call: "symlink", code: errno)
    }
  }

  /// Removes a directory with everything in it; links are not followed.
  static func removeTree(_ path: String) {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let child = path + "/" + name
        var status = stat()
        if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          removeTree(child)
        } else {
          unlink(child)
        }
      }
      closedir(stream)
    }
    rmdir(path)
  }

  /// Makes a directory for a demo that no other demo is using.
  ///
  /// The name says the user and the seed, so that the same seed has the same paths. What a demo left that did not
  /// come to its end is removed.
  static func claim(_ base: String, seed: UInt64) throws(FileFailure) -> String {
    for attempt in 0..<100 {
      let path = "\(base)/pantler-demo-\(getuid())-\(seed)" + (attempt == 0 ? "" : "-\(attempt)")
      if mkdir(path, 0o700) == 0 { return try mark(path) }
      guard errno == EEXIST else { throw FileFailure(path: path, call: "mkdir", code: errno) }
      guard isAbandoned(path) else { continue }
      removeTree(path)
      if mkdir(path, 0o700) == 0 { return try mark(path) }
    }
    throw FileFailure(path: base, call: "mkdir", code: EEXIST)
  }

  private static func mark(_ path: String) throws(FileFailure) -> String {
    try PrivateFileWriter.write(Array("\(getpid())\n".utf8), to: path + "/.owner")
    return path
  }

  /// Whether a directory is of this user and of a process that has ended.
  private static func isAbandoned(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid()
    else { return false }
    guard let bytes = try? FileBytes.readPlain(path + "/.owner") else { return false }
    let text = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    guard let process = Int32(text) else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
