import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite(
  "What stands in the place of an engine's table is named, and not called damage", .tags(.format))
struct ForeignTableTests {
  private typealias Support = LibsoupSupport

  private static let insertion =
    "INSERT INTO moz_cookies VALUES (7, 'sid', 'v', 'a.test', '/', 2000000000, NULL, 0, 0, 0), "
    + "(9, 'id', 'v', '.b.test', '/', 2000000000, NULL, 1, 1, 1)"

  @Test("A table without row ids is read, and nothing is written into it")
  func withoutRowID() throws {
    let bytes = try Support.bytes(Support.table + " WITHOUT ROWID", Self.insertion)
    var jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.cookies.map(\.name) == ["sid", "id"])
    #expect(jar.cookies.map(\.hostOnly) == [true, false])
    #expect(!jar.isDamaged)
    #expect(jar.readOnlyReason?.contains("has no row ids") == true)
    #expect(jar.notices.map(\.level) == [.warning])
    let change = StoreChange.remove(jar.cookies[0].key)
    #expect(jar.apply([change]) == [.unverified])
    #expect(jar.encoded() == bytes)
    try Support.withFile(bytes) { path in
      #expect(throws: DatabaseFailure.unknownTable) {
        try LibsoupDatabase.apply([change], toDatabaseAt: path, expecting: nil)
      }
      let left = try Support.read(path)
      #expect(left == bytes)
    }
    #expect(try LibsoupDatabase(decoding: Support.bytes(Support.table)).readOnlyReason == nil)
  }

  @Test(
    "A view and a virtual table are not run, though they might never end",
    arguments: [
      (
        sql:
          "CREATE VIEW moz_cookies AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
          + "SELECT i AS id, 'n' AS name, 'v' AS value, 'a.test' AS host, '/' AS path, "
          + "2000000000 AS expiry, NULL AS lastAccessed, 0 AS isSecure, 0 AS isHttpOnly, 0 AS sameSite FROM n",
        kind: "a view"
      ),
      (
        sql: "CREATE VIRTUAL TABLE moz_cookies USING fts4(name, value, host, path, expiry)",
        kind: "a virtual"
      ),
    ])
  func foreign(sql: String, kind: String) throws {
    let bytes = try Support.bytes(sql)
    let failure = #expect(throws: DecodingFailure.self) { try LibsoupDatabase(decoding: bytes) }
    guard case .foreignTable("moz_cookies", let found) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(found.hasPrefix(kind))
    try Support.withFile(bytes) { path in
      #expect(throws: DatabaseFailure.unknownTable) {
        try LibsoupDatabase.apply(
          [.put(Support.cookie("n"))], toDatabaseAt: path, expecting: nil)
      }
    }
  }

  @Test("Tables of website data are judged in the same way")
  func websiteData() throws {
    let view = DatabaseImage(
      main: try Support.bytes("CREATE VIEW ItemTable AS SELECT 'k' AS key, x'00' AS value"))
    #expect(throws: DecodingFailure.self) {
      try LocalStorageDatabase.keyCount(of: view, scratchDirectory: "/none")
    }
    let table = DatabaseImage(
      main: try Support.bytes(
        "CREATE TABLE ItemTable (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
        "INSERT INTO ItemTable VALUES ('k', x'6100')"))
    #expect(try LocalStorageDatabase.keyCount(of: table, scratchDirectory: "/none") == 1)
    let found = try LocalStorageDatabase(
      decoding: table, scratchDirectory: "/none", withValues: true)
    #expect(found.entries.map(\.value) == ["a"])
    let rows = WebsiteRowRemoval(table: "ItemTable", column: "key", values: ["k"])
    for image in [view, table] {
      #expect(throws: DatabaseFailure.unknownTable) {
        try image.removing([rows], scratchDirectory: "/none")
      }
      #expect(throws: DatabaseFailure.unknownTable) {
        try image.reinserting([rows], from: image, scratchDirectory: "/none")
      }
    }
  }
}
