import CSQLite

/// A compiled statement.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  /// Keeps the connection open for as long as the statement lives.
  private let database: SQLiteDatabase

  init(handle: OpaquePointer, database: SQLiteDatabase) {
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// The names of the result's columns.
  package var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Starts over with these values for the parameters; those left out are null.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    for (offset, value) in values.enumerated() {
      let code = bind(value, at: Int32(offset + 1))
      guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
    }
  }

  /// Goes to the next row, and says whether there is one.
  package func step() throws(SQLiteFailure) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteFailure(code: code)
    }
  }

  /// Lets go of the rows that are left.
  func reset() { sqlite3_reset(handle) }

  /// A value of the present row, columns counted from 0.
  package func value(at column: Int) -> SQLiteValue {
    let index = Int32(column)
    return switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: .text(textBytes(at: index))
    case SQLITE_BLOB: .blob(blobBytes(at: index))
    default: .null
    }
  }

  /// Calls a function with the bytes that `SQLiteValue.bytes` has, where they are; nil for null.
  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    let index = Int32(column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_TEXT, SQLITE_BLOB:
      // The pointer is good until the next step; the count must be asked for after it.
      let start = sqlite3_column_blob(handle, index)
      let count = Int(sqlite3_column_bytes(handle, index))
      return body(
        UnsafeBufferPointer(
          start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count))
    case SQLITE_NULL: return body(nil)
    default: return (value(at: column).bytes ?? []).withUnsafeBufferPointer { body($0) }
    }
  }

  /// The whole number that `SQLiteValue.integer` is.
  func integer(at column: Int) -> Int64? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: sqlite3_column_int64(handle, Int32(column))
    case SQLITE_NULL: nil
    default: value(at: column).integer
    }
  }

  /// The values of the present row.
  package var values: [SQLiteValue] { values(from: 0) }

  /// The values of the present row from a column on.
  func values(from first: Int) -> [SQLiteValue] {
    let count = Int(sqlite3_data_count(handle))
    return first < count ? (first..<count).map { value(at: $0) } : []
  }

  // The pointer is good until the next step; the count must be asked for after it.
  private func textBytes(at column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_text(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  private func blobBytes(at column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .text(let bytes):
      bytes.withUnsafeBytes { buffer in
        // No pointer would mean null, but an empty text is a text.
        guard let start = buffer.baseAddress, !buffer.isEmpty else {
          return sqlite3_bind_text(handle, index, "", 0, pantler_sqlite_transient())
        }
        return sqlite3_bind_text64(
          handle, index, start.assumingMemoryBound(to: CChar.self), sqlite3_uint64(buffer.count),
          pantler_sqlite_transient(), UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress, !buffer.isEmpty else {
          return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return sqlite3_bind_blob64(
          handle, index, start, sqlite3_uint64(buffer.count), pantler_sqlite_transient())
      }
    }
  }
}
