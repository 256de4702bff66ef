import Foundation
import Testing

/// Another process, which lives until its input ends.
final class Child: Sendable {
  private let input: Pipe
  private let output: Pipe
  let id: Int32

  /// Starts a program.
  init(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    input = Pipe()
    output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    id = process.processIdentifier
  }

  /// A shell that has a file open.
  static func holding(_ file: String) throws -> Child {
    // The shell stays itself: another program in its place would change the name between two looks.
    let script = "exec 9<\"$0\"; echo ready; while read -r line; do :; done"
    let child = try Child("/bin/sh", ["-c", script, file])
    child.waitUntilReady()
    return child
  }

  func send(_ text: String) {
    input.fileHandleForWriting.write(Data(text.utf8))
  }

  /// Waits until the program says that it is ready, and returns what it said before that.
  @discardableResult
  func waitUntilReady() -> String {
    var text = ""
    while !text.hasSuffix("ready\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return String(text.dropLast("ready\n".count))
  }

  /// Ends the program and waits until it is gone.
  func end() {
    try? input.fileHandleForWriting.close()
    while !output.fileHandleForReading.availableData.isEmpty {}
  }

  deinit {
    try? input.fileHandleForWriting.close()
    kill(id, SIGKILL)
  }
}
