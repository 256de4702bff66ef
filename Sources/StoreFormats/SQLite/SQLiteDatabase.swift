import CSQLite

/// Why SQLite refused something.
package struct SQLiteFailure: Error, Hashable, Sendable {
  /// The extended result code.
  package var code: Int32

  /// The result code without its extension.
  package var primaryCode: Int32 { code & 0xFF }
}

/// An open database: in memory, a private copy, or a file to be changed.
package final class SQLiteDatabase {
  private let handle: OpaquePointer
  private let copy: PrivateDatabaseCopy?
  /// Whether the database has no file.
  let isInMemory: Bool

  private init(opening path: String, flags: Int32, copy: PrivateDatabaseCopy?) throws(SQLiteFailure)
  {
    var opened: OpaquePointer?
    let all = flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(path, &opened, all, nil)
    guard let opened, code == SQLITE_OK else {
      sqlite3_close_v2(opened)
      throw SQLiteFailure(code: opened == nil ? SQLITE_NOMEM : code)
    }
    handle = opened
    self.copy = copy
    isInMemory = flags & SQLITE_OPEN_MEMORY != 0
    // Views, triggers and functions that a file brings along get no say.
    try execute("PRAGMA trusted_schema = OFF")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Opens the bytes of a main file in memory; no bytes make an empty database.
  package convenience init(bytes: [UInt8]) throws(SQLiteFailure) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    try self.init(opening: ":memory:", flags: flags, copy: nil)
    guard !bytes.isEmpty else { return }
    var content = bytes
    // There is no write-ahead log in memory, and a file that was closed well has none.
    if content.count > 19, content[18] == 2 || content[19] == 2 {
      content[18] = 1
      content[19] = 1
    }
    try load(content)
  }

  /// Opens an image: in memory where the main file is all, else as a copy in a private directory.
  ///
  /// - Parameter directory: an existing directory of mode 0700; the copy goes away with this object.
  package convenience init(
    image: DatabaseImage, scratchDirectory directory: String
  ) throws(SQLiteFailure) {
    guard !image.isComplete else {
      try self.init(bytes: image.main)
      return
    }
    let copy = try PrivateDatabaseCopy(of: image, in: directory)
    try self.init(opening: copy.path, flags: SQLITE_OPEN_READWRITE, copy: copy)
    // With the lock to itself it needs no shared-memory file.
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Opens an existing file to change it; never for reading a live store.
  ///
  /// - Parameter patience: how long to wait for another writer, in milliseconds.
  package convenience init(changing path: String, patience: Int32) throws(SQLiteFailure) {
    try self.init(opening: path, flags: SQLITE_OPEN_READWRITE, copy: nil)
    sqlite3_busy_timeout(handle, patience)
  }

  /// Compiles a statement.
  package func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard let statement, code == SQLITE_OK else { throw SQLiteFailure(code: code) }
    return SQLiteStatement(handle: statement, database: self)
  }

  /// Runs a statement and lets go of its rows.
  package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The row id of the last insertion.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows this connection has inserted, changed and deleted, by itself or by what the file brings along.
  var changeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// Reports whether the file has these bytes and no others.
  ///
  /// They are read by SQLite's own handle: to open and close the file a second time would take this process's locks
  /// away. They are the database while this connection writes and there is no write-ahead log.
  func fileHolds(_ expected: UnsafeRawBufferPointer) -> Bool {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let file = pointer, let methods = file.pointee.pMethods, let size = methods.pointee.xFileSize,
      let read = methods.pointee.xRead
    else { return false }
    var byteCount: sqlite3_int64 = 0
    guard size(file, &byteCount) == SQLITE_OK, Int(byteCount) == expected.count
    else { return false }
    let room = 1 << 18
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 8)
    defer { chunk.deallocate() }
    for start in stride(from: 0, to: expected.count, by: room) {
      let part = UnsafeRawBufferPointer(
        rebasing: expected[start..<min(start + room, expected.count)])
      guard
        read(file, chunk.baseAddress, Int32(part.count), sqlite3_int64(start)) == SQLITE_OK,
        part.hasSameBytes(as: UnsafeRawBufferPointer(rebasing: chunk[..<part.count]))
      else { return false }
    }
    return true
  }

  /// The bytes of the database as a main file.
  package func serialized() throws(SQLiteFailure) -> [UInt8] {
    let pages = try pages()
    return withExtendedLifetime(pages) { Array(pages.bytes) }
  }

  /// The pages of the database.
  ///
  /// Of a file they are those that this connection sees, with the changes that it has not committed yet; of a
  /// database in memory those of the last commit.
  func pages() throws(SQLiteFailure) -> DatabasePages {
    try DatabasePages(handle)
  }

  private func load(_ content: [UInt8]) throws(SQLiteFailure) {
    let count = sqlite3_int64(content.count)
    guard let memory = sqlite3_malloc64(sqlite3_uint64(content.count)) else {
      throw SQLiteFailure(code: SQLITE_NOMEM)
    }
    memory.copyMemory(from: content, byteCount: content.count)
    let buffer = memory.assumingMemoryBound(to: UInt8.self)
    // SQLite owns the buffer from here, also when it refuses it.
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let code = sqlite3_deserialize(handle, "main", buffer, count, count, flags)
    guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
  }
}
