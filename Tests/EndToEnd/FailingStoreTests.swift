import Foundation
import Testing

@Suite(
  "Stores that fail do not take the others with them", .serialized, .enabled(if: endToEnd),
  .onOwnThreads)
struct FailingStoreTests {
  private static let table = """
    CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, path TEXT, \
    expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER);
    INSERT INTO moz_cookies VALUES(NULL,'locked','value','shop.test','/',2000000000,NULL,1,0,0);
    """

  /// A program that has a database locked until it is stopped.
  private func lock(_ path: String) throws -> RunningProgram {
    let program = try RunningProgram(
      "/usr/bin/python3",
      [
        "-c",
        "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
          + "c.execute('BEGIN EXCLUSIVE')\nprint('ready', flush=True)\nsys.stdin.read()", path,
      ])
    #expect(program.line() == "ready")
    return program
  }

  private func makeDatabase(_ path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Program("/usr/bin/sqlite3").run([path, Self.table])
  }

  @Test("FR-02: A locked database is told in plain words, and is there again after the lock")
  func locked() throws {
    let home = try Home()
    let pantler = try Program.built("pantler")
    let database = home.path("locked.sqlite")
    try makeDatabase(database)
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    let program = try lock(database)
    let command = ["cookies", database, home.path("jar.txt"), "--jsonl"]
    let result = try pantler.result(command, environment: home.environment)
    #expect(result.status == 3)
    #expect(result.output.split(separator: "\n").count == 11)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("\(database): another program is writing to it."))
    for word in ["sqlite", "SQL", "0x", "Error"] {
      #expect(!result.errors.replacing(database, with: "").contains(word))
    }
    program.stop()
    let after = try pantler.result(command, environment: home.environment)
    #expect(after.status == 0)
    #expect(after.output.split(separator: "\n").count == 12)
  }

  @Test("A pipe in the place of a theme or a jar is named, and nobody waits for it")
  func pipes() throws {
    let home = try Home()
    let pantler = try Program.built("pantler")
    let jar = home.path("jar.txt")
    let theme = home.path(".config/pantler/themes/odd.json5")
    try home.write("{jars: [\"\(jar)\"]}", to: ".config/pantler/config.json5")
    try home.write("{}", to: ".config/pantler/themes/other.json5")
    for path in [jar, theme] { try #require(mkfifo(path, 0o600) == 0) }
    let refusal = "\(jar): It is a pipe, not a file."
    for words in [["stores"], ["cookies", jar], ["cookies", "jar:" + jar]] {
      let result = try pantler.result(words, environment: home.environment)
      #expect(result.errors.contains(refusal), "\(words): \(result.errors)")
    }
    let themes = try pantler.result(["theme"], environment: home.environment)
    #expect(themes.output.contains("\(theme)  1 problem"))
    let shown = try pantler.result(["theme", "show", "odd"], environment: home.environment)
    #expect(shown.status == 1)
    #expect(shown.errors.contains("\(theme): it cannot be read: it is a pipe, not a file."))
    let checked = try pantler.result(["theme", "check", theme], environment: home.environment)
    #expect(checked.status == 1)
    #expect((checked.output + checked.errors).contains("it is a pipe, not a file"))
  }

  @Test("FR-02: The interface goes on while a database is locked, and shows it after the lock")
  func lockedInInterface() throws {
    let data = ".local/share/epiphany/cookies.sqlite"
    var program: RunningProgram?
    let session = try InterfaceSession(columns: 120, rows: 40) { home in
      try makeDatabase(home.path(data))
      program = try lock(home.path(data))
    }
    try session.terminal.press("5")
    let screen = try session.terminal.wait("the locked store") { $0.contains("locked") }
    #expect(!screen.contains("SQL"))
    try session.terminal.press("2")
    try session.terminal.wait(for: "Cookies (11)")
    program?.stop()
    try session.terminal.press("R")
    try session.terminal.wait(for: "Cookies (12)")
  }

  /// Files of Apple's format, each damaged in one way, with the byte at which that shows.
  private static let damaged: [(name: String, bytes: [UInt8], cookies: Int, offset: Int?)] = {
    let record: [UInt8] =
      [
        84, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 69, 0, 0, 0, 75, 0, 0, 0, 77,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ] + [0, 0, 0, 0xC0, 0xE5, 0x72, 0xCE, 0x41] + [0, 0, 0, 0x80, 0x93, 0xDC, 0xC4, 0x41]
      + Array("shop.example\0test1\0/\0value1\0".utf8)
    let page: [UInt8] = [0, 0, 1, 0, 1, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0] + record
    let size = UInt8(page.count)
    let pages: [UInt8] = Array("cook".utf8) + [0, 0, 0, 2, 0, 0, 0, size, 0, 0, 0, size]
    let whole = pages + page + page
    var many = whole
    many.replaceSubrange(20..<24, with: [0x40, 0x42, 0x0F, 0])
    var short = whole
    short[32] = 48
    return [
      ("pages", Array("cook".utf8) + [0xFF, 0xFF, 0xFF, 0xFF], 0, 4),
      ("cut", Array(whole.prefix(16 + page.count + 40)), 1, 16 + page.count + 40),
      ("count", many, 1, 20), ("size", short, 1, 32), ("trailer", whole, 1, nil),
    ]
  }()

  @Test("FR-09: Damage is named with its byte, costs no memory, and closes the file for changes")
  func damagedFiles() throws {
    let home = try Home()
    let pantler = try Program.built("pantler").path
    for file in Self.damaged {
      let path = home.path(file.name + ".binarycookies")
      try Data(file.bytes).write(to: URL(filePath: path))
      let limited = { (words: String) in
        // Far less than a count in the file asks for.
        try Program("/bin/bash").result(
          ["-c", "ulimit -v 1000000; '\(pantler)' \(words)"], environment: home.environment)
      }
      let listed = try limited("cookies '\(path)' --jsonl")
      #expect(listed.status == 0, "\(file.name)")
      #expect(listed.output.split(separator: "\n").count == file.cookies, "\(file.name)")
      #expect(listed.errors.contains(path), "\(file.name)")
      let change = "set '\(path)' --url https://shop.test/ 'a=1; Max-Age=9' --yes"
      guard let offset = file.offset else {
        #expect(try limited(change).status == 0)
        let saved = try Data(contentsOf: URL(filePath: path))
        #expect(saved.range(of: Data([0x07, 0x17, 0x20, 0x05, 0, 0, 0, 0x4B])) != nil)
        continue
      }
      #expect(listed.errors.contains("byte \(offset)"), "\(file.name): \(listed.errors)")
      for word in ["", " --force"] {
        let refused = try limited(change + word)
        #expect(refused.status == 1, "\(file.name)")
        #expect(refused.errors.contains("damaged, so it is opened for reading only"))
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(file.bytes))
    }
  }

  /// Makes three stores with a cookie each: a jar, a jar that nobody may write, and a database.
  private func threeStores(_ home: Home) throws -> [String] {
    let line = "# Netscape HTTP Cookie File\n\nshop.test\tFALSE\t/\tTRUE\t4102444800\t"
    try home.write(line + "good\tvalue\n", to: "good.txt")
    try home.write(line + "closed\tvalue\n", to: "closed/jar.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: home.path("closed/jar.txt"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: home.path("closed"))
    try makeDatabase(home.path(".local/share/epiphany/cookies.sqlite"))
    return ["good.txt", "closed/jar.txt", ".local/share/epiphany/cookies.sqlite"].map(home.path)
  }

  private func open(_ home: Home) {
    try? FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: home.path("closed"))
  }

  @Test("FR-47: One of three is deleted; the failures have names, reasons and a status")
  func partly() throws {
    let home = try Home()
    let stores = try threeStores(home)
    defer { open(home) }
    let program = try lock(stores[2])
    let pantler = try Program.built("pantler")
    let result = try pantler.result(
      ["rm"] + stores + ["--all", "--yes"], environment: home.environment)
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("Deleted 1 of 2."))
    #expect(result.errors.contains("\(stores[1]): access is denied."))
    #expect(result.errors.contains("\(stores[2]): another program is writing to it."))
    program.stop()
    let left = try pantler.run(
      ["cookies"] + stores + ["--jsonl"], environment: home.environment)
    #expect(left.output.contains("\"closed\"") && left.output.contains("\"locked\""))
    #expect(!left.output.contains("\"good\""))
  }

  @Test("FR-47: What failed is named, logged, still listed and still marked")
  func partlyInInterface() throws {
    var stores: [String] = []
    let session = try InterfaceSession(columns: 140, rows: 45, waits: false) { home in
      stores = try threeStores(home)
      try home.write(
        "{ jars: [\"\(stores[0])\", \"\(stores[1])\"] }", to: ".config/pantler/config.json5")
    }
    defer { open(session.home) }
    let terminal = session.terminal
    try terminal.wait(for: "3 cookies")
    try terminal.press("2")
    try terminal.wait(for: "Cookies (3)")
    try terminal.pressTogether(["Home", "Space", "Space", "Space"])
    try terminal.wait(for: "3 marked")
    let program = try lock(stores[2])
    try terminal.press("d")
    try terminal.wait(for: "Delete 3 cookies from")
    try session.answer("y", to: "Delete 3 cookies from")
    let screen = try terminal.wait("the result") { $0.contains("Deleted 1 of 3.") }
    #expect(screen.contains("2 marked"))
    #expect(screen.contains("Cookies (2)"))
    try terminal.press("7", "z")
    // Until the log is alone, what it shows of one event stands beside it.
    let log = try terminal.wait("the log alone") {
      $0.contains("▸ Log") && !$0.contains("┌ Sources")
    }
    #expect(log.split(separator: "\n").count { $0.contains("removed") } == 1, "\(log)")
    #expect(log.split(separator: "\n").count { $0.contains("failed") } == 2, "\(log)")
    program.stop()
  }
}
