/// Rows that are to be taken out of one of WebKit's databases.
public struct WebsiteRowRemoval: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The column that tells rows apart.
  public var column: String
  /// The values of that column.
  public var values: [String]

  /// Takes every field as it is.
  public init(table: String, column: String, values: [String]) {
    self.table = table
    self.column = column
    self.values = values
  }
}

extension DatabaseImage {
  /// The main file as it is when everything in the files beside it has been taken over.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public func settled(scratchDirectory directory: String) throws(DatabaseFailure) -> [UInt8] {
    guard !isComplete else { return main }
    return try changed(scratchDirectory: directory) { _ throws(SQLiteFailure) in }
  }

  /// The main file without some rows, and without what other tables say about them.
  ///
  /// Deleted rows are overwritten with zeros, as libsoup does it.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  /// - Throws: `unverified` when rows other than those would be missing too, and `unknownTable` for a view or a
  ///   table without row ids, which no engine makes.
  public func removing(
    _ removals: [WebsiteRowRemoval], scratchDirectory directory: String
  ) throws(DatabaseFailure) -> [UInt8] {
    var areRight = true
    var isOrdinary = true
    let bytes = try changed(scratchDirectory: directory) { database throws(SQLiteFailure) in
      for pragma in ["foreign_keys", "secure_delete"] {
        try database.execute("PRAGMA \(pragma) = ON")
      }
      for removal in removals {
        guard try database.shape(of: removal.table) == .ordinary else {
          isOrdinary = false
          return
        }
        // An index that is damaged would hide rows.
        let table = Self.quoted(removal.table) + " NOT INDEXED"
        let column = Self.text(removal.column)
        let before = try Self.count(table, database)
        var meant = 0
        for value in removal.values {
          let text = SQLiteValue.text(Array(value.utf8))
          meant += try Self.count("\(table) WHERE \(column) = ?", database, [text])
          try database.execute("DELETE FROM \(table) WHERE \(column) = ?", [text])
        }
        if try Self.count(table, database) != before - meant { areRight = false }
      }
    }
    guard isOrdinary else { throw .unknownTable }
    guard areRight else { throw .unverified }
    return bytes
  }

  /// The main file with rows of an earlier one in it; rows that are there already stay as they are.
  ///
  /// - Parameter earlier: what the rows are taken from; numbers that SQLite gives to rows are given anew.
  /// - Throws: `unknownTable` when the table is another one now.
  public func reinserting(
    _ rows: [WebsiteRowRemoval], from earlier: DatabaseImage, scratchDirectory directory: String
  ) throws(DatabaseFailure) -> [UInt8] {
    var found: [WebsiteRowRemoval: FoundRows] = [:]
    for row in rows {
      found[row] = try earlier.rows(row, scratchDirectory: directory)
    }
    var areRight = true
    let bytes = try changed(scratchDirectory: directory) { database throws(SQLiteFailure) in
      for row in rows {
        guard let source = found[row], try database.shape(of: row.table) == .ordinary,
          try source.columns == Self.columns(row.table, database)
        else {
          areRight = false
          continue
        }
        let table = Self.quoted(row.table)
        let known = "\(table) WHERE \(Self.text(row.column)) = ?"
        let names = source.columns.map(Self.quoted).joined(separator: ", ")
        let places = source.columns.map { _ in "?" }.joined(separator: ", ")
        for (value, values) in source.rows
        where try Self.count(known, database, [.text(Array(value.utf8))]) == 0 {
          try database.execute("INSERT INTO \(table) (\(names)) VALUES (\(places))", values)
        }
      }
    }
    guard areRight else { throw .unknownTable }
    return bytes
  }

  /// The main file with some rows of their tables alone.
  public func keeping(
    _ rows: [WebsiteRowRemoval], scratchDirectory directory: String
  ) throws(DatabaseFailure) -> [UInt8] {
    try changed(scratchDirectory: directory) { database throws(SQLiteFailure) in
      try database.execute("PRAGMA secure_delete = ON")
      for table in Set(rows.map(\.table)) {
        let meant = rows.filter { $0.table == table }
        let values = meant.flatMap(\.values).map { SQLiteValue.text(Array($0.utf8)) }
        let places = values.map { _ in "?" }.joined(separator: ", ")
        let column = Self.text(meant[0].column)
        try database.execute(
          "DELETE FROM \(Self.quoted(table)) WHERE \(column) NOT IN (\(places))", values)
      }
    }
  }

  /// Rows with their columns, but for the number that SQLite gives to each.
  private struct FoundRows {
    var columns: [String]
    var rows: [(value: String, values: [SQLiteValue])] = []
  }

  private func rows(
    _ wanted: WebsiteRowRemoval, scratchDirectory directory: String
  ) throws(DatabaseFailure) -> FoundRows {
    do throws(SQLiteFailure) {
      let database = try SQLiteDatabase(image: self, scratchDirectory: directory)
      var found = FoundRows(columns: try Self.columns(wanted.table, database))
      guard !found.columns.isEmpty else { return found }
      let names = found.columns.map(Self.quoted).joined(separator: ", ")
      let statement = try database.prepare(
        "SELECT \(names) FROM \(Self.quoted(wanted.table)) WHERE \(Self.text(wanted.column)) = ?")
      for value in wanted.values {
        try statement.bind([.text(Array(value.utf8))])
        while try statement.step() { found.rows.append((value, statement.values)) }
      }
      return found
    } catch {
      throw .database(code: error.code)
    }
  }

  private static func columns(
    _ table: String, _ database: SQLiteDatabase
  ) throws(SQLiteFailure) -> [String] {
    let statement = try database.prepare("PRAGMA table_info(\(quoted(table)))")
    var names: [String] = []
    while try statement.step() {
      let isNumber =
        statement.value(at: 5).integer == 1
        && statement.value(at: 2).text.uppercased() == "INTEGER"
      if !isNumber { names.append(statement.value(at: 1).text) }
    }
    return names
  }

  private func changed(
    scratchDirectory directory: String, _ change: (SQLiteDatabase) throws(SQLiteFailure) -> Void
  ) throws(DatabaseFailure) -> [UInt8] {
    do throws(DecodingFailure) {
      try checkSignature()
    } catch {
      throw .damaged
    }
    do throws(SQLiteFailure) {
      let database = try SQLiteDatabase(image: self, scratchDirectory: directory)
      try change(database)
      var bytes = try database.serialized()
      // In memory there is no log, so the bytes that say how the file is written are put back.
      if bytes.count > 19, main.count > 19 { bytes.replaceSubrange(18...19, with: main[18...19]) }
      return bytes
    } catch {
      throw .database(code: error.code)
    }
  }

  private static func count(
    _ rows: String, _ database: SQLiteDatabase, _ values: [SQLiteValue] = []
  ) throws(SQLiteFailure) -> Int {
    let statement = try database.prepare("SELECT count(*) FROM \(rows)")
    try statement.bind(values)
    guard try statement.step() else { return 0 }
    return Int(statement.value(at: 0).integer ?? 0)
  }

  /// A column as text, because a host that is stored as a blob is listed as text, too.
  private static func text(_ column: String) -> String { "CAST(\(quoted(column)) AS TEXT)" }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
