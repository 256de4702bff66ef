import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("Nothing is forgotten that nobody meant, or that somebody is at")
struct PurgingTests {
  let bench = Bench()

  private var journal: Journal {
    Journal(directory: "/state/pantler/journal", files: bench.files.access)
  }

  /// Has another program purge and trim the journal at the moment at which a store is written.
  ///
  /// - Returns: what it could not purge, for each entry.
  private func purgeWhileWriting(_ store: StoreID) -> Mutexed<[String: JournalFailure]> {
    let failures = Mutexed<[String: JournalFailure]>([:])
    bench.driver.change(store) { [journal, now = bench.time.value] store in
      store.beforeWriting = [
        { _ in
          for id in (try? journal.ids()) ?? [] {
            do throws(JournalFailure) {
              _ = try journal.removeUnlessTaken(id)
            } catch {
              failures.change { $0[id] = error }
            }
          }
          // This trims what is old and what takes too much.
          try? journal.retain(days: -1, limit: 0, now: now)
        }
      ]
    }
    return failures
  }

  @Test("What came after the question is not forgotten with the rest")
  func listed() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let listed = try await manager.entryIDs([])
    let other = await bench.manager()
    let later = await other.apply(try await other.removal(of: ["b"], from: store))
    let id = try #require(later.journalID)
    #expect(try await manager.purge(listed).count == 1)
    #expect(try await manager.journalEntries().map(\.id) == [id])
    #expect(try await other.undo().outcomes == [.done])
  }

  @Test("An entry is left alone while its change is made, and can be taken back")
  func whileApplying() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let earlier = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let failures = purgeWhileWriting(store)
    let result = await manager.apply(try await manager.removal(of: ["b"], from: store))
    let id = try #require(result.journalID)
    #expect(failures.value == [id: .taken(by: 4711)])
    #expect(try await manager.journalEntries().map(\.id) == [id])
    #expect(earlier.journalID != nil)
    #expect(try await manager.undo(id).outcomes == [.done])
    // Nobody is at it any more.
    #expect(try await manager.purge([id]) == PurgedEntries(count: 1, inWork: []))
  }

  @Test("An entry is left alone while it is taken back")
  func whileUndoing() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    let result = await manager.apply(try await manager.removal(of: ["a"], from: store))
    let id = try #require(result.journalID)
    let failures = purgeWhileWriting(store)
    // Another program's change since keeps the file from being put back as a whole.
    bench.driver.change(store) { $0.cookies?.append(cookie("new")) }
    #expect(try await manager.undo(id).outcomes == [.done])
    #expect(failures.value == [id: .taken(by: 4711)])
    #expect(try await manager.journalEntries().map(\.state) == [.undone])
  }

  @Test("A change that another program is making is not judged, and no older one is undone for it")
  func inWork() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    _ = await manager.apply(try await manager.removal(of: ["a"], from: store))
    bench.time.change { $0 = $0.adding(seconds: 1) }
    let plan = try await manager.removal(of: ["b"], from: store)
    bench.driver.change(store) { [bench] store in
      store.beforeWriting = [{ _ in bench.files.die(at: 1) }]
    }
    _ = await manager.apply(plan)
    bench.files.revive()
    let id = try #require(try await manager.journalEntries().first?.id)
    guard case .taken(let lock) = try bench.files.access.lock(journal.path(id, .lock)) else {
      Issue.record("The dead program still has its entry.")
      return
    }
    let other = await bench.manager()
    #expect(try await other.journalEntries().map(\.state) == [.incomplete, .applied])
    await #expect(throws: JournalFailure.taken(by: 4711)) { _ = try await other.undo() }
    #expect(bench.driver.cookies(store).isEmpty)
    lock.release()
    #expect(try await other.undo().outcomes == [.done])
    #expect(bench.driver.cookies(store).map(\.name) == ["b"])
  }

  @Test("The entry of a change is kept though a later one of another program fills the journal")
  func trimming() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let small = await bench.manager { $0.journalLimitBytes = 1 }
    let other = await bench.manager {
      $0.now = { [time = bench.time] in time.value.adding(seconds: 9) }
    }
    _ = await other.apply(try await other.removal(of: ["a"], from: store))
    let result = await small.apply(try await small.removal(of: ["b"], from: store))
    let id = try #require(result.journalID)
    #expect(try await small.undo(id).outcomes == [.done])
  }

  @Test("What cannot be locked is removed all the same, since a disk may be full")
  func unlockable() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let result = await manager.apply(try await manager.removal(of: ["a"], from: store))
    var files = bench.files.access
    files.lock = { (path) throws(FileFault) in throw FileFault(path: path, call: "write", code: 28)
    }
    let full = Journal(directory: journal.directory, files: files)
    let id = try #require(result.journalID)
    #expect(try full.removeUnlessTaken(id))
    #expect(try await manager.journalEntries().isEmpty)
  }
}
