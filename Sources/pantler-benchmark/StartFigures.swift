import Foundation
import StoreDrivers

/// How fast the program is there, and how still it is then.
enum StartFigures {
  static let all = [
    Figure(name: "start", summary: "first paint, and wake-ups while idle", measure: measure)
  ]

  /// Stands in the first frame.
  private static let marker = "Sites"

  @MainActor private static func measure(_ sizes: Sizes) async throws -> [Line] {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "pantler").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw NotMeasured(reason: "pantler was not built beside this program.")
    }
    return try await OtherProgram.withFolder { home in
      var (paint, spawn) = (Double.infinity, Double.infinity)
      for _ in 0..<5 {
        spawn = min(spawn, try Pseudoterminal("printf \(marker)", home: home).wait(for: marker))
        let terminal = try Pseudoterminal("exec '\(program)'", home: home)
        paint = min(paint, try terminal.wait(for: marker))
        terminal.end()
      }
      let wakeUps = try await wakeUps(of: program, home: home, seconds: sizes.seconds)
      return [
        .time("first paint, before any store is read", paint, atMost: 0.05),
        .time("of that, what a shell and a terminal take", spawn),
        .number("wake-ups while nothing changes", wakeUps, "a second", atMost: 0),
      ]
    }
  }

  @MainActor private static func wakeUps(
    of program: String, home: String, seconds: Int
  ) async throws -> Double {
    let terminal = try Pseudoterminal("exec '\(program)'", home: home)
    defer { terminal.end() }
    _ = try terminal.wait(for: marker)
    let processes = ProcessTable()
    guard
      let id = processes.processIDs().first(where: {
        processes.record(of: $0)?.parent == terminal.id
      })
    else { throw NotMeasured(reason: "The program was not found among the processes.") }
    // What the first reading of the stores sets going comes to rest.
    try await Task.sleep(for: .seconds(2))
    let before = try switches(of: id)
    try await Task.sleep(for: .seconds(seconds))
    // A thread that ended in between takes its count with it.
    let woken = try switches(of: id).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    return Double(woken) / Double(seconds)
  }

  /// How often each thread of a process was woken.
  private static func switches(of process: Int32) throws -> [String: Int] {
    let folder = "/proc/\(process)/task"
    var counts: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    return counts
  }
}

/// A shell command in a terminal of its own, by way of `script`.
final class Pseudoterminal {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let start: ContinuousClock.Instant

  init(_ command: String, home: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "script", "-qfc", "stty cols 120 rows 40; \(command)", "/dev/null",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment.merge([
      "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home,
      "XDG_CACHE_HOME": home, "XDG_RUNTIME_DIR": home, "TERM": "xterm-256color", "SHELL": "/bin/sh",
    ]) { $1 }
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    start = .now
    try process.run()
  }

  /// The process that holds the terminal.
  var id: Int32 { process.processIdentifier }

  /// Waits for a text, and returns the seconds since the start.
  func wait(for text: String) throws -> Double {
    var seen = Data()
    while seen.range(of: Data(text.utf8)) == nil {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { throw NotMeasured(reason: "The program ended before it showed anything.") }
      seen += chunk
    }
    return start.duration(to: .now) / .seconds(1)
  }

  /// Ends the command.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
