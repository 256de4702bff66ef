import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@Suite("libsoup reads the jars that we write", .tags(.format), .enabled(if: Libsoup.isThere))
struct LibsoupOwnerTests {
  private static let cookies: [Cookie] = {
    var sid = LibsoupSupport.cookie("sid", "s 1", expiry: 2_100_000_000)
    (sid.secure, sid.httpOnly) = (true, true)
    var wide = LibsoupSupport.cookie("wide", "", path: "/cart", expiry: 2_100_000_000)
    (wide.hostOnly, wide.sameSite) = (false, .lax)
    var strict = LibsoupSupport.cookie("id", "caf\u{E9}", expiry: 2_100_000_000)
    strict.sameSite = .strict
    return [sid, wide, strict]
  }()

  private static let expected: Set<String> = [
    "sid|s 1|shop.example|/|1|1|0|2100000000",
    "wide||.shop.example|/cart|0|0|1|2100000000",
    "id|caf\u{E9}|shop.example|/|0|0|2|2100000000",
  ]

  @Test("The database, new and with its rows changed in place")
  func database() throws {
    var jar = LibsoupDatabase()
    #expect(jar.apply(Self.cookies.map { .put($0) }).allSatisfy { $0 == .done })
    try LibsoupSupport.withFile(jar.encoded()) { path in
      let read = try Libsoup.cookies(in: path, kind: "DB")
      #expect(read == Self.expected)
    }
    try LibsoupSupport.withFile(try LibsoupSupport.fixture("jar.sqlite")) { path in
      let old = try LibsoupDatabase(decoding: try LibsoupSupport.read(path))
      let changes = old.cookies.map { StoreChange.remove($0.key) }
      _ = try LibsoupDatabase.apply(
        changes + Self.cookies.map { .put($0) }, toDatabaseAt: path, expecting: old)
      let read = try Libsoup.cookies(in: path, kind: "DB")
      #expect(read == Self.expected)
    }
  }

  @Test("The text jar")
  func text() throws {
    var jar = try NetscapeJar(decoding: try LibsoupSupport.fixture("jar.txt"))
    #expect(jar.dialect == .libsoup)
    let changes = jar.cookies.map { StoreChange.remove($0.key) } + Self.cookies.map { .put($0) }
    #expect(jar.apply(changes).allSatisfy { $0 == .done })
    try LibsoupSupport.withFile(jar.encoded()) { path in
      let read = try Libsoup.cookies(in: path, kind: "Text")
      #expect(read == Self.expected)
    }
  }
}

/// The real libsoup, through PyGObject.
private enum Libsoup {
  static let isThere: Bool = (try? run("")) != nil

  static func cookies(in path: String, kind: String) throws -> Set<String> {
    let lines = try run(
      """
      for c in Soup.CookieJar\(kind).new(sys.argv[1], True).all_cookies():
        print(c.get_name(), c.get_value(), c.get_domain(), c.get_path(), int(c.get_secure()),
          int(c.get_http_only()), int(c.get_same_site_policy()), c.get_expires().to_unix(), sep='|')
      """, path)
    return Set(lines.split(separator: "\n").map(String.init))
  }

  private struct Failed: Error {}

  private static func run(_ script: String, _ argument: String = "") throws -> String {
    let begin =
      "import sys, gi\ngi.require_version('Soup', '3.0')\nfrom gi.repository import Soup\n"
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", begin + script, argument]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
