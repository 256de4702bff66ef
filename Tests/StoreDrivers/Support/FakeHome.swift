import Foundation
import StoreFormats
import StoreModel

@testable import StoreDrivers

/// A home directory with whatever a test puts into it.
struct FakeHome {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.makeDirectory("home")
    try directory.makeDirectory("proc")
  }

  /// Where the finders look; nothing of the machine is seen.
  func surroundings(
    named: [String] = [], environment: [String: String] = [:],
    limits: SearchLimits = SearchLimits()
  ) -> Surroundings {
    let variables = ["HOME": directory("home"), "XDG_RUNTIME_DIR": directory("run")]
    return Surroundings(
      environment: variables.merging(environment) { $1 }, userID: 0,
      namedPaths: named.map { directory($0) }, processRoot: directory("proc"), limits: limits)
  }

  var processes: FakeProcesses { FakeProcesses(directory) }

  /// Writes a file below the home directory.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try directory.write("home/" + name, bytes)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  static let libsoupDatabase = LibsoupDatabase().encoded()
  static let binaryCookies = BinaryCookies().encoded()
  static let libsoupText = "# HTTP Cookie File\n.a.example\tTRUE\t/\tFALSE\t2000000000\ta\t1\tLax\n"
  static let curlText =
    "# Netscape HTTP Cookie File\n.a.example\tTRUE\t/\tFALSE\t2000000000\ta\t1\n"

  /// The beginning of a Firefox database, with its table of the same name.
  static let firefoxDatabase =
    Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200)
    + Array(
      "CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, originAttributes TEXT NOT NULL)".utf8)
}

extension StoreFinder {
  /// The ids of what is found.
  var foundIDs: [String] { discover().stores.map(\.id.rawValue) }

  func store(_ id: String) -> StoreDescription? {
    discover().stores.first { $0.id.rawValue == id }
  }
}
