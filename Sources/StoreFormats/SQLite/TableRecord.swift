/// The values of one record of a table, read from its bytes.
///
/// - Source: SQLite's "Database File Format", 2.1 (record format).
enum TableRecord {
  /// The values, text as it stands in the file; nil when the bytes are no record.
  ///
  /// A column that is another name of the row id is null in the record.
  static func values(in record: [UInt8]) -> [SQLiteValue]? {
    var head = 0
    guard let headCount = varint(record, &head), headCount >= head, headCount <= record.count
    else { return nil }
    var content = Int(headCount)
    var values: [SQLiteValue] = []
    while head < headCount {
      guard let type = varint(record, &head), let value = value(type, record, &content)
      else { return nil }
      values.append(value)
    }
    return head == headCount && content == record.count ? values : nil
  }

  private static func value(
    _ type: Int64, _ record: [UInt8], _ offset: inout Int
  ) -> SQLiteValue? {
    switch type {
    case 0: return .null
    case 8, 9: return .integer(type - 8)
    case 1...6:
      let counts = [1, 2, 3, 4, 6, 8]
      return bytes(counts[Int(type) - 1], record, &offset).map { .integer(number($0)) }
    case 7:
      return bytes(8, record, &offset).map {
        .real(Double(bitPattern: UInt64(bitPattern: number($0))))
      }
    case 12...:
      return bytes(Int((type - 12) / 2), record, &offset).map {
        type % 2 == 0 ? .blob(Array($0)) : .text(Array($0))
      }
    default: return nil
    }
  }

  /// The signed big-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(bytes.first.map { $0 > 0x7F } == true ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  private static func bytes(
    _ count: Int, _ record: [UInt8], _ offset: inout Int
  ) -> ArraySlice<UInt8>? {
    guard count <= record.count - offset else { return nil }
    defer { offset += count }
    return record[offset..<offset + count]
  }

  private static func varint(_ record: [UInt8], _ offset: inout Int) -> Int64? {
    var value: UInt64 = 0
    for place in 0..<9 {
      guard offset < record.count else { return nil }
      let byte = record[offset]
      offset += 1
      if place == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}
