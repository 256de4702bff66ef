import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

/// The command-line shell of SQLite plays the other program.
private let shell = "/usr/bin/sqlite3"

@Suite(
  "Databases are copied without a lock",
  .enabled(if: FileManager.default.fileExists(atPath: shell)),
  .timeLimit(.minutes(15)))
struct DatabaseReaderTests {
  let directory: ScratchDirectory
  let quick = DatabaseReader(budget: RetryBudget(attempts: 3) { _ in })

  init() throws {
    directory = try ScratchDirectory()
  }

  /// Runs statements in a connection that stays open.
  private func connection(_ name: String, _ statements: String) throws -> Child {
    let child = try Child(shell, ["-batch", directory(name)])
    child.send(statements + "\n.print ready\n")
    child.waitUntilReady()
    return child
  }

  @Test("FR-01: rows that are only in the write-ahead log are copied while the writer runs")
  func writeAheadLog() throws {
    let child = try connection(
      "cookies.sqlite",
      """
      PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(x);
      INSERT INTO t VALUES('early'); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES('late');
      """)
    let content = try quick.read(directory("cookies.sqlite"))
    #expect(content.main.contains(text: "early"))
    #expect(!content.main.contains(text: "late"))
    #expect(content.writeAheadLog.contains(text: "late"))
    child.end()
  }

  @Test("FR-02: a database under an exclusive lock is locked, and readable after it")
  func exclusiveLock() throws {
    let path = directory("cookies.sqlite")
    let child = try connection(
      "cookies.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES('early'); BEGIN EXCLUSIVE;")
    let failure = #expect(throws: StoreFailure.self) { try quick.read(path) }
    #expect(failure == .locked(path: path))
    child.end()
    #expect(try quick.read(path).main.contains(text: "early"))
  }

  @Test("a transaction with a journal is waited for; the main file alone is never taken")
  func openTransaction() throws {
    let path = directory("cookies.sqlite")
    let child = try connection(
      "cookies.sqlite",
      """
      CREATE TABLE t(x); INSERT INTO t VALUES('early');
      PRAGMA cache_size=1; BEGIN; UPDATE t SET x='half';
      """)
    try #require(FileManager.default.fileExists(atPath: path + "-journal"))
    let failure = #expect(throws: StoreFailure.self) { try quick.read(path) }
    #expect(failure == .locked(path: path))
    child.send("COMMIT;\n.print ready\n")
    child.waitUntilReady()
    #expect(try quick.read(path).main.contains(text: "half"))
    child.end()
  }

  @Test("a journal that a killed writer left is copied along, because it holds the true rows")
  func journalOfACrash() throws {
    let path = directory("cookies.sqlite")
    let child = try connection(
      "cookies.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES('early'); BEGIN; DELETE FROM t;")
    kill(child.id, SIGKILL)
    child.end()
    try #require(FileManager.default.fileExists(atPath: path + "-journal"))
    let journal = try directory.read("cookies.sqlite-journal")
    let content = try quick.read(path)
    // A journal whose header was never flushed belongs to no change of the main file.
    #expect(content.journal == (journal.prefix(8).allSatisfy { $0 == 0 } ? [] : journal))
  }

  @Test("a copy serves for as long as nobody has touched the file or what is beside it")
  func unchanged() throws {
    let path = directory("cookies.sqlite")
    let child = try connection("cookies.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES(1);")
    let young = try quick.read(path)
    // Within a tick of the clock a second write would leave the time as it is.
    if !young.isSettled { #expect(!quick.isUnchanged(path, since: young)) }
    func settled() throws -> DatabaseContent {
      var copy = try quick.read(path)
      let start = ContinuousClock.now
      while !copy.isSettled, start.duration(to: .now) < .seconds(30) { copy = try quick.read(path) }
      return copy
    }
    var copy = try settled()
    guard copy.isSettled else {
      // On a file system with times of another clock no copy ever serves.
      #expect(!quick.isUnchanged(path, since: copy))
      return child.end()
    }
    #expect(quick.isUnchanged(path, since: copy))
    child.send("UPDATE t SET x = 2;\n.print ready\n")
    child.waitUntilReady()
    #expect(!quick.isUnchanged(path, since: copy))
    copy = try settled()
    #expect(quick.isUnchanged(path, since: copy))
    child.send("BEGIN EXCLUSIVE;\n.print ready\n")
    child.waitUntilReady()
    #expect(!quick.isUnchanged(path, since: copy))
    child.send("ROLLBACK;\n.print ready\n")
    child.waitUntilReady()
    #expect(quick.isUnchanged(path, since: copy))
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    #expect(!quick.isUnchanged(path, since: copy))
    child.end()
    try? FileManager.default.removeItem(atPath: path + "-wal")
    copy = try settled()
    // Another file with the same bytes and times is another file.
    try FileManager.default.copyItem(atPath: path, toPath: path + "2")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + "2", toPath: path)
    #expect(!quick.isUnchanged(path, since: copy))
    try FileManager.default.removeItem(atPath: path)
    #expect(!quick.isUnchanged(path, since: copy))
  }

  @Test("our reading takes no lock: a writer in another process never fails")
  func readingNeverBlocksAWriter() throws {
    let child = try connection("cookies.sqlite", "PRAGMA synchronous=OFF; CREATE TABLE t(x);")
    let insert = String(repeating: "INSERT INTO t VALUES(randomblob(20));\n", count: 1000)
    child.send(".bail on\n" + insert + ".print ready\n")
    for _ in 0..<50 {
      #expect(throws: Never.self) { try DatabaseReader().read(directory("cookies.sqlite")) }
    }
    child.waitUntilReady()
    child.send("SELECT count(*) FROM t;\n.print ready\n")
    #expect(child.waitUntilReady() == "1000\n")
    child.end()
  }
}

extension [UInt8] {
  /// Reports whether some text is among the bytes.
  func contains(text: String) -> Bool {
    Data(self).range(of: Data(text.utf8)) != nil
  }
}
