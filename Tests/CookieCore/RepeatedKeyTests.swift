import CookieCore
import Testing

@Suite("Repeated identities are noticed")
struct RepeatedKeyTests {
  private static let cookie = Cookie(
    name: "sid", value: "1", domain: "shop.example", hostOnly: true)

  private static let different: [@Sendable (inout Cookie) -> Void] = [
    { $0.name = "id" }, { $0.domain = "www.shop.example" }, { $0.hostOnly = false },
    { $0.path = "/a" }, { $0.partition = CookiePartition(topLevelSite: "https://a.example") },
    { $0.container = "userContextId=1" }, { $0.sourceScheme = .secure }, { $0.sourcePort = 443 },
  ]

  @Test("Every part of the identity counts", arguments: different.indices)
  func parts(part: Int) {
    var other = Self.cookie
    Self.different[part](&other)
    #expect(!mayRepeat([Self.cookie, other]))
    #expect(mayRepeat([other, Self.cookie, other]))
  }

  @Test("What is no part of the identity does not count")
  func others() {
    var other = Self.cookie
    other.value = "2"
    other.secure = true
    #expect(mayRepeat([Self.cookie, other]))
    #expect(!mayRepeat([]))
  }

  private func mayRepeat(_ cookies: [Cookie]) -> Bool {
    CookieDigests(of: cookies).mayRepeatKeys(of: cookies)
  }
}
