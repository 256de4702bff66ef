/// A copy of one of WebKit's databases, opened to be read.
struct WebsiteDatabase {
  private let database: SQLiteDatabase

  /// Opens an image.
  init(image: DatabaseImage, scratchDirectory: String) throws(DecodingFailure) {
    try image.checkSignature()
    do throws(SQLiteFailure) {
      database = try SQLiteDatabase(image: image, scratchDirectory: scratchDirectory)
    } catch {
      throw .database(code: error.code)
    }
  }

  /// Reports whether a table is there; what is no table in its place is a failure that says so.
  func hasTable(_ name: String) throws(DecodingFailure) -> Bool {
    let shape: TableShape
    do throws(SQLiteFailure) {
      shape = try database.shape(of: name)
    } catch {
      throw .database(code: error.code)
    }
    if let kind = shape.readRefusal { throw .foreignTable(name: name, kind: kind) }
    return shape != .absent
  }

  /// The rows of a statement.
  func rows(
    _ sql: String, _ values: [SQLiteValue] = []
  ) throws(DecodingFailure) -> [[SQLiteValue]] {
    do throws(SQLiteFailure) {
      let statement = try database.prepare(sql)
      try statement.bind(values)
      var rows: [[SQLiteValue]] = []
      while try statement.step() { rows.append(statement.values) }
      return rows
    } catch {
      throw .database(code: error.code)
    }
  }
}

extension SQLiteValue {
  /// The text of a value; empty for null.
  var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

  /// The number of a value; nil where it is none.
  var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .blob: nil
    }
  }
}
