/// What a database of local storage holds, without the values.
///
/// - Source: WebKit, `NetworkProcess/storage/SQLiteStorageArea.cpp`.
public struct LocalStorageDatabase: Hashable, Sendable {
  /// A key and the size of its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The bytes of the value, which is UTF-16.
    public var valueByteCount: Int

    /// Takes every field as it is.
    public init(key: String, valueByteCount: Int) {
      self.key = key
      self.valueByteCount = valueByteCount
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
    return Int(try database.rows("SELECT count(*) FROM ItemTable").first?[0].integer ?? 0)
  }

  /// Decodes a database; one without the table is empty.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public init(decoding image: DatabaseImage, scratchDirectory directory: String)
    throws(DecodingFailure)
  {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    entries = []
    guard try database.hasTable("ItemTable") else { return }
    for row in try database.rows("SELECT key, length(CAST(value AS BLOB)) FROM ItemTable") {
      entries.append(Entry(key: row[0].text, valueByteCount: Int(row[1].integer ?? 0)))
    }
  }
}
