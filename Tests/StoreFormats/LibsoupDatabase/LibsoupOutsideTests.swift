import CookieCore
import Foundation
import StoreFormats
import Testing

@Suite(
  "Databases in WebKitGTK's folders are read whole", .tags(.format),
  .enabled(if: OutsideCases.areAvailable))
struct LibsoupOutsideTests {
  @Test("Every cookie of every profile with a database")
  func profiles() throws {
    var seen = 0
    for profile in try OutsideCases.cases(suite: "webkit-data", kind: "webkit-data-tree") {
      let root = profile.root.appending(path: profile.members["root"] as? String ?? "")
      let databases = profile.expect["cookies"] as? [String: [[Any]]] ?? [:]
      for (path, rows) in databases {
        let bytes = Array(try Data(contentsOf: root.appending(path: path)))
        let jar = try LibsoupDatabase(decoding: bytes)
        #expect(jar.encoded() == bytes)
        #expect(jar.notices.isEmpty && !jar.isDamaged)
        try #require(jar.cookies.count == rows.count)
        for (cookie, row) in zip(jar.cookies, rows) {
          #expect(matches(cookie, row), "\(profile.id)")
        }
        seen += rows.count
      }
    }
    #expect(seen > 0)
  }

  /// Columns: name, value, host, path, expiry, secure, httpOnly, sameSite.
  private func matches(_ cookie: Cookie, _ row: [Any]) -> Bool {
    guard row.count == 8 else { return false }
    let number = { (column: Int) in (row[column] as? NSNumber)?.int64Value }
    let sameSite: [SameSite] = [.unspecified, .lax, .strict]
    return cookie.name.text == row[0] as? String && cookie.value.text == row[1] as? String
      && (cookie.hostOnly ? "" : ".") + cookie.domain.text == row[2] as? String
      && cookie.path.text == row[3] as? String && cookie.expiryTime?.seconds == number(4)
      && cookie.secure == (number(5) == 1) && cookie.httpOnly == (number(6) == 1)
      && cookie.sameSite == sameSite[Int(number(7) ?? 0)]
  }
}
