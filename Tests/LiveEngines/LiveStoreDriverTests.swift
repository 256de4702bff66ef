import CookieCore
import EngineProtocol
import StoreModel
import Testing

@testable import LiveEngines

@Suite("Live stores are stores like all others")
struct LiveStoreDriverTests {
  private let app = App(id: "shop", name: "shop", engine: .live)

  private func driver(
    _ era: EngineEra = .ios15, _ answers: [String: TransportResponse] = [:]
  ) async -> (EmbeddedEngine, LiveStoreDriver) {
    let engine = await EmbeddedEngine(World.app(era, answers, keeping: MemoryKeeping()))
    let driver = LiveStoreDriver(engine: engine, app: app) { World.now }
    await driver.start()
    return (engine, driver)
  }

  @Test("they are found under their names, and say where they are")
  func discovery() async throws {
    let (engine, driver) = await driver()
    _ = try await engine.makeStore(.default, named: "main")
    _ = try await engine.makeStore(.nonPersistent, named: "scratch")
    _ = try await engine.makeStore(.nonPersistent, named: "scratch")
    let stores = await driver.discover().stores
    #expect(
      stores.map(\.id.rawValue) == ["live:shop:s1", "live:shop:default", "live:shop:scratch"])
    #expect(stores.map(\.kind) == [.nonPersistent, .standard, .nonPersistent])
    #expect(stores.map(\.remarks.isEmpty) == [false, true, false])
    #expect(driver.liveID(StoreID(rawValue: "live:shop:scratch")) == "scratch")
  }

  @Test(
    "changes are read back, undone from an image, and refused when the store is another by then")
  func changing() async throws {
    let (engine, driver) = await driver()
    _ = try await engine.makeStore(.nonPersistent, named: "scratch")
    let store = try #require(await driver.discover().stores.first)
    let empty = try await driver.snapshot(of: store)
    let (a, b) = (World.cookie("a", days: 1), World.cookie("b"))
    let applied = try await driver.apply(
      [.put(a), .put(b), .put(World.refusedCookie()), .remove(World.cookie("z").key)], to: store,
      options: ApplyOptions(expected: empty.fingerprint))
    #expect(applied.outcomes == [.done, .done, .unverified, .goneAlready])
    #expect(applied.snapshot.cookies.map(\.name.text) == ["a", "b"])
    let image = try await driver.image(of: store)
    let removed = try await driver.apply(
      [.remove(a.key)], to: store, options: ApplyOptions(expected: applied.snapshot.fingerprint))
    await #expect(throws: StoreFailure.changedMeanwhile(path: store.id.rawValue)) {
      try await driver.apply(
        [.remove(b.key)], to: store, options: ApplyOptions(expected: empty.fingerprint))
    }
    let restored = try await driver.restore(
      image: image, to: store, expecting: removed.snapshot.fingerprint,
      options: ApplyOptions(expected: nil))
    #expect(Set(restored.cookies) == Set(applied.snapshot.cookies))
    try await engine.closeStore("scratch")
    await #expect(throws: StoreFailure.gone(path: store.id.rawValue)) {
      try await driver.snapshot(of: store)
    }
  }

  @Test("hints say which view changed what, and how many changes came together")
  func hints() async throws {
    let (engine, driver) = await driver(
      .ios15, ["https://shop.test/": .page("a=1", "b=2", "a=3")])
    _ = try await engine.makeStore(.default, named: nil)
    let store = try #require(await driver.discover().stores.first)
    var hints = driver.hints(for: store).makeAsyncIterator()
    #expect(await hints.next() == .attached(.engine))
    let view = try await engine.openView(LiveConfiguration(name: "shop"))
    _ = try await engine.load(LiveAddress(url: "https://shop.test/"), in: view.id)
    let hint = await hints.next()
    guard case .changed(let change) = hint else {
      Issue.record("no change was hinted")
      return
    }
    #expect(change.sequence == 3 && change.count == 3 && change.cause == .response)
    #expect(change.view?.hasPrefix("v1") == true)
  }

  @Test("on iOS 11 a change by a view is one of its pool's cookies alone")
  func hintsOfPools() async throws {
    let (engine, driver) = await driver(
      .ios11, ["https://shop.test/": .page("a=1"), "https://news.test/": .page("b=2")])
    let first = try await engine.openView(LiveConfiguration(name: "first"))
    let second = try await engine.openView(LiveConfiguration(name: "second"))
    let stores = await driver.discover().stores
    var hints = stores.map { driver.hints(for: $0).makeAsyncIterator() }
    for index in hints.indices { #expect(await hints[index].next() == .attached(.engine)) }
    _ = try await engine.load(LiveAddress(url: "https://shop.test/"), in: first.id)
    _ = try await engine.load(LiveAddress(url: "https://news.test/"), in: second.id)
    for (index, view) in ["v1 first", "v2 second"].enumerated() {
      guard case .changed(let change)? = await hints[index].next() else {
        Issue.record("no change")
        return
      }
      #expect(change.view == view)
    }
  }

  @Test("on iOS 11 the cookies of each pool are a store of their own in the list")
  func pools() async throws {
    let (engine, driver) = await driver(
      .ios11, ["https://shop.test/": .page("a=1"), "https://news.test/": .page("b=2")])
    let first = try await engine.openView(LiveConfiguration(name: "first"))
    let second = try await engine.openView(LiveConfiguration(name: "second"))
    _ = try await engine.load(LiveAddress(url: "https://shop.test/"), in: first.id)
    _ = try await engine.load(LiveAddress(url: "https://news.test/"), in: second.id)
    let stores = await driver.discover().stores
    #expect(
      stores.map(\.id.rawValue) == ["live:shop:default", "live:shop:default@\(second.pool)"])
    #expect(Set(stores.map(\.path)).count == 2)
    var names: [[String]] = []
    for store in stores {
      names.append(try await driver.snapshot(of: store).cookies.map(\.name.text))
    }
    #expect(names == [["a"], ["b"]])
    #expect(stores.map { $0.capabilities.allows(.write) } == [true, false])
    await #expect(throws: StoreFailure.self) {
      try await driver.apply(
        [.put(World.cookie("c"))], to: stores[1], options: ApplyOptions(expected: nil))
    }
    #expect(driver.liveID(stores[1].id) == "default")
  }

  @Test("views are listed with their stores and where they went last")
  func listing() async throws {
    let (engine, driver) = await driver(.ios11, ["https://shop.test/": .page("a=1")])
    let view = try await engine.openView(LiveConfiguration(name: "shop"))
    let other = try await engine.openView(LiveConfiguration(pool: view.pool))
    let apart = try await engine.openView(LiveConfiguration())
    let news = await engine.notifications()
    _ = try await engine.load(LiveAddress(url: "https://shop.test/"), in: view.id)
    for await case .navigated in news { break }
    let listing = try #require(await driver.processPools(of: []).live.first)
    #expect(listing.pools.map(\.views) == [[view.id, other.id], [apart.id]])
    #expect(
      listing.views.map(\.store.rawValue)
        == ["live:shop:default", "live:shop:default", "live:shop:default@\(apart.pool)"])
    #expect(listing.isPersistent("default"))
    let views = listing.views.map(\.view)
    #expect(views[0].sharing(with: views[1], isPersistent: true) == .samePoolAndStore)
    #expect(views[0].sharing(with: views[2], isPersistent: true) == .otherPool(leaks: true))
  }
}
