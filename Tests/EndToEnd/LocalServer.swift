import Foundation
import Testing

/// A web server of the tests' own programs, on this machine, until the test lets go of it.
final class LocalServer {
  /// The port that it chose.
  let port: String
  private let program: RunningProgram

  /// Starts the program of a file in `Programs`, which prints its port and ends with its input.
  init(_ file: String = "cookie_server.py") throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs/\(file)").path
    program = try RunningProgram("/usr/bin/python3", [path])
    port = try #require(program.line())
  }

  /// The beginning of its addresses, of the host that no name is needed for.
  var address: String { "http://127.0.0.1:\(port)" }

  /// Every path that it was asked for, with the cookies that came.
  func asked() throws -> [String] {
    try Program("/usr/bin/curl").run(["-s", address + "/asked"]).output
      .split(separator: "\n").map(String.init)
  }

  /// Ends it and waits until it is gone.
  func stop() { program.stop() }
}
