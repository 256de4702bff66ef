import Foundation
import Testing

@Suite("Questions in a real terminal", .serialized, .enabled(if: endToEnd), .onOwnThreads)
struct InterfaceQuestionTests {
  /// Opens the cookies, with none or three of them marked.
  private func session(marks: Int) throws -> InterfaceSession {
    let session = try InterfaceSession()
    try session.terminal.press("2")
    try session.terminal.wait(for: "Cookies (11)")
    if marks > 0 {
      try session.terminal.pressTogether(["Home"] + Array(repeating: "Space", count: marks))
      try session.terminal.wait(for: "\(marks) marked")
    }
    return session
  }

  /// The beginning of a question.
  private func question(_ marks: Int) -> String {
    marks == 0 ? "Delete item1@" : "Delete \(marks) cookies from"
  }

  /// The button that has the focus.
  private func focused(_ screen: String) throws -> String {
    String(try #require(screen.firstMatch(of: #/\[>(.+?)<\]/#)).output.1)
  }

  /// Whether a question is on the screen.
  private func asks(_ screen: String, marks: Int) -> Bool {
    screen.contains(question(marks))
  }

  @Test(
    "FR-48: Keys typed with the deleting key confirm nothing",
    arguments: [0, 3],
    [["Enter"], Array(repeating: "Enter", count: 10), ["y"], ["y", "Enter", "y", "y"]])
  func typedAhead(marks: Int, keys: [String]) throws {
    let session = try session(marks: marks)
    let before = try session.bytes()
    try session.terminal.pressTogether(["d"] + keys)
    // The answer to a key that comes later shows that those before it were taken.
    try session.terminal.press("n", "7")
    try session.terminal.wait(for: "▸ Log")
    #expect(try session.bytes() == before)
  }

  @Test("FR-48: A paste confirms nothing, and neither does Enter", arguments: [0, 3])
  func paste(marks: Int) throws {
    let session = try session(marks: marks)
    let before = try session.bytes()
    try session.terminal.press("d")
    try session.terminal.wait("the question") { asks($0, marks: marks) }
    try session.terminal.paste("y\ny\n")
    #expect(asks(try session.terminal.screen(), marks: marks))
    try session.answer("Enter", to: question(marks))
    try session.terminal.wait(for: "Nothing was changed.")
    #expect(try session.bytes() == before)
  }

  @Test("FR-40: An arrow in two pieces is an arrow, for as long as the person wants to wait")
  func slowArrow() throws {
    let session = try InterfaceSession(environment: ["ESCDELAY": "60000"])
    let terminal = session.terminal
    try terminal.press("2")
    try terminal.wait(for: "Cookies (11)")
    try terminal.pressTogether(["Home", "Space", "Space", "Space", "d"])
    try terminal.wait(for: "[>Cancel<]")
    // A question takes no key in its first moments.
    try terminal.wait("the question to take keys") { screen in
      if screen.contains("[ Cancel ]") { return true }
      try terminal.press("Right")
      return false
    }
    let before = try focused(terminal.settledScreen())
    try terminal.type("\u{1B}")
    try terminal.type("[C")
    try terminal.wait("the arrow to be taken") { try focused($0) != before }
    #expect(try terminal.screen().contains(question(3)))
  }

  @Test("FR-40: Escape closes the question within a tenth of a second", arguments: [0, 3])
  func escape(marks: Int) throws {
    let session = try session(marks: marks)
    try session.terminal.press("d")
    try session.terminal.wait("the question") { asks($0, marks: marks) }
    // In one write and in two, an arrow is an arrow.
    try session.terminal.type("\u{1B}[C")
    try session.terminal.type("\u{1B}[D")
    try session.terminal.wait("the question") { asks($0, marks: marks) }
    let start = ContinuousClock.now
    try session.terminal.press("Escape")
    try session.terminal.wait("the question to go") { !asks($0, marks: marks) }
    // The time of three calls of tmux on a busy machine is in it.
    #expect(start.duration(to: .now) < .seconds(1))
  }

  @Test("The command that a question copies does what the question asks about, and holds no value")
  func copiedCommand() throws {
    let session = try session(marks: 3)
    try session.terminal.press("d")
    try session.terminal.wait("the question") { asks($0, marks: 3) }
    let folder = session.home.url.appending(path: ".local/state/pantler/plans")
    // A question takes no key in its first moments.
    try InterfaceSession.wait("the plan to be kept") {
      try session.terminal.press("c")
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names?.contains { $0.hasPrefix("plan-") } ?? false
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let plan = folder.appending(path: try #require(names.first { $0.hasPrefix("plan-") }))
    let mode = try FileManager.default.attributesOfItem(atPath: plan.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(
      !String(decoding: try Data(contentsOf: plan), as: UTF8.self).contains("\"value\" : \"value"))
    #expect(try session.remaining() == InterfaceSession.names)
    try Program(Program.built("pantler").path).run(
      ["rm", session.home.path("jar.txt"), "--plan", plan.path, "--yes"],
      environment: session.home.environment)
    // The list was in order of the names.
    let gone = Set(InterfaceSession.names).subtracting(try session.remaining())
    #expect(gone == ["item1", "item10", "item2"])
  }
}
