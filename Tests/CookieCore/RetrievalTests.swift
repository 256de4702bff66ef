import CookieCore
import Testing

@Suite("Cookies are retrieved by the rules of RFC 6265bis 5.8", .tags(.spec))
struct RetrievalTests {
  @Test("FR-25: dots, case and scope in domain matching")
  func domains() throws {
    let storage = CookieStorage([
      Cookie(name: "host", value: "1", domain: "shop.example", hostOnly: true),
      Cookie(name: "dot", value: "1", domain: ".shop.example", hostOnly: false),
      Cookie(name: "case", value: "1", domain: ".SHOP.Example", hostOnly: false),
    ])
    func sent(_ host: String) throws -> [String] {
      names(storage.cookies(for: try url("http://\(host)/"), in: navigation))
    }
    #expect(try sent("shop.example") == ["host", "dot", "case"])
    #expect(try sent("WWW.shop.example") == ["dot", "case"])
    #expect(try sent("badshop.example") == [])
    let verdicts = storage.verdicts(for: try url("http://www.shop.example/"), in: navigation)
    #expect(verdicts.last?.cookie.name == "host")
    #expect(verdicts.last?.exclusions == [.hostMismatch])
  }

  @Test("FR-25: path, Secure and expiry are applied, and each exclusion is told")
  func exclusions() throws {
    let storage = CookieStorage([
      Cookie(
        name: "a", value: "1", domain: "shop.example", hostOnly: true, path: "/only", secure: true,
        httpOnly: true, expiryTime: now)
    ])
    let script = CookieContext(time: now, api: .script)
    let verdict = try #require(
      storage.verdicts(for: try url("http://shop.example/"), in: script).first)
    #expect(
      verdict.exclusions == [
        .expired, .pathMismatch, .secureOverInsecureConnection, .httpOnlyFromScript,
      ])
    #expect(storage.cookies(for: try url("http://shop.example/only"), in: navigation).isEmpty)
  }

  private static let other = CookieContext.SiteForCookies("https://other.example")
  private static let own = CookieContext.SiteForCookies("https://www.shop.example")

  @Test("SameSite holds cookies back from cross-site requests")
  func sameSite() throws {
    let values: [SameSite] = [.unspecified, .none, .lax, .strict]
    let storage = CookieStorage(
      values.map {
        Cookie(
          name: CookieText($0.rawValue), value: "1", domain: "shop.example", hostOnly: true,
          secure: true, sameSite: $0, creationTime: now.adding(seconds: -60))
      })
    func sent(
      _ site: CookieContext.SiteForCookies?, navigates: Bool, method: String = "GET",
      api: CookieContext.API = .http, policy: CookiePolicy = CookiePolicy()
    ) throws -> [String] {
      var storage = storage
      storage.policy = policy
      let context = CookieContext(
        time: now, api: api, method: method, siteForCookies: try #require(site),
        isTopLevelNavigation: navigates)
      return names(storage.cookies(for: try url("https://shop.example/"), in: context))
    }
    let all = ["unspecified", "none", "lax", "strict"]
    #expect(try sent(.urlItself, navigates: true, method: "POST") == all)
    #expect(try sent(Self.own, navigates: false, method: "POST") == all)
    #expect(try sent(Self.other, navigates: true) == ["unspecified", "none", "lax"])
    #expect(try sent(Self.other, navigates: true, method: "POST") == ["none"])
    #expect(try sent(Self.other, navigates: false) == ["none"])
    #expect(try sent(.opaque, navigates: true, api: .script) == ["none"])
    // The schemes belong to the site.
    #expect(
      try sent(CookieContext.SiteForCookies("http://shop.example"), navigates: false) == ["none"])
    #expect(try sent(CookieContext.SiteForCookies("shop.example"), navigates: false) == all)
    var lenient = CookiePolicy()
    lenient.laxAllowingUnsafe = 120
    #expect(
      try sent(Self.other, navigates: true, method: "POST", policy: lenient) == [
        "unspecified", "none",
      ])
    lenient.laxAllowingUnsafe = 59
    #expect(try sent(Self.other, navigates: true, method: "POST", policy: lenient) == ["none"])
  }

  @Test("longer paths come first, then earlier creation")
  func order() throws {
    func cookie(_ name: CookieText, _ path: CookieText, _ seconds: Int64) -> Cookie {
      Cookie(
        name: name, value: "1", domain: "shop.example", hostOnly: true, path: path,
        creationTime: now.adding(seconds: seconds))
    }
    let storage = CookieStorage([
      cookie("late", "/", 0), cookie("early", "/", -9), cookie("deep", "/a/b", 0),
      cookie("mid", "/a", 0), cookie("", "/a/", 0),
    ])
    let header = storage.cookies(for: try url("http://shop.example/a/b"), in: navigation)
      .cookieHeader
    #expect(String(decoding: header, as: UTF8.self) == "deep=1; 1; mid=1; early=1; late=1")
  }

  @Test("a partition is seen from its own top-level site only")
  func partitions() throws {
    var storage = CookieStorage()
    let widget = try url("https://widget.example/")
    var embedded = CookieContext(
      time: now, siteForCookies: .opaque, isTopLevelNavigation: false,
      topLevelSite: SchemefulSite("https://news.example"))
    let line = "a=1; Secure; SameSite=None; Partitioned"
    let stored = storage.receive(line, from: widget, in: embedded)
    #expect(stored.cookie?.partition?.topLevelSite == "https://news.example")
    #expect(storage.cookies(for: widget, in: embedded).count == 1)
    embedded.topLevelSite = SchemefulSite("https://other.example")
    #expect(storage.verdicts(for: widget, in: embedded).map(\.exclusions) == [[.otherPartition]])
    #expect(storage.cookies(for: widget, in: navigation).isEmpty)
    storage.receive(line, from: widget, in: embedded)
    #expect(storage.count == 2)
    #expect(SchemefulSite("(https,news.example)") == SchemefulSite("https://www.news.example"))
  }

  @Test("a container sees its own cookies only")
  func containers() throws {
    var cookie = Cookie(name: "a", value: "1", domain: "shop.example", hostOnly: true)
    cookie.container = "userContextId=1"
    let storage = CookieStorage([cookie])
    let shop = try url("https://shop.example/")
    #expect(storage.verdicts(for: shop, in: navigation).map(\.exclusions) == [[.otherContainer]])
    let own = CookieContext(time: now, container: "userContextId=1")
    #expect(storage.cookies(for: shop, in: own).count == 1)
  }

  @Test("retrieval records the access, asking does not")
  func lastAccess() throws {
    let shop = try url("https://shop.example/")
    var storage = CookieStorage()
    storage.receive("a=1", from: shop, in: navigation)
    let later = CookieContext(time: now.adding(seconds: 9))
    _ = storage.cookies(for: shop, in: later)
    #expect(storage.cookies.map(\.lastAccessTime) == [now])
    _ = storage.retrieveCookies(for: shop, in: later)
    #expect(storage.cookies.map(\.lastAccessTime) == [later.time])
  }

  @Test("a domain that is a public suffix is sent nowhere")
  func publicSuffix() throws {
    let storage = CookieStorage([Cookie(name: "a", value: "1", domain: "co.uk", hostOnly: false)])
    let verdicts = storage.verdicts(for: try url("https://shop.co.uk/"), in: navigation)
    #expect(verdicts.map(\.exclusions) == [[.domainIsPublicSuffix]])
  }

  @Test("one URL among 100,000 cookies takes less than a millisecond", .tags(.slow))
  func manyCookies() throws {
    let cookies = (0..<100_000).map { number in
      Cookie(
        name: "sid", value: "1", domain: CookieText("host\(number).site\(number % 1000).example"),
        hostOnly: number % 2 == 0)
    }
    let storage = CookieStorage(cookies)
    #expect(storage.count == 100_000)
    let asked = try url("https://host77777.site777.example/")
    let rounds = 200
    var found = 0
    let duration = ContinuousClock().measure {
      for _ in 0..<rounds { found += storage.cookies(for: asked, in: navigation).count }
    }
    #expect(found == rounds)
    #expect(duration / rounds < .milliseconds(1))
  }
}
