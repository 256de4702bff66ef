import CSQLite
import Glibc

/// A copy of a database in a directory that only this user can enter, gone with the last reference.
final class PrivateDatabaseCopy {
  /// The path of the main file.
  let path: String
  private let directory: String

  /// Writes the files into a new directory of mode 0700.
  init(of image: DatabaseImage, in parent: String) throws(SQLiteFailure) {
    var template = Array((parent + "/database-XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard made else { throw SQLiteFailure(code: SQLITE_CANTOPEN) }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = directory + "/main"
    try Self.write(image.main, to: path)
    if let wal = image.wal, !wal.isEmpty { try Self.write(wal, to: path + "-wal") }
    if let journal = image.journal, !journal.isEmpty {
      try Self.write(journal, to: path + "-journal")
    }
  }

  deinit {
    for suffix in ["", "-wal", "-journal", "-shm"] { unlink(path + suffix) }
    rmdir(directory)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SQLiteFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SQLiteFailure(code: SQLITE_CANTOPEN) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SQLiteFailure(code: SQLITE_FULL) }
      rest = rest.dropFirst(count)
    }
  }
}
