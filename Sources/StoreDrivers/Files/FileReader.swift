import Glibc
import StoreFormats
package import StoreModel

/// The content of a file at one moment.
package struct FileContent: Sendable {
  /// All bytes.
  package var bytes: [UInt8]
  /// What the file system said when they were read.
  package var status: FileStatus
  /// Identifies the bytes.
  package var fingerprint: FileFingerprint

  init(bytes: [UInt8], status: FileStatus) {
    self.bytes = bytes
    self.status = status
    fingerprint = FileFingerprint(of: bytes)
  }
}

/// Redacted: the bytes hold secrets.
extension FileContent: CustomStringConvertible, CustomReflectable {
  /// A form without content.
  package var description: String { "FileContent(\(bytes.count) bytes)" }
  /// A mirror that shows no bytes.
  package var customMirror: Mirror { Mirror(self, children: ["bytes": bytes.count]) }
}

extension FileFingerprint {
  /// Identifies some bytes.
  package init(of bytes: [UInt8]) {
    self.init(byteCount: bytes.count, digest: SHA256Digest.hex(of: bytes))
  }
}

/// Reads whole files without changing anything about them.
package struct FileReader: Sendable {
  /// How long to wait for a writer.
  package var budget: RetryBudget
  /// The largest file that is read.
  package var byteLimit: Int
  /// The present time in nanoseconds since 1970, by the clock of the file system.
  package var now: @Sendable () -> Int64 = FileReader.systemTime

  /// More than stores have; a file that is longer is something else, or a hole.
  static let mostBytes = 512 << 20

  /// Takes every field as it is.
  package init(budget: RetryBudget = RetryBudget(), byteLimit: Int = FileReader.mostBytes) {
    self.budget = budget
    self.byteLimit = byteLimit
  }

  /// Reads a file of which no byte changed in the meantime.
  ///
  /// Symbolic links are followed. Programs that rewrite a file in place empty it first, and write it in pieces; so an
  /// empty file, or a text that ends within a line, is looked at again for a while when it was changed just now.
  ///
  /// - Throws: `locked` when the file kept changing for as long as the budget allows.
  package func read(_ path: String) throws(StoreFailure) -> FileContent {
    let content = try budget.firstResult { () throws(StoreFailure) in
      try reportingFailures(of: path, limit: byteLimit) { () throws(SystemFailure) in
        try readOnce(path)
      }
    }
    guard let content else { throw .locked(path: path) }
    guard content.status.kind == .regular else {
      throw .unsupported(path: path, reason: content.status.kind.refusal)
    }
    return content
  }

  private func readOnce(_ path: String) throws(SystemFailure) -> FileContent? {
    let file = try Descriptor(reading: path)
    let before = try file.status()
    guard before.kind == .regular else { return FileContent(bytes: [], status: before) }
    let bytes = try file.readAll(limit: byteLimit)
    var after = try file.status()
    for _ in 0..<pauseCount(after: bytes, before) where before.hasSameContent(as: after) {
      budget.pause(budget.pauseMilliseconds)
      after = try file.status()
    }
    guard before.hasSameContent(as: after), bytes.count == after.byteCount else { return nil }
    return FileContent(bytes: bytes, status: after)
  }

  /// How often to look again whether somebody goes on writing.
  private func pauseCount(after bytes: [UInt8], _ status: FileStatus) -> Int {
    guard Self.mayBeCut(bytes) else { return 0 }
    let age = now() &- status.contentChange
    return (-Self.justNow...Self.justNow).contains(age) ? Self.mostPauses : bytes.isEmpty ? 1 : 0
  }

  /// Whether a text has no end of its last line; other formats tell by themselves that they are cut.
  private static func mayBeCut(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    return first == UInt8(ascii: "#") && last != UInt8(ascii: "\n") && last != UInt8(ascii: "\r")
  }

  /// Two seconds, in nanoseconds.
  private static let justNow: Int64 = 2_000_000_000
  private static let mostPauses = 15

  private static let systemTime: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Identifies the bytes that a file has at this moment, without waiting for a writer.
  ///
  /// A link is not followed.
  ///
  /// - Returns: nil when something is there that can't be read as a file.
  /// - Throws: `gone` when nothing is there.
  func presentFingerprint(of path: String) throws(StoreFailure) -> FileFingerprint? {
    do throws(SystemFailure) {
      let file = try Descriptor(reading: path, flags: O_NOFOLLOW)
      guard try file.status().kind == .regular else { return nil }
      return FileFingerprint(of: try file.readAll(limit: byteLimit))
    } catch {
      guard error.code != ENOENT else { throw .gone(path: path) }
      return nil
    }
  }

  /// Reads the first bytes of a file, or returns nil when that can't be done.
  func beginning(of path: String, count: Int) -> [UInt8]? {
    do throws(SystemFailure) {
      let file = try Descriptor(reading: path)
      guard try file.status().kind == .regular else { return nil }
      return try file.readChunk(at: 0, count: count)
    } catch {
      return nil
    }
  }
}
