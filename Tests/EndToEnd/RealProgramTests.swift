import Foundation
import Testing

extension Tag {
  @Tag static var slow: Self
}

/// Whether the end-to-end tests are wanted; they need tmux, curl, wget, Python and WebKitGTK.
let endToEnd = ProcessInfo.processInfo.environment["PANTLER_END_TO_END"] == "1"

private let programs = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "Programs")

@Suite(
  "Real programs write the stores, and read what Pantler writes", .enabled(if: endToEnd),
  .onOwnThreads)
struct RealProgramTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func cookies(_ store: String) throws -> [[String: String?]] {
    let result = try pantler.run(
      ["cookies", store, "--json", "--values"], environment: home.environment)
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    return rows.map { row in row.mapValues { $0 as? String } }
  }

  private func names(_ store: String) throws -> [String] {
    try cookies(store).compactMap { $0["name"] ?? nil }.sorted()
  }

  private static let query =
    "/set?c=first=1%3B+Max-Age=86400&c=second=2%3B+HttpOnly&c=third=3%3B+Max-Age=86400"

  @Test("A jar of curl: one cookie goes, curl sends the others, and undo gives the same bytes")
  func curl() throws {
    let server = try LocalServer()
    defer { server.stop() }
    let address = server.address
    let jar = home.path("jar.txt")
    let curl = Program("/usr/bin/curl")
    try curl.run(["-s", "-c", jar, address + Self.query])
    let before = try home.bytes("jar.txt")
    #expect(try names(jar) == ["first", "second", "third"])

    try pantler.run(
      ["rm", jar, "--filter", "name:first", "--yes"], environment: home.environment)
    let sent = try curl.run(["-s", "-b", jar, address + "/echo"]).output
    #expect(Set(sent.split(separator: "; ")) == ["second=2", "third=3"])

    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try home.bytes("jar.txt") == before)
  }

  @Test("A jar of wget: one cookie goes, and wget sends the others")
  func wget() throws {
    let server = try LocalServer()
    defer { server.stop() }
    let address = server.address
    let jar = home.path("wget.txt")
    let wget = Program("/usr/bin/wget")
    let quiet = ["-q", "-O", "-", "--no-config"]
    try wget.run(
      quiet + ["--save-cookies", jar, "--keep-session-cookies", address + Self.query],
      environment: home.environment)
    #expect(try names(jar) == ["first", "second", "third"])
    try pantler.run(
      ["rm", jar, "--filter", "name:first", "--yes"], environment: home.environment)
    let sent = try wget.run(
      quiet + ["--load-cookies", jar, address + "/echo"], environment: home.environment
    ).output
    #expect(sent.contains("third=3"))
    #expect(!sent.contains("first=1"))
  }

  private func webKit(_ arguments: [String]) throws -> String {
    try Program("/usr/bin/python3").run(
      [programs.appending(path: "webkit_jar.py").path] + arguments, environment: home.environment
    ).output
  }

  @Test("A jar of WebKitGTK, both kinds", arguments: ["cookies.sqlite", "cookies.txt"])
  func webKitGTK(name: String) throws {
    let jar = home.path(name)
    _ = try webKit([
      jar, "set", "sid|abc|.example.org|/|86400|shL", "sid|other|.example.org|/docs|86400|",
      "theme|dark|shop.test|/|86400|",
    ])
    let before = try home.bytes(name)
    #expect(try names(jar) == ["sid", "sid", "theme"])

    try pantler.run(
      ["rm", jar, "--filter", "name:sid path:/", "--yes"], environment: home.environment)
    #expect(
      try webKit([jar, "list"]) == """
        sid=other .example.org /docs\u{20}
        theme=dark shop.test /\u{20}

        """)
    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try home.bytes(name) == before)
  }

  @Test("A jar of curl and one of WebKitGTK agree after a sync, deletions included")
  func linked() throws {
    let (web, curl) = (home.path("cookies.sqlite"), home.path("jar.txt"))
    _ = try webKit([
      web, "set", "sid|abc|.example.org|/|86400|shL", "theme|dark|shop.test|/|86400|",
    ])
    let server = try LocalServer()
    defer { server.stop() }
    let address = server.address
    try Program("/usr/bin/curl").run(["-s", "-c", curl, address + Self.query])
    try pantler.run(["sync", web, curl, "--yes"], environment: home.environment)
    #expect(Set(try names(web)) == Set(try names(curl)).subtracting(["second"]))
    #expect(try webKit([web, "list"]).contains("first=1"))

    try pantler.run(["rm", web, "--filter", "name:sid", "--yes"], environment: home.environment)
    let sync = ["sync", web, curl, "--prune", "--yes"]
    try pantler.run(sync, environment: home.environment)
    #expect(!(try names(curl)).contains("sid"))
    let before = [try home.bytes("cookies.sqlite"), try home.bytes("jar.txt")]
    try pantler.run(sync, environment: home.environment)
    #expect([try home.bytes("cookies.sqlite"), try home.bytes("jar.txt")] == before)
  }

  @Test("A jar that a running WebKitGTK program holds is not written, and the program is named")
  func webKitGTKRunning() throws {
    let jar = home.path("cookies.sqlite")
    _ = try webKit([jar, "set", "sid|abc|.example.org|/|86400|"])
    let program = try RunningProgram(
      "/usr/bin/python3", [programs.appending(path: "webkit_jar.py").path, jar, "hold"],
      environment: home.environment)
    #expect(program.line() == "ready")
    let before = try home.bytes("cookies.sqlite")
    let result = try pantler.result(
      ["rm", jar, "--filter", "name:sid", "--yes"], environment: home.environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("WebKitNetwork"))
    #expect(try home.bytes("cookies.sqlite") == before)
    program.stop()
  }

  @Test("The shared storage of a Swift program keeps what Pantler leaves, and lists it")
  func foundation() throws {
    let folder = home.url.appending(path: "apps/notes-server")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appending(path: "server")
    try FileManager.default.copyItem(
      at: URL(filePath: try Program.built("foundation-jar").path), to: program)
    let server = Program(program.path)
    let expires = "Expires=Wed, 18 May 2033 03:33:20 GMT"
    try server.run(
      [
        "set", "https://shop.example/", "sid=s1; \(expires); Secure", "theme=dark; \(expires)",
        "lang=de; \(expires)",
      ], environment: home.environment)
    let store = home.path(".local/share/notes-server/.cookies.shared")
    let before = try Data(contentsOf: URL(filePath: store))
    #expect(try names("foundation:notes-server") == ["lang", "sid", "theme"])

    try pantler.run(
      ["rm", "foundation:notes-server", "--filter", "name:theme", "--yes"],
      environment: home.environment)
    let listed = try server.run(["list"], environment: home.environment).output
    #expect(listed.split(separator: "\n").map { $0.prefix { $0 != "=" } } == ["lang", "sid"])

    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try Data(contentsOf: URL(filePath: store)) == before)
  }
}
