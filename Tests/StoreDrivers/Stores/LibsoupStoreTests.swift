import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

private let shell = "/usr/bin/sqlite3"
private let table = """
  CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, path TEXT, \
  expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER);
  """

@Suite(
  "libsoup's database is read while it is used, and changed only when it isn't",
  .enabled(if: FileManager.default.fileExists(atPath: shell)), .timeLimit(.minutes(5)))
struct LibsoupStoreTests {
  let fixture: StoreFixture

  init() throws {
    let kind = try #require(StoreKind.all.first { $0.format == .libsoupDatabase })
    fixture = try StoreFixture(kind)
  }

  private func connection(_ path: String, _ statements: String) throws -> Child {
    let child = try Child(shell, ["-batch", path])
    child.send(statements + "\n.print ready\n")
    child.waitUntilReady()
    return child
  }

  private func row(_ name: String, _ value: String, extra: String = "") -> String {
    """
    INSERT INTO moz_cookies VALUES(NULL,'\(name)','\(value)','shop.example','/',2000000000,\
    NULL,1,0,0\(extra));
    """
  }

  @Test("FR-01: rows in the write-ahead log are listed while the other program runs")
  func writeAheadLog() async throws {
    let child = try connection(
      fixture.store.path,
      "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; " + table + row("early", "1")
        + "PRAGMA wal_checkpoint(TRUNCATE); " + row("late", "2"))
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.map(\.name.text) == ["early", "late"])
    #expect(snapshot.holders.map(\.id) == [child.id])
    child.end()
  }

  @Test("FR-02, FR-47: one locked store says so in time, the others are read and changed")
  func lockedStore() async throws {
    let locked = fixture.kind.description(at: fixture.directory("store/locked.sqlite"))
    let child = try connection(locked.path, table + row("a", "1") + "BEGIN EXCLUSIVE;")
    try await fixture.fill([sample("b", "2")])
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.driver.snapshot(of: locked)
    }
    #expect(failed == .locked(path: locked.path))
    let snapshot = try await fixture.snapshot()
    let change = StoreChange.remove(sample("b", "").key)
    #expect(try await fixture.apply([change], expecting: snapshot).outcomes == [.done])
    let forced = await failure { () throws(StoreFailure) in
      try await fixture.driver.apply(
        [change], to: locked, options: ApplyOptions(expected: snapshot.fingerprint, force: true))
    }
    #expect(forced == .locked(path: locked.path))
    child.end()
    #expect(try await fixture.driver.snapshot(of: locked).cookies.count == 1)
  }

  @Test("a log that a killed program left is taken into account, also by a change and its undoing")
  func leftOverLog() async throws {
    let child = try connection(
      fixture.store.path,
      "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; " + table + row("early", "1")
        + "PRAGMA wal_checkpoint(TRUNCATE); " + row("late", "2"))
    kill(child.id, SIGKILL)
    child.end()
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.count == 2)
    let image = try await fixture.driver.image(of: fixture.store)
    let applied = try await fixture.apply(
      [.remove(sample("early", "").key), .put(sample("new", "3"))], expecting: snapshot)
    #expect(applied.outcomes == [.done, .done])
    #expect(try await fixture.content() == ["late /": "2", "new /": "3"])
    _ = try await fixture.driver.restore(
      image: image, to: fixture.store, expecting: applied.snapshot.fingerprint,
      options: ApplyOptions(expected: nil))
    #expect(try await fixture.content() == ["early /": "1", "late /": "2"])
    let copies = try fixture.directory.names("run/pantler/copies")
    for name in copies { #expect(try fixture.directory.names("run/pantler/copies/" + name) == []) }
  }

  @Test("rows without a unique key: the highest id counts, and other columns and tables stay")
  func duplicatesAndForeignParts() async throws {
    let child = try connection(
      fixture.store.path,
      table + "ALTER TABLE moz_cookies ADD COLUMN extra TEXT; "
        + "CREATE TABLE other(x); INSERT INTO other VALUES('kept too');"
        + row("sid", "old", extra: ",'lost'") + row("sid", "new", extra: ",'lost'")
        + row("b", "2", extra: ",'kept'"))
    child.end()
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.map(\.value.text) == ["new", "2"])
    #expect(!snapshot.notices.isEmpty)
    let applied = try await fixture.apply([.remove(sample("sid", "").key)], expecting: snapshot)
    #expect(applied.snapshot.cookies.map(\.name.text) == ["b"])
    let check = try Child(shell, ["-batch", fixture.store.path])
    check.send("SELECT x FROM other; SELECT extra FROM moz_cookies;\n.print ready\n")
    #expect(check.waitUntilReady() == "kept too\nkept\n")
    check.end()
  }
}
