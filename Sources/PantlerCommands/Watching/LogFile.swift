import CookieCore
import Glibc
package import StoreModel

/// The file that the interface's log is written to as well, one JSON object a line.
///
/// Lines are added to what is there, and values stay masked. A new file is readable by its owner alone.
package final class LogFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let publicSuffixes: PublicSuffixes

  /// Opens the file, or makes it.
  init(path: String, publicSuffixes: PublicSuffixes) throws(FileFailure) {
    self.path = path
    self.publicSuffixes = publicSuffixes
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw FileFailure(path: path, call: "open", code: errno) }
  }

  deinit { close(descriptor) }

  /// Writes events until there are no more.
  ///
  /// - Returns: why no more can be written, as a sentence for people; nil at the end of the events.
  @concurrent package func follow(_ events: AsyncStream<StoreEvent>) async -> String? {
    var next: UInt64?
    for await event in events {
      if let next, event.sequence > next {
        let gap = Array("{\"kind\":\"dropped\",\"count\":\(event.sequence - next)}\n".utf8)
        if let failure = write(gap) { return failure }
      }
      next = event.sequence + 1
      let line = EventJSON.bytes(event, showsValues: false, publicSuffixes: publicSuffixes)
      if let failure = write(line + [0x0A]) { return failure }
    }
    return nil
  }

  private func write(_ line: [UInt8]) -> String? {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        return FailureText.text(
          for: .file(FileFailure(path: path, call: "write", code: errno)))
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
