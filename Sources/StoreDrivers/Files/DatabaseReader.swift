import Glibc
package import StoreModel

/// The bytes of an SQLite database at one moment.
package struct DatabaseContent: Sendable {
  /// The main file.
  package var main: [UInt8]
  /// The write-ahead log; empty when there is none.
  package var writeAheadLog: [UInt8]
  /// A rollback journal that a crash left behind; empty when there is none.
  package var journal: [UInt8]
  /// What the file system said about the main file.
  package var status: FileStatus
  /// What the file system said about the files beside it.
  var sides = SideFiles()
  /// Whether everything that is written to the main file later shows by its times.
  var isSettled = false

  /// Identifies all bytes together.
  package var fingerprint: FileFingerprint {
    writeAheadLog.isEmpty && journal.isEmpty
      ? FileFingerprint(of: main) : FileFingerprint(of: main + writeAheadLog + journal)
  }
}

/// Redacted: the bytes hold secrets.
extension DatabaseContent: CustomStringConvertible, CustomReflectable {
  /// A form without content.
  package var description: String {
    "DatabaseContent(\(main.count)+\(writeAheadLog.count)+\(journal.count) bytes)"
  }
  /// A mirror that shows no bytes.
  package var customMirror: Mirror { Mirror(self, children: ["main": main.count]) }
}

/// Copies the bytes of a database that another program may be writing, without taking any lock.
///
/// A reader with a lock makes libsoup lose writes silently. So no lock is ever taken: the bytes count only
/// when no transaction was under way before and after, and the change counter (bytes 24 to 27), sizes and
/// times of all files are the same.
package struct DatabaseReader: Sendable {
  /// How long to wait for a writer.
  package var budget: RetryBudget
  /// The largest file that is read.
  package var byteLimit: Int

  /// Takes every field as it is.
  package init(budget: RetryBudget = RetryBudget(), byteLimit: Int = FileReader.mostBytes) {
    self.budget = budget
    self.byteLimit = byteLimit
  }

  /// Copies a database.
  ///
  /// - Throws: `locked` when it was being written for as long as the budget allows.
  package func read(_ path: String) throws(StoreFailure) -> DatabaseContent {
    let content = try budget.firstResult { () throws(StoreFailure) in
      try reportingFailures(of: path, limit: byteLimit) { () throws(SystemFailure) in
        try readOnce(path)
      }
    }
    guard let content else { throw .locked(path: path) }
    guard content.status.kind == .regular else {
      throw .unsupported(path: path, reason: content.status.kind.refusal)
    }
    return content
  }

  private func readOnce(_ path: String) throws(SystemFailure) -> DatabaseContent? {
    let file = try Descriptor(reading: path)
    let before = try file.status()
    guard before.kind == .regular else {
      return DatabaseContent(main: [], writeAheadLog: [], journal: [], status: before)
    }
    let isSettled = FileTicks.tellLaterWrites(to: file.number, before)
    let sidesBefore = SideFiles(of: path)
    let header = try file.readChunk(at: 0, count: 100)
    guard
      !DatabaseLocks.isBeingWritten(
        file.number, header: header, hasJournal: sidesBefore.hasJournal)
    else { return nil }
    let main = try file.readAll(limit: byteLimit)
    let log = try readIfPresent(path + "-wal")
    let journal = try readJournal(of: path)
    guard
      try FileStatus(path: path).hasSameContent(as: before), main.count == before.byteCount,
      SideFiles(of: path) == sidesBefore, try file.readChunk(at: 0, count: 100) == header,
      !DatabaseLocks.isBeingWritten(
        file.number, header: header, hasJournal: sidesBefore.hasJournal)
    else { return nil }
    return DatabaseContent(
      main: main, writeAheadLog: log, journal: journal, status: before, sides: sidesBefore,
      isSettled: isSettled)
  }

  /// Reports whether a database is for certain what it was when it was copied, without reading all of it again.
  ///
  /// It is when nobody is writing, the file has the same name, size, times and change counter, nothing has come or gone
  /// beside it, and the copy was made so long after the last write that another one has to show by the times.
  func isUnchanged(_ path: String, since copy: DatabaseContent) -> Bool {
    guard copy.isSettled, copy.isMainFileOnly else { return false }
    do throws(SystemFailure) {
      let file = try Descriptor(reading: path)
      guard try file.status() == copy.status, SideFiles(of: path) == copy.sides else {
        return false
      }
      let header = try file.readChunk(at: 0, count: 100)
      guard copy.main.starts(with: header),
        !DatabaseLocks.isBeingWritten(
          file.number, header: header, hasJournal: copy.sides.hasJournal)
      else { return false }
      return try FileStatus(path: path) == copy.status
    } catch {
      // A reading tells what is wrong.
      return false
    }
  }

  /// A journal that is empty, or whose header was zeroed, belongs to no transaction.
  private func readJournal(of path: String) throws(SystemFailure) -> [UInt8] {
    let bytes = try readIfPresent(path + "-journal")
    return bytes.prefix(8).allSatisfy { $0 == 0 } ? [] : bytes
  }

  private func readIfPresent(_ path: String) throws(SystemFailure) -> [UInt8] {
    do throws(SystemFailure) {
      let file = try Descriptor(reading: path)
      // SQLite itself takes nothing else for its own.
      guard try file.status().kind == .regular else { return [] }
      return try file.readAll(limit: byteLimit)
    } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
  }
}

/// What the file system says about the files beside a database.
struct SideFiles: Hashable, Sendable {
  private var log: FileStatus?
  private var journal: FileStatus?

  var hasJournal: Bool { journal.map { $0.byteCount > 0 } ?? false }

  /// Says that there are none.
  init() {}

  init(of path: String) {
    log = FileStatus.ifKnown(path + "-wal")
    journal = FileStatus.ifKnown(path + "-journal")
  }
}

/// Asks about SQLite's locks without taking one.
enum DatabaseLocks {
  /// Reports whether some connection is, or may be, in the middle of changing the file.
  ///
  /// - Parameters:
  ///   - header: the first 100 bytes.
  ///   - hasJournal: whether a rollback journal is there; without a reserved lock it is a crash's.
  static func isBeingWritten(_ descriptor: Int32, header: [UInt8], hasJournal: Bool) -> Bool {
    let usesWriteAheadLog = header.count >= 20 && header[18] == 2 && header[19] == 2
    // In WAL mode the log's checksums tell whole transactions, and Firefox keeps its lock for good.
    if usesWriteAheadLog { return false }
    if isHeld(descriptor, as: F_RDLCK, from: sharedFirst, count: sharedCount) { return true }
    return hasJournal && isHeld(descriptor, as: F_WRLCK, from: reservedByte, count: 1)
  }

  // The byte ranges of SQLite's file format: pending, reserved, and 510 shared bytes at 1 GiB.
  private static let reservedByte: Int64 = 0x4000_0001
  private static let sharedFirst: Int64 = 0x4000_0002
  private static let sharedCount: Int64 = 510
  /// F_OFD_GETLK, which also sees the locks of this process's own connections.
  private static let query: Int32 = 36

  private static func isHeld(
    _ descriptor: Int32, as type: Int32, from start: Int64, count: Int64
  ) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    let result = withUnsafeMutablePointer(to: &lock) { fcntl(descriptor, query, $0) }
    return result == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
