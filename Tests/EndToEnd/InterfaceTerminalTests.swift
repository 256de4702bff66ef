import Foundation
import Testing

@Suite("The terminal is left as it was found", .serialized, .enabled(if: endToEnd), .onOwnThreads)
struct InterfaceTerminalTests {
  @Test("FR-41: q leaves the terminal as it was", arguments: ["q", "Q", "F10"])
  func quit(key: String) throws {
    let session = try InterfaceSession()
    #expect(try session.terminal.modes() != .usual)
    try session.terminal.press(key)
    #expect(try session.status() == 0)
  }

  @Test(
    "FR-41: A signal leaves the terminal as it was, and the status tells of it",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP])
  func signals(number: Int32) throws {
    let session = try InterfaceSession()
    let before = try session.bytes()
    try session.terminal.press("2")
    try session.terminal.wait(for: "Cookies (11)")
    try session.signal(number)
    #expect(try session.status() == Int(128 + number))
    #expect(try session.bytes() == before)
  }

  @Test(
    "FR-41: After a crash the message stands on the normal screen, and keys go to the shell",
    arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGILL])
  func crash(number: Int32) throws {
    let session = try InterfaceSession(command: "exec env -u SWIFT_BACKTRACE pantler")
    try session.signal(number)
    #expect(try session.status() == Int(128 + number))
    try session.terminal.type("echo typed $((40 + 2))\n")
    let screen = try session.terminal.wait(for: "typed 42")
    #expect(screen.contains("pantler: it crashed. Every store is as it was"))
    #expect(!screen.contains("Press space") && !screen.contains("Backtrace"))
  }

  @Test("FR-43: Without its terminal the program ends", arguments: ["", "trap '' HUP; "])
  func vanished(trap: String) throws {
    let session = try InterfaceSession(command: trap + "exec pantler")
    let process = try session.process()
    let before = try session.bytes()
    try session.terminal.vanish()
    try InterfaceSession.wait("the end of the program", seconds: 2) {
      InterfaceSession.state(of: process) == nil
    }
    #expect(try session.bytes() == before)
  }

  @Test(
    "FR-36: Where no screen can be opened, one line says why, and nothing else is written",
    arguments: [
      ("env -u TERM pantler", "TERM"), ("env TERM= pantler", "TERM"),
      ("env TERM=dumb pantler", "TERM=dumb"),
      ("env TERM=no-such-terminal pantler", "TERM=no-such-terminal"),
      ("pantler >\"$HOME/output\"", "standard output"),
    ])
  func unusable(command: String, reason: String) throws {
    let session = try InterfaceSession(
      command: "exec \(command) 2>\"$HOME/errors\"", waits: false
    ) { try $0.write("", to: "output") }
    #expect(try session.status() == 1)
    let screen = try session.terminal.screen().trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(screen.hasPrefix("[left with 1]"))
    let errors = String(decoding: try session.home.bytes("errors"), as: UTF8.self)
    #expect(errors.count { $0 == "\n" } == 1 && errors.hasSuffix("\n"))
    #expect(errors.contains(reason) && errors.contains("pantler cookies"))
    #expect(errors.contains("pantler --linear"))
    #expect(try session.home.bytes("output").isEmpty)
  }

  @Test("At rest nothing wakes the program: no thread looks after the others")
  func idle() throws {
    let session = try InterfaceSession()
    // The dispatch library, once it runs work, waits for its timers at one of these for as long as the process lives.
    let folder = "/proc/\(try session.process())/fd"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    #expect(files.contains { $0.contains("[timerfd]") })
    #expect(!files.contains { $0.contains("[eventpoll]") })
    try session.terminal.press("q")
    #expect(try session.status() == 0)
  }

  @Test("A theme that is not there is told before the screen opens")
  func missingTheme() throws {
    let session = try InterfaceSession(command: "exec pantler --theme drak", waits: false)
    #expect(try session.status() == 2)
    let screen = try session.terminal.screen()
    #expect(screen.contains("there is no theme “drak”; did you mean “dark”?"))
  }

  @Test(
    "FR-36: Terminals of every age show the cookies and the selected one",
    arguments: ["vt102", "vt220", "linux", "xterm", "xterm-256color", "screen-256color"])
  func terminals(term: String) throws {
    let session = try InterfaceSession(term: term)
    try session.terminal.press("2")
    try session.terminal.wait(for: "Cookies (11)")
    try session.terminal.record(to: session.home.path("written"))
    try session.terminal.press("C-l", "j")
    try session.terminal.press("?")
    try session.terminal.wait(for: "Help")
    try session.terminal.press("q", "Q")
    #expect(try session.status() == 0)
    let written = String(decoding: try session.home.bytes("written"), as: UTF8.self)
    if term.hasPrefix("vt") {
      #expect(!written.contains(/\u{1B}\[[0-9;]*[34][0-7]m/))
      #expect(written.contains(/\u{1B}\[(0;)?7m/))
      #expect(!written.utf8.contains { $0 > 0x7F })
    } else {
      #expect(written.contains(/\u{1B}\[[0-9;]*[34][0-8]/))
    }
  }

  @Test("FR-37: Ctrl-Z gives the shell its terminal, and fg brings all back", arguments: [0, 3])
  func suspend(marks: Int) throws {
    try stopAndGoOn(marks: marks) { session in
      try session.terminal.press("C-z")
      try session.terminal.wait(for: "Stopped")
    } resume: { session in
      try session.terminal.type("fg\n")
    }
  }

  @Test("FR-37: So do signals from outside", arguments: [0, 3])
  func stopSignals(marks: Int) throws {
    try stopAndGoOn(marks: marks) { session in
      try session.signal(SIGTSTP)
      try session.terminal.wait(for: "Stopped")
    } resume: { session in
      try session.signal(SIGCONT)
      try session.terminal.type("fg\n")
      // In the background the program stops again at once. A shell that hears of that only after it has given the job
      // the terminal takes it back, and has to be asked once more.
      let screen = try session.terminal.wait("an answer to fg") {
        $0.contains("11 cookies") || $0.contains("Stopped")
      }
      if screen.contains("Stopped") { try session.terminal.type("fg\n") }
    }
  }

  /// Starts the interface from a shell, stops it, uses the shell, makes the window larger, and goes on.
  private func stopAndGoOn(
    marks: Int, stop: (InterfaceSession) throws -> Void,
    resume: (InterfaceSession) throws -> Void
  ) throws {
    let session = try InterfaceSession(
      environment: ["PS1": "$ "], command: "exec bash --norc --noprofile -i", waits: false)
    let terminal = session.terminal
    try terminal.type("sh -c 'echo $$ >$HOME/pid; exec pantler'\n")
    try terminal.wait(for: "11 cookies")
    try terminal.press("2")
    try terminal.wait(for: "Cookies (11)")
    if marks > 0 {
      try terminal.pressTogether(["Home"] + Array(repeating: "Space", count: marks) + ["d"])
      try terminal.wait(for: "Delete \(marks) cookies from")
    }
    try stop(session)
    #expect(try terminal.modes() == .usual)
    try terminal.type("clear; stty -a >$HOME/stty-stopped; echo typed $((40 + 2))\n")
    try terminal.wait(for: "typed 42")
    #expect(try session.home.bytes("stty-stopped") == session.home.bytes("stty-before"))
    try terminal.resize(columns: 100, rows: 30)
    try resume(session)
    try terminal.wait("the whole screen at its new size") { screen in
      screen.split(separator: "\n").contains { $0.count == 100 } && screen.contains("11 cookies")
        && (marks == 0 || screen.contains("Delete \(marks) cookies from"))
    }
    #expect(try terminal.modes().isAlternateScreen)
    #expect(try session.remaining().count == 11)
    if marks > 0 { try terminal.press("n") }
    try terminal.press("Q")
    try InterfaceSession.wait("the shell") { try terminal.modes() == .usual }
    try terminal.type("echo ended with $?\n")
    try terminal.wait(for: "ended with 0")
  }

  @Test(
    "FR-38: In a terminal, with its output closed, a command says nothing",
    arguments: ["cookies", "stores", "cookies --json", "watch"])
  func closedOutput(command: String) throws {
    let session = try InterfaceSession(
      command: "pantler \(command) >&- 2>\"$HOME/errors\"", waits: false)
    #expect(try session.status() == 0)
    let said = String(decoding: try session.home.bytes("errors"), as: UTF8.self)
    #expect(said.isEmpty || command == "watch")
    #expect(try session.terminal.screen().hasPrefix("\n[left with 0]"))
    #expect(try session.remaining().count == 11)
  }

  @Test(
    "FR-38: A reader that goes away is no error, and a full disk is one",
    arguments: [
      ("pantler cookies | head -1", [0, 141]), ("pantler cookies | true", [0, 141]),
      ("pantler cookies >/dev/full", [1]),
    ])
  func output(command: String, statuses: [Int]) throws {
    let home = try Home()
    let lines = (1...5000).map { "example.org\tFALSE\t/\tFALSE\t4102444800\titem\($0)\tvalue\n" }
    try home.write("# Netscape HTTP Cookie File\n\n" + lines.joined(), to: "jar.txt")
    let program = try Program.built("pantler").path
    let shell = Program("/bin/bash")
    let call = command.replacing(
      "pantler cookies", with: "'\(program)' cookies '\(home.path("jar.txt"))'")
    let result = try shell.result(
      ["-c", call + "; echo \"${PIPESTATUS[0]}\" >\"$HOME/status\""],
      environment: home.environment)
    let status = String(decoding: try home.bytes("status"), as: UTF8.self)
    #expect(statuses.map { "\($0)\n" }.contains(status))
    #expect(result.errors.isEmpty == statuses.contains(0))
    #expect(result.output.split(separator: "\n").count <= 1)
  }
}
