import CookieCore
import Testing

@Suite("A cookie is stored by the rules of RFC 6265bis 5.7", .tags(.spec))
struct StoringTests {
  private func receive(
    _ line: String, from text: String, in context: CookieContext = navigation
  ) throws -> CookieReception {
    var storage = CookieStorage()
    return storage.receive(line, from: try url(text), in: context)
  }

  @Test(
    "FR-29: public suffixes, localhost and unknown top levels",
    arguments: [
      ("co.uk", "shop.co.uk", "rejected"), (".github.io", "user.github.io", "rejected"),
      ("user.github.io", "user.github.io", "domain"), ("localhost", "localhost", "host-only"),
      (".localhost", "localhost", "host-only"), ("intranet", "intranet", "host-only"),
      ("foo.dev-internal", "www.foo.dev-internal", "domain"),
    ])
  func publicSuffixes(domain: String, host: String, fate: String) throws {
    let reception = try receive("a=b; Domain=" + domain, from: "https://\(host)/")
    let hostOnly = reception.cookie?.hostOnly == true
    #expect(fate == (reception.isAccepted ? (hostOnly ? "host-only" : "domain") : "rejected"))
    if fate == "rejected" { #expect(reception.rejections == [.domainIsPublicSuffix]) }
  }

  @Test(
    "FR-30: an address has no subdomains",
    arguments: [
      ("168.1.100", "192.168.1.100", false), ("192.168.1.100", "192.168.1.100", true),
      (".192.168.1.100", "192.168.1.100", true), ("192.168.1.100", "10.168.1.100", false),
      ("168.1.100", "10.168.1.100", false), ("[::1]", "[::1]", true), ("::1", "[::1]", true),
    ])
  func addresses(domain: String, host: String, accepted: Bool) throws {
    let reception = try receive("a=b; Domain=" + domain, from: "http://\(host)/")
    #expect(reception.isAccepted == accepted)
    if accepted { #expect(reception.cookie?.hostOnly == true) }
    // As a stored row, too.
    let stored = Cookie(name: "a", value: "b", domain: CookieText(domain), hostOnly: false)
    let found = CookieStorage([stored]).cookies(for: try url("http://\(host)/"), in: navigation)
    #expect(found.isEmpty != accepted)
  }

  private static let prefixedLines: [(String, Set<CookieRejection>)] = [
    ("__Host-a=1; Secure; Path=/", []),
    ("__Host-b=1; Secure; Path=/; Domain=shop.example", [.hostPrefixBroken]),
    ("__Host-c=1; Secure; Path=/x", [.hostPrefixBroken]),
    ("__Host-c2=1; Secure", [.hostPrefixBroken]),
    ("__Secure-d=1", [.securePrefixBroken]), ("__HOST-e=1; Path=/", [.hostPrefixBroken]),
    ("__Hostage=1", []), ("__Http-f=1; Secure", [.httpPrefixBroken]),
    ("__http-f=1; Secure; HttpOnly", []),
    ("__Host-Http-g=1; Secure; Path=/", [.hostHttpPrefixBroken]),
    ("__Host-Http-g=1; Secure; HttpOnly; Path=/", []),
    ("=__Secure-x=1; Secure", [.namelessWithPrefix]), ("__host-Y; Secure", [.namelessWithPrefix]),
  ]

  @Test("FR-32: name prefixes", arguments: prefixedLines)
  func prefixes(line: String, rejections: Set<CookieRejection>) throws {
    let reception = try receive(line, from: "https://shop.example/")
    #expect(reception.rejections == rejections)
    #expect(reception.rejections.allSatisfy { !$0.sentence.isEmpty })
  }

  @Test("Max-Age beats Expires in either order, and lifetimes end after 400 days")
  func lifetimes() throws {
    let late = "Expires=Sun, 06 Nov 2033 08:49:37 GMT"
    for line in ["a=b; Max-Age=60; " + late, "a=b; \(late); Max-Age=60"] {
      let reception = try receive(line, from: "https://shop.example/")
      #expect(reception.cookie?.expiryTime == now.adding(seconds: 60))
      #expect(reception.notes.contains { $0.kind == .maxAgeOverridesExpires })
    }
    for line in ["a=b; " + late, "a=b; Max-Age=99999999999999999999"] {
      let reception = try receive(line, from: "https://shop.example/")
      #expect(reception.cookie?.expiryTime == now.adding(seconds: 34_560_000))
      #expect(reception.notes.map(\.kind) == [.lifetimeCapped])
    }
  }

  @Test("every reason against a cookie is told")
  func severalReasons() throws {
    let context = CookieContext(
      time: now, api: .script, siteForCookies: .opaque, isTopLevelNavigation: false)
    let reception = try receive(
      "__Host-a=1; Secure; HttpOnly; Domain=other.example", from: "http://shop.example/",
      in: context)
    #expect(
      reception.rejections == [
        .domainMismatch, .secureFromInsecureOrigin, .httpOnlyFromScript, .sameSiteFromCrossSite,
        .hostPrefixBroken,
      ])
    #expect(try receive("a=b", from: "file:///x").rejections == [.hostInvalid])
    #expect(
      try receive("a=b; SameSite=None", from: "https://a.example").rejections == [
        .sameSiteNoneWithoutSecure
      ])
    #expect(
      try receive("a=b; Partitioned", from: "https://a.example").rejections == [
        .partitionedWithoutSecure
      ])
    #expect(
      try receive("a=b; Domain=bücher.example", from: "https://bücher.example").rejections == [
        .domainNotASCII
      ])
  }

  @Test("an insecure connection leaves Secure cookies alone, and the path counts one way only")
  func leaveSecureAlone() throws {
    var storage = CookieStorage()
    storage.receive(
      "a=1; Secure; Path=/login", from: try url("https://shop.example/"), in: navigation)
    for (line, host, accepted) in [
      ("a=2; Path=/login", "shop.example", false), ("a=2; Path=/login/en", "shop.example", false),
      ("a=2; Path=/", "shop.example", true), ("a=2; Path=/foo", "shop.example", true),
      ("a=2; Path=/login; Domain=shop.example", "www.shop.example", false),
      ("a=2; Path=/login", "www.shop.example", false), ("a=2; Path=/login", "other.example", true),
      ("b=2; Path=/login", "shop.example", true),
    ] {
      let reception = storage.evaluate(
        ParsedSetCookie(line), from: try url("http://\(host)/"), in: navigation)
      #expect(reception.rejections == (accepted ? [] : [.overlaysSecureCookie]))
    }
  }

  @Test("a replacement keeps the creation time, and is two changes")
  func replacement() throws {
    var storage = CookieStorage()
    let shop = try url("https://shop.example/")
    storage.receive("a=1; HttpOnly", from: shop, in: navigation)
    storage.receive("b=1", from: shop, in: CookieContext(time: now.adding(seconds: 1)))
    let later = CookieContext(time: now.adding(seconds: 2))
    let reception = storage.receive("a=2; HttpOnly", from: shop, in: later)
    #expect(reception.changes.map(\.cause) == [.overwritten, .inserted])
    #expect(reception.cookie?.creationTime == now)
    #expect(names(storage.cookies(for: shop, in: later)) == ["a", "b"])
    #expect(storage.count == 2)
    var script = later
    script.api = .script
    #expect(storage.receive("a=3", from: shop, in: script).rejections == [.replacesHTTPOnlyCookie])
    // Another host-only flag, path or partition is another cookie.
    for line in [
      "a=3; Domain=shop.example", "a=4; Path=/x", "a=5; Secure; SameSite=None; Partitioned",
    ] {
      #expect(storage.receive(line, from: shop, in: later).changes.map(\.cause) == [.inserted])
    }
    #expect(storage.count == 5)
  }

  @Test("a cookie that is expired on arrival deletes its predecessor")
  func deletion() throws {
    var storage = CookieStorage()
    let shop = try url("https://shop.example/")
    storage.receive("a=1", from: shop, in: navigation)
    let reception = storage.receive("a=; Max-Age=0", from: shop, in: navigation)
    #expect(reception.isAccepted)
    #expect(reception.changes.map(\.cause) == [.expired])
    #expect(storage.count == 0)
    #expect(storage.receive("b=; Max-Age=-1", from: shop, in: navigation).changes.isEmpty)
  }

  @Test("eviction takes expired cookies, then those without Secure, then the least recently used")
  func eviction() throws {
    var storage = CookieStorage()
    storage.policy.maximumPerDomain = 3
    storage.policy.maximumCount = 4
    let shop = try url("https://shop.example/")
    var time = now
    func next() -> CookieContext {
      time = time.adding(seconds: 1)
      return CookieContext(time: time)
    }
    storage.receive("short=1; Max-Age=1", from: shop, in: next())
    for line in ["s1=1; Secure", "n1=1", "n2=1"] { storage.receive(line, from: shop, in: next()) }
    #expect(names(storage.cookies) == ["s1", "n1", "n2"])
    _ = storage.retrieveCookies(for: shop, in: next())
    let first = storage.receive("s2=1; Secure", from: shop, in: next())
    #expect(first.changes.map(\.cause) == [.inserted, .evicted])
    #expect(names(storage.cookies) == ["s1", "n2", "s2"])
    storage.receive("s3=1; Secure", from: shop, in: next())
    storage.receive("s4=1; Secure", from: shop, in: next())
    #expect(names(storage.cookies) == ["s2", "s3", "s4"])
    for host in ["a", "b"] {
      storage.receive("x=1", from: try url("https://\(host).example/"), in: next())
    }
    #expect(names(storage.cookies) == ["s3", "s4", "x", "x"])
  }

  @Test("the end of a session and the passing of time remove what they should")
  func ends() throws {
    let shop = try url("https://shop.example/")
    var storage = CookieStorage()
    storage.receive("session=1", from: shop, in: navigation)
    storage.receive("minute=1; Max-Age=60", from: shop, in: navigation)
    #expect(storage.removeExpired(at: now.adding(seconds: 59)).isEmpty)
    #expect(storage.endSession().map(\.cause) == [.sessionEnded])
    #expect(storage.removeExpired(at: now.adding(seconds: 60)).map(\.cookie.name) == ["minute"])
    #expect(storage.count == 0)
  }
}
