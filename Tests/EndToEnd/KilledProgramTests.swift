import Foundation
import Testing

@Suite(
  "A program that is killed leaves every file whole", .serialized, .enabled(if: endToEnd),
  .onOwnThreads)
struct KilledProgramTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  /// A jar as curl writes it, with long values, so that writing it takes a while.
  private static func jar(_ prefix: String, count: Int) -> String {
    let value = String(repeating: "v", count: 500)
    return "# Netscape HTTP Cookie File\n\n"
      + (1...count).map { "shop.test\tFALSE\t/\tFALSE\t4102444800\t\(prefix)\($0)\t\(value)\n" }
      .joined()
  }

  /// The names in a folder of the home.
  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: home.path(folder))) ?? []
  }

  /// When the program is killed.
  enum Moment: String, CaseIterable {
    /// Its journal has been begun.
    case journal
    /// The new content is being written beside the old one.
    case content
  }

  /// Runs the program and kills it at a moment; false when it was through before.
  private func kill(_ arguments: [String], at moment: Moment) throws -> Bool {
    let known = Set(names(".local/state/pantler/journal"))
    let running = try RunningProgram(pantler.path, arguments, environment: home.environment)
    while running.isRunning {
      let isTime =
        switch moment {
        case .journal: Set(names(".local/state/pantler/journal")) != known
        case .content: names("files").contains { $0.contains(".pantler-") }
        }
      if isTime {
        running.signal(SIGKILL)
        break
      }
    }
    return running.status() == SIGKILL
  }

  @Test(
    "FR-16, FR-19: A jar that is being changed holds the old or the new cookies, and undo knows which",
    arguments: Moment.allCases)
  func change(moment: Moment) throws {
    try home.write(Self.jar("old", count: 8_000), to: "files/jar.txt")
    try home.write(Self.jar("new", count: 8_000), to: "list.txt")
    let old = try home.bytes("files/jar.txt")
    let command = ["import", home.path("list.txt"), home.path("files/jar.txt"), "--yes"]
    try pantler.run(command, environment: home.environment)
    let new = try home.bytes("files/jar.txt")
    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try home.bytes("files/jar.txt") == old)

    var kills = 0
    for _ in 0..<20 where kills < 2 {
      let wasKilled = try kill(command, at: moment)
      let left = try home.bytes("files/jar.txt")
      #expect(left == old || left == new)
      guard wasKilled || left == new else { continue }
      if wasKilled { kills += 1 }
      let undone = try pantler.result(["undo", "--yes"], environment: home.environment)
      // 4: the journal says that nothing was changed.
      #expect(undone.status == (left == new ? 0 : 4), "\(undone.errors)")
      #expect(try home.bytes("files/jar.txt") == old)
    }
    #expect(kills == 2)
    try pantler.run(
      ["rm", home.path("files/jar.txt"), "-f", "name:old1", "--yes"],
      environment: home.environment)
    #expect(names("files") == ["jar.txt"])
  }

  @Test("FR-16: An export that is killed leaves the old file, and the next one tidies up")
  func export() throws {
    try home.write(Self.jar("name", count: 20_000), to: "jar.txt")
    try home.write("old", to: "files/out.txt")
    let old = try home.bytes("files/out.txt")
    let command = [
      "export", home.path("jar.txt"), "--format", "netscape", "-o", home.path("files/out.txt"),
    ]
    var kills = 0
    for _ in 0..<20 where kills < 2 {
      guard try kill(command, at: .content) else {
        try home.write("old", to: "files/out.txt")
        continue
      }
      kills += 1
      let left = try home.bytes("files/out.txt")
      #expect(left == old || left.count > 9_000_000)
      try home.write("old", to: "files/out.txt")
    }
    #expect(kills == 2)
    try pantler.run(command, environment: home.environment)
    #expect(names("files") == ["out.txt"])
    #expect(try home.bytes("files/out.txt").count > 9_000_000)
  }

  @Test(
    "FR-19: What is reported as done is in the file, whatever happens next",
    arguments: ["jar.txt", "jar.sqlite", "jar.json", "Cookies.binarycookies"])
  func reported(name: String) throws {
    let running = try RunningProgram(
      pantler.path,
      [
        "set", home.path(name), "--url", "https://shop.test/", "kept=written; Max-Age=86400",
        "--yes",
      ], environment: home.environment)
    #expect(running.line()?.hasPrefix("Set 1 cookie.") == true)
    running.signal(SIGKILL)
    _ = running.status()
    if name.hasSuffix(".sqlite") {
      let rows = try Program("/usr/bin/sqlite3").run(
        [home.path(name), "SELECT name, value FROM moz_cookies"])
      #expect(rows.output == "kept|written\n")
    } else {
      let bytes = try home.bytes(name)
      #expect(bytes.range(of: Data("kept".utf8)) != nil)
      #expect(bytes.range(of: Data("written".utf8)) != nil)
    }
  }

  @Test("FR-43: Without its terminal the program ends a deletion, or never begins it")
  func vanishedWhileDeleting() throws {
    let jar = (1...12_000).map { "shop.test\tFALSE\t/\tFALSE\t4102444800\tmore\($0)\tvalue\n" }
    let session = try InterfaceSession(jar: InterfaceSession.jar(jar.joined()), waits: false)
    try session.terminal.wait(for: "12,011 cookies")
    let old = try session.bytes()
    try session.terminal.press("2", "/")
    try session.terminal.type("name:item*")
    try session.terminal.press("Enter")
    try session.terminal.wait(for: "Cookies (10 of 12,011)")
    try session.terminal.pressTogether(["Home", "Space", "Space", "Space", "d"])
    try session.terminal.wait(for: "Delete 3 cookies from")
    let process = try session.process()
    let journal = session.home.path(".local/state/pantler/journal")
    let began = { () -> Bool in
      try FileManager.default.contentsOfDirectory(atPath: journal).contains { $0 != "links" }
    }
    // The question takes no answer in its first moments.
    try InterfaceSession.wait("the deletion") {
      try session.terminal.press("y")
      return (try? began()) ?? false
    }
    try session.terminal.vanish()
    try InterfaceSession.wait("the end of the program", seconds: 20) {
      InterfaceSession.state(of: process) == nil
    }
    let left = try session.bytes()
    let count = try session.remaining().count
    #expect(left == old || count == 12_008)
    let undone = try pantler.result(["undo", "--yes"], environment: session.home.environment)
    #expect(undone.status == (left == old ? 4 : 0), "\(undone.errors)")
    #expect(try session.bytes() == old)
  }
}
