import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A plan is applied to what is there now, written down before and read back after")
struct ApplyingTests {
  @Test("A removal takes what was chosen and nothing else, and undo brings the bytes back")
  func removal() async throws {
    let bench = Bench()
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    let before = bench.driver.cookies(store)
    let plan = try await manager.removal(of: ["b"], from: store)
    let result = await manager.apply(plan)
    #expect(result.outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["a", "c"])
    let undone = try await manager.undo()
    #expect(undone.outcomes == [.done])
    #expect(undone.proofs == [store: .identicalBytes])
    #expect(bench.driver.cookies(store) == before)
  }
}
