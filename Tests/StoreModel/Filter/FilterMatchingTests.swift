import CookieCore
import StoreModel
import Testing

private let now = Timestamp(seconds: 1_800_000_000)
private let day: Int64 = 86_400

private func subject(
  _ name: CookieText = "sid", value: CookieText = "v", domain: CookieText = "www.shop.example",
  site: String = "shop.example", change: (inout Cookie) -> Void = { _ in }
) -> FilterSubject {
  var cookie = Cookie(name: name, value: value, domain: domain, hostOnly: true)
  change(&cookie)
  return FilterSubject(
    cookie: cookie, site: site, store: "webkitgtk:org.example.Notes:default", now: now)
}

@Suite("A filter matches what its words say")
struct FilterMatchingTests {
  private func check(_ text: String, _ subject: FilterSubject, _ expected: Bool) throws {
    #expect(try Filter(parsing: text).matches(subject) == expected, "\(text)")
  }

  @Test(
    "a bare word looks into site, host and name, never into the value",
    arguments: [
      (text: "shop", matches: true), (text: "WWW", matches: false), (text: "www.s", matches: true),
      (text: "SID", matches: false), (text: "Id", matches: false), (text: "sid", matches: true),
      (text: "secret", matches: false), (text: "value:secret", matches: true),
      (text: "", matches: true),
      (text: "shop sid", matches: true), (text: "shop !sid", matches: false),
      (text: "nope | sid", matches: true), (text: "!(nope | sid)", matches: false),
      (text: "!(nope sid)", matches: true),
    ])
  func words(text: String, matches: Bool) throws {
    try check(text, subject(value: "secret"), matches)
  }

  @Test("smart case: only a word with a capital minds the case")
  func smartCase() throws {
    try check("sessionid", subject("SessionID"), true)
    try check("SessionId", subject("SessionID"), false)
    try check("bücher", subject("BÜCHER"), true)
  }

  @Test(
    "FR-33: an internationalised host is found by either spelling",
    arguments: [
      "bücher", "xn--bcher-kva", "host:bücher.example", "host:xn--bcher-kva.example",
      "host:*.example", "domain:BÜCHER.example", "host~/^bü/",
    ])
  func internationalised(text: String) throws {
    try check(text, subject(domain: "xn--bcher-kva.example", site: "xn--bcher-kva.example"), true)
    try check(text, subject(domain: "bücher.example", site: "xn--bcher-kva.example"), true)
    try check(text, subject(), text == "host:*.example")
  }

  @Test(arguments: [
    (text: "host:*.shop.example", matches: true), (text: "host:*.www.shop.example", matches: true),
    (text: "host:*.op.example", matches: false), (text: "host:shop.example", matches: false),
    (text: "host:WWW.shop.example", matches: true), (text: "host:www.*", matches: true),
    (text: "site:shop.example", matches: true), (text: "site:shop.example,b.test", matches: true),
    (text: "site!=a.test,shop.example", matches: false), (text: "host~op\\.ex", matches: true),
    (text: "domain:.www.shop.example", matches: false),
    (text: "site:https://www.shop.example/cart?a=1", matches: true),
    (text: "site:https://shop.example:8443/,b.test", matches: true),
    (text: "host:https://www.shop.example/x", matches: true),
    (text: "host:https://shop.example/x", matches: false),
    (text: "store:webkitgtk", matches: true), (text: "store:webkit", matches: false),
    (text: "store:webkitgtk:org.example.Notes", matches: true),
    (text: "store:*Notes*", matches: true),
    (text: "path:/", matches: true), (text: "name:s?d", matches: true),
    (text: "name:s*", matches: true),
    (text: "name=s*", matches: false), (text: "partition:\"\"", matches: true),
    (text: "partition:*", matches: false), (text: "type:cookies", matches: true),
    (text: "type:cache", matches: false),
  ])
  func fields(text: String, matches: Bool) throws {
    try check(text, subject(), matches)
  }

  @Test("an address is found with and without brackets")
  func addresses() throws {
    try check("host:[::1]", subject(domain: "::1", site: "[::1]"), true)
    try check("host:\"::1\"", subject(domain: "[::1]", site: "[::1]"), true)
  }

  @Test("FR-31: a cookie without a name can be asked for")
  func noName() throws {
    try check("name:\"\"", subject(""), true)
    try check("name:\"\"", subject("a"), false)
    try check("name:*", subject(""), false)
  }

  @Test(
    "times are compared with lengths of time from now, and with dates",
    arguments: [
      (text: "expires<7d", matches: true), (text: "expires<6d", matches: false),
      (text: "expires<=6d", matches: true), (text: "expires>5d", matches: true),
      (text: "expires>6d", matches: false), (text: "expires<0s", matches: false),
      (text: "expires:2027-01-21", matches: true), (text: "expires<2027-01-21", matches: false),
      (text: "expires<=2027-01-21", matches: true), (text: "expires>2027-01-21", matches: false),
      (text: "expires>=2027-01-21T08:00", matches: true),
      (text: "expires:2027-01-21T08:00", matches: true),
      (text: "expires:2027-01-21T08:00:01", matches: false), (text: "used>30d", matches: true),
      (text: "used>40d", matches: false), (text: "age=40d", matches: true),
      (text: "age=41d", matches: false),
      (text: "age>5w", matches: true), (text: "created>2026-01-01", matches: true),
      (text: "!session", matches: true),
    ])
  func times(text: String, matches: Bool) throws {
    let dated = subject {
      $0.expiryTime = now.adding(seconds: 6 * day)
      $0.creationTime = now.adding(seconds: -40 * day - 5)
      $0.lastAccessTime = now.adding(seconds: -31 * day)
    }
    try check(text, dated, matches)
  }

  @Test("what a store does not know is neither less nor more")
  func unknownTimes() throws {
    for text in ["expires<7d", "expires>7d", "used<9d", "used>9d", "age<9w", "age>=0s"] {
      try check(text, subject(), false)
    }
    for text in [
      "!age<9w", "-used>9d", "!created<30d", "created!=2026-01-01", "!(age<9w | secure)",
      "!!age<9w", "!(!created<30d !secure)",
    ] {
      try check(text, subject(), false)
    }
    try check("!(age<9w secure)", subject(), true)
    try check("expires!=2026-01-01", subject(), true)
    try check("!expires<7d", subject(), true)
    try check("session", subject(), true)
  }

  @Test("times at the ends of what can be stored do not overflow")
  func extremes() throws {
    let far = subject { $0.expiryTime = Timestamp(microseconds: .max) }
    try check("expires>1000w", far, true)
    let early = subject { $0.expiryTime = Timestamp(microseconds: .min) }
    try check("expires<0s", early, true)
    try check("expires<1000000000w", early, true)
  }

  @Test(
    "flags, attributes, sizes and marks",
    arguments: [
      (text: "secure", matches: true), (text: "!secure", matches: false),
      (text: "secure:no", matches: false),
      (text: "secure!=no", matches: true), (text: "secure:yes,no", matches: true),
      (text: "httponly", matches: false), (text: "samesite:lax,strict", matches: true),
      (text: "samesite!=lax", matches: false), (text: "guarded marked", matches: true),
      (text: "changed", matches: false), (text: "issue:expired-but-stored", matches: true),
      (text: "issue:*", matches: true), (text: "size:4", matches: true),
      (text: "size>4", matches: false),
      (text: "size<1k", matches: true), (text: "partition:https://news.example", matches: true),
      (text: "partition:*", matches: true), (text: "cause:script", matches: true),
      (text: "level>=warning", matches: true), (text: "level>warning", matches: false),
      (text: "level<error", matches: true), (text: "level:debug,warning", matches: true),
      (text: "view:v1", matches: true), (text: "pool:4121", matches: true),
      (text: "view:v2", matches: false),
    ])
  func attributes(text: String, matches: Bool) throws {
    var full = subject {
      $0.secure = true
      $0.sameSite = .lax
      $0.partition = CookiePartition(topLevelSite: "https://news.example")
    }
    full.isGuarded = true
    full.isMarked = true
    full.issues = ["expired-but-stored"]
    full.cause = .script
    full.level = .warning
    full.views = ["v1", "Inbox"]
    full.pools = ["4121"]
    try check(text, full, matches)
  }

  @Test("one subject goes from cookie to cookie, and matches the one where it is")
  func manyCookies() throws {
    var subject = FilterSubject(site: "shop.example", now: now)
    let cookies = ["a", "sid", "b"].map { name in
      Cookie(name: CookieText(name), value: "v", domain: "www.shop.example", hostOnly: true)
    }
    let filter = try Filter(parsing: "name:sid | name:b")
    #expect(!filter.matches(subject))
    subject.setCookies(cookies)
    #expect(!filter.matches(subject))
    subject.goToCookie(at: 1)
    #expect(filter.matches(subject))
    #expect(subject.cookie == cookies[1])
    subject.goToCookie(at: 2)
    #expect(filter.matches(subject))
    subject.cookie = cookies[0]
    #expect(!filter.matches(subject))
  }

  @Test("a record is matched by its site, hosts and types")
  func records() throws {
    var record = FilterSubject(site: "a.test", now: now)
    record.hosts = ["www.a.test"]
    record.types = [.diskCache, .localStorage]
    record.byteCount = 5000
    try check("type:cache size>4k host:www.a.test www", record, true)
    try check("type:indexeddb", record, false)
    try check("secure", record, false)
  }

  @Test("bytes that are not UTF-8 are searched as they are")
  func bytes() throws {
    let odd = subject(value: CookieText(bytes: [0x61, 0xFF, 0x62]))
    try check("value~/^a.b$/", odd, true)
    try check("value:a?b", odd, true)
  }
}
