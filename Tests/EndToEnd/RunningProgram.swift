import Foundation

/// A program that runs beside a test until the test lets go of it.
final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  /// Starts a program whose input stays open.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
    ].merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The id of the process.
  var id: Int32 { process.processIdentifier }

  /// Whether the program has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// Reads one line of what the program prints; nil when it ended without one.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer.removeSubrange(buffer.startIndex...end)
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      buffer.append(more)
    }
  }

  /// Ends the program's input and waits until it is gone.
  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for the end and returns the status.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit {
    if process.isRunning { process.terminate() }
  }
}
