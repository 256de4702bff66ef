import Foundation

/// The lines that come in on standard input.
final class LineInput: Sendable {
  /// The lines without their ends; the stream ends with the input.
  let lines: AsyncStream<String>
  /// Whether a person types them at a terminal.
  let isTerminal: Bool
  private let descriptor: Int32

  /// Begins to read, in a thread of its own.
  init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream
    Thread.detachNewThread { Self.read(descriptor, into: continuation) }
  }

  private static func read(
    _ descriptor: Int32, into continuation: AsyncStream<String>.Continuation
  ) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var line: [UInt8] = []
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        continuation.yield(String(decoding: line, as: UTF8.self))
        line = []
      }
    }
    if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
    continuation.finish()
  }

  /// Throws away what was typed and not read yet; what comes through a pipe was meant, and stays.
  func discard() {
    if isTerminal { tcflush(descriptor, TCIFLUSH) }
  }
}
