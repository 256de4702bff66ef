import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("What was done can be taken back, and the proof is read from the store")
struct UndoTests {
  let bench = Bench()

  @Test("A store that nobody touched since gets its bytes back")
  func identicalBytes() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    let before = bench.driver.cookies(store)
    _ = await manager.apply(try await manager.removal(of: ["a", "c"], from: store))
    let result = try await manager.undo()
    #expect(result.outcomes == [.done, .done])
    #expect(result.proofs == [store: .identicalBytes])
    #expect(bench.driver.cookies(store) == before)
    #expect(try await manager.journalEntries().map(\.state) == [.undone])
    await #expect(throws: JournalFailure.nothingLeft) { _ = try await manager.undo() }
  }

  @Test("Where others changed something since, every attribute of the items comes back")
  func equalCookies() async throws {
    let full = cookie("a").with {
      $0.secure = true
      $0.httpOnly = true
      $0.sameSite = .strict
      $0.lastAccessTime = Timestamp(microseconds: 1_750_000_000_123_456)
      $0.partition = CookiePartition(topLevelSite: "https://top.example")
      $0.comment = "note"
    }
    let store = bench.driver.add("jar:a", [full, cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    bench.driver.change(store) { $0.cookies?.append(cookie("later")) }
    let result = try await manager.undo()
    #expect(result.outcomes == [.done])
    #expect(result.proofs == [store: .equalCookies])
    #expect(bench.driver.cookies(store) == [cookie("b"), cookie("later"), full])
  }

  @Test("What somebody changed since is left alone, and can be asked for again")
  func changedSince() async throws {
    let store = bench.driver.add("jar:a", [])
    let manager = await bench.manager()
    try await manager.readAll()
    let plan = Plan.importing([cookie("a"), cookie("b")], into: store, await manager.planContext())
    _ = await manager.apply(plan)
    bench.driver.change(store) { $0.cookies?[0].value = "theirs" }
    let result = try await manager.undo()
    #expect(result.outcomes == [.done, .changed])
    #expect(result.proofs == [store: .differing(1)])
    #expect(bench.driver.cookies(store).map(\.value) == ["theirs"])
    let entry = try #require(try await manager.journalEntries().first)
    #expect(entry.state == .partlyUndone)
    bench.driver.change(store) { $0.cookies = [cookie("a")] }
    #expect(try await manager.undo(entry.id).outcomes == [.goneAlready, .done])
    #expect(try await manager.journalEntries().map(\.state) == [.undone])
  }

  @Test("A store whose copy is too large is taken back item by item")
  func withoutImage() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager { $0.perEntryImageLimit = 10 }
    let plan = try await manager.removal(of: ["a"], from: store)
    let size = try #require(MemoryDriver.fingerprint(bench.driver.cookies(store))?.byteCount)
    #expect(plan.warnings == [.notUndoneExactly(store, byteCount: size)])
    _ = await manager.apply(plan)
    #expect(!bench.files.paths.contains { $0.hasSuffix(".image") })
    #expect(try await manager.undo().proofs == [store: .equalCookies])
  }

  @Test(
    "A copy with what was in a log beside the file is kept, though it is not as large as they were")
  func imageOfFileWithLog() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    bench.driver.change(store) { $0.imageTail = Array("\n".utf8) }
    let manager = await bench.manager()
    let before = bench.driver.cookies(store)
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    #expect(bench.files.paths.contains { $0.hasSuffix(".image") })
    #expect(try await manager.undo().outcomes == [.done])
    #expect(bench.driver.cookies(store) == before)
  }

  @Test("A damaged copy is not put back; the items are")
  func damagedImage() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let image = try #require(bench.files.paths.first { $0.hasSuffix(".image") })
    bench.files.put(image, Array("[]".utf8))
    #expect(try await manager.undo().proofs == [store: .equalCookies])
    #expect(bench.driver.cookies(store).map(\.name) == ["b", "a"])
  }

  @Test("What was undone can be done again, and undone once more")
  func redo() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let before = bench.driver.cookies(store)
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    _ = try await manager.undo()
    #expect(try await manager.redo().outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["b"])
    await #expect(throws: JournalFailure.nothingLeft) { _ = try await manager.redo() }
    #expect(try await manager.undo().proofs == [store: .identicalBytes])
    #expect(bench.driver.cookies(store) == before)
    // Doing it again over other content must not let the old copy be put back.
    bench.driver.change(store) { $0.cookies?.append(cookie("later")) }
    _ = try await manager.redo()
    #expect(try await manager.undo().proofs == [store: .identicalBytes])
    #expect(Set(bench.driver.cookies(store).map(\.name)) == ["a", "b", "later"])
  }

  @Test("Doing again takes what the last undo took back, whichever is the newer change")
  func redoOrder() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    for name in ["a", "b", "c"] {
      bench.time.change { $0 = $0.adding(seconds: 60) }
      _ = await manager.apply(try await manager.removal(of: [name], from: store))
    }
    let ids = try await manager.journalEntries().map(\.id)
    // The newest, then the oldest, then the one between.
    for index in [0, 2, 1] { _ = try await manager.undo(ids[index]) }
    #expect(try await manager.redo().journalID == ids[1])
    #expect(try await manager.redo().journalID == ids[2])
    _ = try await manager.undo(ids[1])
    // Another run of the program knows it, too.
    let later = await bench.manager()
    #expect(try await later.redo().journalID == ids[1])
    #expect(try await later.redo().journalID == ids[0])
    await #expect(throws: JournalFailure.nothingLeft) { _ = try await later.redo() }
    #expect(bench.driver.cookies(store).isEmpty)
  }

  @Test("What was set anew since is said before to stay, where something else is put back")
  func occupied() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a", "b"], from: store))
    bench.driver.change(store) { $0.cookies?.append(cookie("a", "new")) }
    let losses = try await manager.undoPreview().losses
    #expect(losses == [store: [ReplayLoss(key: cookie("a").key, reason: .occupied)]])
    let result = try await manager.undo()
    #expect(Set(result.outcomes) == [.done, .changed])
    let values = bench.driver.cookies(store).sorted { $0.key < $1.key }.map(\.value)
    #expect(values == [cookie("a", "new").value, cookie("b").value, cookie("c").value])
  }

  @Test(
    "Where everything was set anew that is said before, and what is asked for is written over it")
  func overwritten() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    bench.driver.change(store) { $0.cookies?.append(cookie("a", "new")) }
    let preview = try await manager.undoPreview()
    #expect(preview.losses == [store: [ReplayLoss(key: cookie("a").key, reason: .occupied)]])
    #expect(preview.isEmpty)
    #expect(try await manager.undo().outcomes == [.changed])
    let forced = try await manager.undoPreview(force: true)
    #expect(forced.losses == [store: [ReplayLoss(key: cookie("a").key, reason: .overwritten)]])
    #expect(forced.items.map(\.key) == [cookie("a").key])
    let result = try await manager.undo(force: true)
    #expect(result.outcomes == [.done])
    #expect(bench.driver.cookies(store).first { $0.name == "a" } == cookie("a"))
    #expect(try await manager.journalEntries().map(\.state) == [.undone])
  }

  @Test("What cannot be as it was is said before, and again by what was read back")
  func lossy() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let loss = ReplayLoss(key: cookie("a").key, reason: .number)
    bench.driver.change(store) { $0.replayLosses = [loss] }
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    // The file is put back as a whole.
    #expect(try await manager.undoPreview().losses.isEmpty)
    bench.driver.change(store) { $0.cookies?.append(cookie("later")) }
    let preview = try await manager.undoPreview()
    #expect(preview.losses == [store: [loss]])
    #expect(preview.items.map(\.after?.name) == ["a"])
    #expect(bench.driver.cookies(store).count == 2)
    #expect(try await manager.undo(preview.id).replayLosses == [store: [loss]])
    // The copy that the journal has of the file is what the records are taken from.
    let earlier = bench.driver.change(store) { $0.earlier }
    #expect(earlier?.bytes != nil)
    // Doing it again keeps a new copy.
    _ = try await manager.redo()
    #expect(bench.driver.change(store) { $0.earlier } == nil)
    #expect(try await manager.undo().proofs == [store: .identicalBytes])
  }

  @Test("A store that fails does not keep the others from being taken back, and can be tried again")
  func oneStoreFails() async throws {
    let first = bench.driver.add("jar:1", [cookie("a")])
    let second = bench.driver.add("jar:2", [cookie("b")])
    let manager = await bench.manager()
    try await manager.readAll()
    _ = await manager.apply(
      Plan.removal(
        of: [first: [cookie("a").key], second: [cookie("b").key]],
        in: await manager.planContext()))
    let locked = StoreFailure.locked(path: "/memory/jar:2")
    for _ in 0..<2 { bench.driver.fail(second, .snapshot, locked) }
    let result = try await manager.undo()
    #expect(result.outcomes == [.failed(locked), .done])
    #expect(result.plan.items.map(\.store) == [second, first])
    let entry = try #require(try await manager.journalEntries().first)
    #expect(entry.canUndo)
    #expect(try await manager.undo(entry.id).outcomes == [.done])
    #expect(bench.driver.cookies(second).count == 1)
  }

  @Test("Another run of the program can undo")
  func anotherRun() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let result = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let id = try #require(result.journalID)
    let later = await bench.manager()
    let beginning = String(id.prefix(8))
    #expect(try await later.undo(beginning).outcomes == [.done])
    await #expect(throws: JournalFailure.cannotUndo(id, why: .undoneAlready)) {
      _ = try await later.undo(id)
    }
    await #expect(throws: JournalFailure.noSuchEntry("nothing")) {
      _ = try await later.undo("nothing")
    }
  }

  @Test(
    "Any history of changes, undone from the end, leads back to the beginning", arguments: 1...40)
  func randomHistory(seed: Int) async throws {
    var random = SmallRandom(seed: UInt64(seed))
    let names = ["a", "b", "c", "d", "e", "f"]
    let start = names.prefix(4).map { cookie($0, "0") }
    let stores = [
      bench.driver.add("jar:1", start), bench.driver.add("jar:2", Array(start.prefix(2))),
    ]
    let manager = await bench.manager { $0.perEntryImageLimit = seed % 2 == 0 ? 1 << 20 : 0 }
    let before = stores.map { Set(bench.driver.cookies($0)) }
    var applied = 0
    for step in 1...12 {
      try await manager.readAll()
      let context = await manager.planContext()
      let store = stores[random.below(2)]
      let picked = names.filter { _ in random.below(3) == 0 }
      var plan: Plan
      switch random.below(3) {
      case 0: plan = .removal(of: [store: picked.map { cookie($0).key }], in: context)
      case 1: plan = .importing(picked.map { cookie($0, "\(step)") }, into: store, context)
      default:
        let terms = SyncTerms(
          web: stores[0], shared: stores[1], direction: .both,
          rule: random.below(2) == 0 ? .web : .shared)
        plan = .sync(terms, in: context)
        plan.agreedAt = try await manager.syncBase(web: stores[0], shared: stores[1])?.takenAt
      }
      let result = await manager.apply(plan)
      #expect(result.isComplete)
      #expect(result.bystandersChanged.isEmpty)
      if result.journalID != nil { applied += 1 }
    }
    for _ in 0..<applied {
      let result = try await manager.undo()
      #expect(result.isComplete)
      let isProved = result.proofs.values.allSatisfy {
        $0 == .identicalBytes || $0 == .equalCookies
      }
      #expect(isProved)
    }
    #expect(stores.map { Set(bench.driver.cookies($0)) } == before)
  }

  @Test("An undo of what was done again in part says of the rest that it was left alone")
  func partialRedo() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a", "b"], from: store))
    _ = try await manager.undo()
    bench.driver.change(store) { $0.cookies?[0].value = "theirs" }
    let before = bench.driver.cookies(store)
    #expect(Set(try await manager.redo().outcomes) == [.changed, .done])
    let result = try await manager.undo()
    #expect(Set(result.outcomes) == [.changed, .done])
    #expect(result.proofs == [store: .identicalBytes])
    #expect(bench.driver.cookies(store) == before)
  }
}

/// Numbers that are the same on every run.
struct SmallRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }
}
