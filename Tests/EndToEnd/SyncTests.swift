import Foundation
import Testing

@Suite("Real programs on both ends of a sync", .enabled(if: endToEnd), .onOwnThreads, .serialized)
struct SyncTests {
  let home: Home
  let pantler: Program

  private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Programs")

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func webKit(_ arguments: String...) throws -> String {
    try Program("/usr/bin/python3").run(
      [Self.programs.appending(path: "webkit_jar.py").path, home.path("cookies.sqlite")]
        + arguments,
      environment: home.environment
    ).output
  }

  private func sync(_ arguments: String...) throws -> Program.Result {
    try pantler.run(["sync"] + arguments, environment: home.environment)
  }

  @Test("curl sends what WebKitGTK stored, and WebKitGTK lists what curl received, deletions too")
  func curlAndWebKit() throws {
    let (web, jar) = (home.path("cookies.sqlite"), home.path("jar.txt"))
    let server = try LocalServer()
    defer { server.stop() }
    let address = server.address
    let curl = Program("/usr/bin/curl")
    func sent() throws -> Set<Substring> {
      Set(try curl.run(["-s", "-b", jar, address + "/echo"]).output.split(separator: "; "))
    }

    _ = try webKit("set", "web|w|127.0.0.1|/|86400|h", "both|old|127.0.0.1|/|86400|")
    try curl.run([
      "-s", "-c", jar, address + "/set?c=curl=c%3B+Max-Age=86400&c=session=s",
    ])
    _ = try sync(web, jar, "--yes")
    #expect(try sent() == ["web=w", "both=old", "curl=c", "session=s"])
    #expect(
      try webKit("list") == """
        both=old 127.0.0.1 /\u{20}
        curl=c 127.0.0.1 /\u{20}
        web=w 127.0.0.1 / h

        """)

    // Each program changes one cookie, and curl's server deletes another.
    _ = try webKit("set", "both|new|127.0.0.1|/|86400|")
    try curl.run([
      "-s", "-b", jar, "-c", jar,
      address + "/set?c=curl=renewed%3B+Max-Age=86400&c=web=%3B+Max-Age=0",
    ])
    _ = try sync(web, jar, "--prune", "--yes")
    #expect(try sent() == ["both=new", "curl=renewed", "session=s"])
    #expect(
      try webKit("list") == """
        both=new 127.0.0.1 /\u{20}
        curl=renewed 127.0.0.1 /\u{20}

        """)
    let again = try sync(web, jar, "--prune", "--yes")
    #expect(again.errors.contains("Nothing to do"), "\(again.errors)")
  }

  @Test("A jar under two names is one store, listed once and not synced with itself")
  func twoNames() throws {
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    let jar = home.path("jar.txt")
    try FileManager.default.createSymbolicLink(
      atPath: home.path("link.txt"), withDestinationPath: jar)
    try FileManager.default.linkItem(atPath: jar, toPath: home.path("hard.txt"))
    for name in ["link.txt", "hard.txt", "run/../jar.txt"] {
      let other = home.path(name)
      let listed = try pantler.run(
        ["stores", jar, other, "--jsonl"], environment: home.environment)
      #expect(listed.output.split(separator: "\n").count == 1, "\(name): \(listed.output)")
      let result = try pantler.result(["sync", jar, other, "--yes"], environment: home.environment)
      #expect(result.status == 2, "\(name): \(result.output)")
      #expect(result.errors.contains("both names mean jar:\(jar)"), "\(name): \(result.errors)")
    }
  }

  @Test("F: a jar that another program has half written takes nothing from the other one")
  func halfWrittenJar() throws {
    let whole = InterfaceSession.jar()
    try home.write(whole, to: "a.txt")
    try home.write(whole, to: "b.txt")
    let (one, other) = (home.path("a.txt"), home.path("b.txt"))
    _ = try sync(one, other, "--prune", "--yes")
    // Within a line.
    try home.write(String(whole.prefix(whole.count / 2)), to: "a.txt")
    let cut = try pantler.result(
      ["sync", one, other, "--prune", "--yes"], environment: home.environment)
    #expect(cut.status != 0)
    #expect(cut.errors.contains("half written"), "\(cut.errors)")
    // At the end of a line, while the writer has the file open.
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    try home.write(lines.prefix(5).joined(separator: "\n") + "\n", to: "a.txt")
    let writer = try RunningProgram(
      "/bin/sh", ["-c", "exec 9>>'\(one)'; echo open; exec cat"])
    _ = try #require(writer.line())
    let open = try pantler.result(
      ["sync", other, one, "--prune", "--yes"], environment: home.environment)
    writer.stop()
    #expect(open.status != 0)
    #expect(open.errors.contains("has it open"), "\(open.errors)")
    #expect(try home.bytes("b.txt") == Data(whole.utf8))
    try home.write(whole, to: "a.txt")
    #expect(try sync(one, other, "--prune", "--yes").errors.contains("Nothing to do"))
  }

  @Test(
    "a Swift program lists what an Apple container holds, and the reverse, with HttpOnly named as lost"
  )
  func foundationAndApple() throws {
    let folder = home.url.appending(path: "apps/notes-server")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "server").path
    try FileManager.default.copyItem(
      atPath: try Program.built("foundation-jar").path, toPath: path)
    let server = Program(path)
    let apple = home.path("Library/Containers/Notes/Data/Library/Cookies/Cookies.binarycookies")
    try FileManager.default.createDirectory(
      atPath: URL(filePath: apple).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    for (cookie, flags) in [("sid=s1", "; Secure; HttpOnly"), ("theme=dark", "")] {
      try pantler.run(
        [
          "set", apple, "--url", "https://shop.example/", "\(cookie); Max-Age=86400\(flags)",
          "--yes",
        ], environment: home.environment)
    }
    let expires = "Expires=Wed, 18 May 2033 03:33:20 GMT"
    try server.run(
      ["set", "https://shop.example/", "lang=de; \(expires)"], environment: home.environment)
    func judgedByPython() throws -> [Substring] {
      try Program("/usr/bin/python3").run([
        Self.programs.appending(path: "binary_cookies.py").path, apple,
      ]).output.split(separator: "\n")
    }
    func judgedByFoundation() throws -> [Substring] {
      try server.run(["list"], environment: home.environment).output.split(separator: "\n")
    }

    let shared = "foundation:notes-server"
    let shown = try sync(apple, shared, "--dry-run")
    #expect(shown.output.contains("+ sid@shop.example/  in \(shared)  loses HttpOnly"))
    let carried = try sync(apple, shared, "--yes")
    #expect(carried.errors.contains("copied with loss of HttpOnly"), "\(carried.errors)")
    #expect(
      try judgedByFoundation() == [
        "lang=de shop.example / secure=false httpOnly=false",
        "sid=s1 shop.example / secure=true httpOnly=false",
        "theme=dark shop.example / secure=false httpOnly=false",
      ])
    #expect(
      try judgedByPython() == [
        "lang=de shop.example / secure=False httpOnly=False",
        "sid=s1 shop.example / secure=True httpOnly=True",
        "theme=dark shop.example / secure=False httpOnly=False",
      ])
    // What the shared storage cannot hold is no change that goes back.
    #expect(try sync(apple, shared, "--prune", "--yes").errors.contains("Nothing to do"))

    try server.run(["delete", "theme"], environment: home.environment)
    try server.run(
      ["set", "https://shop.example/", "sid=s2; \(expires); Secure"], environment: home.environment)
    _ = try sync(apple, shared, "--prune", "--yes")
    #expect(
      try judgedByPython().map { $0.prefix { $0 != " " } } == ["lang=de", "sid=s2"])
    #expect(try sync(apple, shared, "--prune", "--yes").errors.contains("Nothing to do"))
  }
}

@Suite(
  "Syncs that run side by side, or are killed, leave two stores that agree", .enabled(if: endToEnd),
  .onOwnThreads,
  .serialized)
struct SyncProcessTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private static func line(_ name: String, _ value: String = "v") -> String {
    "shop.test\tFALSE\t/\tFALSE\t4102444800\t\(name)\t\(value)\n"
  }

  private static func jar(_ lines: [String]) -> String {
    "# Netscape HTTP Cookie File\n\n" + lines.joined()
  }

  /// Names with values, read without Pantler.
  private func cookies(_ name: String) throws -> [String: String] {
    let text = String(decoding: try home.bytes(name), as: UTF8.self)
    return Dictionary(
      text.split(separator: "\n").filter { $0.hasPrefix("shop.test\t") }.map { line in
        let fields = line.split(separator: "\t")
        return (String(fields[5]), String(fields[6]))
      }, uniquingKeysWith: { $1 })
  }

  /// Another program replaces a jar.
  private func write(_ cookies: [String: String], to name: String) throws {
    let lines = cookies.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    try home.write(Self.jar(lines), to: name + ".other")
    guard rename(home.path(name + ".other"), home.path(name)) == 0 else {
      throw Failure.waitedInVain("the rename of \(name)")
    }
  }

  @Test("two watchers the other way round on one pair settle within two rounds")
  func otherWayRound() throws {
    let (a, b) = (home.path("a.txt"), home.path("b.txt"))
    try home.write(Self.jar([Self.line("first"), Self.line("anchor")]), to: "a.txt")
    try home.write(Self.jar([Self.line("second"), Self.line("anchor")]), to: "b.txt")
    let watchers = try [[a, b], [b, a]].map { pair in
      try RunningProgram(
        pantler.path, ["sync"] + pair + ["--watch", "--prune", "--yes"],
        environment: home.environment)
    }
    func settled(_ expected: [String: String]) throws {
      var held: [[String: String]?] = []
      do {
        try InterfaceSession.wait("both jars to agree", seconds: 30) {
          held = [try? cookies("a.txt"), try? cookies("b.txt")]
          return held == [expected, expected]
        }
      } catch {
        // Whoever looks into it needs what each of the two did.
        for watcher in watchers { watcher.signal(SIGTERM) }
        let said = watchers.map { watcher in
          sequence(state: watcher) { $0.line() }.joined(separator: "\n")
        }
        Issue.record("expected \(expected); held \(held); said \(said)")
        throw error
      }
    }
    var expected = ["first": "v", "second": "v", "anchor": "v"]
    try settled(expected)
    // Additions, changes and deletions on either side, one after the other.
    let rounds: [(side: String, change: (inout [String: String]) -> Void)] = [
      ("a.txt", { $0["third"] = "v" }), ("b.txt", { $0["first"] = "changed" }),
      ("a.txt", { $0["second"] = nil }), ("b.txt", { $0["third"] = nil }),
      ("b.txt", { $0["second"] = "again" }), ("a.txt", { $0["first"] = nil }),
    ]
    for (side, change) in rounds {
      change(&expected)
      try write(expected, to: side)
      try settled(expected)
    }
    for watcher in watchers { watcher.signal(SIGTERM) }
    var carried = 0
    for watcher in watchers {
      while let line = watcher.line() {
        if line.hasPrefix("Carried") || line.hasPrefix("Deleted") { carried += 1 }
      }
      #expect(watcher.status() == 0)
    }
    // Each change is carried by one of the two, or by both at once; nothing goes to and fro.
    #expect(carried >= 1 + rounds.count && carried <= 2 * (1 + rounds.count), "\(carried)")
    #expect(try cookies("a.txt") == expected)
  }

  @Test(
    "kill -9 at any moment of a sync: each store is wholly old or new, and the next sync completes it"
  )
  func killed() throws {
    let (count, rounds) = (800, 12)
    let padding = String(repeating: "v", count: 200)
    func content(_ prefix: String, without gone: Int) -> [String: String] {
      var cookies = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("both\($0)", padding) })
      for index in 0..<50 { cookies["\(prefix)\(index)"] = padding }
      for index in gone..<gone + 50 { cookies["both\(index)"] = nil }
      return cookies
    }
    let whole = Dictionary(uniqueKeysWithValues: (0..<count).map { ("both\($0)", padding) })
    let old = [content("a", without: 0), content("b", without: 100)]
    let new = Set(old[0].keys).union(old[1].keys).filter { name in
      !name.hasPrefix("both") || (old[0][name] != nil && old[1][name] != nil)
    }
    let command = ["sync", home.path("a.txt"), home.path("b.txt"), "--prune", "--yes"]

    func prepare() throws {
      try? FileManager.default.removeItem(atPath: home.path(".local/state/pantler"))
      for name in ["a.txt", "b.txt"] { try write(whole, to: name) }
      try pantler.run(command, environment: home.environment)
      try write(old[0], to: "a.txt")
      try write(old[1], to: "b.txt")
    }

    try prepare()
    let start = ContinuousClock.now
    try pantler.run(command, environment: home.environment)
    var usual = start.duration(to: .now)
    for name in ["a.txt", "b.txt"] { #expect(Set(try cookies(name).keys) == new) }

    var random = SystemRandomNumberGenerator()
    var kills = 0
    var states: Set<[Bool]> = []
    for round in 0..<5 * rounds {
      // Both ends of the sync have to be met, however busy the machine is.
      if round >= rounds, kills >= rounds / 4, states.count >= 2 { break }
      try prepare()
      let running = try RunningProgram(pantler.path, command, environment: home.environment)
      let moment = ContinuousClock.now + usual * Double.random(in: 0.05...1.05, using: &random)
      while running.isRunning, ContinuousClock.now < moment {}
      running.signal(SIGKILL)
      let wasKilled = running.status() == SIGKILL
      if wasKilled { kills += 1 }
      var changed: [Bool] = []
      for (side, name) in ["a.txt", "b.txt"].enumerated() {
        let left = Set(try cookies(name).keys)
        #expect(left == Set(old[side].keys) || left == new, "round \(round), \(name)")
        changed.append(left == new)
      }
      states.insert(changed)
      // What one sync takes says little of what the next takes beside other programs.
      if !wasKilled { usual = usual * 0.8 } else if !changed.contains(true) { usual = usual * 1.25 }
      let next = try pantler.result(command, environment: home.environment)
      #expect(next.status == 0, "round \(round): \(next.errors)")
      for name in ["a.txt", "b.txt"] {
        #expect(Set(try cookies(name).keys) == new, "round \(round), \(name)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
      #expect(!names.contains { $0.contains(".pantler-") }, "\(names)")
    }
    #expect(kills >= rounds / 4)
    #expect(states.count >= 2, "\(states)")
  }
}
