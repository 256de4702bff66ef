import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A plan is applied to what is there now, written down before and read back after")
struct ApplyingTests {
  let bench = Bench()

  @Test("A removal takes what was chosen and nothing else")
  func removal() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["b"], from: store)
    let result = await manager.apply(plan)
    #expect(result.outcomes == [.done])
    #expect(result.bystandersChanged.isEmpty)
    #expect(bench.driver.cookies(store).map(\.name) == ["a", "c"])
  }

  @Test("FR-44: a later expiry is the same cookie, another value is not")
  func changedWhileTheQuestionIsOpen() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["b"], from: store)
    bench.driver.change(store) { store in
      store.cookies = [
        cookie("0"), cookie("a"),
        cookie("b").with { $0.expiryTime = Timestamp(seconds: 1_950_000_000) },
      ]
    }
    #expect(await manager.apply(plan).outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["0", "a"])
    // Undo brings back what really was there, not what the plan had seen.
    _ = try await manager.undo()
    #expect(
      bench.driver.cookies(store).last?.expiryTime == Timestamp(seconds: 1_950_000_000))

    let second = try await manager.removal(of: ["b"], from: store)
    bench.driver.change(store) { $0.cookies?[2].value = "other" }
    let result = await manager.apply(second)
    #expect(result.outcomes == [.changed])
    #expect(result.journalID == nil)
    #expect(bench.driver.cookies(store).count == 3)
  }

  @Test("FR-45: what another process removed is gone already, and no error")
  func goneAlready() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a", "b"], from: store)
    bench.driver.change(store) { $0.cookies?.removeFirst() }
    #expect(await manager.apply(plan).outcomes == [.goneAlready, .done])
    #expect(bench.driver.cookies(store).isEmpty)
    #expect(await manager.recentEvents(limit: 9).events.allSatisfy { $0.kind != .failed })
  }

  @Test("FR-47: each store that fails is told, and does not keep the others from being done")
  func failures() async throws {
    let good = bench.driver.add("jar:1", [cookie("a")])
    let readOnly = bench.driver.add("jar:2", [cookie("b")])
    let locked = bench.driver.add("jar:3", [cookie("c")])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.removal(
      of: [good: [cookie("a").key], readOnly: [cookie("b").key], locked: [cookie("c").key]],
      in: await manager.planContext())
    let denied = StoreFailure.denied(path: "/memory/jar:2")
    let busy = StoreFailure.locked(path: "/memory/jar:3")
    bench.driver.fail(readOnly, .apply, denied)
    bench.driver.fail(locked, .snapshot, busy)
    let result = await manager.apply(plan)
    #expect(result.outcomes == [.done, .failed(denied), .failed(busy)])
    #expect(result.doneCount == 1)
    #expect(!result.isComplete)
    let events = await manager.recentEvents(limit: 9).events
    #expect(events.map(\.kind) == [.removed, .failed, .failed])
    #expect(events.map(\.failure) == [nil, denied, busy])
    #expect(events.map(\.key?.name) == ["a", "b", "c"])
    #expect(bench.driver.cookies(readOnly).count == 1)
    let entries = try await manager.journalEntries()
    #expect(entries.map(\.stores) == [[good, readOnly]])
    #expect(entries.map(\.state) == [.applied])
  }

  @Test("FR-21: a file that changed after it was read is read again, and what came stays")
  func changedMeanwhile() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["c"], from: store)
    bench.driver.change(store) { store in
      store.beforeWriting = [{ $0 += [cookie("new-1"), cookie("new-2")] }]
    }
    #expect(await manager.apply(plan).outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["a", "b", "new-1", "new-2"])
  }

  @Test("A file that never keeps still is left alone, and the journal says that nothing was done")
  func neverStill() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    bench.driver.change(store) { store in
      store.beforeWriting = (1...3).map { number in { $0.append(cookie("x\(number)")) } }
    }
    let result = await manager.apply(plan)
    #expect(result.outcomes == [.failed(.changedMeanwhile(path: "/memory/jar:a"))])
    #expect(bench.driver.cookies(store).count == 4)
    #expect(try await manager.journalEntries().isEmpty)
  }

  @Test("FR-18: what a store drops of a cookie is found by reading back, and counted as loss")
  func lossOnTheWayIn() async throws {
    let cookies = [
      cookie("a", "v;1").with { $0.httpOnly = true },
      cookie("b", "x,y=z").with { $0.httpOnly = true }, cookie("c"),
      cookie("d", "\"q\"").with { $0.httpOnly = true },
    ]
    let store = bench.driver.add("jar:a", [])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.importing(cookies, into: store, await manager.planContext())
    bench.driver.change(store) { $0.keeping = { cookie in cookie.with { $0.httpOnly = false } } }
    let lossy = await manager.apply(plan)
    #expect(lossy.outcomes == [.done, .done, .done, .done])
    #expect(lossy.losses == [0: [.httpOnly], 1: [.httpOnly], 3: [.httpOnly]])

    _ = try await manager.undo()
    bench.driver.change(store) { $0.keeping = { $0 } }
    let exact = await manager.apply(plan)
    #expect(exact.losses.isEmpty)
    #expect(bench.driver.cookies(store) == cookies)
  }

  @Test("A value that reads back differently was not written")
  func alteredValue() async throws {
    let store = bench.driver.add("jar:a", [])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.importing([cookie("a", "v;1")], into: store, await manager.planContext())
    bench.driver.change(store) { $0.keeping = { cookie in cookie.with { $0.value = "v" } } }
    #expect(
      await manager.apply(plan).outcomes == [.failed(.unverified(path: "/memory/jar:a"))])
  }

  @Test("Cookies beside the plan that differ afterwards are counted and told")
  func bystanders() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    bench.driver.change(store) { store in
      store.afterWriting = [
        { cookies in
          cookies.removeAll { $0.name == "b" }
          cookies[0].lastAccessTime = Timestamp(seconds: 1)
        }
      ]
    }
    let result = await manager.apply(plan)
    #expect(result.bystandersChanged == [store: 1])
    let events = await manager.recentEvents(limit: 9).events
    #expect(events.map(\.cause) == [.user, .otherProcess, .otherProcess])
    #expect(events.map(\.level) == [.info, .warning, .debug])
  }

  @Test(
    "A cookie that is there again after its removal came back, at once or a while later",
    arguments: [false, true])
  func cameBack(isProved: Bool) async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    bench.driver.change(store) { $0.provesChanges = isProved }
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    bench.driver.change(store) { $0.afterWriting = [{ $0.append(cookie("a", "again")) }] }
    #expect(await manager.apply(plan).outcomes == [.cameBack])

    let second = try await manager.removal(of: ["a", "b"], from: store)
    #expect(await manager.apply(second).doneCount == 2)
    bench.time.change { $0 = $0.adding(seconds: 599) }
    let app = ProcessReference(id: 41, name: "WebKitNetworkProcess", owner: "Notes")
    bench.driver.change(store) { held in
      held.cookies = [cookie("a", "third")]
      held.holders = [app]
    }
    _ = try await manager.read(store)
    bench.time.change { $0 = $0.adding(seconds: 9) }
    bench.driver.change(store) { $0.cookies = [cookie("a", "third"), cookie("b")] }
    _ = try await manager.read(store)
    let returned = await manager.recentEvents(limit: 99).events.filter { $0.kind == .cameBack }
    #expect(returned.map(\.key?.name) == ["a"])
    #expect(returned.map(\.message) == ["It was set again; the file is open in Notes (pid 41)."])
  }

  @Test("What was removed is logged alike, however the driver tells it", arguments: [false, true])
  func removalEvents(isProved: Bool) async throws {
    let names = ["d", "a", "c", "b"]
    let store = bench.driver.add("jar:a", names.map { cookie($0) } + [cookie("e")])
    bench.driver.change(store) { $0.provesChanges = isProved }
    let manager = await bench.manager()
    let plan = try await manager.removal(of: names, from: store)
    #expect(await manager.apply(plan).doneCount == 4)
    await manager.warn("afterwards")
    let (events, dropped) = await manager.recentEvents(limit: 9)
    #expect(dropped == 0)
    #expect(events.map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(events.map(\.key?.name) == ["a", "b", "c", "d", nil])
    #expect(events.map(\.kind) == [.removed, .removed, .removed, .removed, .note])
    #expect(events.dropLast().allSatisfy { $0.cause == .user && $0.level == .info })
    #expect(events.dropLast().allSatisfy { $0.site != nil })
    #expect(events.dropLast().allSatisfy { $0.before != nil && $0.after == nil })
  }

  @Test(
    "What is put back and goes again by another's doing has not come back",
    arguments: [false, true])
  func removedAgain(isProved: Bool) async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    bench.driver.change(store) { $0.provesChanges = isProved }
    let manager = await bench.manager()
    #expect(await manager.apply(try await manager.removal(of: ["a"], from: store)).doneCount == 1)
    #expect(try await manager.undo().doneCount == 1)
    bench.driver.change(store) { $0.cookies = [cookie("b")] }
    _ = try await manager.read(store)
    bench.driver.change(store) { $0.cookies = [cookie("b"), cookie("a")] }
    _ = try await manager.read(store)
    let events = await manager.recentEvents(limit: 99).events
    #expect(!events.contains { $0.kind == .cameBack })
  }

  @Test("Cancelling between two stores leaves the second as it is, and says so")
  func cancelling() async throws {
    let first = bench.driver.add("jar:1", [cookie("a")])
    let second = bench.driver.add("jar:2", [cookie("b")])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.removal(
      of: [first: [cookie("a").key], second: [cookie("b").key]], in: await manager.planContext())
    let task = Mutexed<Task<PlanResult, Never>?>(nil)
    let started = Mutexed(false)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let work = Task {
      for await _ in gate { break }
      return await manager.apply(plan) { through, all in
        started.change { $0 = (through, all) == (1, 2) }
        task.value?.cancel()
      }
    }
    task.change { $0 = work }
    open.yield()
    let result = await work.value
    #expect(started.value)
    #expect(result.outcomes == [.done, .cancelled])
    #expect(bench.driver.cookies(second).count == 1)
    #expect(result.journalID != nil)
  }

  @Test("A store that must not be written is left alone, with the reason")
  func refusals() async throws {
    let damaged = bench.driver.add("jar:1", [cookie("a")])
    let readOnly = bench.driver.add("jar:2", [cookie("a")], refusing: [.write: "why"])
    let used = bench.driver.add("jar:3", [cookie("a")], refusing: [.writeWhileRunning: "why"])
    let browser = ProcessReference(id: 7, name: "browser")
    bench.driver.change(damaged) { $0.isDamaged = true }
    bench.driver.change(used) { $0.holders = [browser] }
    let manager = await bench.manager()
    try await manager.readAll()
    let key = cookie("a").key
    let plan = Plan.removal(
      of: [damaged: [key], readOnly: [key], used: [key]], in: await manager.planContext())
    #expect(plan.warnings == [.inUse(used, by: [browser]), .memoryCopyStays(used)])
    let result = await manager.apply(plan)
    #expect(
      result.outcomes == [
        .failed(.damaged(path: "/memory/jar:1")),
        .failed(.unsupported(path: "/memory/jar:2", reason: "why")),
        .failed(.inUse(path: "/memory/jar:3", by: [browser])),
      ])
    #expect(await manager.apply(plan, force: true).outcomes.last == .done)
  }

  @Test("An item whose conflict nobody decided is left alone")
  func undecided() async throws {
    let web = bench.driver.add("jar:web", [cookie("a", "1").with { $0.creationTime = nil }])
    let shared = bench.driver.add("jar:shared", [cookie("a", "2").with { $0.creationTime = nil }])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.sync(
      SyncTerms(web: web, shared: shared, direction: .both), in: await manager.planContext())
    #expect(await manager.apply(plan).outcomes == [.undecided])
    let decided = plan.resolving(conflictAt: 0, keeping: shared)
    #expect(await manager.apply(decided).outcomes == [.done])
    #expect(bench.driver.cookies(web).map(\.value) == ["2"])
    #expect(bench.driver.cookies(shared).map(\.value) == ["2"])
  }
}
