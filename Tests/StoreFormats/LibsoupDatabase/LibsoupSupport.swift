import CookieCore
import Foundation
import StoreFormats
import StoreModel

/// What the tests of libsoup's jars share.
enum LibsoupSupport {
  static let table =
    "CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, path TEXT, "
    + "expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER)"
  static let oldTable = table.replacing(", sameSite INTEGER", with: "")

  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../Fixtures/libsoup/" + name).standardized
    return Array(try Data(contentsOf: file))
  }

  /// Makes the bytes of a database by SQL.
  static func bytes(_ statements: String...) throws -> [UInt8] {
    let database = try SQLiteDatabase(bytes: [])
    for statement in statements { try database.execute(statement) }
    return try database.serialized()
  }

  @discardableResult
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let name = "pantler-test-" + UUID().uuidString
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  @discardableResult
  static func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    try withFolder { folder in
      let file = folder.appending(path: "cookies.sqlite")
      try Data(bytes).write(to: file)
      return try body(file.path())
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  static func cookie(
    _ name: String, _ value: String = "v", path: String = "/", expiry: Int64 = 2_000_000_000
  ) -> Cookie {
    Cookie(
      name: CookieText(name), value: CookieText(value), domain: "shop.example", hostOnly: true,
      path: CookieText(path), expiryTime: Timestamp(seconds: expiry))
  }
}
