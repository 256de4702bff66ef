import Glibc

/// Reads files that must be plain ones, whatever stands in their place.
package enum PlainFile {
  /// Reads a whole file without ever waiting for somebody who writes into a pipe.
  ///
  /// - Parameter limit: the most bytes; a longer file is refused with EFBIG before any of it is read.
  /// - Throws: with the code EISDIR for a folder, ESPIPE for a pipe, ENXIO for a socket, ENODEV for a device.
  package static func read(
    _ path: String, followingLinks: Bool = true, limit: Int = .max
  ) throws(FileFault) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw FileFault(path: path, call: "open", code: errno) }
    defer { close(descriptor) }
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else {
      throw FileFault(path: path, call: "fstat", code: errno)
    }
    if let code = refusal(of: found.st_mode) {
      throw FileFault(path: path, call: "open", code: code)
    }
    guard Int(found.st_size) <= limit else {
      throw FileFault(path: path, call: "read", code: EFBIG)
    }
    return try readAll(descriptor, path, expecting: Int(found.st_size))
  }

  /// The file that a path leads to in the end; the path itself when there is none.
  static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The code that tells what a file is in place of a plain one; nil for a plain one.
  private static func refusal(of mode: mode_t) -> Int32? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: EISDIR
    case S_IFIFO: ESPIPE
    case S_IFSOCK: ENXIO
    default: ENODEV
    }
  }

  /// Reads to the end, also of files whose size the system does not tell.
  private static func readAll(
    _ descriptor: Int32, _ path: String, expecting size: Int
  ) throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var failure: Int32 = 0
      let room = max(size - bytes.count + 1, 4096)
      // The closure fills the piece and says how much of it is there.
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileFault(path: path, call: "read", code: failure) }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
