import Glibc

/// An open file, which is closed when this value goes away.
struct Descriptor: ~Copyable {
  /// The number that the system knows it by.
  let number: Int32

  /// O_NOATIME, which the C library shows only to GNU sources; the same number on every architecture of Swift's.
  private static let keepAccessTime: Int32 = 0o1_000_000

  /// Takes over an open file.
  init(owning number: Int32) {
    self.number = number
  }

  /// Opens a file without keeping it open in child processes.
  init(opening path: String, flags: Int32, mode: UInt32 = 0o600) throws(SystemFailure) {
    var number: Int32
    repeat {
      number = open(path, flags | O_CLOEXEC, mode_t(mode))
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .last("open") }
    self.number = number
  }

  /// Opens a file for reading without touching its access time where the system allows that.
  ///
  /// A pipe in the place of a file doesn't block.
  init(reading path: String, flags: Int32 = 0) throws(SystemFailure) {
    let base = O_RDONLY | O_NONBLOCK | O_NOCTTY | flags
    do throws(SystemFailure) {
      try self.init(opening: path, flags: base | Self.keepAccessTime)
    } catch {
      // Only the owner of a file may leave its access time alone.
      guard error.code == EPERM else { throw error }
      try self.init(opening: path, flags: base)
    }
  }

  deinit {
    close(number)
  }

  /// What the file system says about the file.
  func status() throws(SystemFailure) -> FileStatus {
    try FileStatus(descriptor: number)
  }

  /// Reads from the start to the end.
  ///
  /// - Parameter limit: the most bytes to read; a longer file is refused before any of it is read.
  func readAll(limit: Int) throws(SystemFailure) -> [UInt8] {
    let expected = max(try status().byteCount, 0)
    guard expected <= limit else { throw .tooLong }
    // One byte more than there should be, so that the end shows without another read.
    var bytes = try readChunk(at: 0, count: expected + 1)
    var isAtEnd = bytes.count <= expected
    while !isAtEnd {
      let chunk = try readChunk(at: bytes.count, count: 65_536)
      isAtEnd = chunk.isEmpty
      bytes += chunk
      guard bytes.count <= limit else { throw .tooLong }
    }
    return bytes
  }

  /// Reads up to a number of bytes at an offset; fewer only at the end.
  func readChunk(at offset: Int, count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let base = buffer.baseAddress.map { $0 + filled }
        let got = pread(number, base, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = .last("read") }
        if got <= 0 { return }
        filled += got
      }
    }
    if let failure { throw failure }
    return chunk
  }

  /// Writes all bytes at the current position.
  func write(_ bytes: [UInt8]) throws(SystemFailure) {
    var failure: SystemFailure?
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let base = buffer.baseAddress.map { $0 + offset }
        let written = Glibc.write(number, base, buffer.count - offset)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else {
          failure = written < 0 ? .last("write") : SystemFailure(call: "write", code: ENOSPC)
          return
        }
        offset += written
      }
    }
    if let failure { throw failure }
  }

  /// Waits until the content is on the disk.
  func synchronize() throws(SystemFailure) {
    guard fsync(number) == 0 else { throw .last("fsync") }
  }
}
