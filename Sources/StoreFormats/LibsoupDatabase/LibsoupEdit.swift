import CookieCore
import Glibc
import StoreModel

/// Changes rows, and keeps in mind what the table must hold afterwards.
final class LibsoupEdit {
  private let database: SQLiteDatabase
  private var codec: LibsoupRowCodec?
  var ids: [CookieKey: [Int64]] = [:]
  /// The rows that are removed and may still be in the table.
  private var doomed: [Int64] = []
  private var statements: [String: SQLiteStatement] = [:]
  private var insertionSQL: [[String]: String] = [:]
  private var knownShape: (columns: [String], number: String?)?
  /// The highest id that a row which is put back had.
  var reservedID: Int64 = 0
  /// What of rows that were put back is not as it was.
  var replayLosses: [ReplayLoss] = []
  /// What the table must hold of the rows that are no longer as they were, by id; nil for one that is gone.
  private(set) var changed: [Int64: LibsoupDatabase.Row?] = [:]
  /// What is left of the jar where rows are only removed, if it is being made already.
  private(set) var foreseen: ForeseenJar?
  /// Whether anything was written.
  private(set) var didChange = false
  /// How many rows were inserted, written over and deleted so far.
  private(set) var rowCount = 0

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

  /// Begins with what was decoded of the very bytes that the table is in.
  ///
  /// - Parameter keys: the identities that will be asked for one by one.
  init(
    database: SQLiteDatabase, codec: LibsoupRowCodec?, keys: [CookieKey],
    knowing content: LibsoupDatabase
  ) {
    self.database = database
    self.codec = codec
    let keys = keys.map(Self.identity)
    let places = KeyTable(keys).positions(in: content.cookies, digests: content.digests)
    ids.reserveCapacity(keys.count)
    for (key, place) in zip(keys, places) {
      if let place { ids[key] = [content.ids[place]] }
    }
  }

  /// The identity without what no row has.
  private static func identity(_ key: CookieKey) -> CookieKey {
    var key = key
    key.sourceScheme = nil
    key.sourcePort = nil
    return key
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

  /// Deletes the rows of many identities of what was decoded of the very bytes that the table is in.
  ///
  /// - Parameter start: starts a thread, on which it is foreseen what will be left.
  func remove(
    _ keys: [CookieKey], of content: LibsoupDatabase,
    beside start: (@escaping @Sendable () -> Void) -> pthread_t?
  ) -> [AppliedChanges.Outcome] {
    let table = KeyTable(keys)
    let places = table.positions(in: content.cookies, digests: content.digests)
    var found: [Int] = []
    found.reserveCapacity(keys.count)
    let outcomes = keys.indices.map { index -> AppliedChanges.Outcome in
      guard let place = places[index], table.firstPlace(ofKeyAt: index) == index else {
        return .goneAlready
      }
      found.append(place)
      return .done
    }
    guard !found.isEmpty else { return outcomes }
    found.sort()
    foreseen = ForeseenJar(content, without: found, start)
    remove(found.map { content.ids[$0] })
    return outcomes
  }

  /// Deletes the rows of one identity.
  func remove(_ key: CookieKey) -> AppliedChanges.Outcome {
    guard let found = ids.removeValue(forKey: key) else { return .goneAlready }
    remove(found)
    return .done
  }

  /// Deletes rows by their ids.
  func remove(_ found: [Int64]) {
    doomed += found
    changed.reserveCapacity(changed.count + found.count)
    for id in found { changed[id] = .some(nil) }
    didChange = true
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
      rowCount += 1
    }
    doomed = []
  }

  /// Writes over the row that libsoup uses, or adds one.
  func put(_ cookie: Cookie) throws -> AppliedChanges.Outcome {
    if let attribute = Self.obstacle(cookie) { return .unrepresentable(attribute) }
    let key = Self.identity(cookie.key)
    let codec = try table()
    if let id = ids[key]?.max(), let row = try row(id) {
      try write(codec.update(row.values, to: cookie), over: row)
    } else {
      let id = try insert(codec.values(for: cookie), id: nil)
      ids[key, default: []].append(id)
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

  /// Reports whether the rows that were written are as they were meant.
  func showsRows() throws -> Bool {
    try changed.allSatisfy { id, row in try row == nil || self.row(id) == row }
  }

  /// The names of the table's columns.
  var columns: [String] { codec?.columns ?? [] }

  /// Why the table cannot hold a cookie at all.
  private static func obstacle(_ cookie: Cookie) -> CookieAttribute? {
    if cookie.expiryTime == nil { return .session }
    if cookie.partition != nil { return .partition }
    if cookie.container != nil { return .container }
    return LibsoupRowCodec.hasReservedBytes(cookie) ? .arbitraryBytes : nil
  }

  /// The table, which libsoup also makes when it is missing.
  func table() throws -> LibsoupRowCodec {
    if let codec { return codec }
    try database.execute(LibsoupDatabase.schema)
    guard let made = try LibsoupReader(database: database).codec() else {
      throw DatabaseFailure.unverified
    }
    codec = made
    didChange = true
    return made
  }

  func write(_ values: [SQLiteValue], over row: LibsoupDatabase.Row) throws {
    let changes = values.indices.filter { values[$0] != row.values[$0] }
    guard !changes.isEmpty else { return }
    let assignments = changes.map { "\(Self.quoted(row.columns[$0])) = ?" }
    try run(
      "UPDATE moz_cookies SET \(assignments.joined(separator: ", ")) WHERE rowid = ?",
      changes.map { values[$0] } + [.integer(row.id)])
    var changedRow = row
    changedRow.values = values
    didChange = true
    expect(try withGeneratedValues(changedRow))
  }

  /// Inserts a row, and returns its id.
  private func insert(_ values: [SQLiteValue], id: Int64?) throws -> Int64 {
    let codec = try table()
    let (writable, number) = try shape()
    let place = codec.columns.firstIndex { $0 == number }
    var values = values
    if let place { values[place] = id.map { .integer($0) } ?? .null }
    let places = codec.columns.indices.filter { writable.contains(codec.columns[$0]) }
    let inserted = try insert(
      places.map { values[$0] }, into: places.map { codec.columns[$0] },
      id: place == nil ? id : nil)
    if let place { values[place] = .integer(inserted) }
    let row = LibsoupDatabase.Row(id: inserted, columns: codec.columns, values: values)
    expect(try withGeneratedValues(row))
    return inserted
  }

  /// The row with what the table itself works out, which nobody can write.
  private func withGeneratedValues(_ row: LibsoupDatabase.Row) throws -> LibsoupDatabase.Row {
    let writable = try shape().columns
    guard writable.count < row.columns.count, let found = try self.row(row.id) else { return row }
    var row = row
    for place in row.columns.indices where !writable.contains(row.columns[place]) {
      row.values[place] = found.values[place]
    }
    return row
  }

  /// Inserts values of some columns, and returns the row id.
  ///
  /// - Parameter id: the row id where no column is another name of it; nil to have one chosen.
  func insert(_ values: [SQLiteValue], into columns: [String], id: Int64?) throws -> Int64 {
    let all = id == nil ? columns : ["rowid"] + columns
    try run(insertion(all), (id.map { [.integer($0)] } ?? []) + values)
    didChange = true
    return database.lastInsertedRow
  }

  /// Keeps in mind what a row must be when all is done.
  func expect(_ row: LibsoupDatabase.Row) { changed[row.id] = row }

  /// The columns that take values, and the one among them that is another name of the row id.
  func shape() throws -> (columns: [String], number: String?) {
    _ = try table()
    if let knownShape { return knownShape }
    let found = try LibsoupReader(database: database).shape()
    knownShape = found
    return found
  }

  /// An id above all that are there and all that may come back; nil to leave it to SQLite.
  func newID() throws(SQLiteFailure) -> Int64? {
    try finishRemovals()
    let statement = try statement("SELECT max(rowid) FROM moz_cookies")
    defer { statement.reset() }
    let highest = try statement.step() ? statement.integer(at: 0) ?? 0 : 0
    let (id, overflows) = max(highest, reservedID).addingReportingOverflow(1)
    return overflows ? nil : id
  }

  private func insertion(_ columns: [String]) -> String {
    if let known = insertionSQL[columns] { return known }
    let names = columns.map(Self.quoted).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO moz_cookies (\(names)) VALUES (\(marks))"
    insertionSQL[columns] = sql
    return sql
  }

  /// Runs a statement, which is compiled once however many rows there are.
  private func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteFailure) {
    try finishRemovals()
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
    rowCount += 1
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
