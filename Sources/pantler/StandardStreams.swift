import Foundation
import PantlerCommands

/// The standard streams of the process.
enum StandardStreams {
  static let output = Output { write($0, to: STDOUT_FILENO) }
  static let errors = Output { write($0, to: STDERR_FILENO) }

  /// Sees to it that writing to a reader that went away is an error, not the end, and that no file that is
  /// opened later takes the number of a standard stream that was closed.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Reading it gives the end, writing to it fails as writing to a closed one does.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Output.Failure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EPIPE || errno == EBADF ? .closed : .system(errno)
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
