import CookieCore
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Live web views")
struct LiveTests {
  private static let app = App(id: "shop", name: "shop", engine: .live)

  private static func view(
    _ id: LiveView.ID, _ name: String, pool: LivePool.ID, era: EngineEra = .ios11
  ) -> LiveListing.View {
    let view = LiveView(
      id: id, name: name, url: id == "v1" ? "https://shop.test/cart" : nil,
      title: id == "v1" ? "Cart" : nil, state: id == "v1" ? .loaded(status: 200) : .blank,
      engine: "embedded", era: era, pool: pool, store: "default", jar: "\(pool) default")
    let hop = LiveHop(
      url: "https://login.test/", status: 302, location: "https://shop.test/cart",
      sent: [CookieKey(name: "sid", domain: "login.test", hostOnly: true)],
      withheld: [
        .init(
          key: CookieKey(name: "theme", domain: "login.test", hostOnly: true),
          reasons: [.sameSiteStrict])
      ])
    let before = LiveNavigation(
      id: "n0", view: "v1", hops: [LiveHop(url: "https://old.test/", method: "GET")],
      outcome: .failed(failure: .timedOut(seconds: 30)))
    let last = LiveNavigation(
      id: "n1", view: "v1", hops: [hop], outcome: .loaded(status: 200, byteCount: 5))
    return LiveListing.View(
      view: view, store: Samples.notes, navigations: id == "v1" ? [before, last] : [])
  }

  private static let listing = LiveListing(
    app: app,
    engine: EngineDescription(
      name: "embedded", version: "1", era: .ios11, refusals: [.runScripts: "It has none."]),
    pools: [
      LivePool(id: "p1", name: "left", views: ["v1", "v2"]),
      LivePool(id: "p2", name: "p2", views: ["v3"]),
    ], stores: [LiveStore(id: "default", kind: .default, name: "main")],
    views: [
      view("v1", "first", pool: "p1"), view("v2", "v2", pool: "p1"), view("v3", "v3", pool: "p2"),
    ])

  private static func session(width: Int = 140, height: Int = 30) -> Session {
    var session = Session(width: width, height: height)
    session.running = ProcessPoolListing(live: [listing])
    session.start()
    session.press("4")
    return session
  }

  @Test("are listed with page, engine, era and store")
  func list() {
    var session = Self.session(width: 200, height: 44)
    session.press("j")
    let text = session.text
    #expect(text.contains("Web views (3 in 2 pools)"))
    #expect(text.contains("shop  live pool p1  left"))
    #expect(text.contains("v1 first"))
    #expect(text.contains("200  Cart  https://shop.test/cart"))
    #expect(text.contains("embedded, ios11"))
    #expect(text.contains("cookies with v2"))
    #expect(text.contains("302 login.test → shop.test: sent sid; withheld theme, SameSite=Strict"))
    #expect(text.contains("https://login.test/: status 200"))
    #expect(text.contains("https://old.test/: Nothing came within 30 seconds."))
  }

  @Test("Enter shows the hops")
  func hops() {
    var session = Self.session()
    session.press("j Enter")
    let text = session.text
    #expect(text.contains("v1 first: hop by hop"))
    #expect(text.contains("1. 302 login.test → shop.test: sent sid"))
    #expect(text.contains("withheld"))
    #expect(text.contains("Loaded: status 200, 5 bytes. No scripts were run."))
    #expect(text.contains("The navigation before"))
    #expect(text.contains("1. no answer old.test"))
    session.press("q j Enter")
    #expect(session.text.contains("v2 has not been anywhere yet"))
  }

  @Test("are reloaded, walked along, stopped and closed by keys")
  func acts() {
    var session = Self.session()
    session.press("r")
    #expect(session.text.contains("select a live view first"))
    session.press("j r [ ] . X")
    #expect(
      session.liveActs == [
        .reload("v1"), .go(-1, "v1"), .go(1, "v1"), .stop("v1"), .close("v1"),
      ])
  }

  @Test("pages are opened in the selected view, or in a new one")
  func opening() {
    var session = Self.session()
    session.type(":open https://a.test/")
    session.press("Enter j")
    session.type(":open https://b.test/")
    session.press("Enter e C-u")
    session.type("https://c.test/")
    session.press("Enter")
    #expect(
      session.liveActs == [
        .open(url: "https://a.test/", store: nil), .load(url: "https://b.test/", "v1"),
        .load(url: "https://c.test/", "v1"),
      ])
    session.liveAnswer = .navigated(
      LiveNavigation(
        id: "n2", view: "v1", hops: [], outcome: .failed(failure: .timedOut(seconds: 30))))
    session.press("r")
    #expect(session.text.contains("v1: not loaded."))
    session.liveAnswer = .failed("There is no view “v1”, or not any more.")
    session.press("r")
    #expect(session.text.contains("There is no view “v1”"))
  }

  @Test("a load that takes long is told of with how to stop it, and Esc stops it")
  func slow() {
    var session = Self.session()
    session.isHeld = { effect in
      if case .live(.reload) = effect { true } else { false }
    }
    session.press("j r")
    session.wait(2000)
    #expect(session.text.contains("v1: still loading after 2 s. Esc stops it."))
    session.wait(8000)
    #expect(session.text.contains("v1: still loading after 10 s."))
    session.press("Esc")
    #expect(session.liveActs == [.stop("v1")])
    session.send(
      .liveActed(
        .reload("v1"),
        .navigated(
          LiveNavigation(
            id: "n2", view: "v1", hops: [], outcome: .failed(failure: .cancelled)))))
    #expect(session.text.contains("v1: stopped."))
    session.wait(20_000)
    #expect(!session.text.contains("still loading"))
  }

  @Test("without an engine the reason is told")
  func noEngine() {
    var session = Session(width: 100, height: 24)
    session.start()
    session.press("4 r")
    #expect(session.text.contains("no live engine runs"))
    let problem = "shop: its engine does not answer; :restart starts it again."
    session.running = ProcessPoolListing(problems: [problem])
    session.send(.poolsListed(session.running))
    session.press("e")
    #expect(session.row(-2).contains(":restart starts it again"))
  }

  @Test(":sharing names the rule that decides")
  func sharing() {
    var session = Self.session(height: 40)
    session.type(":sharing")
    session.press("Enter")
    let text = session.text
    #expect(text.contains("1  shop, v1 first, pool p1"))
    for row in ["1    = -", "2  =   -", "3  - -  "] { #expect(text.contains(row)) }
    #expect(text.contains("=  1-2: On iOS 11 a jar belongs to pool and store"))
    #expect(text.contains("-  1-3, 2-3: On iOS 11 each pool has a jar of its own"))
  }

  @Test("cookies that nothing on disk holds are marked")
  func onlyInMemory() {
    func issues(_ kind: StoreDescription.Kind, _ engine: Engine, days: Int64?) -> [RowIssue] {
      let store = StoreDescription(
        id: StoreID(rawValue: "live:shop:s"), app: App(id: "shop", name: "shop", engine: engine),
        kind: kind, format: .pantlerJSON, path: "", title: "s")
      let cookie = Cookie(
        name: "a", value: "1", domain: "shop.test", hostOnly: true,
        expiryTime: days.map { Samples.now.adding(seconds: $0 * 86_400) })
      return RowIssueSet(judging: cookie, at: Samples.now, publicSuffixes: .builtin, in: store)
        .issues
    }
    #expect(issues(.nonPersistent, .live, days: 1) == [.onlyInMemory])
    #expect(issues(.standard, .live, days: nil) == [.onlyInMemory])
    #expect(issues(.standard, .live, days: 1) == [])
    #expect(issues(.standard, .jar, days: nil) == [])
  }
}
