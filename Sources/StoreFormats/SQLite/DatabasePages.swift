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
  ///
  /// - Parameter countersAside: whether the counters in the header may differ, which every commit moves.
  func areHeld(in file: [UInt8], countersAside: Bool = false) -> Bool {
    file.withUnsafeBytes { file in
      guard file.count == bytes.count else { return false }
      guard countersAside, file.count >= DatabaseImage.headerCount else {
        return file.hasSameBytes(as: bytes)
      }
      // The change counter, and what the last writer noted beside it.
      let parts = [0..<24, 28..<92, DatabaseImage.headerCount..<file.count]
      return parts.allSatisfy { part in
        UnsafeRawBufferPointer(rebasing: file[part])
          .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: bytes[part]))
      }
    }
  }
}
