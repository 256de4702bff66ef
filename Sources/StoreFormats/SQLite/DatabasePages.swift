import CSQLite

/// The pages of a database at one moment, in memory that SQLite gave.
final class DatabasePages {
  /// The bytes, valid for as long as this object.
  let bytes: UnsafeRawBufferPointer

  init(_ database: OpaquePointer) throws(SQLiteFailure) {
    var count: sqlite3_int64 = 0
    let start = sqlite3_serialize(database, "main", &count, 0)
    // A database without a page has no bytes to give.
    guard start != nil || count == 0 else { throw SQLiteFailure(code: SQLITE_NOMEM) }
    bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  }

  deinit {
    sqlite3_free(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  /// Reports whether a file holds these pages.
  func areHeld(in file: [UInt8]) -> Bool {
    file.withUnsafeBytes { $0.hasSameBytes(as: bytes) }
  }
}
