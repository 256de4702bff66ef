import Foundation
import Testing

@Suite(
  "The interface in lines works through a pipe and on any terminal", .enabled(if: endToEnd),
  .onOwnThreads)
struct LinearTests {
  /// Talks to the demo in one home and returns what it said.
  private func talk(
    _ lines: [String], arguments: [String] = ["--linear"], environment: [String: String] = [:]
  ) throws -> Program.Result {
    let home = try Home()
    return try Program(Program.built("pantler").path).run(
      ["demo", "--seed", "1"] + arguments,
      environment: home.lonelyEnvironment.merging(environment) { $1 },
      input: lines.map { $0 + "\n" }.joined())
  }

  @Test("List, filter, mark, delete, undo, sync and quit through a pipe, in plain lines")
  func pipe() throws {
    let result = try talk([
      "stores", "8", "cookies", "filter name:theme", "mark 1-2", "delete", "", "delete", "4",
      "undo",
      "filter", "empty", "stores", "sync 8", "1", "apply", "trash", "quit",
    ])
    let said = result.output.split(separator: "\n").map(String.init)
    #expect(result.errors.isEmpty)
    #expect(said.first == "Pantler. 10 stores, 144 cookies.")
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("│"))
    func place(of beginning: String, after start: Int = 0) throws -> Int {
      try #require(said[start...].firstIndex { $0.hasPrefix(beginning) }, "\(beginning)")
    }
    let marked = try place(of: "2 cookies marked.")
    let cancelled = try place(of: "Nothing was changed.", after: marked)
    let deleted = try place(of: "Deleted 2. ", after: cancelled)
    let undone = try place(of: "Undone: 2. Checked", after: deleted)
    let everything = try place(of: "In curl, curl.txt: Cookies, 21.", after: undone)
    let dialog = try place(of: "Sync curl, curl.txt, called this store", after: everything)
    let synced = try place(of: "Synced ", after: dialog)
    _ = try place(of: "Trash, ", after: synced)
  }

  @Test("What comes through a pipe is carried out when website data was read as well")
  func websiteData() throws {
    let said = try talk(["types", "quit"]).output.split(separator: "\n")
    #expect(said.contains { $0.hasSuffix("diskCache, open, 192, 2.2 megabytes, used 1 hour ago") })
    #expect(!said.contains { $0.contains("still being read") })
  }

  @Test("The end of the input leaves, and does nothing that was not answered")
  func endOfInput() throws {
    let result = try talk(["cookies", "delete 1"])
    #expect(result.output.contains("1. No, the default"))
    #expect(!result.output.contains("Deleted"))
  }

  @Test("The environment asks for lines, too")
  func environment() throws {
    let result = try talk(["where"], arguments: [], environment: ["PANTLER_ACCESSIBLE": "1"])
    #expect(result.output.hasPrefix("Pantler. 10 stores"))
  }

  @Test("A dumb terminal is told of it, and is enough for it")
  func dumb() throws {
    let session = try InterfaceSession(
      command: "exec env TERM=dumb pantler --linear", waits: false)
    let terminal = session.terminal
    try terminal.wait(for: "Pantler. 1 store, 11 cookies.")
    try terminal.type("cookies\n")
    try terminal.wait(for: "11. theme, shop.test")
    try terminal.type("delete 11\n")
    try waitToAnswer(terminal)
    try terminal.type("\n")
    try terminal.wait(for: "Nothing was changed.")
    #expect(try session.remaining().count == 11)
    try terminal.type("delete 11\n")
    try waitToAnswer(terminal)
    try terminal.type("2\n")
    try terminal.wait(for: "Deleted 1.")
    #expect(try session.remaining().count == 10)
    #expect(try terminal.modes() == .usual)
    try session.signal(SIGINT)
    try terminal.wait(for: "Press C-c again to quit.")
    try terminal.press("C-d")
    #expect(try session.status() == 0)
  }

  /// Waits for the prompt, which comes when there was time to hear a question.
  private func waitToAnswer(_ terminal: Terminal) throws {
    try terminal.wait("the prompt behind the question") {
      $0.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("takes the default.\n>")
    }
  }

  @Test("What is typed before a question was heard does not answer it")
  func typedAhead() throws {
    let session = try InterfaceSession(command: "exec pantler --linear", waits: false)
    try session.terminal.wait(for: "Pantler. 1 store, 11 cookies.")
    try session.terminal.type("cookies\ndelete 11\n2\n2\ny\n")
    try session.terminal.wait(for: "What was typed before this question is dropped.")
    #expect(try session.remaining().count == 11)
    try session.terminal.type("quit\n")
    try session.terminal.wait(for: "“quit” does nothing while a question is open.")
    try session.terminal.type("cancel\n")
    try session.terminal.wait(for: "Nothing was changed.")
    try session.terminal.type("quit\n")
    #expect(try session.status() == 0)
    #expect(try session.remaining().count == 11)
  }

  @Test("A signal leaves, and the status tells of it", arguments: [SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    let session = try InterfaceSession(command: "exec pantler --linear", waits: false)
    try session.terminal.wait(for: "Pantler. 1 store, 11 cookies.")
    try session.signal(number)
    #expect(try session.status() == Int(128 + number))
  }
}
