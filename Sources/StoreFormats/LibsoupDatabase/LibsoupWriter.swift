import CSQLite
import CookieCore
import StoreModel

/// Changes the table of an open database in one transaction, and verifies it before the commit.
final class LibsoupWriter {
  private let database: SQLiteDatabase
  /// Whether a transaction with changes was committed.
  private(set) var didChange = false
  /// What the changed file holds after a commit; nil for a database in memory.
  private(set) var left: DatabasePages?
  /// What of rows that were put back is not as it was.
  private(set) var replayLosses: [ReplayLoss] = []

  init(database: SQLiteDatabase) {
    self.database = database
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
    let needsSameSite = changes.contains { change in
      guard case .put(let cookie) = change else { return false }
      return cookie.sameSite == .lax || cookie.sameSite == .strict
    }
    return try transaction(
      expecting: content, needsSameSite: needsSameSite, keys: changes.map(\.key)
    ) { edit in
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
    expecting content: LibsoupDatabase?, needsSameSite: Bool, keys: [CookieKey],
    _ work: (LibsoupEdit) throws -> [AppliedChanges.Outcome]
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    do {
      try database.execute("PRAGMA secure_delete = ON")
      try database.execute("PRAGMA synchronous = FULL")
      try database.execute("BEGIN IMMEDIATE")
    } catch {
      throw Self.failure(error)
    }
    do {
      // Nobody else can write from here on.
      let check = try LibsoupCheck(of: database)
      if let content, try !check.holds(content) { throw DatabaseFailure.changedMeanwhile }
      let edit = try begin(needsSameSite: needsSameSite, keys: keys)
      let outcomes = try work(edit)
      try edit.finishRemovals()
      guard edit.didChange else {
        try database.execute("ROLLBACK")
        return outcomes
      }
      // In memory nothing is seen before the commit, and nothing is kept if it turns out wrong.
      if database.isInMemory { try database.execute("COMMIT") }
      let pages = try check.verify(edit)
      if !database.isInMemory {
        try database.execute("COMMIT")
        left = pages
      }
      didChange = true
      return outcomes
    } catch {
      // The failure that led here is the one to tell; closing rolls back as well.
      try? database.execute("ROLLBACK")
      throw Self.failure(error)
    }
  }

  private func begin(needsSameSite: Bool, keys: [CookieKey]) throws -> LibsoupEdit {
    let reader = LibsoupReader(database: database)
    var codec = try reader.codec()
    if codec != nil, codec?.sameSite == nil, needsSameSite {
      // libsoup does this to old files whenever it opens them.
      try database.execute("ALTER TABLE moz_cookies ADD COLUMN sameSite INTEGER DEFAULT 0")
      codec = try reader.codec()
    }
    return try LibsoupEdit(database: database, codec: codec, keys: keys)
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
