import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A sync is checked against the stores that it carries from, too")
struct OutdatedSyncTests {
  let bench = Bench()
  private let web: StoreID
  private let shared: StoreID
  private let terms: SyncTerms

  init() {
    web = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    shared = bench.driver.add("jar:b", [cookie("a"), cookie("b")])
    terms = SyncTerms(web: web, shared: shared, direction: .both, prune: true)
  }

  private func names(_ store: StoreID) -> [CookieText] {
    bench.driver.cookies(store).map(\.name).sorted()
  }

  private func inStep() async throws -> StoreManager {
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.planSync(terms).plan)
    bench.time.change { $0 = $0.adding(seconds: 1) }
    return manager
  }

  @Test("A deletion is not carried when the cookie is there again in the store it was missing in")
  func setAgainMeanwhile() async throws {
    let manager = try await inStep()
    bench.driver.change(web) { $0.cookies?.removeAll { $0.name == "a" } }
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.map(\.isRemoval) == [true])
    bench.driver.change(web) { $0.cookies?.append(cookie("a")) }
    #expect(await manager.apply(plan).outcomes == [.changed])
    #expect(names(web) == ["a", "b"] && names(shared) == ["a", "b"])
    #expect(try await manager.planSync(terms).plan.items.isEmpty)
  }

  @Test("A value that is no longer the one of its store is not carried, nor a cookie that is gone")
  func changedMeanwhile() async throws {
    let manager = try await inStep()
    bench.driver.change(web) { $0.cookies = [cookie("a", "2"), cookie("b"), cookie("c")] }
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.count == 2)
    bench.driver.change(web) { $0.cookies = [cookie("a", "3"), cookie("b")] }
    #expect(await manager.apply(plan).outcomes == [.changed, .changed])
    #expect(bench.driver.cookies(shared).allSatisfy { $0.value == "v" })
    #expect(names(shared) == ["a", "b"])
  }

  @Test("A cookie that expires between the plan and its carrying is not carried")
  func expiredMeanwhile() async throws {
    let manager = try await inStep()
    let end = bench.time.value.adding(seconds: 30)
    bench.driver.change(web) { store in
      var brief = cookie("brief")
      brief.expiryTime = end
      store.cookies?.append(brief)
    }
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.map(\.isAddition) == [true])
    bench.time.change { $0 = end }
    #expect(await manager.apply(plan).outcomes == [.changed])
    #expect(names(shared) == ["a", "b"])
  }

  @Test(
    "What its own program deleted and sets again is new; where Pantler deleted it, it came back")
  func setAgain() async throws {
    let manager = try await inStep()
    bench.driver.change(shared) { $0.cookies?.removeAll { $0.name == "a" } }
    #expect(await manager.apply(try await manager.planSync(terms).plan).outcomes == [.done])
    bench.driver.change(shared) { $0.cookies?.append(cookie("a")) }
    #expect(await manager.apply(try await manager.planSync(terms).plan).outcomes == [.done])
    #expect(names(web) == ["a", "b"] && names(shared) == ["a", "b"])

    bench.time.change { $0 = $0.adding(seconds: 1) }
    _ = await manager.apply(try await manager.removal(of: ["b"], from: shared))
    #expect(await manager.apply(try await manager.planSync(terms).plan).outcomes == [.done])
    bench.driver.change(shared) { $0.cookies?.append(cookie("b")) }
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.map(\.reason) == [.cameBack])
  }
}
