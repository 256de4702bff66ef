import CookieCore
import StoreModel
import Synchronization
import Testing

@testable import LiveEngines

@Suite("A cookie store tells its observers of changes and keeps what is persistent")
struct CookieStoreTests {
  @Test("each changed cookie is told once, to each of two observers")
  @EngineActor func observers() async throws {
    let time = Mutex(World.now)
    let fields = (1...11).map { "c\($0)=1" }
    let app = World.app(
      .ios15,
      [
        "https://shop.test/": TransportResponse(
          status: 200, setCookies: fields.map { Array($0.utf8) })
      ], now: { time.withLock { $0 } })
    let store = try WebsiteDataStore.default(of: app).httpCookieStore
    let (first, second) = (CountingObserver(), CountingObserver())
    store.add(first)
    store.add(second)
    store.add(first)
    let steps: [(what: String, count: Int, act: () async -> Void)] = [
      ("own set", 1, { await store.setCookie(World.cookie("a", days: 1)) }),
      ("identical set", 1, { await store.setCookie(World.cookie("a", days: 1)) }),
      ("overwriting", 1, { await store.setCookie(World.cookie("a", "w", days: 1)) }),
      ("refused set", 0, { await store.setCookie(World.refusedCookie()) }),
      ("delete of nothing", 0, { await store.deleteCookie(World.cookie("z")) }),
      ("expiry by the clock", 0, { time.withLock { $0 = World.now.adding(seconds: 100_000) } }),
      ("set beside an expired one", 1, { await store.setCookie(World.cookie("c")) }),
      ("own delete", 1, { await store.deleteCookie(World.cookie("c")) }),
      (
        "eleven fields of a response", 11,
        { _ = await (try? World.view(app))?.load(World.page("https://shop.test/")) }
      ),
      ("removal of records", 11, { store.removeAll { _ in true } }),
    ]
    for step in steps {
      let before = (first.count, second.count)
      await step.act()
      #expect(first.count - before.0 == step.count, "\(step.what)")
      #expect(second.count - before.1 == step.count, "\(step.what)")
    }
    #expect(store.sequence == 27)
    store.remove(second)
    await store.setCookie(World.cookie("d"))
    #expect(first.count == 28 && second.count == 27)
  }

  @Test("an observer that nobody keeps is told nothing, and kept by nobody")
  @EngineActor func weakObserver() async throws {
    let store = WebsiteDataStore.nonPersistent(in: World.app()).httpCookieStore
    weak var seen: CountingObserver?
    do {
      let observer = CountingObserver()
      seen = observer
      store.add(observer)
    }
    await store.setCookie(World.cookie("a"))
    #expect(seen == nil)
  }

  @Test("default and identified stores keep unexpired persistent cookies, and nothing else")
  @EngineActor func restart() async throws {
    let keeping = MemoryKeeping()
    let kinds: [LiveStore.Kind] = [
      .default, .identified(uuid: "8f0c2a5e-1b7d-4a77-9a52-0d6f5b8f2c11"), .nonPersistent,
    ]
    let engine = EmbeddedEngine(World.app(.ios15, keeping: keeping))
    for kind in kinds {
      let store = try await engine.makeStore(kind, named: nil)
      let outcomes = try await engine.setCookies(
        [World.cookie("session"), World.cookie("long", days: 9), World.cookie("short", days: 1)],
        in: store.id)
      #expect(outcomes == [.done, .done, .done])
    }
    await engine.shutDown()
    #expect(keeping.stores == Set(kinds.prefix(2)))
    let later = EmbeddedEngine(
      World.app(.ios15, keeping: keeping, now: { World.now.adding(seconds: 2 * 86_400) }))
    for kind in kinds {
      let store = try await later.makeStore(kind, named: nil)
      let names = try await later.allCookies(in: store.id).map(\.name.text)
      #expect(names == (kind == .nonPersistent ? [] : ["long"]))
    }
  }

  @Test("a file that cannot be written is told with the next change")
  @EngineActor func unwritable() async throws {
    let keeping = MemoryKeeping(failure: .denied(path: "/kept"))
    let engine = EmbeddedEngine(World.app(.ios15, keeping: keeping))
    let store = try await engine.makeStore(.default, named: nil)
    _ = try await engine.setCookies([World.cookie("a", days: 1)], in: store.id)
    await #expect(throws: LiveFailure.storage(failure: .denied(path: "/kept"))) {
      try await engine.closeStore(store.id)
    }
    await #expect(throws: LiveFailure.storage(failure: .denied(path: "/kept"))) {
      _ = try await engine.setCookies([World.cookie("b", days: 1)], in: store.id)
    }
  }

  @Test("records are those of registrable domains; removing by time takes the others too")
  @EngineActor func records() async throws {
    let engine = EmbeddedEngine(World.app())
    let store = try await engine.makeStore(.nonPersistent, named: nil)
    _ = try await engine.setCookies(
      [
        World.cookie("a", "v", "www.shop.test"), World.cookie("b", "v", "news.test"),
        World.cookie("c", "v", "intranet"),
      ], in: store.id)
    let names = try await engine.records(of: [.cookies], in: store.id).map(\.displayName)
    #expect(names == ["news.test", "shop.test"])
    #expect(try await engine.records(of: [.localStorage], in: store.id) == [])
    #expect(
      try await engine.removeRecords(
        of: [.localStorage], named: nil, since: nil, in: store.id) == [])
    #expect(try await engine.allCookies(in: store.id).count == 3)
    #expect(
      try await engine.removeRecords(
        of: [.cookies], named: ["shop.test"], since: nil, in: store.id) == [])
    #expect(
      try await engine.allCookies(in: store.id).map(\.domain.text) == ["news.test", "intranet"])
    #expect(
      try await engine.removeRecords(of: [.cookies], named: nil, since: nil, in: store.id) == [])
    #expect(try await engine.allCookies(in: store.id) == [])
  }

  @Test("what became of a set is read back")
  @EngineActor func outcomes() async throws {
    let engine = EmbeddedEngine(World.app())
    let store = try await engine.makeStore(.nonPersistent, named: nil)
    var relative = World.cookie("far", days: 4000)
    relative.path = "x"
    let outcomes = try await engine.setCookies(
      [
        World.cookie("a", days: 4000), relative, World.cookie("old", days: -1),
        World.refusedCookie(),
      ], in: store.id)
    #expect(outcomes.prefix(3) == [.done, .altered, .goneAlready])
    guard case .refused(let reason) = outcomes[3] else { throw LiveFailure.badReply(expected: "") }
    #expect(!reason.isEmpty)
    #expect(
      try await engine.deleteCookies(
        [World.cookie("a").key, World.cookie("a").key], in: store.id) == [.done, .goneAlready])
    #expect(try await engine.setCookies([], in: store.id) == [])
  }
}
