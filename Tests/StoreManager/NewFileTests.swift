import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A file that is still to be made is an empty store")
struct NewFileTests {
  let bench = Bench()

  @Test("A file that a change made goes away with the change, and comes again with it")
  func madeFile() async throws {
    let store = bench.driver.addNew("jar:new")
    let manager = await bench.manager()
    await #expect(throws: StoreFailure.gone(path: "/memory/jar:new")) {
      _ = try await manager.read(try await manager.resolve("/memory/jar:new").id)
    }
    let other = await bench.manager()
    #expect(try await other.resolve("/memory/jar:new", makingAs: nil).id == store)
    #expect(await other.isToBeMade(store))
    #expect(try await other.read(store).fingerprint == nil)
    let plan = Plan.importing([cookie("a")], into: store, await other.planContext())
    #expect(await other.apply(plan).outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["a"])
    #expect(await !other.isToBeMade(store))

    // Another run of the program knows of the file by the journal alone.
    let later = await bench.manager()
    let result = try await later.undo()
    #expect(result.outcomes == [.done])
    #expect(result.proofs == [store: .noFile])
    #expect(!bench.driver.hasFile(store))
    #expect(try await bench.manager().redo().outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["a"])
    #expect(try await bench.manager().undo().proofs == [store: .noFile])
    #expect(!bench.driver.hasFile(store))
  }

  @Test("A file that a change made stays when another program has put something into it")
  func madeFileOfOthers() async throws {
    let store = bench.driver.addNew("jar:new")
    let manager = await bench.manager()
    _ = try await manager.resolve("/memory/jar:new", makingAs: nil)
    _ = try await manager.read(store)
    _ = await manager.apply(
      Plan.importing([cookie("a")], into: store, await manager.planContext()))
    bench.driver.change(store) { $0.cookies?.append(cookie("theirs")) }
    #expect(try await manager.undo().outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["theirs"])
  }

  @Test(
    "A crash while a file is made leaves an entry that says whether it was",
    arguments: [false, true])
  func crashWhileMaking(isMade: Bool) async throws {
    let store = bench.driver.addNew("jar:new")
    let manager = await bench.manager()
    _ = try await manager.resolve("/memory/jar:new", makingAs: nil)
    _ = try await manager.read(store)
    let files = bench.files
    bench.driver.change(store) { $0.afterWriting = [{ _ in files.die(at: 1) }] }
    _ = await manager.apply(
      Plan.importing([cookie("a")], into: store, await manager.planContext()))
    files.revive()
    if !isMade { bench.driver.change(store) { $0.cookies = nil } }
    let later = await bench.manager()
    let states = try await later.journalEntries().map(\.state)
    #expect(states == [isMade ? .applied : .notApplied])
    guard isMade else { return }
    #expect(try await later.undo().proofs == [store: .noFile])
    #expect(!bench.driver.hasFile(store))
  }
}
