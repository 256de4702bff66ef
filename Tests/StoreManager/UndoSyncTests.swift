import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("Undoing a sync brings back what its stores had agreed on")
struct UndoSyncTests {
  /// What happened before a sync.
  enum History: String, CaseIterable {
    case deletion, addition, change
    /// Both stores have the cookie anew, differently.
    case conflict
    /// The same, and they were never synced.
    case firstSync
    /// One has it anew, where the other deleted it.
    case changeAgainstDeletion
  }

  let bench = Bench()
  let a: StoreID
  let b: StoreID

  init() {
    a = bench.driver.add("jar:a", [cookie("old"), cookie("kept")])
    b = bench.driver.add("jar:b", [cookie("old"), cookie("kept")])
  }

  private func terms(_ rule: SyncConflictRule = .web) -> SyncTerms {
    SyncTerms(web: a, shared: b, direction: .both, prune: true, rule: rule)
  }

  private func set(_ value: String?, in store: StoreID, _ name: String = "old") {
    bench.driver.change(store) { held in
      held.cookies?.removeAll { $0.name.text == name }
      if let value { held.cookies?.append(cookie(name, value)) }
    }
  }

  private func make(_ history: History) {
    switch history {
    case .deletion: set(nil, in: a)
    case .addition: set("1", in: a, "new")
    case .change: set("1", in: a)
    case .conflict, .firstSync:
      set("1", in: a)
      set("2", in: b)
    case .changeAgainstDeletion:
      set("1", in: a)
      set(nil, in: b)
    }
  }

  /// What both agree on: digests of values, by names.
  private func agreed(_ manager: StoreManager) async throws -> [CookieText: ValueDigest] {
    let base = try #require(try await manager.syncBase(web: a, shared: b))
    return Dictionary(uniqueKeysWithValues: base.entries.map { ($0.cookie.name, $0.digest) })
  }

  private func plans(_ manager: StoreManager) async throws -> [[PlanItem]] {
    [
      try await manager.planSync(terms()).plan.items,
      try await manager.planSync(terms(.shared)).plan.items,
    ]
  }

  @Test(
    "the next sync is planned as before the one that was undone, and as after it when it is done again",
    arguments: History.allCases)
  func planning(_ history: History) async throws {
    let manager = await bench.manager()
    if history != .firstSync {
      #expect(await manager.apply(try await manager.planSync(terms()).plan).isComplete)
    }
    make(history)
    let planned = try await plans(manager)
    #expect(planned[0].count == 1)
    #expect(await manager.apply(try await manager.planSync(terms()).plan).isComplete)
    let settled = try await agreed(manager)
    for process in [manager, await bench.manager()] {
      bench.time.change { $0 = $0.adding(seconds: 60) }
      #expect(try await process.undo().outcomes == [.done])
      #expect(try await plans(process) == planned)
      #expect(try await process.redo().outcomes == [.done])
      #expect(try await plans(process) == [[], []])
      #expect(try await agreed(process) == settled)
    }
    #expect(try await manager.undo().outcomes == [.done])
    #expect(await manager.apply(try await manager.planSync(terms()).plan).isComplete)
    #expect(try await agreed(manager) == settled)
  }

  /// Dies at every step of an undo and of a redo, before doing it and after, and looks at what a new process plans.
  @Test(
    "a crash at any step leaves the stores and what they had agreed on in step",
    arguments: History.allCases, [SyncOrigin.Reversal.undo, .redo])
  func crashes(_ history: History, _ reversal: SyncOrigin.Reversal) async throws {
    let total = try await UndoSyncTests().crash(at: .max, afterDoingIt: false, history, reversal)
    #expect(total > 6)
    for step in 1...total {
      for isDone in [false, true] {
        _ = try await UndoSyncTests().crash(at: step, afterDoingIt: isDone, history, reversal)
      }
    }
  }

  /// - Returns: how many steps there were.
  private func crash(
    at step: Int, afterDoingIt isDone: Bool, _ history: History, _ reversal: SyncOrigin.Reversal
  ) async throws -> Int {
    let manager = await bench.manager()
    if history != .firstSync {
      #expect(await manager.apply(try await manager.planSync(terms()).plan).isComplete)
    }
    make(history)
    let before = (try await plans(manager), bench.driver.cookies(a), bench.driver.cookies(b))
    #expect(await manager.apply(try await manager.planSync(terms()).plan).isComplete)
    let after = (bench.driver.cookies(a), bench.driver.cookies(b))
    bench.time.change { $0 = $0.adding(seconds: 60) }
    if reversal == .redo { _ = try await manager.undo() }
    bench.files.die(at: step, afterDoingIt: isDone)
    _ = reversal == .undo ? try? await manager.undo() : try? await manager.redo()
    let steps = bench.files.steps
    bench.files.revive()
    let later = await bench.manager()
    let (left, right) = (bench.driver.cookies(a), bench.driver.cookies(b))
    if (Set(left), Set(right)) == (Set(after.0), Set(after.1)) {
      #expect(try await plans(later) == [[], []], "step \(step) of \(history)")
    } else {
      #expect((Set(left), Set(right)) == (Set(before.1), Set(before.2)))
      #expect(try await plans(later) == before.0, "step \(step) of \(history)")
    }
    return steps
  }

  @Test("what could not be taken back stays agreed on")
  func partly() async throws {
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    set("1", in: a, "new")
    set("1", in: a, "newer")
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    set("theirs", in: b, "new")
    #expect(Set(try await manager.undo().outcomes) == [.done, .changed])
    #expect(Set(try await agreed(manager).keys) == ["old", "kept", "new"])
  }

  @Test("a deletion that is done again is remembered as one")
  func deletedAgain() async throws {
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    set(nil, in: a)
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    _ = try await manager.undo()
    #expect(try await manager.syncBase(web: a, shared: b)?.tombstones.isEmpty == true)
    _ = try await manager.redo()
    set("v", in: b)
    #expect(try await manager.planSync(terms()).plan.items.map(\.store) == [b])
    #expect(try await manager.planSync(terms()).plan.items.map(\.isRemoval) == [true])
  }

  @Test("the last cookie of a store comes back as one that the other has deleted")
  func emptied() async throws {
    for store in [a, b] { set(nil, in: store, "kept") }
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    _ = await manager.apply(try await manager.removal(of: ["old"], from: a))
    let planned = try await manager.planSync(terms()).plan.items
    #expect(planned.map(\.isRemoval) == [true])
    bench.time.change { $0 = $0.adding(seconds: 60) }
    _ = await manager.apply(try await manager.planSync(terms()).plan)
    _ = try await manager.undo()
    #expect(try await manager.planSync(terms()).plan.items == planned)
  }
}
