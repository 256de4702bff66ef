import CookieCore
import FoundationEssentials
import Testing

@Suite("A store's cookies are judged and explained")
struct ExplanationTests {
  private func cookie(
    _ name: CookieText, domain: CookieText = "shop.example", hostOnly: Bool = true,
    path: CookieText = "/", secure: Bool = false
  ) -> Cookie {
    Cookie(name: name, value: "1", domain: domain, hostOnly: hostOnly, path: path, secure: secure)
  }

  @Test("FR-32: stored rows that break a prefix are marked")
  func prefixIssues() {
    let rows: [(Cookie, [CookieIssue])] = [
      (cookie("__Host-a", secure: true), []),
      (cookie("__Host-b", hostOnly: false, secure: true), [.hostPrefixBroken]),
      (cookie("__Host-c", path: "/x", secure: true), [.hostPrefixBroken]),
      (cookie("__Secure-d"), [.securePrefixBroken]), (cookie("__HOST-e"), [.hostPrefixBroken]),
      (cookie("__Hostage"), []),
    ]
    for (cookie, issues) in rows {
      #expect(cookie.issues(now: now) == issues)
      #expect(issues.allSatisfy { $0.rejection != nil })
    }
  }

  @Test("FR-29: stored rows with a public suffix for a domain are marked")
  func domainIssues() {
    func issues(_ domain: CookieText, hostOnly: Bool = false) -> [CookieIssue] {
      cookie("a", domain: domain, hostOnly: hostOnly).issues(now: now)
    }
    #expect(issues("co.uk") == [.domainIsPublicSuffix])
    #expect(issues(".github.io") == [.domainIsPublicSuffix])
    #expect(issues("user.github.io").isEmpty)
    #expect(issues("localhost").isEmpty)
    #expect(issues("intranet").isEmpty)
    #expect(issues("foo.dev-internal").isEmpty)
    #expect(issues("github.io", hostOnly: true).isEmpty)
    #expect(issues("a b") == [.domainInvalid])
  }

  @Test("every other issue is found, and says what to do")
  func otherIssues() {
    var odd = cookie("a\u{7}")
    odd.sameSite = .none
    odd.path = "x"
    odd.value = CookieText(String(repeating: "v", count: 4096))
    odd.expiryTime = now.adding(seconds: 34_560_001)
    odd.partition = CookiePartition(topLevelSite: "https://news.example")
    #expect(
      odd.issues(now: now) == [
        .sameSiteNoneWithoutSecure, .partitionedWithoutSecure, .pathNotAbsolute, .tooLarge,
        .controlCharacter, .expiryTooFar,
      ])
    odd.expiryTime = now
    #expect(odd.issues(now: now).last == .expired)
    for issue in CookieIssue.allCases {
      #expect(issue.sentence.hasSuffix("."))
      #expect(issue.fix.hasSuffix("."))
    }
    for reason in CookieExclusion.allCases { #expect(reason.sentence.hasSuffix(".")) }
    for kind in SetCookieNote.Kind.allCases { #expect(kind.sentence.hasSuffix(".")) }
  }

  @Test("a question is answered for storing and sending, and survives JSON")
  func explanation() throws {
    var question = CookieQuestion(url: try url("https://shop.example/cart"), time: now)
    question.storedCookies = [
      cookie("old"), cookie("admin", path: "/admin"), cookie("elsewhere", domain: "other.example"),
    ]
    question.storedCookies[0].expiryTime = now.adding(seconds: -1)
    question.setCookies = ["sid=1; Secure; HttpOnly", "bad=1; Domain=other.example"]
    let explanation = Explanation(question)
    #expect(explanation.stored.map(\.accepted) == [true, false])
    #expect(explanation.stored[1].reasons == [.domainMismatch])
    #expect(explanation.cookieHeader == "sid=1")
    #expect(explanation.cookies.map(\.sent) == [true, false, false])
    #expect(explanation.cookies.map(\.reasons) == [[], [.expired], [.pathMismatch]])
    #expect(explanation.cookies[1].issues == [.expired])
    let json = try JSONEncoder().encode(explanation)
    let decoded = try JSONDecoder().decode(Explanation.self, from: json)
    #expect(decoded.cookieHeader == explanation.cookieHeader)
    #expect(decoded.stored.map(\.reasons) == explanation.stored.map(\.reasons))
    question.readBy = .script
    question.siteForCookies = .opaque
    question.storedCookies[1].httpOnly = true
    #expect(
      Explanation(question).cookies.map(\.reasons) == [
        [.expired, .sameSiteScript], [.pathMismatch, .httpOnlyFromScript, .sameSiteScript],
      ])
  }

  @Test("what an engine does otherwise in a request is told where it matters there")
  func sendingDeviations() throws {
    var question = CookieQuestion(url: try url("http://shop.example/"), time: now)
    question.storedCookies = [
      cookie("plain"), cookie("deep", path: "/deep"), cookie("safe", secure: true),
      cookie("", domain: "shop.example"),
    ]
    func topics(_ engine: CookieEngine) -> [[EngineDeviation.Topic]] {
      question.engines = [engine]
      return Explanation(question).cookies.map { $0.deviations.map(\.topic) }
    }
    #expect(topics(.libsoup) == [[], [.namelessCookie], [], []])
    #expect(
      topics(.foundation) == [
        [], [.namelessCookie], [.sendingRulesIgnored], [.sendingRulesIgnored],
      ])
    question.siteForCookies = .opaque
    question.storedCookies = [cookie("plain")]
    #expect(topics(.libsoup) == [[.sameSiteDefault]])
    #expect(topics(.chromium) == [[]])
    (question.isTopLevelNavigation, question.method) = (true, "POST")
    #expect(topics(.chromium) == [[.sameSiteDefault]])
    question.storedCookies[0].partition = CookiePartition(topLevelSite: "https://news.example")
    #expect(topics(.cfNetwork) == [[.sameSiteDefault, .partitionNotStored]])
  }

  @Test("a navigation is in the partition of its own site, wherever it came from")
  func navigationPartition() throws {
    var question = CookieQuestion(url: try url("https://shop.example/"), time: now)
    var own = cookie("own", secure: true)
    own.sameSite = .none
    own.partition = CookiePartition(
      topLevelSite: "https://shop.example", hasCrossSiteAncestor: false)
    var other = own
    other.name = "other"
    other.partition = CookiePartition(
      topLevelSite: "https://news.example", hasCrossSiteAncestor: true)
    question.storedCookies = [own, other]
    #expect(Explanation(question).cookieHeader == "own=1")
    question.siteForCookies = .init("https://news.example")
    #expect(Explanation(question).cookieHeader == "other=1")
    question.isTopLevelNavigation = true
    #expect(Explanation(question).cookieHeader == "own=1")
  }

  @Test("differences of engines are told for the cookies they concern")
  func deviations() throws {
    func topics(_ line: String, _ engine: CookieEngine) throws -> [EngineDeviation.Topic] {
      let reception = CookieStorage().evaluate(
        ParsedSetCookie(line), from: try url("https://shop.example/a/b"), in: navigation)
      return EngineDeviation.deviations(receiving: reception, raw: CookieText(line))
        .filter { $0.engine == engine }.map(\.topic)
    }
    #expect(try topics("a=b; Path=/; SameSite=Lax", .libsoup).isEmpty)
    #expect(try topics("a=b; Path=/; SameSite=Lax", .foundation) == [.sameSiteNotStored])
    #expect(try topics("a=b; Path=/", .firefox) == [.sameSiteDefault])
    #expect(try topics("tok; Path=/", .libsoup).contains(.namelessCookie))
    #expect(try topics("a=b; Max-Age=999999999", .libsoup).contains(.lifetimeNotCapped))
    #expect(try topics("a=b; Max-Age=9", .foundation).contains(.maxAgeIgnored))
    #expect(try topics("a=b", .foundation).contains(.defaultPath))
    #expect(try topics("c=x,y=z", .foundation).contains(.splitAtComma))
    #expect(
      try topics("a=b; Expires=Sunday, 06-Nov-33 08:49:37 GMT", .foundation).contains(.twoDigitYear)
    )
    #expect(
      try !topics("a=b; Expires=Sun, 06-Nov-2033 08:49:37 GMT", .foundation).contains(.twoDigitYear)
    )
    var stored = cookie("a", secure: true)
    stored.partition = CookiePartition(topLevelSite: "https://news.example")
    let found = EngineDeviation.deviations(storing: stored, in: .libsoup).map(\.topic)
    #expect(found.contains(.partitionNotStored))
    #expect(
      EngineDeviation.deviations(storing: stored, in: .foundation).map(\.topic)
        .contains(.flagsLostOnReload))
  }
}
