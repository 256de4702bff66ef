import Glibc
import StoreManager

/// Reads files that a person named.
enum FileBytes {
  /// More than any list of cookies has.
  private static let mostBytes = 512 << 20

  /// Reads a plain file; a pipe, a socket, a device or a folder in its place is refused without waiting for it.
  static func readPlain(_ path: String) throws(FileFailure) -> [UInt8] {
    do {
      return try PlainFile.read(path, limit: mostBytes)
    } catch {
      throw FileFailure(path: path, call: error.call, code: error.code)
    }
  }

  /// Reads a plain file, or standard input for `-`, or what a shell hands over as an open file, as for `<(…)`.
  ///
  /// A pipe that is named by itself is refused, since nobody may ever write into it.
  static func read(_ path: String) throws(FileFailure) -> [UInt8] {
    guard path == "-" || isHandedOver(path) else { return try readPlain(path) }
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileFailure(path: path, call: "open", code: errno) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    while true {
      var failure: Int32 = 0
      // The closure fills the piece and says how much of it is there.
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        let found = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if found < 0 { failure = errno }
        count = max(0, found)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileFailure(path: path, call: "read", code: failure) }
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= mostBytes else {
        throw FileFailure(path: path, call: "read", code: EFBIG)
      }
    }
  }

  private static func isHandedOver(_ path: String) -> Bool {
    path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }
}

extension FileFailure {
  /// Whether there is no such file.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
