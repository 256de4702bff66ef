import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@Suite("libsoup's database is read without touching it", .tags(.format))
struct LibsoupReadingTests {
  private func insert(_ values: String) -> String { "INSERT INTO moz_cookies VALUES (\(values))" }

  @Test("A jar that libsoup wrote")
  func fixture() throws {
    let bytes = try LibsoupSupport.fixture("jar.sqlite")
    let jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.encoded() == bytes)
    #expect(!jar.isDamaged)
    #expect(jar.rows.map(\.id) == [1, 2, 3, 4, 5])
    let cookies = jar.cookies
    #expect(cookies.map(\.name) == ["sid", "wide", "id", "id", "late"])
    #expect(cookies.map(\.path) == ["/", "/", "/", "/cart", "/"])
    #expect(cookies.map(\.hostOnly) == [true, false, true, true, true])
    #expect(cookies.allSatisfy { $0.domain == "shop.example" })
    #expect(cookies.map(\.secure) == [true, false, false, false, false])
    #expect(cookies.map(\.httpOnly) == [true, false, false, false, false])
    #expect(cookies.map(\.sameSite) == [.unspecified, .lax, .strict, .unspecified, .unspecified])
    let expiries = cookies.map { $0.expiryTime?.seconds }
    #expect(
      expiries == [2_051_222_400, 2_051_222_400, 2_051_222_400, 2_051_222_400, 2_840_140_800])
    #expect(jar.notices.map(\.level) == [.information])
  }

  @Test("Nothing, and a table without rows, are empty jars")
  func empty() throws {
    #expect(try LibsoupDatabase(decoding: []).rows.isEmpty)
    let bytes = try LibsoupSupport.fixture("empty.sqlite")
    let jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.cookies.isEmpty && jar.notices.isEmpty && !jar.isDamaged)
    #expect(jar.encoded() == bytes)
    let bare = try LibsoupSupport.bytes("CREATE TABLE t (a)", "DROP TABLE t")
    #expect(try LibsoupDatabase(decoding: bare).rows.isEmpty)
  }

  @Test("The empty jar we make has libsoup's own table")
  func ownEmptyJar() throws {
    let made = LibsoupDatabase().encoded()
    let real = try LibsoupSupport.fixture("empty.sqlite")
    let sql = "SELECT sql FROM sqlite_master"
    let statements = try [made, real].map { bytes in
      let statement = try SQLiteDatabase(bytes: bytes).prepare(sql)
      #expect(try statement.step())
      return statement.value(at: 0)
    }
    #expect(statements[0] == statements[1])
    #expect(made.count == real.count)
  }

  @Test("Old tables lack SameSite, and odd values are read as libsoup reads them")
  func oddities() throws {
    let bytes = try LibsoupSupport.bytes(
      LibsoupSupport.oldTable,
      insert("1, 'a', NULL, '.shop.example', NULL, -1454826496, NULL, 1, 2"),
      insert("2, NULL, x'FF00C3', 'shop.example', '/', '2000000000', 7, '1', 0"),
      insert("3, 'c', 'v', 'shop.example', '/', NULL, NULL, NULL, NULL"),
      insert("4, 'd', 'v', NULL, '/', 1, NULL, 0, 0"), insert("5, 'e', 'v', '.', '/', 1, 0, 0, 0"))
    let jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.rows.count == 5)
    let cookies = jar.cookies
    #expect(cookies.map(\.name) == ["a", "", "c"])
    #expect(cookies.map(\.value.bytes) == [[], [0xFF, 0, 0xC3], [0x76]])
    #expect(cookies.map(\.hostOnly) == [false, true, true])
    #expect(cookies.map(\.path) == ["/", "/", "/"])
    #expect(cookies.map(\.secure) == [true, true, false])
    #expect(cookies.map(\.httpOnly) == [false, false, false])
    #expect(cookies.map { $0.expiryTime?.seconds } == [2_840_140_800, 2_000_000_000, nil])
    #expect(jar.notices.filter { $0.level == .warning }.count == 3)
    #expect(jar.unreadCount == 2)
    #expect(!jar.isDamaged)
  }

  @Test("Of rows with one identity the highest id counts, and the others are reported")
  func duplicates() throws {
    let bytes = try LibsoupSupport.bytes(
      LibsoupSupport.table, insert("3, 'a', 'old', 'x.example', '/', 2000000000, NULL, 0, 0, 0"),
      insert("9, 'a', 'new', 'x.example', '/', 2000000000, NULL, 0, 0, 0"),
      insert("5, 'a', 'mid', 'x.example', '/', 2000000000, NULL, 0, 0, 0"),
      insert("6, 'a', 'sub', 'x.example', '/sub', 2000000000, NULL, 0, 0, 0"),
      insert("7, 'a', 'dot', '.x.example', '/', 2000000000, NULL, 0, 0, 0"))
    let jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.cookies.count == 5)
    #expect(jar.effectiveCookies.map(\.value) == ["sub", "dot", "new"])
    #expect(jar.notices.count == 2)
  }

  @Test("Further columns and tables change nothing")
  func extensions() throws {
    let bytes = try LibsoupSupport.bytes(
      "CREATE TABLE other (a)", "INSERT INTO other VALUES (1)",
      "CREATE TABLE moz_cookies (extra BLOB, sameSite, isHttpOnly, isSecure, host, value, name, "
        + "path, expiry, id INTEGER PRIMARY KEY)",
      "INSERT INTO moz_cookies VALUES (x'00', 1, 1, 0, 'a.example', 'v', 'n', '/p', 5, 8)")
    let jar = try LibsoupDatabase(decoding: bytes)
    let cookie = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: true, path: "/p", httpOnly: true,
      sameSite: .lax, expiryTime: Timestamp(seconds: 5))
    #expect(jar.cookies == [cookie])
  }

  @Test("What is no jar of libsoup is refused")
  func foreign() throws {
    #expect(throws: DecodingFailure.badSignature(offset: 0, found: Array("# HT".utf8))) {
      try LibsoupDatabase(decoding: Array("# HTTP Cookie File\n".utf8))
    }
    let jar = try LibsoupSupport.fixture("jar.sqlite")
    #expect(throws: DecodingFailure.truncated(offset: 50, needed: 50)) {
      try LibsoupDatabase(decoding: Array(jar.prefix(50)))
    }
    let other = try LibsoupSupport.bytes("CREATE TABLE places (a)")
    #expect(throws: DecodingFailure.invalid(field: "moz_cookies", offset: 0)) {
      try LibsoupDatabase(decoding: other)
    }
    let firefox = try LibsoupSupport.bytes(
      LibsoupSupport.table.replacing("name TEXT", with: "originAttributes TEXT, name TEXT"))
    #expect(throws: DecodingFailure.invalid(field: "moz_cookies.originAttributes", offset: 0)) {
      try LibsoupDatabase(decoding: firefox)
    }
    let narrow = try LibsoupSupport.bytes("CREATE TABLE moz_cookies (name, value)")
    #expect(throws: DecodingFailure.invalid(field: "moz_cookies.host", offset: 0)) {
      try LibsoupDatabase(decoding: narrow)
    }
  }

  @Test("FR-01: Rows that are still only in the write-ahead log are read, and no copy remains")
  func writeAheadLog() throws {
    try LibsoupSupport.withFile(LibsoupDatabase().encoded()) { path in
      let writer = try SQLiteDatabase(changing: path, patience: 0)
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.execute("PRAGMA wal_autocheckpoint = 0")
      try writer.execute(insert("1, 'early', '1', 'a.example', '/', 5, NULL, 0, 0, 0"))
      try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try writer.execute(insert("2, 'late', '2', 'a.example', '/', 5, NULL, 0, 0, 0"))
      let image = DatabaseImage(
        main: try LibsoupSupport.read(path), wal: try LibsoupSupport.read(path + "-wal"))
      let without = try LibsoupDatabase(decoding: image.main)
      #expect(without.cookies.map(\.name) == ["early"])
      #expect(without.encoded() == image.main)
      try LibsoupSupport.withFolder { scratch in
        let jar = try LibsoupDatabase(image: image, scratchDirectory: scratch.path())
        #expect(jar.cookies.map(\.name) == ["early", "late"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path()).isEmpty)
        #expect(try LibsoupDatabase(decoding: jar.encoded()).cookies == jar.cookies)
      }
    }
  }

  @Test("A journal that a crash left is rolled back in the copy")
  func hotJournal() throws {
    let before = try manyRows()
    try LibsoupSupport.withFile(before) { path in
      let writer = try SQLiteDatabase(changing: path, patience: 0)
      try writer.execute("PRAGMA cache_size = 1")
      try writer.execute("PRAGMA cache_spill = 1")
      try writer.execute("BEGIN")
      try writer.execute("UPDATE moz_cookies SET value = 'half'")
      let image = DatabaseImage(
        main: try LibsoupSupport.read(path), journal: try LibsoupSupport.read(path + "-journal"))
      #expect(image.main != before)
      try LibsoupSupport.withFolder { scratch in
        let jar = try LibsoupDatabase(image: image, scratchDirectory: scratch.path())
        #expect(try jar.rows == LibsoupDatabase(decoding: before).rows)
      }
    }
  }

  @Test("Of a damaged database the rows on both sides of the damage are read")
  func damage() throws {
    var bytes = try manyRows()
    let whole = try LibsoupDatabase(decoding: bytes).rows
    let page = bytes.count / 4096 / 2
    bytes.replaceSubrange(
      page * 4096..<(page + 1) * 4096, with: Array(repeating: 0xA5, count: 4096))
    var jar = try LibsoupDatabase(decoding: bytes)
    #expect(jar.isDamaged)
    #expect(jar.rows.count > whole.count / 2 && jar.rows.count < whole.count)
    #expect(jar.rows.first == whole.first && jar.rows.last == whole.last)
    #expect(jar.apply([.put(LibsoupSupport.cookie("n"))]) == [.unverified])
    #expect(jar.encoded() == bytes)
  }

  @Test("Cut off anywhere, it is refused or known to be damaged")
  func truncation() throws {
    let bytes = try LibsoupSupport.fixture("jar.sqlite")
    for count in Array(1...120) + Array(stride(from: 121, to: bytes.count, by: 97)) {
      let part = Array(bytes.prefix(count))
      let jar = try? LibsoupDatabase(decoding: part)
      #expect(jar?.isDamaged ?? true, "\(count) bytes")
    }
  }

  @Test("Any bit may flip without a crash, and without a change to the bytes")
  func bitFlips() throws {
    let bytes = try LibsoupSupport.fixture("jar.sqlite")
    for damaged in flippedBits(of: bytes, limit: 3000) {
      let jar = try? LibsoupDatabase(decoding: damaged)
      #expect(jar.map { $0.encoded() == damaged } ?? true)
    }
  }

  @Test("Values of rows do not show in descriptions")
  func secrecy() throws {
    let jar = try LibsoupDatabase(decoding: try LibsoupSupport.fixture("jar.sqlite"))
    #expect(!String(describing: jar.rows).contains("two words"))
    #expect(!String(reflecting: jar.rows[1]).contains("two words"))
  }

  private func manyRows() throws -> [UInt8] {
    try LibsoupSupport.bytes(
      LibsoupSupport.table,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO moz_cookies
      SELECT i, 'name' || i, 'value' || i, 'a.example', '/', 2000000000, NULL, 0, 0, 0 FROM n
      """)
  }
}
