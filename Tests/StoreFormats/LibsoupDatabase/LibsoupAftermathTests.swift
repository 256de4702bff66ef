import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreFormats

@Suite("What a changed database holds is told from its pages, or not at all", .tags(.format))
struct LibsoupAftermathTests {
  private typealias Support = LibsoupSupport

  /// A table of many pages, in which some records take several.
  private static func bytes(count: Int = 600, prelude: [String] = []) throws -> [UInt8] {
    let database = try SQLiteDatabase(bytes: [])
    let rows =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) "
      + "INSERT INTO moz_cookies SELECT 3 * i, 'name-' || i, "
      + "hex(zeroblob(CASE WHEN i % 50 = 0 THEN 3000 ELSE i % 40 END)), "
      + "'shop.example', '/', 2000000000, 7, 0, 0, 0 FROM n"
    for statement in ["PRAGMA page_size = 512"] + prelude + [Support.table, rows] {
      try database.execute(statement)
    }
    return try database.serialized()
  }

  private static let origin = FileFingerprint(byteCount: 0, digest: "before")

  /// Changes a file, lets something happen to it, and asks what it holds.
  private func content(
    _ changes: (LibsoupDatabase) -> [StoreChange], of bytes: [UInt8],
    after meddling: (String) throws -> Void = { _ in }
  ) throws -> (jar: LibsoupDatabase, change: ContentChange, before: LibsoupDatabase)? {
    let before = try LibsoupDatabase(decoding: bytes)
    return try Support.withFile(bytes) { path in
      let change = try LibsoupDatabase.change(
        databaseAt: path, changes(before), expecting: before)
      #expect(change.outcomes.allSatisfy { $0 == .done })
      let aftermath = try #require(change.aftermath)
      try meddling(path)
      let file = try Support.read(path)
      guard let (jar, difference) = aftermath.content(of: file, from: Self.origin) else {
        return nil
      }
      let decoded = try LibsoupDatabase(decoding: file)
      #expect(jar.cookies == decoded.cookies)
      #expect(jar.ids == decoded.ids)
      #expect(jar.digests.values == decoded.digests.values)
      #expect(jar.encoded() == file)
      #expect(decoded.notices.isEmpty && !decoded.isDamaged)
      return (jar, difference, before)
    }
  }

  private func meddle(_ path: String, _ statement: String) throws {
    try SQLiteDatabase(changing: path, patience: 0).execute(statement)
  }

  /// Changes of every sort; the long records are among those that go and those that stay.
  private func mixed(_ jar: LibsoupDatabase) -> [StoreChange] {
    let cookies = jar.cookies
    var changes = cookies.indices.filter { $0 % 7 == 0 }
      .map { StoreChange.remove(cookies[$0].key) }
    for place in cookies.indices where place % 31 == 1 && place % 7 != 0 {
      var cookie = cookies[place]
      cookie.value = CookieText("changed-\(place)")
      changes.append(.put(cookie))
    }
    return changes + (0..<5).map { .put(Support.cookie("new-\($0)")) }
  }

  @Test("It is what decoding finds, and the difference leads from the one to the other")
  func everySort() throws {
    let (jar, change, before) = try #require(
      try content(mixed, of: Self.bytes()))
    #expect(change.origin == Self.origin)
    #expect(change.removed == before.cookies.indices.filter { $0 % 7 == 0 })
    #expect(change.added == Array(jar.cookies.count - 5..<jar.cookies.count))
    for place in change.replaced {
      #expect(before.cookies[place.before].key == jar.cookies[place.after].key)
      #expect(before.cookies[place.before] != jar.cookies[place.after])
    }
    let diff = SnapshotDiff(
      from: before.cookies, to: jar.cookies, by: change, now: Timestamp(seconds: 0))
    #expect(
      diff
        == SnapshotDiff(from: before.cookies, to: jar.cookies, now: Timestamp(seconds: 0)))
  }

  @Test("A single change is told as well, and so is the removal of everything")
  func extremes() throws {
    let bytes = try Self.bytes()
    let one = try #require(
      try content({ [.remove($0.cookies[300].key)] }, of: bytes))
    #expect(one.change.removed == [300])
    let all = try #require(
      try content({ $0.cookies.map { .remove($0.key) } }, of: bytes))
    #expect(all.jar.cookies.isEmpty)
  }

  @Test("Pages that were free and are used again, or are freed, do not mislead")
  func reusedPages() throws {
    var bytes = try Self.bytes(count: 900)
    for round in 0..<6 {
      let (jar, _, _) = try #require(
        try content(
          { jar in
            let gone = jar.cookies.indices.filter { ($0 / 40 + round) % 3 == 0 }
              .map { StoreChange.remove(jar.cookies[$0].key) }
            return gone
              + (0..<60).map {
                let long = String(repeating: "x", count: $0 % 9 == 0 ? 2500 : 20)
                return .put(Support.cookie("round-\(round)-\($0)", long))
              }
          }, of: bytes))
      bytes = jar.encoded()
    }
  }

  @Test(
    "Anything else that is different afterwards has to be decoded",
    arguments: [
      "UPDATE moz_cookies SET value = 'theirs' WHERE id = 600",
      "UPDATE moz_cookies SET lastAccessed = 8 WHERE id = 600",
      "UPDATE moz_cookies SET value = replace(value, '00', '01') WHERE id = 300",
      "DELETE FROM moz_cookies WHERE id = 600",
      "INSERT INTO moz_cookies SELECT 1, 'x', 'y', 'z.example', '/', 5, 0, 0, 0, 0",
      "UPDATE moz_cookies SET value = 'theirs' WHERE name = 'new-1'",
      "UPDATE moz_cookies SET value = 'theirs' WHERE value LIKE 'changed-%'",
      "INSERT INTO moz_cookies SELECT 3, 'name-1', 'back', 'shop.example', '/', 5, 0, 0, 0, 0",
      "ALTER TABLE moz_cookies ADD COLUMN extra", "CREATE TABLE other (x)",
      "CREATE INDEX names ON moz_cookies (name)", "PRAGMA user_version = 5",
    ])
  func meddling(statement: String) throws {
    let found = try content(mixed, of: Self.bytes()) { try meddle($0, statement) }
    #expect(found == nil)
  }

  @Test("A change that did not reach the file has to be decoded")
  func lostChange() throws {
    let bytes = try Self.bytes()
    let found = try content({ [.remove($0.cookies[4].key)] }, of: bytes) { path in
      try Data(bytes).write(to: URL(filePath: path))
    }
    #expect(found == nil)
    var changed = try LibsoupDatabase(decoding: bytes).cookies[4]
    changed.value = "changed"
    let put = try content({ _ in [.put(changed)] }, of: bytes) { path in
      try Data(bytes).write(to: URL(filePath: path))
    }
    #expect(put == nil)
  }

  @Test("Any byte of a page that flips is either of no concern or found")
  func flippedBytes() throws {
    let before = try LibsoupDatabase(decoding: try Self.bytes(count: 60))
    try Support.withFile(before.encoded()) { path in
      let change = try LibsoupDatabase.change(
        databaseAt: path, [.remove(before.cookies[30].key), .put(Support.cookie("new"))],
        expecting: before)
      let aftermath = try #require(change.aftermath)
      let file = try Support.read(path)
      let sound = try LibsoupDatabase(decoding: file)
      for offset in stride(from: 0, to: file.count, by: 7) {
        var other = file
        other[offset] ^= 0x11
        guard let (jar, _) = aftermath.content(of: other, from: Self.origin) else { continue }
        #expect(jar.cookies == sound.cookies)
        // Where it is believed, decoding finds the same, or nothing that is a row has changed.
        if let decoded = try? LibsoupDatabase(decoding: other), !decoded.isDamaged {
          #expect(decoded.cookies == jar.cookies, "byte \(offset)")
        }
      }
    }
  }

  @Test(
    "A file with more in it than tables is compared as a whole before the commit",
    arguments: [
      "CREATE TRIGGER idle AFTER DELETE ON moz_cookies BEGIN SELECT 1; END",
      "CREATE INDEX names ON moz_cookies (name)", "CREATE VIEW some AS SELECT 1",
    ])
  func otherObjects(statement: String) throws {
    let database = try SQLiteDatabase(bytes: try Self.bytes(count: 20))
    try database.execute(statement)
    let bytes = try database.serialized()
    let before = try LibsoupDatabase(decoding: bytes)
    try Support.withFile(bytes) { path in
      let change = try LibsoupDatabase.change(
        databaseAt: path, [.remove(before.cookies[3].key)], expecting: before)
      #expect(change.outcomes == [.done])
      #expect(change.aftermath == nil)
      let after = try LibsoupDatabase(decoding: try Support.read(path))
      #expect(after.cookies.count == 19)
    }
  }
}
