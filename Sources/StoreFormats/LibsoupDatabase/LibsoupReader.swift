import CSQLite
import CookieCore
import StoreModel

/// Reads the table of an open database.
struct LibsoupReader {
  let database: SQLiteDatabase

  /// What was read.
  struct Content {
    var rows: [LibsoupDatabase.Row] = []
    var cookies: [Cookie] = []
    var notices: [StoreNotice] = []
    var isDamaged = false
  }

  /// Reads as much as there is.
  ///
  /// - Parameter missing: where the file ends too early, or nil.
  /// - Throws: `SQLiteFailure`, or `DecodingFailure` when there are tables but not this one.
  func read(missing: Int?) throws -> Content {
    var notes = NoticeList()
    if let missing { notes.damage("The file ends before its last page.", at: missing) }
    let tables = try tableNames()
    guard !tables.isEmpty else { return Content(notices: notes.notices, isDamaged: missing != nil) }
    guard tables.contains("moz_cookies") else {
      throw DecodingFailure.invalid(field: "moz_cookies", offset: 0)
    }
    let statement = try database.prepare("SELECT rowid, * FROM moz_cookies ORDER BY rowid")
    let codec = try LibsoupRowCodec(columns: Array(statement.columnNames.dropFirst()))
    let (rows, isWhole) = try readRows(statement, columns: codec.columns)
    if !isWhole || !isSound() {
      notes.damage("SQLite finds damage in the file; rows may be missing.", at: nil)
    }
    let read = rows.map { codec.cookie(in: $0.values) }
    let cookies = read.compactMap(\.self)
    describe(rows, as: read, codec, mayRepeat: cookies.mayRepeatKeys, in: &notes)
    return Content(
      rows: rows, cookies: cookies,
      notices: notes.notices, isDamaged: notes.hasDamage)
  }

  /// The rows of a table that must be whole, and the codec for them; nil when there is no table at all.
  func readStrictly() throws -> (codec: LibsoupRowCodec, rows: [LibsoupDatabase.Row])? {
    let tables = try tableNames()
    guard !tables.isEmpty else { return nil }
    guard tables.contains("moz_cookies") else { throw DatabaseFailure.unknownTable }
    let statement = try database.prepare("SELECT rowid, * FROM moz_cookies ORDER BY rowid")
    let columns = Array(statement.columnNames.dropFirst())
    guard let codec = try? LibsoupRowCodec(columns: columns) else {
      throw DatabaseFailure.unknownTable
    }
    var rows: [LibsoupDatabase.Row] = []
    while try statement.step() { rows.append(row(statement, columns)) }
    return (codec, rows)
  }

  private func tableNames() throws(SQLiteFailure) -> Set<String> {
    let statement = try database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    var names: Set<String> = []
    while try statement.step() {
      names.insert(String(decoding: statement.value(at: 0).bytes ?? [], as: UTF8.self))
    }
    return names
  }

  /// Reads forwards to the damage, and then backwards to its other end.
  private func readRows(
    _ forwards: SQLiteStatement, columns: [String]
  ) throws(SQLiteFailure) -> (rows: [LibsoupDatabase.Row], isWhole: Bool) {
    var rows: [LibsoupDatabase.Row] = []
    if try collect(forwards, columns, into: &rows) { return (rows, true) }
    var last: [LibsoupDatabase.Row] = []
    let backwards = try database.prepare("SELECT rowid, * FROM moz_cookies ORDER BY rowid DESC")
    _ = try collect(backwards, columns, into: &last)
    let end = rows.last?.id ?? .min
    return (rows + last.reversed().filter { $0.id > end }, false)
  }

  /// Collects rows up to the end, or up to damage; says which.
  private func collect(
    _ statement: SQLiteStatement, _ columns: [String], into rows: inout [LibsoupDatabase.Row]
  ) throws(SQLiteFailure) -> Bool {
    do throws(SQLiteFailure) {
      while try statement.step() { rows.append(row(statement, columns)) }
      return true
    } catch {
      guard [SQLITE_CORRUPT, SQLITE_IOERR, SQLITE_NOTADB].contains(error.primaryCode) else {
        throw error
      }
      return false
    }
  }

  private func row(_ statement: SQLiteStatement, _ columns: [String]) -> LibsoupDatabase.Row {
    LibsoupDatabase.Row(
      id: statement.value(at: 0).integer ?? 0, columns: columns, values: statement.values(from: 1))
  }

  /// Asks SQLite for damage in pages that the rows did not lead to.
  private func isSound() -> Bool {
    guard let check = try? database.prepare("PRAGMA quick_check(1)"), (try? check.step()) == true
    else { return false }
    return check.value(at: 0).bytes.map { $0.elementsEqual("ok".utf8) } ?? false
  }

  private func describe(
    _ rows: [LibsoupDatabase.Row], as cookies: [Cookie?], _ codec: LibsoupRowCodec,
    mayRepeat: Bool, in notes: inout NoticeList
  ) {
    if codec.sameSite == nil {
      notes.add(.information, "The table is older than SameSite; libsoup adds the column itself.")
    }
    var last: [CookieKey: Int64] = [:]
    if mayRepeat { last.reserveCapacity(rows.count) }
    var wrapped = 0
    for (row, cookie) in zip(rows, cookies) {
      guard let cookie else {
        notes.add(.warning, "Row \(row.id) has no host; it is kept and not shown.")
        continue
      }
      if mayRepeat, let earlier = last.updateValue(row.id, forKey: cookie.key) {
        notes.add(.warning, "Row \(earlier) gives way to row \(row.id), which is the same cookie.")
      }
      guard let expiry = row.values[codec.expiry].integer else {
        notes.add(.warning, "Row \(row.id) has no expiry, which libsoup never writes.")
        continue
      }
      if expiry < 0 { wrapped += 1 }
    }
    if wrapped > 0 {
      let count = "An expiry after 2038 is stored as a negative number in \(wrapped) of the rows"
      notes.add(.information, "\(count); libsoup does so, and the time is shown as it was meant.")
    }
  }
}
