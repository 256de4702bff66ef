import CookieCore
import FoundationEssentials
import StoreModel
import Testing

@testable import StoreManager

@Suite("The journal keeps every attribute of a cookie, whatever its bytes")
struct JournalItemTests {
  private static let texts: [CookieText] = [
    "", "a", "\"\\/", "\u{0}\u{1}\n\t\u{1F}\u{7F}", "日本\u{202E}\u{2028}",
    CookieText(bytes: [0x61, 0xFF, 0x00]),
  ]

  private static let rare: [@Sendable (inout Cookie) -> Void] = [
    { _ in }, { $0.partition = CookiePartition(topLevelSite: "https://a.example") },
    { $0.container = "userContextId=1" }, { $0.sourceScheme = .secure }, { $0.sourcePort = 443 },
    { $0.lastUpdateTime = Timestamp(seconds: 1) }, { $0.encryptedValue = [1, 2] },
    { $0.comment = "c" }, { $0.commentURL = "u" }, { $0.ports = [80] }, { $0.version = 1 },
  ]

  private static var cookies: [Cookie] {
    texts.flatMap { text in
      rare.enumerated().map { number, change in
        var cookie = Cookie(
          name: text, value: text, domain: "shop.example", hostOnly: number % 2 == 0, path: text,
          secure: number % 3 == 0, httpOnly: number % 5 == 0,
          sameSite: SameSite.allCases[number % SameSite.allCases.count],
          expiryTime: number % 2 == 0 ? nil : Timestamp(microseconds: .max),
          creationTime: number % 3 == 0 ? nil : Timestamp(microseconds: -1),
          lastAccessTime: number % 4 == 0 ? nil : Timestamp(microseconds: 0))
        change(&cookie)
        return cookie
      }
    }
  }

  @Test("What is written is read back as it was")
  func roundTrip() throws {
    let store = StoreID(rawValue: "jar:a")
    let items = Self.cookies.enumerated().map { number, cookie in
      var after = cookie
      after.value = "new"
      return PlanItem(
        store: store, key: cookie.key, before: number % 3 == 0 ? nil : cookie,
        after: number % 3 == 1 ? nil : number % 3 == 0 ? cookie : after, reason: .matched)
    }
    let bytes = try JournalItemWriter.write(items)
    let read = try JSONDecoder().decode([JournalItem].self, from: Data(bytes))
    #expect(read.compactMap { $0.item(in: store) } == items)
    #expect(try JournalItemWriter.write([]) == Array("[]".utf8))
  }
}
