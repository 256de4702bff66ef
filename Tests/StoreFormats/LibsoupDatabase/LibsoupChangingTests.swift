import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@Suite("A change to libsoup's database touches the rows it names and nothing else", .tags(.format))
struct LibsoupChangingTests {
  private typealias Support = LibsoupSupport

  private func withJar<Result>(
    _ body: (String, LibsoupDatabase) throws -> Result
  ) throws -> Result {
    let bytes = try Support.fixture("jar.sqlite")
    return try Support.withFile(bytes) { try body($0, LibsoupDatabase(decoding: bytes)) }
  }

  private func decode(_ path: String) throws -> LibsoupDatabase {
    try LibsoupDatabase(decoding: try Support.read(path))
  }

  @Test("Removing goes by the path, and overwrites what it removes")
  func removal() throws {
    try withJar { path, jar in
      let key = CookieKey(name: "id", domain: "shop.example", hostOnly: true, path: "/cart")
      let outcomes = try LibsoupDatabase.apply(
        [.remove(key), .remove(key)], toDatabaseAt: path, expecting: jar)
      #expect(outcomes == [.done, .goneAlready])
      #expect(try decode(path).rows == jar.rows.filter { $0.id != 4 })
      let text = String(decoding: try Support.read(path), as: UTF8.self)
      #expect(!text.contains("deep"))
      #expect(text.contains("root"))
      #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }
  }

  @Test("Replacing keeps the row's id and what the change does not name")
  func replacement() throws {
    try withJar { path, jar in
      var late = jar.cookies[4]
      late.value = "changed"
      late.httpOnly = true
      let outcomes = try LibsoupDatabase.apply(
        [.put(late)], toDatabaseAt: path, expecting: jar)
      #expect(outcomes == [.done])
      let after = try decode(path)
      #expect(after.rows.map(\.id) == [1, 2, 3, 4, 5])
      #expect(Array(after.rows.prefix(4)) == Array(jar.rows.prefix(4)))
      #expect(after.cookies[4] == late, "the expiry after 2038 stays too")
    }
  }

  @Test("A new cookie gets the next id and libsoup's ten values")
  func addition() throws {
    try withJar { path, jar in
      var cookie = Support.cookie("new", "n")
      cookie.hostOnly = false
      cookie.secure = true
      cookie.sameSite = .strict
      _ = try LibsoupDatabase.apply([.put(cookie)], toDatabaseAt: path, expecting: jar)
      let after = try decode(path)
      #expect(Array(after.rows.prefix(5)) == jar.rows)
      #expect(after.cookies.last == cookie)
      let text = { (text: String) in SQLiteValue.text(Array(text.utf8)) }
      #expect(
        after.rows.last?.values == [
          .integer(6), text("new"), text("n"), text(".shop.example"), text("/"),
          .integer(2_000_000_000), .null, .integer(1), .integer(0), .integer(2),
        ])
    }
  }

  @Test("Putting and removing what is so already changes no byte")
  func nothingNew() throws {
    try withJar { path, jar in
      let before = try Support.read(path)
      let changes = jar.cookies.map { StoreChange.put($0) }
      let key = CookieKey(name: "none", domain: "shop.example", hostOnly: true)
      let outcomes = try LibsoupDatabase.apply(
        changes + [.remove(key)], toDatabaseAt: path, expecting: jar)
      #expect(outcomes == [.done, .done, .done, .done, .done, .goneAlready])
      #expect(try Support.read(path) == before)
      var copy = jar
      #expect(copy.apply(changes).allSatisfy { $0 == .done })
      #expect(copy.encoded() == before)
    }
  }

  @Test("All rows of an identity are removed, and the one that counts is replaced")
  func duplicates() throws {
    let row = "'a', 'v', 'shop.example', '/', 2000000000, NULL, 0, 0, 0)"
    let bytes = try Support.bytes(
      Support.table, "INSERT INTO moz_cookies VALUES (2, \(row)",
      "INSERT INTO moz_cookies VALUES (5, \(row)")
    var jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.apply([.put(Support.cookie("a", "new"))]) == [.done])
    #expect(jar.cookies.map(\.value) == ["v", "new"])
    #expect(jar.apply([.remove(jar.cookies[0].key)]) == [.done])
    #expect(jar.rows.isEmpty)
  }

  @Test("What the table cannot hold is refused, and what it loses is known before")
  func losses() throws {
    var jar = LibsoupDatabase()
    var session = Support.cookie("n")
    session.expiryTime = nil
    #expect(jar.apply([.put(session)]) == [.unrepresentable(.session)])
    var partitioned = Support.cookie("n")
    partitioned.partition = CookiePartition(topLevelSite: "https://news.example")
    #expect(jar.apply([.put(partitioned)]) == [.unrepresentable(.partition)])
    #expect(
      jar.apply([.put(Support.cookie("n", "a\u{0}b"))]) == [.unrepresentable(.arbitraryBytes)])
    #expect(jar.apply([.put(Support.cookie("n", "a\tb\u{1B}"))]) == [.done])
    let late = Support.cookie("late", expiry: 4_000_000_000)
    #expect(LibsoupDatabase.losses(of: late) == [.lateExpiry])
    #expect(jar.apply([.put(late)]) == [.done])
    #expect(jar.cookies.last?.expiryTime?.seconds == 2_147_483_647)
    var explicit = Support.cookie("none")
    explicit.sameSite = SameSite.none
    #expect(LibsoupDatabase.losses(of: explicit) == [.sameSite])
    #expect(LibsoupDatabase.losses(of: Support.cookie("n")).isEmpty)
  }

  @Test("Bytes that are not UTF-8 survive")
  func arbitraryBytes() throws {
    var jar = LibsoupDatabase()
    var cookie = Support.cookie("n")
    cookie.value = CookieText(bytes: [0xFF, 0xC3, 0x41])
    #expect(jar.apply([.put(cookie)]) == [.done])
    #expect(try LibsoupDatabase(decoding: jar.encoded()).cookies == [cookie])
  }

  @Test("An old table gets the column for SameSite when it is needed, as libsoup adds it")
  func oldTable() throws {
    let bytes = try Support.bytes(
      Support.oldTable,
      "INSERT INTO moz_cookies VALUES (1, 'a', 'v', 'shop.example', '/', 2000000000, NULL, 0, 0)")
    var jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.apply([.put(Support.cookie("b"))]) == [.done])
    #expect(jar.rows.first?.columns.count == 9)
    var lax = Support.cookie("c")
    lax.sameSite = .lax
    #expect(jar.apply([.put(lax)]) == [.done])
    #expect(jar.cookies.map(\.sameSite) == [.unspecified, .unspecified, .lax])
    #expect(jar.cookies.map(\.name) == ["a", "b", "c"])
  }

  @Test("An empty file gets libsoup's table with its first cookie")
  func emptyFile() throws {
    try Support.withFile([]) { path in
      let empty = try decode(path)
      let cookie = Support.cookie("a")
      _ = try LibsoupDatabase.apply([.put(cookie)], toDatabaseAt: path, expecting: empty)
      #expect(try decode(path).cookies == [cookie])
    }
  }

  @Test("Other content than expected stops the change, and so does another writer")
  func refusals() throws {
    try withJar { path, jar in
      let changes = [StoreChange.put(Support.cookie("new"))]
      let before = try Support.read(path)
      #expect(throws: DatabaseFailure.changedMeanwhile) {
        try LibsoupDatabase.apply(changes, toDatabaseAt: path, expecting: LibsoupDatabase())
      }
      let other = try SQLiteDatabase(changing: path, patience: 0)
      try other.execute("BEGIN IMMEDIATE")
      #expect(throws: DatabaseFailure.locked) {
        try LibsoupDatabase.apply(changes, toDatabaseAt: path, expecting: jar)
      }
      try other.execute("ROLLBACK")
      #expect(try Support.read(path) == before)
      #expect(throws: DatabaseFailure.denied) {
        try LibsoupDatabase.apply(changes, toDatabaseAt: path + "-none", expecting: nil)
      }
      #expect(!FileManager.default.fileExists(atPath: path + "-none"))
    }
  }

  @Test("What is not as it should be before the commit is taken back")
  func verification() throws {
    let bytes = try Support.bytes(
      Support.table,
      "CREATE TRIGGER meddler AFTER INSERT ON moz_cookies BEGIN "
        + "UPDATE moz_cookies SET value = 'other'; END")
    try Support.withFile(bytes) { path in
      #expect(throws: DatabaseFailure.unverified) {
        try LibsoupDatabase.apply(
          [.put(Support.cookie("a"))], toDatabaseAt: path, expecting: nil)
      }
      let after = try decode(path)
      #expect(after.rows.isEmpty)
    }
    try Support.withFile(try Support.bytes("CREATE TABLE places (a)")) { path in
      #expect(throws: DatabaseFailure.unknownTable) {
        try LibsoupDatabase.apply(
          [.put(Support.cookie("a"))], toDatabaseAt: path, expecting: nil)
      }
    }
  }

  @Test("The journal mode of a file stays what it is")
  func journalMode() throws {
    try withJar { path, _ in
      try SQLiteDatabase(changing: path, patience: 0).execute("PRAGMA journal_mode = WAL")
      let changes = [StoreChange.put(Support.cookie("new"))]
      _ = try LibsoupDatabase.apply(changes, toDatabaseAt: path, expecting: nil)
      let bytes = try Support.read(path)
      #expect(Array(bytes[18...19]) == [2, 2])
      var jar = try LibsoupDatabase(decoding: bytes)
      #expect(jar.cookies.last?.name == "new")
      #expect(jar.apply([.remove(jar.cookies[0].key)]) == [.done])
      #expect(Array(jar.encoded()[18...19]) == [2, 2])
    }
  }

  @Test("In a table of many pages and of records over several pages the others stay as they are")
  func manyPages() throws {
    let bytes = try Support.bytes(
      "PRAGMA page_size = 512", Support.table,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        + "INSERT INTO moz_cookies SELECT 3 * i, 'name-' || i, "
        + "hex(zeroblob(CASE WHEN i % 50 = 0 THEN 3000 ELSE i % 40 END)), "
        + "'shop.example', '/', 2000000000, NULL, 0, 0, 0 FROM n")
    let jar = try LibsoupDatabase(decoding: bytes)
    try Support.withFile(bytes) { path in
      var changes = jar.cookies.indices.filter { $0 % 3 == 0 }
        .map { StoreChange.remove(jar.cookies[$0].key) }
      var changed = jar.cookies[1]
      changed.value = "changed"
      changes += [.put(changed), .put(Support.cookie("new"))]
      let outcomes = try LibsoupDatabase.apply(changes, toDatabaseAt: path, expecting: jar)
      #expect(outcomes.allSatisfy { $0 == .done })
      let after = try decode(path)
      var expected = jar.cookies.indices.filter { $0 % 3 != 0 }.map { jar.cookies[$0] }
      expected[0] = changed
      #expect(after.cookies == expected + [Support.cookie("new")])
      #expect(Set(after.rows.dropFirst().dropLast()).isSubset(of: Set(jar.rows)))
    }
  }

  @Test(
    "A removal that touches another row is taken back",
    arguments: [
      "UPDATE moz_cookies SET value = 'W' WHERE id = 3", "DELETE FROM moz_cookies WHERE id = 5",
      "UPDATE moz_cookies SET id = 7 WHERE id = 5", "INSERT INTO moz_cookies (id) VALUES (9)",
      "UPDATE moz_cookies SET value = replace(value, 'end', 'END') WHERE id = 2",
      "INSERT INTO moz_cookies SELECT * FROM (SELECT OLD.id, 'a', 'v', 'x.example', '/', 5, 0, 0, 0, 0)",
    ])
  func meddlesomeRemoval(act: String) throws {
    let rows = (1...5).map { id in
      // The second is too long for one page.
      "(\(id), 'n\(id)', \(id == 2 ? "hex(zeroblob(9000)) || 'end'" : "'v'"), "
        + "'shop.example', '/', 2000000000, 0, 0, 0, 0)"
    }
    let bytes = try Support.bytes(
      Support.table, "INSERT INTO moz_cookies VALUES " + rows.joined(separator: ", "),
      "CREATE TRIGGER meddler AFTER DELETE ON moz_cookies WHEN OLD.id = 4 BEGIN \(act); END")
    let jar = try LibsoupDatabase(decoding: bytes)
    let changes = [StoreChange.remove(jar.cookies[3].key)]
    try Support.withFile(bytes) { path in
      #expect(throws: DatabaseFailure.unverified) {
        try LibsoupDatabase.apply(changes, toDatabaseAt: path, expecting: jar)
      }
      let left = try Support.read(path)
      #expect(left == bytes)
    }
    var copy = jar
    #expect(copy.apply(changes) == [.unverified])
    #expect(copy.cookies == jar.cookies)
  }
}
