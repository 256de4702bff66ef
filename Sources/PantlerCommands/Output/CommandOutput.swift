import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// Where a command's results and messages go.
package struct CommandOutput: Sendable {
  /// Writes results; returns false when the reader is gone.
  package var write: @Sendable ([UInt8]) -> Bool
  /// Writes one line for people, to standard error.
  package var message: @Sendable (String) -> Void

  /// Takes both ways out.
  package init(
    write: @escaping @Sendable ([UInt8]) -> Bool, message: @escaping @Sendable (String) -> Void
  ) {
    self.write = write
    self.message = message
  }

  /// The standard output and error of the process.
  ///
  /// A reader that went away ends the output quietly, as it does for other programs in a pipe.
  package static let standard = CommandOutput(
    write: { bytes in writeAll(bytes, to: STDOUT_FILENO) },
    message: { line in _ = writeAll(Array("pantler: \(line)\n".utf8), to: STDERR_FILENO) })

  /// Writes one line of results.
  func line(_ text: String) {
    _ = write(Array((text + "\n").utf8))
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
