import CSQLite
import CookieCore
import StoreModel

/// Changes the table of an open database in one transaction, and verifies it before the commit.
final class LibsoupWriter {
  private let database: SQLiteDatabase
  /// Whether a transaction with changes was committed.
  private(set) var didChange = false

  init(database: SQLiteDatabase) {
    self.database = database
  }

  /// Makes changes, all or none.
  ///
  /// - Parameter content: the jar that the changes were made for; any other content stops them.
  func apply(
    _ changes: [StoreChange], expecting content: LibsoupDatabase?
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    let needsSameSite = changes.contains { change in
      guard case .put(let cookie) = change else { return false }
      return cookie.sameSite == .lax || cookie.sameSite == .strict
    }
    return try transaction(
      expecting: content, needsSameSite: needsSameSite, keys: changes.map(\.key)
    ) { edit in
      try changes.map { change in
        switch change {
        case .remove(let key): try edit.remove(key)
        case .put(let cookie): try edit.put(cookie)
        }
      }
    }
  }

  /// Puts whole rows back, each under its own id where that is free.
  func restore(
    _ rows: [LibsoupDatabase.Row], expecting content: LibsoupDatabase?
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    let needsSameSite = rows.contains { row in
      guard let sameSite = row.cookie?.sameSite else { return false }
      return sameSite == .lax || sameSite == .strict
    }
    return try transaction(
      expecting: content, needsSameSite: needsSameSite, keys: rows.compactMap { $0.cookie?.key }
    ) { edit in
      try rows.map { try edit.restore($0) }
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
      let edit = try begin(expecting: content, needsSameSite: needsSameSite, keys: keys)
      let outcomes = try work(edit)
      guard edit.didChange else {
        try database.execute("ROLLBACK")
        return outcomes
      }
      guard try LibsoupReader(database: database).readStrictly()?.rows ?? [] == edit.rows else {
        throw DatabaseFailure.unverified
      }
      try database.execute("COMMIT")
      didChange = true
      return outcomes
    } catch {
      // The failure that led here is the one to tell; closing rolls back as well.
      try? database.execute("ROLLBACK")
      throw Self.failure(error)
    }
  }

  private func begin(
    expecting content: LibsoupDatabase?, needsSameSite: Bool, keys: [CookieKey]
  ) throws -> LibsoupEdit {
    let reader = LibsoupReader(database: database)
    var found = try reader.readStrictly()
    if let content, content.rows != found?.rows ?? [] { throw DatabaseFailure.changedMeanwhile }
    if found != nil, found?.codec.sameSite == nil, needsSameSite {
      // libsoup does this to old files whenever it opens them.
      try database.execute("ALTER TABLE moz_cookies ADD COLUMN sameSite INTEGER DEFAULT 0")
      found = try reader.readStrictly()
    }
    return LibsoupEdit(database: database, codec: found?.codec, rows: found?.rows ?? [], keys: keys)
  }

  static func failure(_ error: any Error) -> DatabaseFailure {
    if let failure = error as? DatabaseFailure { return failure }
    guard let failure = error as? SQLiteFailure else { return .unknownTable }
    switch failure.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: return .denied
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    default: return .database(code: failure.code)
    }
  }
}
