import CSQLite
import CookieCore
import StoreModel

/// Reads the table of an open database.
struct LibsoupReader {
  let database: SQLiteDatabase

  /// What was read.
  struct Content {
    var cookies: [Cookie] = []
    /// The row ids of the cookies.
    var ids: [Int64] = []
    var digests = CookieDigests(of: [])
    var notices: [StoreNotice] = []
    /// How many rows have no host.
    var unreadCount = 0
    var isDamaged = false
    /// Why the table must not be written although it is sound.
    var readOnlyReason: String?
  }

  private static let table = "moz_cookies"

  /// Reads as much as there is.
  ///
  /// - Parameter missing: where the file ends too early, or nil.
  /// - Throws: `SQLiteFailure`, or `DecodingFailure` when there are tables but not this one.
  func read(missing: Int?) throws -> Content {
    var notes = NoticeList()
    if let missing { notes.damage("The file ends before its last page.", at: missing) }
    let shape = try database.shape(of: Self.table)
    if let kind = shape.readRefusal {
      throw DecodingFailure.foreignTable(name: Self.table, kind: kind)
    }
    guard shape != .absent else {
      guard try tableNames().isEmpty else {
        throw DecodingFailure.invalid(field: Self.table, offset: 0)
      }
      return Content(notices: notes.notices, isDamaged: missing != nil)
    }
    let hasIDs = shape == .ordinary
    let statement = try database.prepare(hasIDs ? Self.query : Self.queryWithoutIDs)
    let codec = try LibsoupRowCodec(columns: Array(statement.columnNames.dropFirst()))
    var found = LibsoupFindings()
    var count: Int64 = 0
    let take = { (statement: SQLiteStatement) in
      count += 1
      found.add(
        id: hasIDs ? statement.integer(at: 0) ?? 0 : count, cookie: codec.cookie(in: statement),
        expiry: statement.integer(at: codec.expiry + 1))
    }
    let isWhole =
      try hasIDs
      ? forEachRow(of: statement, take)
      : go(through: statement) {
        take($0)
        return true
      }
    if !isWhole { found.sort() }
    let reason =
      hasIDs
      ? nil
      : "The table \(Self.table) has no row ids; libsoup never makes it so. It is not written."
    if let reason { notes.add(.warning, reason) }
    if !isWhole || !isSound() {
      notes.damage("SQLite finds damage in the file; rows may be missing.", at: nil)
    }
    let digests = CookieDigests(of: found.cookies)
    found.describe(hasSameSite: codec.sameSite != nil, digests, in: &notes)
    return Content(
      cookies: found.cookies, ids: found.ids, digests: digests, notices: notes.notices,
      unreadCount: found.unreadCount,
      isDamaged: notes.hasDamage, readOnlyReason: reason)
  }

  /// The rows of a table as far as they can be read, without a look at what they mean.
  func rows() throws(SQLiteFailure) -> [LibsoupDatabase.Row] {
    guard try database.shape(of: Self.table) == .ordinary else { return [] }
    let statement = try database.prepare(Self.query)
    let columns = Array(statement.columnNames.dropFirst())
    var rows: [LibsoupDatabase.Row] = []
    _ = try forEachRow(of: statement) { rows.append(Self.row($0, columns)) }
    return rows.sorted { $0.id < $1.id }
  }

  /// The codec of a table, which must be libsoup's; nil when there is no table at all.
  func codec() throws -> LibsoupRowCodec? {
    let shape = try database.shape(of: Self.table)
    if shape == .absent, try tableNames().isEmpty { return nil }
    guard shape == .ordinary else { throw DatabaseFailure.unknownTable }
    let columns = try database.prepare(Self.query).columnNames.dropFirst()
    guard let codec = try? LibsoupRowCodec(columns: Array(columns)) else {
      throw DatabaseFailure.unknownTable
    }
    return codec
  }

  /// The columns that take values, and the one among them that is another name of the row id.
  func shape() throws(SQLiteFailure) -> (columns: [String], number: String?) {
    // Generated columns are not listed.
    let statement = try database.prepare("PRAGMA table_info(moz_cookies)")
    var columns: [String] = []
    var keys: [(name: String, type: String)] = []
    while try statement.step() {
      let name = statement.value(at: 1).text
      columns.append(name)
      guard statement.integer(at: 5) ?? 0 > 0 else { continue }
      keys.append((name, statement.value(at: 2).text.uppercased()))
    }
    return (columns, keys.count == 1 && keys[0].type == "INTEGER" ? keys[0].name : nil)
  }

  /// The number of the first page of the table; nil when there is none.
  func root() throws(SQLiteFailure) -> Int? {
    let statement = try database.prepare(
      "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = 'moz_cookies'")
    return try statement.step() ? statement.integer(at: 0).map { Int($0) } : nil
  }

  /// Reports whether there are only tables, so that a change of a row changes nothing else by itself.
  func hasTablesOnly() throws(SQLiteFailure) -> Bool {
    try !database.prepare("SELECT 1 FROM sqlite_master WHERE type <> 'table'").step()
  }

  /// Asks SQLite for damage in pages that the rows did not lead to.
  func isSound() -> Bool {
    guard let check = try? database.prepare("PRAGMA quick_check(1)"), (try? check.step()) == true
    else { return false }
    return check.value(at: 0).bytes.map { $0.elementsEqual("ok".utf8) } ?? false
  }

  static func row(_ statement: SQLiteStatement, _ columns: [String]) -> LibsoupDatabase.Row {
    LibsoupDatabase.Row(
      id: statement.integer(at: 0) ?? 0, columns: columns, values: statement.values(from: 1))
  }

  private static let query = "SELECT rowid, * FROM moz_cookies ORDER BY rowid"
  private static let queryWithoutIDs = "SELECT 0, * FROM moz_cookies"

  private func tableNames() throws(SQLiteFailure) -> Set<String> {
    let statement = try database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    var names: Set<String> = []
    while try statement.step() {
      names.insert(String(decoding: statement.value(at: 0).bytes ?? [], as: UTF8.self))
    }
    return names
  }

  /// Goes forwards to the damage, and then backwards to its other end; says whether there was none.
  private func forEachRow(
    of forwards: SQLiteStatement, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteFailure) -> Bool {
    var end = Int64.min
    let isWhole = try go(through: forwards) { statement in
      end = statement.integer(at: 0) ?? 0
      body(statement)
      return true
    }
    if isWhole { return true }
    let backwards = try database.prepare(Self.query + " DESC")
    _ = try go(through: backwards) { statement in
      guard statement.integer(at: 0) ?? 0 > end else { return false }
      body(statement)
      return true
    }
    return false
  }

  /// Goes through rows up to the end, or up to damage; says which.
  private func go(
    through statement: SQLiteStatement, _ body: (SQLiteStatement) -> Bool
  ) throws(SQLiteFailure) -> Bool {
    do throws(SQLiteFailure) {
      while try statement.step() { if !body(statement) { break } }
      return true
    } catch {
      guard [SQLITE_CORRUPT, SQLITE_IOERR, SQLITE_NOTADB].contains(error.primaryCode) else {
        throw error
      }
      return false
    }
  }
}
