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

  /// Takes every field as it is.
  package init(budget: RetryBudget = RetryBudget(), byteLimit: Int = 1 << 31) {
    self.budget = budget
    self.byteLimit = byteLimit
  }

  /// Reads a file of which no byte changed in the meantime.
  ///
  /// Symbolic links are followed. An empty file is looked at twice: programs that rewrite a file in
  /// place empty it first.
  ///
  /// - Throws: `locked` when the file kept changing for as long as the budget allows.
  package func read(_ path: String) throws(StoreFailure) -> FileContent {
    let content = try budget.firstResult { () throws(StoreFailure) in
      try reportingFailures(of: path) { () throws(SystemFailure) in try readOnce(path) }
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
    if bytes.isEmpty { budget.pause(budget.pauseMilliseconds) }
    let after = try file.status()
    guard before.hasSameContent(as: after), bytes.count == after.byteCount else { return nil }
    return FileContent(bytes: bytes, status: after)
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
