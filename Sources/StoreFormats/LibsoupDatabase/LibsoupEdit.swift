import CookieCore
import StoreModel

/// Changes rows, and keeps in step what the table must hold afterwards.
final class LibsoupEdit {
  private let database: SQLiteDatabase
  private var codec: LibsoupRowCodec?
  /// The rows before any change, by id.
  private let before: [LibsoupDatabase.Row]
  /// The rows that are different now, by id; nil for one that is gone.
  private var after: [Int64: LibsoupDatabase.Row?] = [:]
  private var ids: [CookieKey: [Int64]] = [:]
  private var statements: [String: SQLiteStatement] = [:]
  private var insertionSQL: String?
  /// Whether anything was written.
  private(set) var didChange = false

  /// Begins with what the table holds.
  ///
  /// - Parameters:
  ///   - rows: every row, by id.
  ///   - keys: the identities that will be asked for; the rows of others are not looked into.
  init(
    database: SQLiteDatabase, codec: LibsoupRowCodec?, rows: [LibsoupDatabase.Row],
    keys: some Collection<CookieKey>
  ) {
    self.database = database
    self.codec = codec
    before = rows
    guard let codec else { return }
    let wanted = Set(keys.map { Self.digest($0.name.bytes, $0.domain.bytes[...]) })
    for row in rows {
      let host = row.values[codec.host].bytes ?? []
      let domain = host.first == ASCII.dot ? host.dropFirst() : host[...]
      guard wanted.contains(Self.digest(row.values[codec.name].bytes ?? [], domain)),
        let cookie = codec.cookie(in: row.values)
      else { continue }
      ids[cookie.key, default: []].append(row.id)
    }
  }

  private static func digest(_ name: [UInt8], _ domain: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    name.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(0 as UInt8)
    domain.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// What the table must hold, by id.
  var rows: [LibsoupDatabase.Row] {
    var left = after
    var rows = before.compactMap { row in
      left.removeValue(forKey: row.id) ?? row
    }
    let added = left.values.compactMap(\.self)
    guard !added.isEmpty else { return rows }
    rows += added
    return rows.sorted { $0.id < $1.id }
  }

  /// The row with an id as it is now.
  private func row(_ id: Int64) -> LibsoupDatabase.Row? {
    if let changed = after[id] { return changed }
    var (low, high) = (0, before.count)
    while low < high {
      let middle = (low + high) / 2
      if before[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < before.count && before[low].id == id ? before[low] : nil
  }

  /// Deletes the rows of one identity.
  func remove(_ key: CookieKey) throws -> AppliedChanges.Outcome {
    guard let found = ids.removeValue(forKey: key) else { return .goneAlready }
    for id in found {
      try run("DELETE FROM moz_cookies WHERE rowid = ?", [.integer(id)])
      after[id] = .some(nil)
    }
    didChange = true
    return .done
  }

  /// Writes over the row that libsoup uses, or adds one.
  func put(_ cookie: Cookie) throws -> AppliedChanges.Outcome {
    if let attribute = Self.obstacle(cookie) { return .unrepresentable(attribute) }
    var key = cookie.key
    key.sourceScheme = nil
    key.sourcePort = nil
    let codec = try table()
    if let id = ids[key]?.max(), let row = row(id) {
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
    guard let present = self.row(row.id) else {
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
    guard let made = try LibsoupReader(database: database).readStrictly()?.codec else {
      throw DatabaseFailure.unverified
    }
    codec = made
    didChange = true
    return made
  }

  private func write(_ values: [SQLiteValue], over row: LibsoupDatabase.Row) throws {
    let changed = values.indices.filter { values[$0] != row.values[$0] }
    guard !changed.isEmpty else { return }
    let assignments = changed.map { "\(Self.quoted(row.columns[$0])) = ?" }
    try run(
      "UPDATE moz_cookies SET \(assignments.joined(separator: ", ")) WHERE rowid = ?",
      changed.map { values[$0] } + [.integer(row.id)])
    var changedRow = row
    changedRow.values = values
    after[row.id] = changedRow
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
    after[inserted] = LibsoupDatabase.Row(id: inserted, columns: codec.columns, values: values)
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
