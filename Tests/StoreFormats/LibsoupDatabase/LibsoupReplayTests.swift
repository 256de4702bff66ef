import CookieCore
import StoreModel
import Testing

@testable import StoreFormats

@Suite("Rows that are put back are what they were, column by column", .tags(.format))
struct LibsoupReplayTests {
  private typealias Support = LibsoupSupport

  /// A table with all that Pantler reads over: columns of others, a blob, a null, late expiries, a second row.
  private static let odd = [
    "CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, "
      + "path TEXT, expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, "
      + "sameSite INTEGER, note TEXT, twice INTEGER GENERATED ALWAYS AS (expiry * 2) VIRTUAL)",
    "INSERT INTO moz_cookies VALUES (3, 'twin', 'older', 'a.test', '/', 2000000000, 17, 0, 0, 0, 'x')",
    "INSERT INTO moz_cookies VALUES (7, 'twin', 'newer', 'a.test', '/', 2000000000, 18, 1, 0, 1, NULL)",
    "INSERT INTO moz_cookies VALUES (9, NULL, x'00ff', 'a.test', '/n', 4102444800, 19, 2, 7, 9, x'01')",
    "INSERT INTO moz_cookies VALUES (12, 'wrapped', 12.5, '.a.test', '/', -2000000000, NULL, 0, 0, 2, '')",
    "INSERT INTO moz_cookies VALUES (15, 'stays', 'v', 'b.test', '/', 2000000000, 20, 0, 0, 0, 'y')",
  ]

  private func jar(_ statements: [String] = odd) throws -> LibsoupDatabase {
    let database = try SQLiteDatabase(bytes: [])
    for statement in statements { try database.execute(statement) }
    return try LibsoupDatabase(decoding: try database.serialized())
  }

  /// What undoes the removal of all cookies of a.test.
  private func reversal(of jar: LibsoupDatabase) -> (removal: [StoreChange], undo: [StoreChange]) {
    let gone = jar.effectiveCookies.filter { $0.domain == "a.test" }
    return (gone.map { .remove($0.key) }, gone.reversed().map { .put($0) })
  }

  @Test("In memory and in the file every row is back under its id, though others wrote meanwhile")
  func wholeRows() throws {
    let before = try jar()
    let (removal, undo) = reversal(of: before)
    #expect(removal.count == 3)
    let earlier = EarlierContent(bytes: before.encoded())
    var after = before
    #expect(after.apply(removal).allSatisfy { $0 == .done })
    #expect(after.apply([.put(Support.cookie("later"))]) == [.done])
    let later = try #require(after.rows.last)
    let bytes = after.encoded()
    let replayed = after.apply(undo, from: earlier)
    #expect(replayed == ReplayedChanges(outcomes: [.done, .done, .done]))
    #expect(after.rows == before.rows + [later])
    try Support.withFile(bytes) { path in
      let change = try LibsoupDatabase.change(
        databaseAt: path, undo, expecting: try LibsoupDatabase(decoding: bytes), from: earlier)
      #expect(change.outcomes == [.done, .done, .done])
      #expect(change.replayLosses.isEmpty)
      #expect(try LibsoupDatabase(decoding: try Support.read(path)).rows == before.rows + [later])
    }
  }

  @Test("A row that was written over gets all its columns back")
  func overwritten() throws {
    let before = try jar()
    let twin = try #require(before.effectiveCookies.first { $0.name == "twin" })
    var changed = twin
    changed.value = "mine"
    changed.sameSite = .strict
    var after = before
    #expect(after.apply([.put(changed), .put(Support.cookie("later"))]) == [.done, .done])
    let later = try #require(after.rows.last)
    let replayed = after.apply([.put(twin)], from: EarlierContent(bytes: before.encoded()))
    #expect(replayed == ReplayedChanges(outcomes: [.done]))
    #expect(after.rows == before.rows + [later])
  }

  @Test("A row whose id is taken gets a new one above all others, and so do its twins behind it")
  func takenID() throws {
    let before = try jar()
    let (removal, undo) = reversal(of: before)
    var after = before
    _ = after.apply(removal)
    let taken = try SQLiteDatabase(bytes: after.encoded())
    try taken.execute(
      "INSERT INTO moz_cookies (id, name, value, host, path, expiry) "
        + "VALUES (3, 'other', 'v', 'c.test', '/', 2000000000)")
    after = try LibsoupDatabase(decoding: try taken.serialized())
    let replayed = after.apply(undo, from: EarlierContent(bytes: before.encoded()))
    let twin = try #require(before.cookies.first).key
    let loss = ReplayLoss(key: twin, reason: .number)
    #expect(replayed.losses == [loss, loss])
    #expect(after.rows.map(\.id) == [3, 9, 12, 15, 16, 17])
    #expect(after.effectiveCookies.first { $0.key == twin }?.value == "newer")
    #expect(after.cookies.filter { $0.key == twin }.map(\.value) == ["older", "newer"])
  }

  @Test("A column that is gone is named, unless there was nothing in it")
  func goneColumn() throws {
    let before = try jar()
    let (removal, undo) = reversal(of: before)
    var after = before
    _ = after.apply(removal)
    let altered = try SQLiteDatabase(bytes: after.encoded())
    try altered.execute("ALTER TABLE moz_cookies DROP COLUMN note")
    after = try LibsoupDatabase(decoding: try altered.serialized())
    let replayed = after.apply(undo, from: EarlierContent(bytes: before.encoded()))
    #expect(replayed.outcomes == [.done, .done, .done])
    #expect(replayed.losses.map(\.reason) == [.column("note"), .column("note"), .column("note")])
    #expect(Set(replayed.losses.map(\.key.name)) == ["twin", "", "wrapped"])
    #expect(after.effectiveCookies.count == before.effectiveCookies.count)
  }

  @Test("Without a copy, and where another row of the cookie came, it is written anew and said so")
  func rewritten() throws {
    let before = try jar()
    let twin = try #require(before.effectiveCookies.first { $0.name == "twin" })
    var after = before
    _ = after.apply([.remove(twin.key)])
    let loss = ReplayLoss(key: twin.key, reason: .rewritten)
    var blind = after
    #expect(blind.apply([.put(twin)], from: EarlierContent(bytes: nil)).losses == [loss])
    #expect(blind.cookies.contains { $0.key == twin.key })
    let damaged = EarlierContent(bytes: Array("no database".utf8))
    blind = after
    #expect(blind.apply([.put(twin)], from: damaged).losses == [loss])
    let doubled = try SQLiteDatabase(bytes: after.encoded())
    try doubled.execute(
      "INSERT INTO moz_cookies (id, name, value, host, path, expiry) "
        + "VALUES (40, 'twin', 'newer', 'a.test', '/', 2000000000)")
    after = try LibsoupDatabase(decoding: try doubled.serialized())
    let earlier = EarlierContent(bytes: before.encoded())
    #expect(after.apply([.put(twin)], from: earlier).losses == [loss])
    #expect(after.rows.count == 4)
  }

  @Test("A table whose id is an ordinary column keeps the row ids all the same")
  func ordinaryIDs() throws {
    let before = try jar([
      "CREATE TABLE moz_cookies (id TEXT, name TEXT, value TEXT, host TEXT, path TEXT, expiry INTEGER)",
      "INSERT INTO moz_cookies (rowid, id, name, value, host, path, expiry) "
        + "VALUES (5, 'five', 'n', 'v', 'a.test', '/', 2000000000), "
        + "(8, 'eight', 'm', 'v', 'b.test', '/', 2000000000)",
    ])
    let (removal, undo) = reversal(of: before)
    var after = before
    _ = after.apply(removal)
    #expect(after.rows.map(\.id) == [8])
    let replayed = after.apply(undo, from: EarlierContent(bytes: before.encoded()))
    #expect(replayed == ReplayedChanges(outcomes: [.done]))
    #expect(after.rows == before.rows)
  }
}
