import CookieCore
import StoreModel
import Testing

@testable import StoreManager

/// What has gone wrong in public where cookies are kept in step, in ten groups, and the tests that are named after it.
///
/// The title of such a test begins with the letter of its group. They are in these suites:
///
/// | Group | What went wrong | Suites |
/// |---|---|---|
/// | A | the wrong store, or stores never joined | `FailureGroupTests`, `RegistryTests` |
/// | B | pools taken for stores | `FailureGroupTests`; of the screens, `RunningTests` |
/// | C | the first request overtakes the cookies | `LoadOrderTests` |
/// | D | answers that never come | `FailureGroupTests`, `RegistryTests` |
/// | E | observers that die, or are woken by themselves | `ObserverTestTests`, `ObservingTests`, `WatchingLinkTests` |
/// | F | cookies that do not last, stores that are empty for a moment | `FailureGroupTests`, `LinkCommandTests`, `SyncObstacleTests`, `SyncPlanTests`; FR-19 |
/// | G | identity and attributes | `FailureGroupTests`, `SyncFightTests`, `SyncPlanTests`; FR-18 |
/// | H | what was deleted comes back | `LinkCommandTests`, `SignOutCommandTests`, `SignOutTests`, `SyncBaseTests`, `SyncFightTests`; FR-17 |
/// | I | refusals that look like success | `FailureGroupTests`; every reason of CookieCore has a test there |
/// | J | WebKitGTK keeps nothing, by mistake or on purpose | `FailureGroupTests`, `SyncObstacleTests` |
@Suite("What went wrong elsewhere goes well here")
struct FailureGroupTests {
  let bench = Bench()

  private func terms(
    _ web: StoreID, _ shared: StoreID, prune: Bool = true
  ) -> SyncTerms {
    SyncTerms(web: web, shared: shared, direction: .both, prune: prune)
  }

  @discardableResult
  private func sync(_ manager: StoreManager, _ terms: SyncTerms) async throws -> PlanResult {
    await manager.apply(try await manager.planSync(terms).plan)
  }

  private func names(_ store: StoreID) -> [String] {
    bench.driver.cookies(store).map(\.name.text).sorted()
  }

  @Test("A: an app's other store, of the same cookies, is left as it is")
  func otherStore() async throws {
    let first = bench.driver.add("web:notes:default", [cookie("sid", "mine")])
    let second = bench.driver.add("web:notes:guest", [cookie("sid", "guest")])
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await sync(manager, terms(first, shared))
    #expect(bench.driver.cookies(shared).map(\.value) == ["mine"])
    #expect(bench.driver.cookies(second).map(\.value) == ["guest"])
    #expect(bench.driver.change(second) { $0.writes } == 0)
  }

  @Test("A: a sign-in after the first copy comes over, from either side")
  func later() async throws {
    let web = bench.driver.add("web:a", [cookie("first")])
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    bench.driver.change(shared) { $0.cookies?.append(cookie("native")) }
    bench.driver.change(web) { $0.cookies?.append(cookie("page")) }
    try await sync(manager, terms(web, shared))
    #expect(names(web) == ["first", "native", "page"])
    #expect(names(shared) == names(web))
  }

  @Test("B: reading one store of an app neither reads nor writes another one")
  func untouched() async throws {
    let first = bench.driver.add("web:notes:default", [cookie("a")])
    let second = bench.driver.add("web:notes:private", [cookie("b")])
    let manager = await bench.manager()
    _ = try await manager.read(first)
    #expect(bench.driver.change(second) { $0.reads } == 0)
    #expect(bench.driver.change(second) { $0.writes } == 0)
  }

  @Test("D: with nothing to carry there is an answer all the same, and no store is written")
  func nothing() async throws {
    let web = bench.driver.add("web:a", [])
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    #expect(try await sync(manager, terms(web, shared)).isComplete)
    #expect([web, shared].map { bench.driver.change($0) { $0.writes } } == [0, 0])
  }

  @Test("F: a session cookie stays one on the other side, and is not said to last")
  func session() async throws {
    let web = bench.driver.add("web:a", [cookie("sid", expires: nil)])
    let shared = bench.driver.add("jar:b", [])
    let unable = bench.driver.add("jar:c", [], lacking: [.session])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    #expect(bench.driver.cookies(shared).map(\.expiryTime) == [nil])
    let planning = try await manager.planSync(terms(web, unable))
    #expect(planning.plan.items.isEmpty)
    #expect(planning.plan.skipped.map(\.attribute) == [.session])
  }

  @Test("F: cookies that came back while the store was away are not lost")
  func away() async throws {
    let web = bench.driver.add("web:a", [cookie("sid"), cookie("x")])
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    bench.driver.change(web) { $0.cookies = [] }
    await #expect(throws: LinkFailure.obstacle(.emptied(web, heldBefore: 2))) {
      _ = try await manager.planSync(terms(web, shared))
    }
    bench.driver.change(web) { $0.cookies = [cookie("sid"), cookie("x")] }
    #expect(try await sync(manager, terms(web, shared)).plan.items.isEmpty)
    #expect(names(shared) == ["sid", "x"])
  }

  @Test("H: two stores are one pair, in whatever order they are named")
  func eitherOrder() async throws {
    let one = bench.driver.add("jar:a", [cookie("sid"), cookie("x")])
    let other = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await sync(manager, terms(one, other))
    bench.driver.change(one) { $0.cookies = [cookie("x")] }
    try await sync(manager, terms(other, one))
    #expect(names(one) == ["x"])
    #expect(names(other) == ["x"])
    #expect(await manager.syncBases().count == 1)
    bench.driver.change(other) { $0.cookies = [] }
    bench.driver.change(one) { $0.cookies = [cookie("x"), cookie("y")] }
    await #expect(throws: LinkFailure.obstacle(.emptied(other, heldBefore: 1))) {
      _ = try await manager.planSync(terms(one, other))
    }
  }

  @Test("G: cookies of one name at two hosts, two paths, and with and without subdomains are four")
  func identity() async throws {
    let all = [
      cookie("sid", "1"), cookie("sid", "2", path: "/docs"), cookie("sid", "3", hostOnly: false),
      cookie("sid", "4", at: "www.site.example"),
    ]
    let web = bench.driver.add("web:a", all)
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    #expect(Set(bench.driver.cookies(shared)) == Set(all))
    bench.driver.change(web) { $0.cookies?.removeAll { $0.path == "/docs" } }
    try await sync(manager, terms(web, shared))
    #expect(bench.driver.cookies(shared).map(\.value.text).sorted() == ["1", "3", "4"])
  }

  @Test("G: no attribute changes on the way there and back")
  func attributes() async throws {
    let full = cookie("sid", "a=b; \"c\"%20,d", hostOnly: false).with {
      $0.secure = true
      $0.httpOnly = true
      $0.sameSite = .none
      $0.path = "/a"
    }
    let web = bench.driver.add("web:a", [full])
    let shared = bench.driver.add("jar:b", [cookie("anchor")])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    bench.driver.change(web) { $0.cookies = [cookie("anchor")] }
    try await manager.forgetSyncBase(web: web, shared: shared)
    try await sync(manager, terms(web, shared))
    #expect(bench.driver.cookies(web).first { $0.name == "sid" } == full)
  }

  @Test("I: a store that keeps another value than it was given has not taken the cookie")
  func refused() async throws {
    let web = bench.driver.add("web:a", [cookie("sid")])
    let shared = bench.driver.add("jar:b", [])
    bench.driver.change(shared) { $0.keeping = { $0.with { $0.value = "other" } } }
    let result = try await sync(await bench.manager(), terms(web, shared))
    #expect(result.doneCount == 0)
    guard case .failed? = result.outcomes.first else { return #expect(Bool(false)) }
  }

  @Test("J: a store without a cookie file is empty on purpose, and only what lasts is missed there")
  func memoryOnly() async throws {
    let web = bench.driver.add("web:a", [])
    let shared = bench.driver.add("jar:b", [cookie("sid")])
    let manager = await bench.manager()
    try await sync(manager, terms(web, shared))
    #expect(names(web) == ["sid"])
    #expect(names(shared) == ["sid"])
  }
}

@Suite("An observer is tested on a file of Pantler's own")
struct ObserverTestTests {
  let bench = Bench()

  @Test("E: an observer that sees nothing is found out, and no store is written or read")
  func unseen() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let testing = Task { await manager.testObservers(of: [store]) }
    // Neither the file of the test nor the store itself says anything.
    for _ in 0..<2 {
      await bench.clock.waitForSleep(of: .seconds(5))
      bench.clock.advance(by: .seconds(5))
    }
    let test = try #require(await testing.value.first)
    #expect(test.outcome == .unseen && test.means == nil)
    #expect(bench.driver.change(store) { [$0.reads, $0.writes] } == [0, 0])
    #expect(try bench.files.access.list("/state/pantler").isEmpty)
  }

  @Test("a change that is seen is told with its delay, as a part of the store's health")
  func seen() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let refusing = bench.driver.add("jar:b", [], refusing: [.observe: "it has no file"])
    bench.driver.answersTests()
    let manager = await bench.manager()
    await manager.observe([store])
    let tests = await manager.testObservers(of: [store, refusing])
    #expect(tests.map(\.outcome) == [.seen(milliseconds: 0)])
    #expect(tests.map(\.means) == [.inotify])
    #expect(await manager.observerHealth().first?.test == tests.first)
    await manager.stopObserving(nil)
  }
}
