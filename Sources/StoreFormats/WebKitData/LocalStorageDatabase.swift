/// What a database of local storage holds, the values only where they are asked for.
///
/// - Source: WebKit, `NetworkProcess/storage/SQLiteStorageArea.cpp`.
public struct LocalStorageDatabase: Hashable, Sendable {
  /// A key and the size of its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The bytes of the value, which is UTF-16.
    public var valueByteCount: Int
    /// The value, which is a secret; nil when it was not asked for.
    public var value: String?

    /// Takes every field as it is.
    public init(key: String, valueByteCount: Int, value: String? = nil) {
      self.key = key
      self.valueByteCount = valueByteCount
      self.value = value
    }
  }

  /// The keys, in the order of the table.
  public var entries: [Entry]

  /// Counts the keys of a database without reading them; one without the table has none.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public static func keyCount(
    of image: DatabaseImage, scratchDirectory directory: String
  ) throws(DecodingFailure) -> Int {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    guard try database.hasTable("ItemTable") else { return 0 }
    // The index may be damaged where the table can be read.
    let sql = "SELECT count(*) FROM ItemTable NOT INDEXED"
    return Int(try database.rows(sql).first?[0].integer ?? 0)
  }

  /// Decodes a database; one without the table is empty.
  ///
  /// - Parameters:
  ///   - directory: an existing directory of mode 0700, for what cannot be opened in memory.
  ///   - withValues: whether the values are wanted.
  public init(
    decoding image: DatabaseImage, scratchDirectory directory: String, withValues: Bool = false
  ) throws(DecodingFailure) {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    entries = []
    guard try database.hasTable("ItemTable") else { return }
    let value = withValues ? "value" : "NULL"
    let sql = "SELECT key, length(CAST(value AS BLOB)), \(value) FROM ItemTable"
    for row in try database.rows(sql) {
      entries.append(
        Entry(
          key: row[0].text, valueByteCount: Int(row[1].integer ?? 0),
          value: withValues ? Self.text(row[2].bytes ?? []) : nil))
    }
  }

  /// UTF-16 in little-endian order as text.
  private static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }
}
