import CookieCore
import FoundationEssentials
import Glibc
import StoreModel
import Testing

@testable import StoreManager

@Suite("The journal says what happened, whatever stops the program")
struct JournalTests {
  let bench = Bench()

  @Test("The items, the copy and the manifest are on the disk before the store is changed")
  func order() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    let writes = Mutexed<[String]>([])
    bench.driver.change(store) { [files = bench.files] store in
      store.beforeWriting = [{ _ in writes.change { $0 = files.log } }]
    }
    _ = await manager.apply(plan)
    let id = try #require(try await manager.journalEntries().first?.id)
    let entry = "/state/pantler/journal/" + id
    #expect(
      writes.value.suffix(5) == [
        "write \(entry)/items-0.json", "write \(entry)/before-0.image",
        "write \(entry)/manifest.json.new", "rename \(entry)/manifest.json", "fsync \(entry)",
      ])
  }

  /// Dies at every step, before doing it and after, and looks at what a new process finds.
  @Test("A crash at any step leaves the old store or the new one, and a journal that says which")
  func crashes() async throws {
    let total = try await stepsOfOneRemoval()
    for step in 1...total {
      for isDone in [false, true] { try await crash(at: step, afterDoingIt: isDone) }
    }
  }

  @Test("A journal that cannot be written leaves the store alone")
  func unwritable() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    bench.files.die(at: 1)
    let result = await manager.apply(plan)
    let isJournal = result.outcomes.allSatisfy {
      if case .failed(.journal(_, let code)) = $0 { return code == 5 }
      return false
    }
    #expect(isJournal)
    #expect(bench.driver.change(store) { $0.writes } == 0)
  }

  @Test("A crash in the middle of an undo is found out by what the store holds")
  func crashWhileUndoing() async throws {
    for step in 1...12 {
      for isDone in [false, true] {
        let bench = Bench()
        let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
        let before = bench.driver.cookies(store)
        let manager = await bench.manager()
        _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
        let after = bench.driver.cookies(store)
        bench.files.die(at: step, afterDoingIt: isDone)
        _ = try? await manager.undo()
        bench.files.revive()
        let later = await bench.manager()
        let state = try await later.journalEntries().map(\.state)
        let content = bench.driver.cookies(store)
        #expect(content == before || content == after)
        #expect(state == [content == before ? .undone : .applied])
      }
    }
  }

  @Test("An entry that is damaged is listed as damaged and hides no other")
  func damaged() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b"), cookie("c")])
    let manager = await bench.manager()
    var ids: [String] = []
    for name in ["a", "b", "c"] {
      bench.time.change { $0 = $0.adding(seconds: 1) }
      let result = await manager.apply(try await manager.removal(of: [name], from: store))
      ids.append(try #require(result.journalID))
    }
    bench.files.put("/state/pantler/journal/\(ids[1])/manifest.json", Array("{".utf8))
    let entries = try await manager.journalEntries()
    #expect(entries.map(\.id) == [ids[2], ids[0], ids[1]])
    #expect(entries.map(\.state) == [.applied, .applied, .damaged])
    #expect(entries[2].obstacle == .damaged)
    #expect(try await manager.undo().outcomes == [.done])
    bench.files.put("/state/pantler/journal/\(ids[0])/items-0.json", Array("[]".utf8))
    await #expect(throws: JournalFailure.self) { _ = try await manager.undo(ids[0]) }
    #expect(bench.driver.cookies(store).map(\.name) == ["c"])
  }

  @Test("Entries that are too old go first, then the oldest of those that take too much")
  func retention() async throws {
    let store = bench.driver.add("jar:a", (1...6).map { cookie("c\($0)") })
    let manager = await bench.manager()
    let size = try await { () async throws -> Int in
      _ = await manager.apply(try await manager.removal(of: ["c1"], from: store))
      return try await manager.journalEntries()[0].byteCount
    }()
    bench.time.change { $0 = $0.adding(seconds: 31 * 86_400) }
    _ = await manager.apply(try await manager.removal(of: ["c2"], from: store))
    #expect(try await manager.journalEntries().count == 1)
    let small = await bench.manager { $0.journalLimitBytes = size * 2 }
    for name in ["c3", "c4", "c5"] {
      bench.time.change { $0 = $0.adding(seconds: 1) }
      _ = await small.apply(try await small.removal(of: [name], from: store))
    }
    let left = try await small.journalEntries()
    #expect(left.count >= 1)
    #expect(left.reduce(0) { $0 + $1.byteCount } <= size * 2)
    // The newest is kept even when it is too large by itself.
    let none = await bench.manager { $0.journalLimitBytes = 1 }
    _ = await none.apply(try await none.removal(of: ["c6"], from: store))
    #expect(try await none.journalEntries().count == 1)
  }

  @Test("Purging removes every file of the chosen entries")
  func purge() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let first = await manager.apply(try await manager.removal(of: ["a"], from: store))
    _ = await manager.apply(try await manager.removal(of: ["b"], from: store))
    let id = try #require(first.journalID)
    #expect(try await manager.purge([id]).count == 1)
    #expect(!bench.files.paths.contains { $0.contains(id) })
    #expect(try await manager.purge(manager.entryIDs([])).count == 1)
    #expect(try await manager.journalEntries().isEmpty)
    await #expect(throws: JournalFailure.noSuchEntry(id)) { _ = try await manager.entryIDs([id]) }
    #expect(try await manager.purge([id]) == PurgedEntries())
  }

  @Test("Two entries never share a directory, even when the ids collide")
  func collision() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let ids = Mutexed(["aaaaaaaa", "bbbbbbbb", "aaaaaaaa", "cccccccc", "cccccccc", "dddddddd"])
    let manager = await bench.manager {
      $0.randomID = { ids.change { $0.isEmpty ? "eeeeeeee" : $0.removeFirst() } }
    }
    let first = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let second = await manager.apply(try await manager.removal(of: ["b"], from: store))
    #expect(first.journalID != nil)
    #expect(second.journalID != nil)
    #expect(first.journalID != second.journalID)
  }

  @Test("On a real disk only the owner can read the journal")
  func privateFiles() async throws {
    let root = FileManager.default.temporaryDirectory.path + "/journal-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager {
      $0.stateDirectory = root + "/state/pantler"
      $0.files = .system
    }
    let result = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let id = try #require(result.journalID)
    let journal = root + "/state/pantler/journal"
    for directory in [root, journal, journal + "/" + id] {
      #expect(try mode(directory) == 0o700)
    }
    for name in ["manifest.json", "items-0.json", "before-0.image"] {
      #expect(try mode(journal + "/" + id + "/" + name) == 0o600)
    }
    #expect(try await manager.undo().proofs == [store: .identicalBytes])
    #expect(try await manager.purge(manager.entryIDs([])).count == 1)
  }

  @Test(
    "What is no folder among the entries is no entry, and what a link there leads to is left alone")
  func links() async throws {
    let root = FileManager.default.temporaryDirectory.path + "/journal-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager {
      $0.stateDirectory = root + "/state/pantler"
      $0.files = .system
      $0.journalLimitBytes = 0
    }
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let journal = root + "/state/pantler/journal"
    let other = root + "/other"
    try FileManager.default.createDirectory(
      atPath: other, withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(filePath: other + "/manifest.json"))
    try FileManager.default.createSymbolicLink(
      atPath: journal + "/deadbeef", withDestinationPath: other)
    try Data("note".utf8).write(to: URL(filePath: journal + "/note"))
    #expect(try await manager.journalEntries().count == 1)
    bench.time.change { $0 = $0.adding(seconds: 90 * 86_400) }
    _ = await manager.apply(try await manager.removal(of: ["b"], from: store))
    await #expect(throws: JournalFailure.noSuchEntry("deadbeef")) {
      _ = try await manager.entryIDs(["deadbeef"])
    }
    #expect(try await manager.purge(["deadbeef"]).count == 0)
    #expect(try await manager.purge(manager.entryIDs([])).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["manifest.json"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: journal).sorted() == ["deadbeef", "note"])
  }

  @Test("Where the last change cannot be read, an older one is not taken back in its place")
  func damagedLast() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let first = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let firstID = try #require(first.journalID)
    bench.files.putDirectory(
      "/state/pantler/journal/eeeeeeee", changed: bench.time.value.adding(seconds: 2))
    let damaged = "/state/pantler/journal/ffffffff"
    bench.files.put(damaged + "/manifest.json", Array("{".utf8))
    bench.files.putDirectory(damaged, changed: bench.time.value.adding(seconds: 1))
    await #expect(throws: JournalFailure.cannotUndo("ffffffff", why: .damaged)) {
      _ = try await manager.undo()
    }
    await #expect(throws: JournalFailure.cannotUndo("ffffffff", why: .damaged)) {
      _ = try await manager.undoPreview()
    }
    #expect(bench.driver.cookies(store).map(\.name) == ["b"])
    #expect(try await manager.undo(firstID).outcomes == [.done])
  }

  private func mode(_ path: String) throws -> UInt32 {
    var found = stat()
    try #require(unsafe lstat(path, &found) == 0)
    return found.st_mode & 0o777
  }

  private func stepsOfOneRemoval() async throws -> Int {
    let bench = Bench()
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let before = bench.files.steps
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    return bench.files.steps - before
  }

  private func crash(at step: Int, afterDoingIt isDone: Bool) async throws {
    let bench = Bench()
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let before = bench.driver.cookies(store)
    let manager = await bench.manager()
    let plan = try await manager.removal(of: ["a"], from: store)
    bench.files.die(at: step, afterDoingIt: isDone)
    _ = await manager.apply(plan)
    bench.files.revive()
    let later = await bench.manager()
    let content = bench.driver.cookies(store)
    let entries = try await later.journalEntries()
    #expect(!entries.contains { $0.state == .incomplete })
    if content == before {
      #expect(!entries.contains { $0.state == .applied })
    } else {
      #expect(content == [cookie("b")])
      #expect(entries.map(\.state) == [.applied])
      #expect(try await later.undo().isComplete)
      #expect(Set(bench.driver.cookies(store)) == Set(before))
    }
  }

  @Test("a directory that another process makes at the same time is there")
  func sameTime() throws {
    let memory = MemoryFiles()
    var files = memory.access
    let make = files.makeDirectory
    files.makeDirectory = { (path) throws(FileFault) in
      try make(path)
      // The other process is quicker with what is below.
      if path == "/state" { try make("/state/links") }
    }
    try files.makeDirectories("/state/links")
    try files.write("/state/links/a", [])
    #expect(memory.paths == ["/state/links/a"])
  }
}
