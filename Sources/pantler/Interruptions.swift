import Foundation

/// The signals that ask the program to end.
enum Interruptions {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Where the handler writes the number of a signal, and where it is read.
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    return Foundation.pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
  }()

  /// Takes the signals over for the rest of the process; only the newest stream gets them.
  @Sendable
  static func stream() -> AsyncStream<Int32> {
    let reading = pipe.read
    for number in numbers {
      signal(number) { number in
        // Nothing but this system call is allowed in a handler.
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Foundation.write(Interruptions.pipe.write, &byte, 1)
      }
    }
    return AsyncStream { continuation in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        while true {
          let count = read(reading, &byte, 1)
          if count < 0, errno == EINTR { continue }
          guard count == 1 else { break }
          continuation.yield(Int32(byte))
        }
        continuation.finish()
      }
    }
  }
}
