import CookieCore
import StoreModel

/// Changes rows, and keeps in mind what the table must hold afterwards.
final class LibsoupEdit {
  private let database: SQLiteDatabase
  private var codec: LibsoupRowCodec?
  private var ids: [CookieKey: [Int64]] = [:]
  /// The rows that are removed and may still be in the table.
  private var doomed: [Int64] = []
  private var statements: [String: SQLiteStatement] = [:]
  private var insertionSQL: String?
  /// What the table must hold of the rows that are no longer as they were, by id; nil for one that is gone.
  private(set) var changed: [Int64: LibsoupDatabase.Row?] = [:]
  /// Whether anything was written.
  private(set) var didChange = false

  /// Begins with what the table holds.
  ///
  /// - Parameter keys: the identities that will be asked for; the rows of others are not looked into.
  init(
    database: SQLiteDatabase, codec: LibsoupRowCodec?, keys: some Collection<CookieKey>
  ) throws(SQLiteFailure) {
    self.database = database
    self.codec = codec
    guard let codec, !keys.isEmpty else { return }
    ids.reserveCapacity(keys.count)
    var wanted: Set<UInt64> = []
    for key in keys {
      var digest = ByteDigest()
      digest.add(key.name)
      digest.add(key.domain)
      wanted.insert(digest.value)
    }
    let columns = [codec.name, codec.host, codec.path].map { Self.quoted(codec.columns[$0]) }
    let statement = try database.prepare(
      "SELECT rowid, \(columns.joined(separator: ", ")) FROM moz_cookies ORDER BY rowid")
    while try statement.step() {
      var digest = ByteDigest()
      statement.withBytes(at: 1) { digest.add($0 ?? .init(start: nil, count: 0)) }
      let isDomain = statement.withBytes(at: 2) { host in
        guard let host else { return false }
        let isDomain = host.first == ASCII.dot
        digest.add(isDomain ? UnsafeBufferPointer(rebasing: host.dropFirst()) : host)
        return isDomain
      }
      guard wanted.contains(digest.value) else { continue }
      let key = Self.key(in: statement, isDomain: isDomain)
      ids[key, default: []].append(statement.integer(at: 0) ?? 0)
    }
  }

  /// The identity in a row of name, host and path.
  private static func key(in statement: SQLiteStatement, isDomain: Bool) -> CookieKey {
    func text(_ column: Int, dropping count: Int = 0) -> CookieText? {
      statement.withBytes(at: column) { bytes in
        bytes.map { CookieText(buffer: UnsafeBufferPointer(rebasing: $0.dropFirst(count))) }
      }
    }
    return CookieKey(
      name: text(1) ?? "", domain: text(2, dropping: isDomain ? 1 : 0) ?? "", hostOnly: !isDomain,
      path: text(3) ?? "/")
  }

  /// Deletes the rows of one identity.
  func remove(_ key: CookieKey) -> AppliedChanges.Outcome {
    guard let found = ids.removeValue(forKey: key) else { return .goneAlready }
    doomed += found
    for id in found { changed[id] = .some(nil) }
    didChange = true
    return .done
  }

  /// Deletes the rows that are removed, in the order in which they are in the file.
  ///
  /// In the order of a plan every one would be on another page, and pages would be read and written many times.
  func finishRemovals() throws(SQLiteFailure) {
    guard !doomed.isEmpty else { return }
    doomed.sort()
    let deletion = try statement("DELETE FROM moz_cookies WHERE rowid = ?")
    for id in doomed {
      try deletion.bind([.integer(id)])
      while try deletion.step() {}
    }
    doomed = []
  }

  /// Writes over the row that libsoup uses, or adds one.
  func put(_ cookie: Cookie) throws -> AppliedChanges.Outcome {
    if let attribute = Self.obstacle(cookie) { return .unrepresentable(attribute) }
    var key = cookie.key
    key.sourceScheme = nil
    key.sourcePort = nil
    let codec = try table()
    if let id = ids[key]?.max(), let row = try row(id) {
      try write(codec.update(row.values, to: cookie), over: row)
    } else {
      let id = try insert(codec.values(for: cookie), id: nil)
      ids[key, default: []].append(id)
    }
    return .done
  }

  /// Puts a row back.
  func restore(_ row: LibsoupDatabase.Row) throws -> AppliedChanges.Outcome {
    let codec = try table()
    let values = codec.columns.map { column in
      row.columns.firstIndex(of: column).map { row.values[$0] } ?? .null
    }
    let key = row.cookie?.key
    guard let present = try self.row(row.id) else {
      let id = try insert(values, id: row.id)
      if let key { ids[key, default: []].append(id) }
      return .done
    }
    if codec.cookie(in: present.values)?.key == key {
      try write(values, over: present)
    } else {
      let id = try insert(values, id: nil)
      if let key { ids[key, default: []].append(id) }
    }
    return .done
  }

  /// The row with an id as it is now.
  func row(_ id: Int64) throws(SQLiteFailure) -> LibsoupDatabase.Row? {
    guard let codec else { return nil }
    try finishRemovals()
    let statement = try statement("SELECT rowid, * FROM moz_cookies WHERE rowid = ?")
    try statement.bind([.integer(id)])
    defer { statement.reset() }
    return try statement.step() ? LibsoupReader.row(statement, codec.columns) : nil
  }

  /// Why the table cannot hold a cookie at all.
  private static func obstacle(_ cookie: Cookie) -> CookieAttribute? {
    if cookie.expiryTime == nil { return .session }
    if cookie.partition != nil { return .partition }
    if cookie.container != nil { return .container }
    return LibsoupRowCodec.hasReservedBytes(cookie) ? .arbitraryBytes : nil
  }

  /// The table, which libsoup also makes when it is missing.
  private func table() throws -> LibsoupRowCodec {
    if let codec { return codec }
    try database.execute(LibsoupDatabase.schema)
    guard let made = try LibsoupReader(database: database).codec() else {
      throw DatabaseFailure.unverified
    }
    codec = made
    didChange = true
    return made
  }

  private func write(_ values: [SQLiteValue], over row: LibsoupDatabase.Row) throws {
    let changes = values.indices.filter { values[$0] != row.values[$0] }
    guard !changes.isEmpty else { return }
    let assignments = changes.map { "\(Self.quoted(row.columns[$0])) = ?" }
    try run(
      "UPDATE moz_cookies SET \(assignments.joined(separator: ", ")) WHERE rowid = ?",
      changes.map { values[$0] } + [.integer(row.id)])
    var changedRow = row
    changedRow.values = values
    changed[row.id] = changedRow
    didChange = true
  }

  /// Inserts a row, and returns its id.
  private func insert(_ values: [SQLiteValue], id: Int64?) throws -> Int64 {
    let codec = try table()
    // The key column is the row id itself, whatever its name.
    let place = codec.columns.firstIndex { $0.lowercased() == "id" }
    var values = values
    if let place { values[place] = id.map { .integer($0) } ?? .null }
    try run(insertion(codec.columns), values)
    let inserted = database.lastInsertedRow
    if let place { values[place] = .integer(inserted) }
    changed[inserted] = LibsoupDatabase.Row(id: inserted, columns: codec.columns, values: values)
    didChange = true
    return inserted
  }

  private func insertion(_ columns: [String]) -> String {
    if let insertionSQL { return insertionSQL }
    let names = columns.map(Self.quoted).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO moz_cookies (\(names)) VALUES (\(marks))"
    insertionSQL = sql
    return sql
  }

  /// Runs a statement, which is compiled once however many rows there are.
  private func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteFailure) {
    try finishRemovals()
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  private func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  private static func quoted(_ column: String) -> String {
    "\"" + column.replacing("\"", with: "\"\"") + "\""
  }
}
