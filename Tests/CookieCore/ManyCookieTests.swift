import CookieCore
import Testing

@Suite("A domain with very many cookies sends what one with few sends", .tags(.spec))
struct ManyCookieTests {
  private static let paths = [
    "", "/", "//", "/a", "/a/", "/a//", "/ab", "/a/b", "/a/b/", "/a/b/c", "a", "/%61", "/é", "/é/x",
  ]

  private static let cookies: [Cookie] = (0..<1200).map { number in
    // Only few have one of the paths that are asked for.
    let path = number % 20 == 0 ? paths[number / 20 % paths.count] : "/other/\(number)"
    return Cookie(
      name: CookieText("n\(number)"), value: "1", domain: "shop.example", hostOnly: true,
      path: CookieText(path), creationTime: now.adding(seconds: -Int64(number * 7 % 1000)))
  }

  private func expected(_ storage: CookieStorage, _ url: CookieURL) -> [String] {
    // The verdicts look at every cookie one by one.
    names(storage.verdicts(for: url, in: navigation).filter(\.isSent).map(\.cookie))
  }

  @Test(
    "Paths match alike", arguments: ["/", "//", "/a", "/a/", "/a//b", "/ab", "/a/b/c/d", "/é/x/y"])
  func paths(path: String) throws {
    let target = try url("http://shop.example" + path)
    var storage = CookieStorage(Self.cookies)
    #expect(!expected(storage, target).isEmpty)
    #expect(names(storage.cookies(for: target, in: navigation)) == expected(storage, target))
    // Fewer again, by way of every kind of change.
    storage.remove(Self.cookies[0].key)
    #expect(names(storage.cookies(for: target, in: navigation)) == expected(storage, target))
    storage.removeAll { $0.name.text.hasSuffix("0") && $0.path != "/" }
    #expect(names(storage.cookies(for: target, in: navigation)) == expected(storage, target))
    #expect(
      names(storage.retrieveCookies(for: target, in: navigation)) == expected(storage, target))
  }

  @Test("A request's path of very many parts is matched too")
  func longPath() throws {
    let target = try url("http://shop.example/a" + String(repeating: "/b", count: 500))
    let storage = CookieStorage(Self.cookies)
    #expect(names(storage.cookies(for: target, in: navigation)) == expected(storage, target))
  }

  @Test("A cookie that comes when there are many already is found")
  func receiving() throws {
    var policy = CookiePolicy()
    policy.maximumPerDomain = nil
    policy.maximumCount = 1500
    var storage = CookieStorage(Self.cookies, policy: policy)
    let target = try url("https://shop.example/late/page")
    for number in 0..<400 {
      storage.receive("late\(number % 350)=1; Path=/late", from: target, in: navigation)
    }
    #expect(names(storage.cookies(for: target, in: navigation)) == expected(storage, target))
    #expect(storage.cookies(for: target, in: navigation).count >= 350)
  }
}
