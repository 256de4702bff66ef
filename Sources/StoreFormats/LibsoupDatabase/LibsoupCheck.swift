import StoreModel

/// Compares the table before and after a change, record by record.
struct LibsoupCheck {
  private let database: SQLiteDatabase
  private let before: DatabasePages
  private let root: Int?

  /// Keeps what the table holds before the change.
  init(of database: SQLiteDatabase) throws(SQLiteFailure) {
    self.database = database
    before = try database.pages()
    root = try LibsoupReader(database: database).root()
  }

  /// Reports whether the table is that of a jar, cookies or not.
  func holds(_ jar: LibsoupDatabase) throws -> Bool {
    let bytes = jar.encoded()
    if before.areHeld(in: bytes) { return true }
    // Other tables and the way in which the rows lie are of no concern.
    let other = try SQLiteDatabase(bytes: bytes)
    let reader = LibsoupReader(database: other)
    let codec = try LibsoupReader(database: database).codec()
    guard try reader.codec()?.columns == codec?.columns else { return false }
    guard let root, let otherRoot = try reader.root() else {
      return try root == nil && reader.root() == nil
    }
    let pages = try other.pages()
    return try withExtendedLifetime(pages) {
      var present = try TableWalk(before.bytes, root: root)
      var expected = try TableWalk(pages.bytes, root: otherRoot)
      while try present.next() {
        guard try expected.next(), present.id == expected.id,
          try present.hasSameRecord(as: expected)
        else { return false }
      }
      return try !expected.next()
    }
  }

  /// Checks that the change made what was meant of the table, and nothing else.
  ///
  /// - Throws: `DatabaseFailure.unverified` when it did not.
  func verify(_ edit: LibsoupEdit) throws {
    let pages = try database.pages()
    let reader = LibsoupReader(database: database)
    guard let newRoot = try reader.root(), try isAsMeant(pages, newRoot, edit), reader.isSound()
    else { throw DatabaseFailure.unverified }
  }

  private func isAsMeant(
    _ pages: DatabasePages, _ newRoot: Int, _ edit: LibsoupEdit
  ) throws -> Bool {
    try withExtendedLifetime((before, pages)) {
      try isSameButFor(edit, pages.bytes, newRoot) && edit.showsRows()
    }
  }

  /// Compares what is not meant to be changed, and whether what is removed or written is gone or there.
  private func isSameButFor(
    _ edit: LibsoupEdit, _ pages: UnsafeRawBufferPointer, _ newRoot: Int
  ) throws -> Bool {
    var old = try root.map { try TableWalk(before.bytes, root: $0) }
    var new = try TableWalk(pages, root: newRoot)
    var changes = ChangedRows(edit.changed)
    var isMore = try old?.next() ?? false
    while try new.next() {
      while isMore, let gone = old?.id, gone < new.id {
        guard changes.change(of: gone) != .none else { return false }
        isMore = try old?.next() ?? false
      }
      let isOld = isMore && old?.id == new.id
      switch changes.change(of: new.id) {
      case .removed: return false
      case .written: break
      case .none:
        guard isOld, let old, try new.hasSameRecord(as: old) else { return false }
      }
      if isOld { isMore = try old?.next() ?? false }
    }
    while isMore, let gone = old?.id {
      guard changes.change(of: gone) != .none else { return false }
      isMore = try old?.next() ?? false
    }
    return true
  }
}

/// What was meant for the rows that are no longer as they were, asked in the order of their ids.
private struct ChangedRows {
  enum Change { case none, removed, written }

  private let rows: [(id: Int64, isRemoved: Bool)]
  private var place = 0

  init(_ changed: [Int64: LibsoupDatabase.Row?]) {
    rows = changed.map { (id: $0, isRemoved: $1 == nil) }.sorted { $0.id < $1.id }
  }

  mutating func change(of id: Int64) -> Change {
    while place < rows.count, rows[place].id < id { place += 1 }
    guard place < rows.count, rows[place].id == id else { return .none }
    return rows[place].isRemoved ? .removed : .written
  }
}
