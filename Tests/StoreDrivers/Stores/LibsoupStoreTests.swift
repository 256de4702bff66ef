import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

private let shell = "/usr/bin/sqlite3"
private let table = """
  CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, path TEXT, \
  expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER);
  """

@Suite(
  "libsoup's database is read while it is used, and changed only when it isn't",
  .enabled(if: FileManager.default.fileExists(atPath: shell)), .timeLimit(.minutes(15)))
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

  @Test("a table without row ids is listed with the reason why it is not written")
  func withoutRowID() async throws {
    let other = table.replacingOccurrences(
      of: "sameSite INTEGER);", with: "sameSite INTEGER) WITHOUT ROWID;")
    let row = self.row("sid", "1").replacingOccurrences(of: "NULL,'sid'", with: "1,'sid'")
    let child = try connection(fixture.store.path, other + row)
    child.end()
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.map(\.name) == ["sid"])
    #expect(!snapshot.isDamaged)
    let reason = try #require(snapshot.readOnlyReason)
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("sid", "").key)], expecting: snapshot)
    }
    #expect(failed == .unsupported(path: fixture.store.path, reason: reason))
    let view = try connection(
      fixture.store.path, "DROP TABLE moz_cookies; CREATE VIEW moz_cookies AS SELECT 1;")
    view.end()
    let unread = await failure { () throws(StoreFailure) in try await fixture.snapshot() }
    guard case .unsupported(_, let what) = unread else {
      Issue.record("\(String(describing: unread))")
      return
    }
    #expect(what.contains("“moz_cookies” is a view"))
  }

  @Test("undo takes rows from the copy of the file, and says first what cannot be as it was")
  func replay() async throws {
    let child = try connection(
      fixture.store.path,
      table + "ALTER TABLE moz_cookies ADD COLUMN note; " + row("mine", "1", extra: ",x'01'"))
    child.end()
    let before = try await fixture.snapshot()
    let image = try await fixture.driver.image(of: fixture.store)
    let cookie = try #require(before.cookies.first)
    _ = try await fixture.apply([.remove(cookie.key)], expecting: before)
    let other = try connection(fixture.store.path, row("theirs", "1", extra: ",'n'"))
    other.end()
    let earlier = EarlierContent(bytes: image)
    let undo = [StoreChange.put(cookie)]
    let losses = try await fixture.driver.replayLosses(
      of: undo, to: fixture.store, from: earlier)
    #expect(losses == [ReplayLoss(key: cookie.key, reason: .number)])
    let present = try await fixture.snapshot()
    #expect(present.cookies.map(\.name) == ["theirs"])
    let applied = try await fixture.driver.apply(
      undo, to: fixture.store,
      options: ApplyOptions(expected: present.fingerprint, earlier: earlier))
    #expect(applied.outcomes == [.done])
    #expect(applied.replayLosses == losses)
    let rows = try LibsoupDatabase(
      decoding: [UInt8](Data(contentsOf: URL(filePath: fixture.store.path)))
    ).rows
    #expect(rows.map(\.id) == [1, 2])
    #expect(rows.last?.values.last == .blob([1]))
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

  @Test("A change behind the back of the times and the size of a file is found, read before or not")
  func changedInSecret() async throws {
    try await fixture.fill([sample("a", "1"), sample("b", "2")])
    let snapshot = try await fixture.snapshot()
    try replace("2", with: "3", in: fixture.store.path)
    let missed = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("b", "").key)], expecting: snapshot)
    }
    #expect(missed == .changedMeanwhile(path: fixture.store.path))
    #expect(try await fixture.content() == ["a /": "1", "b /": "3"])
    let again = try await fixture.snapshot()
    #expect(again.cookies.map(\.value.text) == ["1", "3"])
    let applied = try await fixture.apply([.remove(sample("b", "").key)], expecting: again)
    #expect(applied.outcomes == [.done])
    #expect(try await fixture.content() == ["a /": "1"])
  }

  @Test("What is read back after a removal is what another program reads")
  func readBack() async throws {
    let cookies = (0..<2000).map { sample("name-\($0)", "value-\($0)") }
    try await fixture.fill(cookies)
    var snapshot = try await fixture.snapshot()
    for remainder in 0..<3 {
      let changes = cookies.indices.filter { $0 % 7 == remainder }
        .map { StoreChange.remove(cookies[$0].key) }
      let applied = try await fixture.apply(changes, expecting: snapshot)
      #expect(applied.outcomes.allSatisfy { $0 == .done })
      let other = try await fixture.otherDriver().snapshot(of: fixture.store)
      #expect(applied.snapshot.cookies == other.cookies)
      #expect(applied.snapshot.fingerprint == other.fingerprint)
      #expect(applied.snapshot.cookies.count == snapshot.cookies.count - changes.count)
      snapshot = applied.snapshot
    }
  }

  @Test(
    "What another program does between the steps of a change is seen in what is read back",
    arguments: [
      "UPDATE moz_cookies SET value='theirs' WHERE name='name-7'",
      "DELETE FROM moz_cookies WHERE name='name-1500'",
      "INSERT INTO moz_cookies VALUES(NULL,'theirs','t','shop.example','/',2000000000,NULL,1,0,0)",
    ], [FileFaults.Step.write, .readBack])
  func otherWriter(statement: String, step: FileFaults.Step) async throws {
    let meddler = Meddler(step)
    let fixture = try StoreFixture(fixture.kind, faults: meddler.faults)
    try await fixture.fill((0..<2000).map { sample("name-\($0)", "value-\($0)") })
    let snapshot = try await fixture.snapshot()
    meddler.begin(statement, in: fixture.store.path)
    let changes = [
      StoreChange.remove(sample("name-3", "").key), .put(sample("name-5", "ours")),
      .put(sample("ours", "1")),
    ]
    var applied: AppliedChanges?
    let failed = await failure { () throws(StoreFailure) in
      applied = try await fixture.apply(changes, expecting: snapshot)
      return applied
    }
    let read = try await fixture.otherDriver().snapshot(of: fixture.store)
    guard step == .readBack else {
      // Nothing is changed in a file that is another one by then.
      #expect(failed == .changedMeanwhile(path: fixture.store.path))
      #expect(read.cookies.contains { $0.name == "name-3" })
      return
    }
    let found = try #require(applied)
    #expect(found.outcomes == [.done, .done, .done])
    #expect(found.change == nil)
    #expect(found.snapshot.cookies == read.cookies)
    #expect(found.snapshot.fingerprint == read.fingerprint)
  }

  @Test("A change that another program undoes before it is read back is not called done")
  func undoneByOther() async throws {
    let meddler = Meddler(.readBack)
    let fixture = try StoreFixture(fixture.kind, faults: meddler.faults)
    try await fixture.fill([sample("a", "1"), sample("b", "2"), sample("c", "3")])
    let snapshot = try await fixture.snapshot()
    meddler.begin(
      "UPDATE moz_cookies SET value='old' WHERE name='b'; " + row("a", "1"),
      in: fixture.store.path)
    let applied = try await fixture.apply(
      [.remove(sample("a", "").key), .put(sample("b", "new")), .put(sample("c", "new"))],
      expecting: snapshot)
    #expect(applied.outcomes == [.unverified, .unverified, .done])
  }

  @Test("A trigger that changes other rows has the whole change taken back")
  func trigger() async throws {
    try await fixture.fill([sample("a", "1"), sample("b", "2")])
    let child = try connection(
      fixture.store.path,
      "CREATE TRIGGER meddler AFTER DELETE ON moz_cookies BEGIN "
        + "UPDATE moz_cookies SET value='theirs'; END;")
    child.end()
    let snapshot = try await fixture.snapshot()
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    }
    #expect(failed == .unverified(path: fixture.store.path))
    #expect(try await fixture.content() == ["a /": "1", "b /": "2"])
  }

  @Test("What a change leads to is told, and follows from what was read before")
  func difference() async throws {
    try await fixture.fill((0..<500).map { sample("name-\($0)", "value-\($0)") })
    let snapshot = try await fixture.snapshot()
    let applied = try await fixture.apply(
      [.remove(sample("name-3", "").key), .put(sample("name-5", "ours")), .put(sample("n", "1"))],
      expecting: snapshot)
    let change = try #require(applied.change)
    #expect(change.origin == snapshot.fingerprint)
    #expect(change.removed == [3] && change.replaced == [.init(before: 5, after: 4)])
    #expect(change.added == [499])
    let read = try await fixture.otherDriver().snapshot(of: fixture.store)
    #expect(applied.snapshot.cookies == read.cookies)
  }

  /// Overwrites one character of a value where it stands, and puts the times back.
  private func replace(_ old: String, with new: String, in path: String) throws {
    let url = URL(filePath: path)
    let times = try FileManager.default.attributesOfItem(atPath: path)
    var bytes = try Data(contentsOf: url)
    // The value follows the name in the record.
    let place = try #require(bytes.range(of: Data(("b" + old).utf8)))
    bytes.replaceSubrange(place, with: Data(("b" + new).utf8))
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: bytes)
    try handle.close()
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(times[.modificationDate])], ofItemAtPath: path)
  }
}

/// Lets another program change a store when a change of ours is at some step.
private final class Meddler: Sendable {
  private let step: FileFaults.Step
  private let task = Mutex<(statement: String, path: String)?>(nil)

  init(_ step: FileFaults.Step) { self.step = step }

  func begin(_ statement: String, in path: String) {
    task.withLock { $0 = (statement, path) }
  }

  var faults: FileFaults {
    FileFaults { [self] step in
      let next = step == self.step ? task.withLock { $0.take() } : nil
      guard let next else { return nil }
      do {
        let child = try Child(shell, ["-batch", next.path])
        child.send(next.statement + ";\n.print ready\n")
        child.waitUntilReady()
        child.end()
      } catch {
        Issue.record(error)
      }
      return nil
    }
  }
}
