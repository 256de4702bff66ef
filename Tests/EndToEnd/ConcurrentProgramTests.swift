import Foundation
import Testing

@Suite(
  "Several programs at once lose nothing", .serialized, .enabled(if: endToEnd), .onOwnThreads)
struct ConcurrentProgramTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  /// Starts a program several times at once, and returns the status of each and the first line that it printed.
  private func run(_ commands: [[String]]) throws -> [(status: Int32, line: String)] {
    let programs = try commands.map {
      try RunningProgram(pantler.path, $0, environment: home.lonelyEnvironment)
    }
    return programs.map { program in
      let line = program.line() ?? ""
      return (program.status(), line)
    }
  }

  @Test("Rules that are added at once are all kept")
  func guards() throws {
    let sites = (1...8).map { "site\($0).test" }
    for result in try run(sites.map { ["guard", "add", "--site", $0] }) {
      #expect(result.status == 0)
    }
    let listed = try pantler.run(["guard"], environment: home.environment).output
    #expect(listed.split(separator: "\n").count == sites.count, "\(listed)")
    for site in sites { #expect(listed.contains(site)) }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path(".config/pantler"))
    #expect(names == ["guards.json"])
  }

  @Test("A change is taken back by one of several, and the others say that they did nothing")
  func undos() throws {
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    let jar = home.path("jar.txt")
    try pantler.run(["rm", jar, "-f", "name:theme", "--yes"], environment: home.lonelyEnvironment)
    let command = ["undo", "--yes"]
    let results = try run(Array(repeating: command, count: 5))
    #expect(results.count { $0.line.hasPrefix("Undone: 1 ") } == 1, "\(results)")
    #expect(results.count { $0.status == 0 } == 1, "\(results)")
    #expect(try home.bytes("jar.txt") == Data(InterfaceSession.jar().utf8))
  }

  @Test("Cookies are carried by one of several syncs")
  func syncs() throws {
    let count = InterfaceSession.jar().split(separator: "\n").count { !$0.hasPrefix("# ") }
    try home.write(InterfaceSession.jar(), to: "a.txt")
    try home.write("# Netscape HTTP Cookie File\n", to: "b.txt")
    let results = try run(
      Array(repeating: ["sync", home.path("a.txt"), home.path("b.txt"), "--yes"], count: 4))
    #expect(results.count { $0.line.hasPrefix("Carried \(count) cookies") } == 1, "\(results)")
    #expect(
      results.allSatisfy {
        $0.line.isEmpty || $0.line.hasPrefix("Carried \(count) cookies")
          || $0.line.hasPrefix("Carried 0 of \(count)")
      }, "\(results)")
  }
}
