import CookieCore
import StoreModel
import Testing

@Suite("A hop is told in one line")
struct HopSentenceTests {
  private func key(_ name: String) -> CookieKey {
    CookieKey(name: CookieText(name), domain: "shop.test", hostOnly: true)
  }

  @Test func `from one host to another`() {
    let hop = LiveHop(
      url: "https://login.test/in", status: 302, location: "https://shop.test/", sent: [key("sid")],
      withheld: [
        .init(key: key("theme"), reasons: [.sameSiteStrict]),
        .init(key: key("far"), reasons: [.pathMismatch]),
      ])
    #expect(
      hop.sentence
        == "302 login.test → shop.test: sent sid; withheld theme, SameSite=Strict from cross-site")
  }

  @Test func `within one host, with what came`() {
    let hop = LiveHop(
      url: "http://shop.test:81/a", method: "POST", status: 303, location: "http://shop.test:81/b",
      sent: [],
      received: [
        .init(key: key("a"), effect: .stored), .init(key: key("b"), effect: .replaced),
        .init(key: key("c"), effect: .refused, reasons: [.domainIsPublicSuffix]),
        .init(key: key("d"), effect: .nothing),
      ], brought: [key("x")])
    let reason = String(CookieRejection.domainIsPublicSuffix.sentence.dropLast())
    #expect(
      hop.sentence
        == "303 POST shop.test:81/a → /b: brought x; stored a; replaced b; refused c (\(reason))")
  }

  @Test func `without an answer`() {
    #expect(LiveHop(url: "http://shop.test/").sentence == "no answer shop.test/")
    #expect(
      LiveHop(url: "http://shop.test/", sent: [key("a")]).sentence
        == "no answer shop.test/: was to send a")
  }
}
