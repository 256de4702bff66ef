import CSQLite
import CookieCore
import Glibc
import StoreModel

/// Changes the table of an open database in one transaction, and verifies it before the commit.
final class LibsoupWriter {
  private let database: SQLiteDatabase
  /// Starts a thread that has to be waited for; nil when the system has none to give.
  private let start: (@escaping @Sendable () -> Void) -> pthread_t?
  /// Whether a transaction with changes was committed.
  private(set) var didChange = false
  /// What the changed file holds after a commit; nil where that has to be decoded to be known.
  private(set) var aftermath: LibsoupAftermath?
  /// What of rows that were put back is not as it was.
  private(set) var replayLosses: [ReplayLoss] = []

  init(
    database: SQLiteDatabase,
    beside start: @escaping (@escaping @Sendable () -> Void) -> pthread_t? = { _ in nil }
  ) {
    self.database = database
    self.start = start
  }

  /// Makes changes, all or none.
  ///
  /// - Parameters:
  ///   - content: the jar that the changes were made for; any other content stops them.
  ///   - rows: the earlier rows of cookies that are put back; nil when none is put back.
  func apply(
    _ changes: [StoreChange], expecting content: LibsoupDatabase?,
    replaying rows: [CookieKey: [LibsoupDatabase.Row]]? = nil
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    try transaction(changes, expecting: content) { edit, known in
      if changes.onlyRemove, let known {
        return edit.remove(changes.map { $0.key }, of: known, beside: start)
      }
      defer { replayLosses = edit.replayLosses }
      edit.reservedID = rows?.values.joined().map(\.id).max() ?? 0
      return try changes.map { change in
        switch change {
        case .remove(let key): edit.remove(key)
        case .put(let cookie):
          if let rows {
            try edit.putBack(cookie, rows[cookie.key] ?? [])
          } else {
            try edit.put(cookie)
          }
        }
      }
    }
  }

  private func transaction(
    _ changes: [StoreChange], expecting content: LibsoupDatabase?,
    _ work: (LibsoupEdit, LibsoupDatabase?) throws -> [AppliedChanges.Outcome]
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    do {
      try database.execute("PRAGMA secure_delete = ON")
      try database.execute("PRAGMA synchronous = FULL")
      // With too little room, changed pages go to the disk one by one, each after the journal; this is 64 MB.
      try database.execute("PRAGMA cache_size = -65536")
      try database.execute("BEGIN IMMEDIATE")
    } catch {
      throw Self.failure(error)
    }
    do {
      // Nobody else can write from here on.
      let known = try content.flatMap { try isKnown($0, changes) ? $0 : nil }
      let check = known == nil ? try LibsoupCheck(of: database) : nil
      if let content, let check, try !check.holds(content) {
        throw DatabaseFailure.changedMeanwhile
      }
      let edit = try begin(changes, knowing: known)
      let changeCount = database.changeCount
      let outcomes = try work(edit, known)
      try edit.finishRemovals()
      guard edit.didChange else {
        try database.execute("ROLLBACK")
        return outcomes
      }
      // In memory nothing is seen before the commit, and nothing is kept if it turns out wrong.
      if database.isInMemory { try database.execute("COMMIT") }
      if let check {
        try check.verify(edit)
      } else if try database.changeCount - changeCount != edit.rowCount || !edit.showsRows() {
        throw DatabaseFailure.unverified
      }
      aftermath = try known.flatMap {
        try LibsoupAftermath(of: $0, edit, root: LibsoupReader(database: database).root())
      }
      if !database.isInMemory { try database.execute("COMMIT") }
      didChange = true
      return outcomes
    } catch {
      // The failure that led here is the one to tell; closing rolls back as well.
      try? database.execute("ROLLBACK")
      throw Self.failure(error)
    }
  }

  /// Reports whether the file is the very one that was decoded, and a change of a row in it changes nothing else.
  ///
  /// Then the rows are known by their ids, and none but those that are written has to be looked at before the commit.
  private func isKnown(_ content: LibsoupDatabase, _ changes: [StoreChange]) throws -> Bool {
    guard !database.isInMemory, content.isPlain else { return false }
    let reader = LibsoupReader(database: database)
    guard let codec = try reader.codec(), codec.sameSite != nil || !changes.needSameSite,
      try reader.hasTablesOnly()
    else { return false }
    return content.withBytes { bytes in
      // A file that asks for a write-ahead log may have something in it by now.
      bytes.count >= DatabaseImage.headerCount && bytes[18] == 1 && database.fileHolds(bytes)
    }
  }

  private func begin(
    _ changes: [StoreChange], knowing content: LibsoupDatabase?
  ) throws -> LibsoupEdit {
    let reader = LibsoupReader(database: database)
    var codec = try reader.codec()
    if codec != nil, codec?.sameSite == nil, changes.needSameSite {
      // libsoup does this to old files whenever it opens them.
      try database.execute("ALTER TABLE moz_cookies ADD COLUMN sameSite INTEGER DEFAULT 0")
      codec = try reader.codec()
    }
    if let content {
      let keys = changes.onlyRemove ? [] : changes.map { $0.key }
      return LibsoupEdit(database: database, codec: codec, keys: keys, knowing: content)
    }
    return try LibsoupEdit(database: database, codec: codec, keys: changes.map { $0.key })
  }

  static func failure(_ error: any Error) -> DatabaseFailure {
    if let failure = error as? DatabaseFailure { return failure }
    if error is TableWalkFailure { return .damaged }
    guard let failure = error as? SQLiteFailure else { return .unknownTable }
    switch failure.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: return .denied
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    default: return .database(code: failure.code)
    }
  }
}

extension [StoreChange] {
  /// Whether nothing is put.
  fileprivate var onlyRemove: Bool {
    allSatisfy { if case .remove = $0 { true } else { false } }
  }

  /// Whether something is put that an old table has no column for.
  fileprivate var needSameSite: Bool {
    contains { change in
      guard case .put(let cookie) = change else { return false }
      return cookie.sameSite == .lax || cookie.sameSite == .strict
    }
  }
}
