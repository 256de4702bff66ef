import Foundation
import Testing

@Suite(
  "What cannot be read is not taken for deleted", .serialized, .enabled(if: endToEnd),
  .onOwnThreads)
struct UnreadRowTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func database(_ statements: String...) throws {
    try Program("/usr/bin/sqlite3").run(
      [home.path("web.sqlite")] + [statements.joined(separator: ";")])
  }

  private func jarNames() throws -> [Substring] {
    String(decoding: try home.bytes("jar.txt"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t")[5] }.sorted()
  }

  private func sync(_ options: String...) throws -> Program.Result {
    try pantler.run(
      ["sync", home.path("web.sqlite"), home.path("jar.txt")] + options + ["--yes"],
      environment: home.lonelyEnvironment)
  }

  @Test("A row without a host stops deletions from its database, and nothing else")
  func rowWithoutHost() throws {
    try database(
      """
      CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, \
      path TEXT, expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, \
      sameSite INTEGER)
      """,
      "INSERT INTO moz_cookies VALUES(1,'a','v','shop.test','/',2000000000,NULL,0,0,0)",
      "INSERT INTO moz_cookies VALUES(2,'b','v','shop.test','/',2000000000,NULL,0,0,0)")
    try home.write(
      "# Netscape HTTP Cookie File\nshop.test\tFALSE\t/\tFALSE\t2000000000\tonly\tv\n",
      to: "jar.txt")
    try database("UPDATE moz_cookies SET host=NULL WHERE name='b'")
    let first = try sync("--to-shared", "--prune")
    #expect(try jarNames() == ["a", "only"])
    #expect(first.errors.contains("records that cannot be read"), "\(first.errors)")

    // The same of what both had: it is no deletion until all can be read.
    try database("UPDATE moz_cookies SET host='shop.test'")
    _ = try sync()
    #expect(try jarNames() == ["a", "b", "only"])
    try database("UPDATE moz_cookies SET host=NULL WHERE name='b'")
    let hidden = try sync("--prune")
    #expect(try jarNames() == ["a", "b", "only"])
    #expect(hidden.errors.contains("records that cannot be read"), "\(hidden.errors)")
    try database("DELETE FROM moz_cookies WHERE host IS NULL")
    _ = try sync("--prune")
    #expect(try jarNames() == ["a", "only"])
  }

  @Test("A line that is no cookie stops deletions from its jar")
  func lineWithoutCookie() throws {
    let head = "# Netscape HTTP Cookie File\n"
    func line(_ name: String) -> String { "shop.test\tFALSE\t/\tFALSE\t2000000000\t\(name)\tv\n" }
    try home.write(head + line("a") + "shop.test\tFALSE\n", to: "jar.txt")
    try home.write(head + line("a") + line("b"), to: "other.txt")
    let result = try pantler.run(
      ["sync", home.path("jar.txt"), home.path("other.txt"), "--to-shared", "--prune", "--yes"],
      environment: home.lonelyEnvironment)
    #expect(result.errors.contains("records that cannot be read"), "\(result.errors)")
    #expect(try home.bytes("other.txt") == Data((head + line("a") + line("b")).utf8))
  }
}
