import CookieCore
import StoreModel
import Testing

@testable import LiveEngines

@Suite("Who shares cookies is decided by pool and store, as the era has it")
struct SharingTests {
  private let answers: [String: TransportResponse] = [
    "https://shop.test/in": .page("sid=1", "kept=2; Max-Age=86400"),
    "https://shop.test/": .page(),
  ]

  @Test(
    "two views of the default store",
    arguments: [
      (era: EngineEra.ios11, isSamePool: true, second: ["sid", "kept"]),
      (era: .ios11, isSamePool: false, second: []),
      (era: .ios15, isSamePool: true, second: ["sid", "kept"]),
      (era: .ios15, isSamePool: false, second: ["sid", "kept"]),
    ])
  @EngineActor func defaultStore(era: EngineEra, isSamePool: Bool, second: [String]) async throws {
    let app = World.app(era, answers, keeping: MemoryKeeping())
    let pool = ProcessPool(in: app)
    let first = try World.view(app, pool: pool)
    let other = try World.view(app, pool: isSamePool ? pool : nil)
    await first.load(World.page("https://shop.test/in"))
    let navigation = await other.load(World.page("https://shop.test/"))
    #expect(navigation.sentNames == [second])
    #expect((first.description.jar == other.description.jar) == !second.isEmpty)
  }

  @Test("persistent cookies leak to other pools when the file is written; session cookies never do")
  @EngineActor func leak() async throws {
    let app = World.app(.ios11, answers, keeping: MemoryKeeping())
    let first = try World.view(app)
    let other = try World.view(app)
    await first.load(World.page("https://shop.test/in"))
    try WebsiteDataStore.default(of: app).httpCookieStore.write()
    #expect(await other.load(World.page("https://shop.test/")).sentNames == [["kept"]])
    // What was deleted in one pool is gone from the other when that is written.
    let store = try WebsiteDataStore.default(of: app).httpCookieStore
    await store.deleteCookie(World.cookie("kept"))
    #expect(await other.load(World.page("https://shop.test/")).sentNames == [["kept"]])
    store.write()
    #expect(await other.load(World.page("https://shop.test/")).sentNames == [[]])
    #expect(await first.load(World.page("https://shop.test/")).sentNames == [["sid"]])
  }

  @Test("the leak comes by itself after a while")
  @EngineActor func delayedLeak() async throws {
    let app = World.app(
      .ios11, answers, keeping: MemoryKeeping(), change: { $0.writeDelay = .milliseconds(1) })
    let engine = EmbeddedEngine(app)
    let store = try await engine.makeStore(.default, named: nil)
    let first = try await engine.openView(LiveConfiguration(store: store.id))
    let other = try await engine.openView(LiveConfiguration(store: store.id))
    let news = await engine.notifications()
    _ = try await engine.load(LiveAddress(url: "https://shop.test/in"), in: first.id)
    for await case .cookiesChanged(_, _, let count, _, .file) in news {
      #expect(count == 1)
      break
    }
    let navigation = try await engine.load(LiveAddress(url: "https://shop.test/"), in: other.id)
    #expect(navigation.sentNames == [["kept"]])
  }

  @Test("a nonPersistent store is shared as an object only", arguments: EngineEra.allCases)
  @EngineActor func nonPersistent(era: EngineEra) async throws {
    let app = World.app(era, answers)
    let pool = ProcessPool(in: app)
    let store = WebsiteDataStore.nonPersistent(in: app)
    let first = try World.view(app, pool: pool, store: store)
    let same = try World.view(app, pool: pool, store: store)
    let other = try World.view(app, pool: pool, store: .nonPersistent(in: app))
    let usual = try World.view(app, pool: pool)
    await first.load(World.page("https://shop.test/in"))
    #expect(
      await same.load(World.page("https://shop.test/")).sentNames == [["sid", "kept"]])
    #expect(await other.load(World.page("https://shop.test/")).sentNames == [[]])
    #expect(await usual.load(World.page("https://shop.test/")).sentNames == [[]])
  }

  @Test("an identified store is one for each UUID, and none for a zero one")
  @EngineActor func identified() async throws {
    let app = World.app(.ios15, answers)
    let uuid = "8f0c2a5e-1b7d-4a77-9a52-0d6f5b8f2c11"
    let store = try WebsiteDataStore.identified(by: uuid, in: app)
    #expect(try WebsiteDataStore.identified(by: uuid, in: app) === store)
    #expect(store.identifier == uuid)
    #expect(try WebsiteDataStore.default(of: app).identifier == nil)
    for bad in ["00000000-0000-0000-0000-000000000000", "", "shop"] {
      #expect(throws: LiveFailure.badIdentifier(text: bad)) {
        try WebsiteDataStore.identified(by: bad, in: app)
      }
    }
  }

  @Test("a view has a copy of its configuration, with the same pool and store")
  @EngineActor func copied() throws {
    let app = World.app()
    let configuration = try WebViewConfiguration(in: app)
    let view = WebView(configuration: configuration)
    let before = configuration.websiteDataStore
    configuration.websiteDataStore = .nonPersistent(in: app)
    configuration.heldSites = ["shop.test"]
    #expect(view.configuration.websiteDataStore === before)
    #expect(view.configuration.heldSites == [])
    #expect(view.configuration.processPool === configuration.processPool)
  }

  @Test(
    "on iOS 11 set returns when a view uses the store, and the cookie is there for its first load")
  @EngineActor func held() async throws {
    let app = World.app(.ios11, answers)
    let store = WebsiteDataStore.nonPersistent(in: app)
    let setting = Task { await store.httpCookieStore.setCookie(World.cookie("early")) }
    let cancelled = Task { await store.httpCookieStore.setCookie(World.cookie("other")) }
    cancelled.cancel()
    await cancelled.value
    #expect(await store.httpCookieStore.allCookies() == [])
    #expect(!store.httpCookieStore.isUsed)
    let view = try World.view(app, store: store)
    await setting.value
    #expect(
      Set(await view.load(World.page("https://shop.test/")).sentNames[0]) == ["early", "other"])
  }

  @Test("before a view is there, the engine says that cookies wait, and does not wait itself")
  @EngineActor func pending() async throws {
    let engine = EmbeddedEngine(World.app(.ios11, answers, keeping: MemoryKeeping()))
    let store = try await engine.makeStore(.default, named: nil)
    let outcomes = try await engine.setCookies(
      [World.cookie("session"), World.cookie("kept", days: 1), World.refusedCookie()],
      in: store.id)
    #expect(outcomes.prefix(2) == [.pending, .pending])
    #expect(outcomes.last != .pending)
    #expect(try await engine.allCookies(in: store.id) == [])
    _ = try await engine.openView(LiveConfiguration(store: store.id))
    #expect(
      Set(try await engine.allCookies(in: store.id).map(\.name.text)) == ["session", "kept"])
  }

  @Test("on iOS 11 set reaches the first pool that uses the store, and the others not")
  @EngineActor func arbitraryPool() async throws {
    let app = World.app(.ios11, answers)
    let store = WebsiteDataStore.nonPersistent(in: app)
    let first = try World.view(app, store: store)
    let other = try World.view(app, store: store)
    await store.httpCookieStore.setCookie(World.cookie("sid"))
    #expect(await first.load(World.page("https://shop.test/")).sentNames == [["sid"]])
    #expect(await other.load(World.page("https://shop.test/")).sentNames == [[]])
  }
}
