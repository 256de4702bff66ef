import StoreFormats

@testable import StoreDrivers

/// Writes the files of a WebKit profile, as WebKit writes them.
struct ProfileBuilder {
  let directory: ScratchDirectory
  static let salt: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]

  init() throws {
    directory = try ScratchDirectory()
  }

  func callAsFunction(_ name: String) -> String { directory(name) }

  /// Writes a file; a salt file when nothing else is said.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8] = ProfileBuilder.salt) throws -> String {
    try directory.write(name, bytes)
  }

  /// Makes the folder of an origin pair in general storage.
  func originFolder(
    _ root: String, top: WebOrigin, client: WebOrigin, writesOrigin: Bool = true
  ) throws -> String {
    let folder = [top, client].map { WebKitNames.storageFolder(of: $0.string, salt: Self.salt) }
    let path = "\(root)/\(folder[0])/\(folder[1])"
    if writesOrigin { try write(path + "/origin", Self.originFile(top, client)) }
    return path
  }

  /// The bytes of an `origin` file.
  static func originFile(_ top: WebOrigin, _ client: WebOrigin) -> [UInt8] {
    [top, client].flatMap { origin in
      string(origin.scheme) + string(origin.host)
        + (origin.port.map { [1, UInt8($0 & 0xFF), UInt8($0 >> 8)] } ?? [0])
    }
  }

  /// WebKit's form of a string.
  static func string(_ text: String?) -> [UInt8] {
    guard let text else { return [0xFF, 0xFF, 0xFF, 0xFF] }
    return number(UInt32(text.utf8.count)) + [1] + Array(text.utf8)
  }

  static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// A database that was made by statements.
  static func database(_ statements: [String]) throws -> [UInt8] {
    let database = try SQLiteDatabase(bytes: [])
    for statement in statements { try database.execute(statement) }
    return try database.serialized()
  }

  /// A database of local storage with these keys.
  static func localStorage(_ keys: [String]) throws -> [UInt8] {
    let create = """
      CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)
      """
    return try database(
      [create] + keys.map { "INSERT INTO ItemTable VALUES ('\($0)', X'61006200')" })
  }

  /// A database of IndexedDB.
  static func indexedDB(_ name: String) throws -> [UInt8] {
    try database([
      "CREATE TABLE IDBDatabaseInfo (key TEXT, value TEXT)",
      "INSERT INTO IDBDatabaseInfo VALUES ('DatabaseName', '\(name)'), ('DatabaseVersion', '3')",
      "CREATE TABLE ObjectStoreInfo (id INTEGER, name TEXT)",
      "INSERT INTO ObjectStoreInfo VALUES (1, 'things')",
      "CREATE TABLE Records (objectStoreID INTEGER, key TEXT, value BLOB, recordID INTEGER PRIMARY KEY)",
      "INSERT INTO Records VALUES (1, 'a', X'00', 1), (1, 'b', X'00', 2)",
    ])
  }

  /// A record of the HTTP cache: its head, a header and a body.
  static func cacheRecord(
    _ url: String, partition: String = "", header: Int = 100, body: Int = 50, isInline: Bool = true
  ) -> [UInt8] {
    let hash = [UInt8](repeating: 7, count: 20)
    var covered: [UInt8] = []
    var bytes: [UInt8] = []
    func add(_ part: [UInt8], salt: UInt32) {
      covered += number(salt) + part
      bytes += part
    }
    func add(_ text: String?) {
      guard let text else { return add([0xFF, 0xFF, 0xFF, 0xFF], salt: 11) }
      add(number(UInt32(text.utf8.count)), salt: 11)
      add([1], salt: 3)
      add(Array(text.utf8), salt: 101)
    }
    add(number(UInt32(17)), salt: 11)
    for text in [partition, "Resource", url, nil] { add(text) }
    add(hash, salt: 101)
    add(hash, salt: 101)
    add(number(1_700_000_000.5.bitPattern), salt: 29)
    add(hash, salt: 101)
    add(number(UInt64(header)), salt: 13)
    add(hash, salt: 101)
    add(number(UInt64(body)), salt: 13)
    add([isInline ? 1 : 0], salt: 3)
    bytes += SHA1Digest.bytes(of: covered)
    return bytes + [UInt8](repeating: 1, count: header + (isInline ? body : 0))
  }
}
