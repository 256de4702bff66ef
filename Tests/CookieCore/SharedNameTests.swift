import CookieCore
import Testing

@Suite("Cookies of one name that a request carries together are found")
struct SharedNameTests {
  private func cookie(
    _ name: CookieText, domain: CookieText = "shop.example", hostOnly: Bool = false,
    path: CookieText = "/"
  ) -> Cookie {
    Cookie(name: name, value: "1", domain: domain, hostOnly: hostOnly, path: path)
  }

  @Test("a parent domain, a parent path and a host-only twin meet; others do not")
  func pairs() {
    let own = cookie("sid", domain: "www.shop.example", hostOnly: true, path: "/a")
    func meets(_ other: Cookie) -> Bool {
      !([own, other] as [Cookie]).positionsSharingNames(at: now).isEmpty
    }
    #expect(meets(cookie("sid")))
    #expect(meets(cookie("sid", domain: "www.shop.example", path: "/a")))
    #expect(meets(cookie("sid", path: "/a/b")))
    #expect(!meets(cookie("Sid")))
    #expect(!meets(cookie("sid", hostOnly: true)))
    #expect(!meets(cookie("sid", domain: "a.www.shop.example")))
    #expect(!meets(cookie("sid", path: "/ab")))
    #expect(!meets(cookie("sid", domain: "www.other.example")))
    var apart = cookie("sid")
    apart.partition = CookiePartition(topLevelSite: "https://news.example")
    #expect(!meets(apart))
    var expired = cookie("sid")
    expired.expiryTime = now
    #expect(!meets(expired))
    #expect(![own, cookie("x"), cookie("sid")].positionsSharingNames(at: now).contains(1))
  }

  @Test("many cookies of one name are found as few are", arguments: 1...6)
  func many(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let domains: [CookieText] = [
      "shop.example", "www.shop.example", "a.www.shop.example", "other.example", "192.0.2.1",
      "2.1", ".shop.example", "a b", "Shop.example", "192.0.513",
    ]
    let paths: [CookieText] = [
      "/", "/a", "/a/", "/a/b", "/ab", "", "x",
      CookieText(String(repeating: "/p", count: 70)),
    ]
    let cookies = (0..<40).map { number in
      cookie(
        CookieText(number % 3 == 0 ? "b" : "a"),
        domain: domains.randomElement(using: &generator) ?? "",
        hostOnly: .random(using: &generator), path: paths.randomElement(using: &generator) ?? "")
    }
    var expected: Set<Int> = []
    for first in cookies.indices {
      for second in cookies.indices where second > first {
        let both = [cookies[first], cookies[second]]
        if both.positionsSharingNames(at: now).count == 2 { expected.formUnion([first, second]) }
      }
    }
    #expect(!expected.isEmpty)
    #expect(cookies.positionsSharingNames(at: now) == expected.sorted())
  }
}
