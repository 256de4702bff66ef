import Foundation
import Testing

@Suite("Undo brings back what was there, to the last column", .enabled(if: endToEnd), .onOwnThreads)
struct ExactUndoTests {
  let home: Home
  let pantler: Program
  let sqlite = Program("/usr/bin/sqlite3")

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try pantler.run(arguments, environment: home.environment, folder: home.url)
  }

  private static let titles = [
    "", "# Cookies\n", "# HTTP Cookies\n", "## HTTP Cookie File\n",
  ]

  @Test(
    "A text jar of libsoup comes back whatever its first line is", arguments: titles,
    ["jar.txt", ".local/share/epiphany/cookies.txt"])
  func libsoupText(title: String, name: String) throws {
    let text =
      title + "# http://www.netscape.com/newsref/std/cookie_spec.html\n"
      + "# This is a generated file!  Do not edit.\n# To delete cookies, use the Cookie Manager.\n\n"
      + (1...3).map { "shop.test\tFALSE\t/\tFALSE\t4102444800\tn\($0)\t\($0)\tLax\n" }.joined()
    try home.write(text, to: name)
    _ = try run("rm", home.path(name), "--all", "--yes")
    _ = try run("cookies", home.path(name))
    _ = try run("undo", "--yes")
    #expect(try home.bytes(name) == Data(text.utf8))
    for count in 1...3 { _ = try run("rm", home.path(name), "-f", "name:n\(count)", "--yes") }
    for _ in 1...3 { _ = try run("undo", "--yes") }
    #expect(try home.bytes(name) == Data(text.utf8))
  }

  private static let rows = "SELECT rowid, * FROM moz_cookies ORDER BY rowid"

  @Test(
    "Rows of a database that a killed program left in the middle come back whole",
    arguments: ["wal", "persist"])
  func leftOverLog(mode: String) throws {
    let values = "'v','shop.test','/',4102444800,77,1,0,0,'mine'"
    let script = """
      import os, sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("PRAGMA journal_mode=\(mode)")
      c.execute("PRAGMA wal_autocheckpoint=0")
      c.execute("PRAGMA cache_size=1")
      c.execute("CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, "
        "path TEXT, expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, "
        "sameSite INTEGER, note TEXT)")
      for n in (3, 5, 9):
        c.execute("INSERT INTO moz_cookies VALUES(?,?,\(values))", (n, "n%d" % n))
      if sys.argv[2] == "persist":
        c.execute("BEGIN")
        for n in range(100, 400):
          c.execute("INSERT INTO moz_cookies VALUES(?,?,\(values))", (n, "x" * 1000))
      os._exit(9)
      """
    let path = home.path("jar.sqlite")
    _ = try Program("/usr/bin/python3").result(["-c", script, path, mode])
    let side = mode == "wal" ? "jar.sqlite-wal" : "jar.sqlite-journal"
    #expect(try home.bytes(side).contains { $0 != 0 })
    for filter in ["name:n5", "name:n9"] {
      _ = try run("rm", path, "-f", filter, "--yes")
    }
    _ = try run("undo", "--yes")
    let undone = try run("undo", "--yes")
    #expect(!undone.errors.contains("changed since"), "\(undone.errors)")
    let rows = try sqlite.run([path, Self.rows]).output
    let expected = [3, 5, 9].map { "\($0)|\($0)|n\($0)|v|shop.test|/|4102444800|77|1|0|0|mine\n" }
    #expect(rows == expected.joined())
  }

  @Test("What is not understood of a cookie in Pantler's JSON comes back with it")
  func unknownMember() throws {
    try home.write(
      """
      {"format":"pantler-cookies","version":1,"cookies":[
      {"name":"a","value":"1","domain":"shop.test","path":"/","mine":"keep"},
      {"name":"b","value":"1","domain":"shop.test","path":"/"}]}
      """, to: "jar.json")
    _ = try run("rm", "jar.json", "-f", "name:a", "--yes")
    let left = String(decoding: try home.bytes("jar.json"), as: UTF8.self)
    try home.write(
      left.replacing("\"name\":\"b\",\"value\":\"1\"", with: "\"name\":\"b\",\"value\":\"2\""),
      to: "jar.json")
    _ = try run("undo", "--yes")
    let after = String(decoding: try home.bytes("jar.json"), as: UTF8.self)
    #expect(after.contains("\"mine\":\"keep\"") && after.contains("\"value\":\"2\""), "\(after)")
  }
}
