/// How a table of a database is kept.
enum TableShape: Hashable, Sendable {
  /// There is nothing of the name.
  case absent
  /// A table whose rows have ids, as every engine makes its own.
  case ordinary
  /// A table whose rows lie in its key.
  case withoutRowID
  /// A view, which runs a statement of the file's own whenever it is read; that may never end.
  case view
  /// A table that a module of SQLite makes up.
  case virtual
}

extension SQLiteDatabase {
  /// Finds out how a table is kept.
  func shape(of table: String) throws(SQLiteFailure) -> TableShape {
    let statement = try prepare(
      "SELECT type, rootpage, sql FROM sqlite_master WHERE name = ? AND type IN ('table', 'view')")
    try statement.bind([.text(Array(table.utf8))])
    guard try statement.step() else { return .absent }
    guard statement.value(at: 0).text == "table" else { return .view }
    guard statement.integer(at: 1) ?? 0 > 0 else { return .virtual }
    // Behind the columns stand the words that say how the rows lie.
    let text = statement.value(at: 2).text.uppercased()
    let options = text.lastIndex(of: ")").map { text[$0...] } ?? ""
    return options.contains("WITHOUT") && options.contains("ROWID") ? .withoutRowID : .ordinary
  }
}

extension TableShape {
  /// Why nothing is read from it, as the end of a sentence; nil when it can be read.
  var readRefusal: String? {
    switch self {
    case .absent, .ordinary, .withoutRowID: nil
    case .view: "a view, which may run without an end, so that nothing is read from it"
    case .virtual: "a virtual table, from which nothing is read"
    }
  }
}
