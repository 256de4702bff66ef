import CookieCore
import StoreModel
import Testing

@testable import LiveEngines

@Suite("The engine does what explain predicts")
struct EngineExplanationTests {
  private static let hosts = ["a.test", "www.a.test", "b.test", "localhost"]
  private static let paths = ["/", "/x", "/x/y"]
  private static let attributes = [
    "", "; Secure", "; SameSite=Strict", "; SameSite=None; Secure", "; Path=/x", "; Domain=a.test",
    "; Max-Age=0", "; Max-Age=60", "; Partitioned; Secure; SameSite=None",
  ]

  @Test(
    "over redirects, cross-site POST, plain and secure hops, and cookies set on the way",
    arguments: 0..<60)
  @EngineActor func agrees(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    func pick<Element>(_ choices: [Element]) -> Element {
      choices[Int.random(in: choices.indices, using: &random)]
    }
    let urls = (0..<4).map { _ in
      pick(["https://", "http://"]) + pick(Self.hosts) + pick(Self.paths)
    }
    var answers: [String: TransportResponse] = [:]
    for (index, url) in urls.enumerated() where answers[url] == nil {
      let fields = (0..<3).map { Array("c\($0)=\(index)\(pick(Self.attributes))".utf8) }
      answers[url] = TransportResponse(
        status: index < 3 ? pick([301, 302, 303, 307, 308]) : 200, setCookies: fields,
        redirect: index < 3 ? urls[index + 1] : nil)
    }
    let transport = ScriptedTransport(answers)
    let app = World.app(.ios15, transport: transport)
    let store = WebsiteDataStore.nonPersistent(in: app)
    for index in 0..<12 {
      var cookie = World.cookie("o\(index)", "v", pick(Self.hosts))
      cookie.path = CookieText(pick(Self.paths))
      cookie.secure = pick([true, false])
      cookie.sameSite = pick(SameSite.allCases)
      await store.httpCookieStore.setCookie(cookie)
    }
    let method = pick(["GET", "POST"])
    let initiator = pick([nil, "https://a.test", "https://b.test"])
    var held = await store.httpCookieStore.allCookies()

    var request = World.page(urls[0])
    request.method = method
    request.initiator = initiator.flatMap {
      CookieContext.SiteForCookies($0, publicSuffixes: .builtin)
    }
    let navigation = try await World.view(app, store: store).load(request)

    #expect(navigation.hops.count >= 1)
    for (hop, sent) in zip(navigation.hops, transport.requests) {
      let url = try #require(CookieURL(sent.url))
      func question(_ fields: [[UInt8]]) -> CookieQuestion {
        var question = CookieQuestion(url: url, time: World.now)
        question.publicSuffixes = .builtin
        question.storedCookies = held
        question.setCookies = fields.map { CookieText(bytes: $0) }
        question.method = sent.method
        question.siteForCookies = request.initiator
        question.isTopLevelNavigation = true
        return question
      }
      let before = Explanation(question([]))
      #expect(before.cookieHeader.bytes == sent.cookieHeader)
      #expect(before.cookies.filter(\.sent).map(\.cookie.key) == hop.sent)
      #expect(
        before.cookies.filter { !$0.sent }.map {
          LiveHop.Withheld(key: $0.cookie.key, reasons: $0.reasons)
        }
          == hop.withheld)
      let after = Explanation(question(answers[sent.url]?.setCookies ?? []))
      #expect(after.stored.map(\.accepted) == hop.received?.map { $0.effect != .refused })
      #expect(after.stored.map(\.reasons) == hop.received?.map(\.reasons))
      var storage = CookieStorage(held, publicSuffixes: .builtin)
      for field in answers[sent.url]?.setCookies ?? [] {
        storage.receive(field, from: url, in: question([]).context(.http))
      }
      held = storage.cookies
    }
    #expect(await store.httpCookieStore.allCookies() == held)
  }
}
