import CookieCore
import StoreModel
import Testing

@testable import LiveEngines

@Suite("A page is loaded hop by hop, with cookies by the rules")
struct PageLoaderTests {
  static let now = Timestamp(seconds: 1_800_000_000)

  private func load(
    _ url: String, _ answers: [String: TransportResponse], cookies: [Cookie] = [],
    method: String = "GET", initiator: String? = nil
  ) async throws -> (load: PageLoad, requests: [TransportRequest]) {
    let transport = ScriptedTransport(answers)
    let loader = PageLoader(transport: transport) { Self.now }
    let site = initiator.flatMap { SchemefulSite($0, publicSuffixes: .builtin) }
    let request = PageRequest(
      url: try #require(CookieURL(url)), method: method,
      body: method == "POST" ? Array("a=1".utf8) : nil,
      initiator: site.map(CookieContext.SiteForCookies.site))
    let storage = CookieStorage(cookies, publicSuffixes: .builtin)
    return (await loader.load(request, with: storage), transport.requests)
  }

  private func header(_ request: TransportRequest) -> String {
    String(decoding: request.cookieHeader, as: UTF8.self)
  }

  private func cookie(
    _ name: String, _ domain: String = "shop.test", _ change: (inout Cookie) -> Void = { _ in }
  ) -> Cookie {
    var cookie = Cookie(
      name: CookieText(name), value: "v", domain: CookieText(domain), hostOnly: true)
    change(&cookie)
    return cookie
  }

  @Test("a cookie that a redirect sets goes with the request it leads to")
  func redirect() async throws {
    let (load, requests) = try await load(
      "https://login.test/in",
      [
        "https://login.test/in": .redirect(
          "https://shop.test/home", "sid=1; Secure", "bad=1; Domain=shop.test"),
        "https://shop.test/home": .redirect("https://login.test/done", status: 307, "cart=2"),
        "https://login.test/done": .page("seen=3"),
      ])
    #expect(requests.map(header) == ["", "", "sid=1"])
    #expect(load.outcome == .loaded(status: 200, byteCount: 5))
    #expect(load.hops.map(\.status) == [302, 307, 200])
    #expect(load.hops[0].location?.description == "https://shop.test/home")
    #expect(load.hops[0].receptions.map(\.isAccepted) == [true, false])
    #expect(load.hops[0].receptions[1].rejections == [.domainMismatch])
    #expect(load.hops[2].location == nil)
    #expect(load.storage.cookies.map(\.name.text) == ["sid", "cart", "seen"])
  }

  @Test("a page that another site leads to gets no Strict cookie, and no Lax one by POST")
  func crossSite() async throws {
    let cookies = [
      cookie("strict") { $0.sameSite = .strict }, cookie("lax") { $0.sameSite = .lax },
      cookie("none") {
        $0.sameSite = .none
        $0.secure = true
      },
    ]
    let answers = ["https://shop.test/": TransportResponse.page()]
    let own = try await load("https://shop.test/", answers, cookies: cookies)
    #expect(own.requests.map(header) == ["strict=v; lax=v; none=v"])
    let link = try await load(
      "https://shop.test/", answers, cookies: cookies, initiator: "https://news.test")
    #expect(link.requests.map(header) == ["lax=v; none=v"])
    #expect(link.load.hops[0].verdicts.last?.exclusions == [.sameSiteStrict])
    let form = try await load(
      "https://shop.test/", answers, cookies: cookies, method: "POST",
      initiator: "https://news.test")
    #expect(form.requests.map(header) == ["none=v"])
    #expect(form.load.hops[0].verdicts.last?.exclusions == [.sameSiteUnsafeMethod])
  }

  @Test("a secure cookie is held back on a plain hop, and sent on the next")
  func plainHop() async throws {
    let answers: [String: TransportResponse] = [
      "http://shop.test/": .redirect("https://shop.test/", status: 301, "sid=evil"),
      "https://shop.test/": .page(),
    ]
    let (load, requests) = try await load(
      "http://shop.test/", answers, cookies: [cookie("sid") { $0.secure = true }])
    #expect(requests.map(header) == ["", "sid=v"])
    #expect(load.hops[0].verdicts[0].exclusions == [.secureOverInsecureConnection])
    #expect(load.hops[0].receptions[0].rejections == [.overlaysSecureCookie])
  }

  @Test(arguments: [
    (status: 301, method: "POST", next: "GET"), (status: 302, method: "POST", next: "GET"),
    (status: 302, method: "PUT", next: "PUT"), (status: 303, method: "PUT", next: "GET"),
    (status: 303, method: "HEAD", next: "HEAD"), (status: 307, method: "POST", next: "POST"),
    (status: 308, method: "POST", next: "POST"),
  ])
  func methods(status: Int, method: String, next: String) async throws {
    let (_, requests) = try await load(
      "http://a.test/",
      ["http://a.test/": .redirect("http://a.test/b", status: status), "http://a.test/b": .page()],
      method: method)
    #expect(requests.map(\.method) == [method, next])
    #expect(requests[1].body == (method == "POST" && next == "POST" ? Array("a=1".utf8) : nil))
  }

  @Test("what is no redirect is not followed", arguments: [200, 300, 304, 305, 404, 500])
  func noRedirect(status: Int) async throws {
    let (load, requests) = try await load(
      "http://a.test/", ["http://a.test/": .redirect("http://a.test/b", status: status)])
    #expect(requests.count == 1)
    #expect(load.outcome == .loaded(status: status, byteCount: 0))
  }

  @Test("redirects without an end are stopped, and the cookies on the way are kept")
  func loop() async throws {
    let (load, requests) = try await load(
      "http://a.test/", ["http://a.test/": .redirect("http://a.test/", "n=1")])
    #expect(requests.count == PageLoader.mostRedirects + 1)
    #expect(load.outcome == .failed(.tooManyRedirects(limit: PageLoader.mostRedirects)))
    #expect(load.storage.cookies.map(\.name.text) == ["n"])
  }

  @Test("a load that fails on its way keeps what came before")
  func failure() async throws {
    let (load, _) = try await load(
      "http://a.test/", ["http://a.test/": .redirect("http://gone.test/", "n=1")])
    #expect(load.outcome == .failed(.connection("no route")))
    #expect(load.hops.map(\.status) == [302, nil])
    #expect(load.storage.cookies.map(\.name.text) == ["n"])
  }

  @Test(
    "only the web is loaded",
    arguments: [
      (target: "file:///etc/passwd", failure: PageFailure.badRedirect),
      (target: "ftp://a.test/", failure: .scheme("ftp")), (target: "x", failure: .badRedirect),
    ])
  func schemes(target: String, failure: PageFailure) async throws {
    let (load, requests) = try await load("http://a.test/", ["http://a.test/": .redirect(target)])
    #expect(load.outcome == .failed(failure))
    #expect(requests.count == 1)
  }

  @Test("a cookie with a line end never gets into a header")
  func lineEnds() async throws {
    let cookies = [
      cookie("good"), cookie("bad") { $0.value = "a\r\nX-Evil: 1" },
      cookie("nul") { $0.value = CookieText(bytes: [0x61, 0]) },
    ]
    let (load, requests) = try await load(
      "http://shop.test/", ["http://shop.test/": .page()], cookies: cookies)
    #expect(requests.map(header) == ["good=v"])
    #expect(load.hops[0].unsendable.map(\.name.text) == ["bad", "nul"])
    #expect(load.hops[0].sent.map(\.name.text) == ["good"])
  }

  @Test("explanation and behaviour agree on every hop, whatever the cookies", arguments: 0..<40)
  func agreesWithExplanation(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let hosts = ["a.test", "www.a.test", "b.test", "localhost"]
    let paths = ["/", "/x", "/x/y"]
    let cookies = (0..<30).map { index in
      cookie("c\(index)", hosts.randomElement(using: &random) ?? "a.test") {
        $0.hostOnly = Bool.random(using: &random)
        $0.path = CookieText(paths.randomElement(using: &random) ?? "/")
        $0.secure = Bool.random(using: &random)
        $0.sameSite = SameSite.allCases.randomElement(using: &random) ?? .lax
        $0.expiryTime = Bool.random(using: &random) ? Self.now.adding(seconds: -1) : nil
      }
    }
    let urls = (0..<4).map { _ in
      (Bool.random(using: &random) ? "https://" : "http://")
        + (hosts.randomElement(using: &random) ?? "a.test")
        + (paths.randomElement(using: &random) ?? "/")
    }
    var answers: [String: TransportResponse] = [:]
    for (index, url) in urls.enumerated() {
      let set = "s\(index)=1; Path=/; SameSite=\(Bool.random(using: &random) ? "Lax" : "Strict")"
      answers[url] = index < 3 ? .redirect(urls[index + 1], set) : .page(set)
    }
    let initiator = Bool.random(using: &random) ? "https://a.test" : nil
    let (load, requests) = try await load(
      urls[0], answers, cookies: cookies, initiator: initiator)
    var storage = CookieStorage(cookies, publicSuffixes: .builtin)
    for (hop, request) in zip(load.hops, requests) {
      var question = CookieQuestion(url: hop.url, time: Self.now)
      question.publicSuffixes = .builtin
      question.storedCookies = storage.cookies
      let site = initiator.flatMap { SchemefulSite($0, publicSuffixes: .builtin) }
      let context = CookieContext(
        time: Self.now, siteForCookies: site.map(CookieContext.SiteForCookies.site) ?? .urlItself)
      let predicted = storage.cookies(for: hop.url, in: context)
      #expect(Array(predicted.cookieHeader) == request.cookieHeader)
      if initiator == nil {
        #expect(Explanation(question).cookieHeader.bytes == request.cookieHeader)
      }
      for field in answers[request.url]?.setCookies ?? [] {
        storage.receive(field, from: hop.url, in: context)
      }
    }
    #expect(load.storage.cookies == storage.cookies)
  }
}

/// Random numbers that are the same for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
