/// What a folder of IndexedDB says about its database.
///
/// - Source: WebKit, `NetworkProcess/storage/SQLiteIDBBackingStore.cpp`.
public struct IndexedDBDatabase: Hashable, Sendable {
  /// An object store.
  public struct ObjectStore: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The number of records.
    public var recordCount: Int

    /// Takes every field as it is.
    public init(name: String, recordCount: Int) {
      self.name = name
      self.recordCount = recordCount
    }
  }

  /// The name that the site gave it.
  public var name: String
  /// The version that the site gave it; nil when there is none.
  public var version: UInt64?
  /// The object stores in the order of their ids.
  public var objectStores: [ObjectStore]

  /// Decodes the main database of the folder.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public init(decoding image: DatabaseImage, scratchDirectory directory: String)
    throws(DecodingFailure)
  {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    for table in ["IDBDatabaseInfo", "Records", "ObjectStoreInfo"] {
      guard try database.hasTable(table) else { throw .invalid(field: table, offset: 0) }
    }
    let information = try database.rows("SELECT key, value FROM IDBDatabaseInfo")
    func value(_ key: String) -> String? {
      information.first { $0[0].text == key }.map { $0[1].text }
    }
    guard let name = value("DatabaseName") else {
      throw .invalid(field: "DatabaseName", offset: 0)
    }
    self.name = name
    version = value("DatabaseVersion").flatMap { UInt64($0) }
    // The index over the keys needs WebKit's own collation, so it is left alone.
    let sql = "SELECT objectStoreID, count(*) FROM Records NOT INDEXED GROUP BY objectStoreID"
    var counts: [Int64: Int] = [:]
    for row in try database.rows(sql) { counts[row[0].integer ?? -1] = Int(row[1].integer ?? 0) }
    objectStores = try database.rows("SELECT id, name FROM ObjectStoreInfo ORDER BY id").map {
      ObjectStore(name: $0[1].text, recordCount: counts[$0[0].integer ?? -1] ?? 0)
    }
  }
}
