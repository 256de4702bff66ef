import Testing

@testable import StoreFormats

@Suite("Records are read as SQLite reads them", .tags(.format))
struct TableRecordTests {
  private static let values: [SQLiteValue] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(127), .integer(-128), .integer(300),
    .integer(-40_000), .integer(8_388_608), .integer(2_147_483_647), .integer(-2_147_483_649),
    .integer(140_737_488_355_327), .integer(.max), .integer(.min), .real(0.5), .real(-1e300),
    .text([]), .text(Array("é".utf8)), .text([0xFF]), .blob([]), .blob([0, 1]),
    .text([UInt8](repeating: 0x61, count: 5000)), .blob([UInt8](repeating: 7, count: 70)),
  ]

  @Test("Every kind of value comes back")
  func everyKind() throws {
    let database = try SQLiteDatabase(bytes: [])
    let columns = Self.values.indices.map { "c\($0)" }.joined(separator: ", ")
    try database.execute("CREATE TABLE t (\(columns))")
    let marks = Self.values.map { _ in "?" }.joined(separator: ", ")
    try database.execute("INSERT INTO t VALUES (\(marks))", Self.values)
    let record = try record(in: database)
    #expect(TableRecord.values(in: record) == Self.values)
    for count in 0..<100 {
      #expect(TableRecord.values(in: Array(record.prefix(count))) == nil)
    }
    #expect(TableRecord.values(in: record + [0]) == nil)
  }

  private func record(in database: SQLiteDatabase) throws -> [UInt8] {
    let pages = try database.pages()
    return try withExtendedLifetime(pages) {
      var walk = try TableWalk(pages.bytes, root: 2)
      #expect(try walk.next())
      return try walk.record()
    }
  }
}
