import Foundation
import Testing

@Suite("The interface in a real terminal", .serialized, .enabled(if: endToEnd), .onOwnThreads)
struct InterfaceTests {
  @Test(
    "Filter, mark three, delete, cancel once, confirm, and undo gives the same bytes",
    arguments: [(80, 24), (200, 50)])
  func deleteAndUndo(columns: Int, rows: Int) throws {
    let session = try InterfaceSession(columns: columns, rows: rows)
    let terminal = session.terminal
    let before = try session.bytes()
    try terminal.press("2", "/")
    try terminal.type("name:item*")
    try terminal.wait(for: "10 cookies match")
    try terminal.press("Enter")
    try terminal.wait(for: "Cookies (10 of 11)")
    try terminal.pressTogether(["Home", "Space", "Space", "Space"])
    try terminal.wait(for: "3 marked")

    try terminal.press("d")
    try terminal.wait(for: "Delete 3 cookies from")
    try terminal.press("n")
    try terminal.wait(for: "Nothing was changed.")
    #expect(try session.bytes() == before)

    try terminal.press("d")
    try terminal.wait(for: "Delete 3 cookies from")
    try session.answer("y", to: "Delete 3 cookies from")
    try terminal.wait(for: "Deleted 3.")
    try terminal.wait(for: "Cookies (7 of 8)")
    #expect(try session.remaining().count == 8)
    #expect(try session.remaining().last == "theme")

    try terminal.press("u")
    try terminal.wait(for: "Undone: 3.")
    #expect(try session.bytes() == before)
    try terminal.press("Q")
    #expect(try session.status() == 0)
  }

  @Test("A question stays through resizes, and is not answered where it cannot be read")
  func resizeWithDialog() throws {
    let session = try InterfaceSession(columns: 200, rows: 50)
    let terminal = session.terminal
    try terminal.press("2")
    try terminal.wait(for: "Cookies (11)")
    try terminal.pressTogether(["Home", "Space", "Space", "Space", "d"])
    try terminal.wait(for: "Delete 3 cookies from")
    for (columns, rows) in [(20, 3), (200, 60), (1, 1), (60, 15), (1, 1), (38, 3)] {
      try terminal.resize(columns: columns, rows: rows)
    }
    // Nothing can be confirmed that is not to be read; a key that comes before the new size would be answered.
    try terminal.wait(for: "Window too small")
    try terminal.press("y")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "Delete 3 cookies from")
    #expect(try session.remaining().count == 11)
    try session.answer("y", to: "Delete 3 cookies from")
    try terminal.wait(for: "Deleted 3.")
    #expect(try session.remaining().count == 8)
  }

  @Test("What another process changes is logged and listed within a second")
  func otherProcess() throws {
    let session = try InterfaceSession(columns: 120, rows: 40)
    let terminal = session.terminal
    try terminal.press("2")
    try terminal.wait(for: "● live")
    try session.home.write(
      InterfaceSession.jar("shop.test\tFALSE\t/\tFALSE\t4102444800\tarrived\tsecret\n"),
      to: "jar.txt")
    let screen = try terminal.wait("the added cookie", seconds: 1) {
      $0.contains("arrived@shop.test") && $0.contains("Cookies (12)")
    }
    #expect(!screen.contains("secret"))
  }

  @Test("A jar is synced to the shared storage of a Swift program, and then nothing differs")
  func sync() throws {
    let session = try InterfaceSession(columns: 120, rows: 40, waits: false) { home in
      let program = home.url.appending(path: "apps/notes-server/server")
      try FileManager.default.createDirectory(
        at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: URL(filePath: try Program.built("foundation-jar").path), to: program)
      try Program(program.path).run(
        ["set", "https://shop.test/", "lang=de; Expires=Wed, 18 May 2033 03:33:20 GMT"],
        environment: home.environment)
    }
    let terminal = session.terminal
    let pantler = try Program.built("pantler")
    let stores = [session.home.path("jar.txt"), "foundation:notes-server"]
    func difference() throws -> String {
      try pantler.result(["diff"] + stores, environment: session.home.environment).output
    }
    #expect(try difference().contains("lang"))

    try terminal.press("2")
    try terminal.wait(for: "Cookies (12)")
    try terminal.press("Home", "s")
    try terminal.wait(for: "[>Cancel<]")
    try session.answer("Tab", to: "[>Cancel<]")
    try session.answer("Enter", to: "[ Cancel ]")
    try terminal.wait(for: "Synced 12.")
    #expect(try difference() == "")
    #expect(try session.remaining().count == 12)
  }

  @Test("FR-39: What a cookie says never reaches the terminal as a control sequence")
  func controlSequences() throws {
    let texts = [
      "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[6n", "\u{1B}]",
      "\u{1B}Pq\u{1B}\\", "\u{8}\u{7}\u{7F}",
    ]
    let lines = texts.enumerated().map { index, text in
      "odd.test\tFALSE\t/\tFALSE\t4102444800\todd\(index)\(text)\t\(text)value\n"
    }.joined()
    let session = try InterfaceSession(
      columns: 120, rows: 40, jar: InterfaceSession.jar(lines), waits: false)
    let terminal = session.terminal
    try terminal.wait(for: "18 cookies")
    try terminal.record(to: session.home.path("written"))
    try terminal.press("2", "C-l", "x")
    try terminal.wait(for: "odd0\\x1b[2J")
    try terminal.pressTogether(["End"] + Array(repeating: "Up", count: 8))
    try terminal.press("d")
    try terminal.wait(for: "y/N")
    try terminal.press("n", "Q")
    #expect(try session.status() == 0)
    let written = String(decoding: try session.home.bytes("written"), as: UTF8.self)
    for text in ["\u{1B}]0;title", "\u{1B}]52;c;aGk=", "\u{1B}[6n", "\u{1B}Pq", "\u{7F}", "\u{8}"] {
      #expect(!written.contains(text))
    }
  }
  @Test("FR-34: Nothing stays behind when wide names scroll by")
  func scrolling() throws {
    let names = ["日本", "e\u{301}", "🎉", "①", "\u{26A0}", "\u{26A0}\u{FE0F}", "", "한국어", "plain"]
    let lines = (0..<90).map { index in
      "wide.test\tFALSE\t/\(index)\tFALSE\t4102444800\t\(names[index % names.count])\tvalue\n"
    }.joined()
    let session = try InterfaceSession(
      columns: 60, rows: 20, jar: InterfaceSession.jar(lines), waits: false)
    let terminal = session.terminal
    try terminal.wait(for: "wide.test")
    try terminal.press("2")
    try terminal.wait(for: "Cookies (101)")
    for keys in [
      ["PPage"], ["NPage", "NPage"], ["Down", "Down", "Down"], ["End"], ["PPage", "Up"], ["Home"],
    ] {
      try terminal.pressTogether(keys)
      let scrolled = try afterHelp(terminal)
      try terminal.press("C-l")
      #expect(try afterHelp(terminal) == scrolled)
    }
  }

  /// The screen after help was opened and closed: every key before that was taken, and the frame is whole.
  private func afterHelp(_ terminal: Terminal) throws -> String {
    try terminal.press("?")
    try terminal.wait(for: "Help")
    try terminal.press("Escape")
    // The hints are in the last row, which is painted last.
    return try terminal.wait("the list") { !$0.contains("Help") && $0.contains("Space mark") }
  }
}
