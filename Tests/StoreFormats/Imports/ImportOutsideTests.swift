import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Exports of other programs", .enabled(if: OutsideCases.areAvailable), .tags(.format))
struct ImportOutsideTests {
  @Test("JSON from outside is read as expected")
  func json() throws {
    let cases = try OutsideCases.cases(suite: "json-exports", kind: "json-export")
    #expect(!cases.isEmpty)
    for item in cases {
      let result = try CookieImport(try item.file(), options: circumstances)
      #expect(result.cookies.count == item.expectedCookies.count, "\(item.id)")
      #expect(Self.formats[item.members["dialect"] as? String ?? ""] == result.format, "\(item.id)")
      for (cookie, members) in zip(result.cookies, item.expectedCookies) {
        #expect(matches(cookie, members), "\(item.id): \(cookie.name.text)")
      }
    }
  }

  private static let formats: [String: ImportFormat] = [
    "playwright-storage-state": .playwright, "playwright-cookies": .playwright,
    "cdp-cookies": .devTools,
    "webextension-cookies": .webExtension, "cookie-editor": .cookieEditor,
    "edit-this-cookie": .editThisCookie, "cookie-quick-manager": .cookieQuickManager,
  ]

  private func matches(_ cookie: Cookie, _ members: [String: Any]) -> Bool {
    let domain = members["domain"] as? String ?? ""
    let difference =
      (cookie.expiryTime?.secondsSince1970 ?? 0) - (members["expires"] as? Double ?? 0)
    let sameSite = cookie.sameSite == .unspecified ? nil : cookie.sameSite.rawValue
    return cookie.name.text == members["name"] as? String
      && cookie.value.text == members["value"] as? String
      && cookie.domain.text == (domain.hasPrefix(".") ? String(domain.dropFirst()) : domain)
      && cookie.hostOnly == members["host_only"] as? Bool
      && cookie.path.text == members["path"] as? String && abs(difference) < 0.000_002
      && cookie.secure == members["secure"] as? Bool
      && cookie.httpOnly == members["http_only"] as? Bool
      && sameSite == members["same_site"] as? String
      && cookie.partition?.topLevelSite == members["partition_key"] as? String
  }

  @Test("Archives from outside are read, and what responses set is there")
  func archives() throws {
    let cases = try OutsideCases.cases(suite: "har", kind: "har")
    #expect(!cases.isEmpty)
    for item in cases {
      let bytes = try item.file()
      guard item.expect["valid"] as? Bool == true else {
        #expect(throws: ImportFailure.self, "\(item.id)") {
          try CookieImport(bytes, options: circumstances)
        }
        continue
      }
      let result = try CookieImport(bytes, options: circumstances)
      #expect(result.format == .har, "\(item.id)")
      let entries = item.expect["with_cookies"] as? [[String: Any]] ?? []
      let set = entries.flatMap { $0["response_cookies"] as? [[String: Any]] ?? [] }
      let names = Set(set.compactMap { $0["name"] as? String })
      #expect(Set(result.cookies.map(\.name.text)).isSubset(of: names), "\(item.id)")
      let told = result.notices.map(\.message).joined()
      for name in names where !result.cookies.contains(where: { $0.name.text == name }) {
        #expect(told.contains("“\(name)”"), "\(item.id): \(name)")
      }
    }
  }
}
