import Foundation
import Testing

/// The interface in a terminal, in a home with one jar of eleven cookies.
final class InterfaceSession {
  let home: Home
  let terminal: Terminal

  /// The names of the cookies of the jar, all of them of one host but for the last.
  static let names = (1...10).map { "item\($0)" } + ["theme"]

  /// Starts the interface, or another command with `pantler` for the program, and waits for the cookies.
  init(
    columns: Int = 80, rows: Int = 24, term: String = "tmux-256color", jar: String = jar(),
    environment: [String: String] = [:], command: String = "exec pantler", waits: Bool = true,
    prepare: (Home) throws -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    home = try Home()
    try home.write(jar, to: "jar.txt")
    try home.write("{ jars: [\"\(home.path("jar.txt"))\"] }", to: ".config/pantler/config.json5")
    try FileManager.default.createSymbolicLink(
      atPath: home.path("pantler"), withDestinationPath: Program.built("pantler").path)
    try prepare(home)
    let inner = "echo $$ >'\(home.path("pid"))'; \(command)"
    let outer =
      "sh -c \"$INNER\"; status=$?; stty -a >'\(home.path("stty-after"))'; (exit $status)"
    var variables = home.environment.merging(environment) { $1 }
    variables["PATH"] = home.url.path + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    variables["INNER"] = inner
    variables["SHELL"] = "/bin/sh"
    // Programs of other tests that run beside this one have stores, too.
    variables["PANTLER_PROCESS_ROOT"] = home.path("processes")
    // What the runtime tells of a crash takes seconds, and asks a question.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    terminal = try Terminal(outer, columns: columns, rows: rows, environment: variables, term: term)
    if waits {
      try terminal.wait("the cookies", sourceLocation: sourceLocation) {
        $0.contains("\(Self.count(jar)) cookies")
      }
    }
  }

  /// A jar as curl writes it.
  static func jar(_ extra: String = "") -> String {
    "# Netscape HTTP Cookie File\n\n"
      + names.map { name in
        let host = name == "theme" ? "shop.test\tFALSE" : ".example.org\tTRUE"
        return "\(host)\t/\tFALSE\t4102444800\t\(name)\tvalue\n"
      }.joined() + extra
  }

  private static func count(_ jar: String) -> Int {
    jar.split(separator: "\n").count { !$0.hasPrefix("# ") }
  }

  /// The bytes of the jar.
  func bytes() throws -> Data { try home.bytes("jar.txt") }

  /// The names in the jar.
  func remaining() throws -> [String] {
    String(decoding: try bytes(), as: UTF8.self).split(separator: "\n")
      .compactMap { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        return fields.count == 7 ? String(fields[5]) : nil
      }
  }

  /// Presses a key that answers a question until it is taken.
  ///
  /// A question takes no answer in its first moments.
  func answer(_ key: String, to question: String) throws {
    let end = Date(timeIntervalSinceNow: 30)
    while try terminal.screen().contains(question) {
      guard Date() < end else { throw Failure.waitedInVain("the answer to be taken") }
      try terminal.press(key)
      let next = Date(timeIntervalSinceNow: 3)
      while Date() < next, try terminal.screen().contains(question) {}
    }
  }

  /// The process of the interface.
  func process() throws -> Int32 {
    let text = String(decoding: try home.bytes("pid"), as: UTF8.self)
    return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Sends a signal to the interface.
  func signal(_ number: Int32) throws {
    try #require(kill(try process(), number) == 0)
  }

  /// The state letter that the system has for a process; nil when it is gone.
  static func state(of process: Int32) -> Character? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let state = text[end...].dropFirst(2).first
    return state == "Z" ? nil : state
  }

  /// Waits until a fact holds.
  static func wait(
    _ what: String, seconds: Double = 30, sourceLocation: SourceLocation = #_sourceLocation,
    until holds: () throws -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !holds() {
      guard Date() < end else {
        Issue.record("waited in vain for \(what)", sourceLocation: sourceLocation)
        throw Failure.waitedInVain(what)
      }
      poll(nil, 0, 5)
    }
  }

  /// Waits for the end, checks that the terminal is as it was, and returns the status.
  func status(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let screen = try terminal.wait(for: "[left with ", sourceLocation: sourceLocation)
    #expect(
      try home.bytes("stty-after") == home.bytes("stty-before"), sourceLocation: sourceLocation)
    #expect(try terminal.modes() == .usual, sourceLocation: sourceLocation)
    let number = try #require(screen.firstMatch(of: #/\[left with (\d+)\]/#)?.output.1)
    return try #require(Int(number))
  }
}
