import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("Programs that change the same thing at once come one after the other")
struct SharedTurnTests {
  let bench = Bench()
  private let pause = SharedTurns.pause

  private func hold(_ name: String) throws -> FileLock {
    let path = "/state/pantler/locks/\(name).lock"
    guard case .taken(let lock) = try bench.files.access.lock(path) else {
      throw FileFault(path: path, call: "flock", code: 11)
    }
    return lock
  }

  @Test("An undo waits for another one")
  func waiting() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let lock = try hold("journal")
    let undo = Task { try await manager.undo() }
    await bench.clock.waitForSleep(of: pause)
    #expect(bench.driver.cookies(store).map(\.name) == ["b"])
    lock.release()
    bench.clock.advance(by: pause)
    #expect(try await undo.value.outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["a", "b"])
  }

  @Test("An undo that waits in vain says who is at it")
  func inVain() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let lock = try hold("journal")
    defer { lock.release() }
    for isRedo in [false, true] {
      let act = Task { isRedo ? try await manager.redo() : try await manager.undo() }
      for _ in 1..<SharedTurns.attempts {
        await bench.clock.waitForSleep(of: pause)
        bench.clock.advance(by: pause)
      }
      await #expect(throws: JournalFailure.taken(by: 4711)) { _ = try await act.value }
    }
    #expect(bench.driver.cookies(store).isEmpty)
  }

  @Test("Of two syncs that planned the same, the second says that it was done already")
  func samePlans() async throws {
    let web = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let shared = bench.driver.add("jar:b", [])
    let terms = SyncTerms(web: web, shared: shared, direction: .both)
    let (one, other) = (await bench.manager(), await bench.manager())
    let plans = (try await one.planSync(terms).plan, try await other.planSync(terms).plan)
    #expect(await one.apply(plans.0).outcomes == [.done, .done])
    let second = await other.apply(plans.1)
    #expect(second.outcomes == [.thereAlready, .thereAlready])
    #expect(second.doneCount == 0)
    #expect(second.isComplete)
    #expect(second.journalID == nil)
  }

  @Test("Of two syncs that want the opposite, the second does not turn it round")
  func oppositePlans() async throws {
    let web = bench.driver.add("jar:a", [cookie("a", "web")])
    let shared = bench.driver.add("jar:b", [cookie("a", "shared")])
    let (one, other) = (await bench.manager(), await bench.manager())
    func terms(_ rule: SyncConflictRule) -> SyncTerms {
      SyncTerms(web: web, shared: shared, direction: .both, rule: rule)
    }
    let plans = (
      try await one.planSync(terms(.web)).plan, try await other.planSync(terms(.shared)).plan
    )
    bench.time.change { $0 = $0.adding(seconds: 1) }
    #expect(await one.apply(plans.0).outcomes == [.done])
    #expect(await other.apply(plans.1).outcomes == [.changed])
    #expect(bench.driver.cookies(web).map(\.value) == ["web"])
    #expect(bench.driver.cookies(shared).map(\.value) == ["web"])
  }

  @Test("A cookie that was deleted after another sync carried it is not put back by an older plan")
  func olderPlan() async throws {
    let web = bench.driver.add("jar:a", [cookie("a"), cookie("x")])
    let shared = bench.driver.add("jar:b", [cookie("b"), cookie("x")])
    let (one, other) = (await bench.manager(), await bench.manager())
    var terms = SyncTerms(web: web, shared: shared, direction: .both, prune: true)
    terms.rule = .web
    let plans = (try await one.planSync(terms).plan, try await other.planSync(terms).plan)
    bench.time.change { $0 = $0.adding(seconds: 1) }
    #expect(await one.apply(plans.0).outcomes == [.done, .done])
    bench.driver.change(web) { $0.cookies?.removeAll { $0.name == "b" } }
    // It is not new in the one store, but deleted in the other.
    #expect(Set(await other.apply(plans.1).outcomes) == [.thereAlready, .changed])
    #expect(bench.driver.cookies(web).map(\.name) == ["a", "x"])
    #expect(await other.apply(try await other.planSync(terms).plan).outcomes == [.done])
    for store in [web, shared] {
      #expect(bench.driver.cookies(store).map(\.name).sorted() == ["a", "x"])
    }
  }

  @Test("A sync waits while another program brings the same two together, named in any order")
  func pair() async throws {
    let web = bench.driver.add("jar:a", [cookie("a")])
    let shared = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    let plan = try await manager.planSync(
      SyncTerms(web: shared, shared: web, direction: .both)
    ).plan
    let lock = try hold("pair-" + StoreManager.pairName(web, shared))
    defer { lock.release() }
    let sync = Task { await manager.apply(plan) }
    for _ in 1..<SharedTurns.attempts {
      await bench.clock.waitForSleep(of: pause)
      bench.clock.advance(by: pause)
    }
    #expect(await sync.value.outcomes == [.failed(.beingSynced(by: 4711))])
    #expect(bench.driver.cookies(shared).isEmpty)
  }

  @Test("A change that another program is making is not judged by what is older than its end")
  func judgedTooEarly() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let before = bench.driver.cookies(store)
    let manager = await bench.manager()
    let files = bench.files
    let path = Mutexed("")
    let underWay = Mutexed([UInt8]?.none)
    bench.driver.change(store) { store in
      store.beforeWriting.append { _ in
        path.change { $0 = files.paths.first { $0.hasSuffix("/manifest.json") } ?? "" }
        underWay.change { $0 = files.bytes(path.value) }
      }
    }
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let done = files.bytes(path.value)
    try #require(done != nil && underWay.value != nil && done != underWay.value)

    // Another program looks while the change is under way, and the change ends while it reads the store.
    files.put(path.value, underWay.value)
    bench.driver.change(store) { store in
      store.cookies = before
      store.beforeReading.append { files.put(path.value, done) }
    }
    _ = await bench.manager()
    #expect(files.bytes(path.value) == done)
  }
}
