import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A store is named by its id, an unambiguous beginning of it, or its path")
struct RegistryTests {
  let bench = Bench()

  @Test("A: There is no silent choice between two stores")
  func resolve() async throws {
    let notes = bench.driver.add("apple:com.example.notes:default", [])
    let other = bench.driver.add("apple:com.example.notes:shared", [])
    let jar = bench.driver.add("jar:x", [])
    let manager = await bench.manager()
    #expect(try await manager.resolve("apple:com.example.notes:default").id == notes)
    #expect(try await manager.resolve("apple:com.example.notes:s").id == other)
    #expect(try await manager.resolve("/memory/jar:x").id == jar)
    await #expect(
      throws: StoreFailure.ambiguousStore(name: "apple", candidates: [notes, other])
    ) { _ = try await manager.resolve("apple") }
    for name in ["", "default", "/nowhere"] {
      await #expect(throws: StoreFailure.noSuchStore(name: name)) {
        _ = try await manager.resolve(name)
      }
    }
  }

  @Test("An app's name stands for its only store, and with a part for one of several")
  func byApp() async throws {
    let notes = bench.driver.add("apple:com.example.Notes:default", [])
    let shared = bench.driver.add("apple:com.example.Notes:shared", [])
    let web = bench.driver.add("webkitgtk:org.gnome.Epiphany", [])
    let note = App(id: "com.example.Notes", name: "My Notes", engine: .apple)
    for id in [notes, shared] { bench.driver.change(id) { $0.description.app = note } }
    let gnome = App(id: "org.gnome.Epiphany", name: "GNOME Web", engine: .webkitgtk)
    bench.driver.change(web) { $0.description.app = gnome }
    let manager = await bench.manager()
    for name in ["epiphany", "Epiphany", "gnome web", "org.gnome.Epiphany"] {
      #expect(try await manager.resolve(name).id == web)
    }
    for name in ["notes:default", "My Notes:default", "com.example.notes:DEFAULT"] {
      #expect(try await manager.resolve(name).id == notes)
    }
    #expect(try await manager.resolve("notes:shared").id == shared)
    await #expect(
      throws: StoreFailure.ambiguousStore(name: "notes", candidates: [notes, shared])
    ) { _ = try await manager.resolve("notes") }
    for name in ["notes:", "notes:d", "gnome", "epiphany:default", ":default"] {
      await #expect(throws: StoreFailure.noSuchStore(name: name)) {
        _ = try await manager.resolve(name)
      }
    }
  }

  @Test("A file that no setting names is taken by the form of an id, too, if the engine is right")
  func byForm() async throws {
    let manager = await bench.manager()
    let late = bench.driver.add("x", [cookie("a")])
    #expect(try await manager.resolve("jar:/memory/x").id == late)
    await #expect(throws: StoreFailure.noSuchStore(name: "apple:/memory/x")) {
      _ = try await manager.resolve("apple:/memory/x")
    }
  }

  @Test("A path that discovery does not know is described by a driver and stays known")
  func byPath() async throws {
    let manager = await bench.manager()
    let jar = bench.driver.add("jar:late", [cookie("a")])
    #expect(try await manager.resolve("/memory/jar:late").id == jar)
    #expect(try await manager.read(jar).cookies.count == 1)
    _ = await manager.discover()
    #expect(await manager.stores.map(\.id) == [jar])
  }

  @Test("D: Readers of one store wait for each other and all get an answer")
  func serial() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { (try? await manager.read(store).cookies.count) ?? 0 } }
      return await group.reduce(0, +)
    }
    #expect(counts == 50)
  }
}

@Suite("Guards are kept in a file")
struct GuardFileTests {
  @Test("What is written is read again; no file is no guards; a damaged one is no answer")
  func roundTrip() throws {
    let files = MemoryFiles()
    let path = "/config/pantler/guards.json"
    #expect(try GuardFile.read(path, files: files.access) == [])
    let guards = [
      Guard(site: "bank.example"), Guard(store: StoreID(rawValue: "jar:a"), name: "sid"),
      Guard(key: cookie("a").key), Guard(partition: "https://top.example", type: .cookies),
    ]
    try GuardFile.write(guards, to: path, files: files.access)
    #expect(try GuardFile.read(path, files: files.access) == guards)
    // A guard that is misspelled or empty would keep nothing from being deleted.
    let rules = [
      "{\"nmae\":\"sid\"}", "{\"name\":null}", "{}", "{\"site\":\"a.test\",\"tpye\":\"x\"}",
    ]
    for text in ["{}"] + rules.map({ "{\"version\":1,\"guards\":[\($0)]}" }) {
      files.put(path, Array(text.utf8))
      #expect(throws: JournalFailure.damaged(path: path), "\(text)") {
        _ = try GuardFile.read(path, files: files.access)
      }
    }
  }
}

@Suite("A synced pair remembers what it agreed on")
struct LinkTests {
  let bench = Bench()

  @Test("FR-17: a deletion travels when it is asked for, and what only one side had stays")
  func deletion() async throws {
    let a = bench.driver.add("jar:a", [cookie("sid"), cookie("pref")])
    let b = bench.driver.add("jar:b", [cookie("sid"), cookie("pref"), cookie("only-b")])
    let manager = await bench.manager()
    try await manager.readAll()
    var terms = SyncTerms(web: a, shared: b, direction: .toShared)
    // Without a common state nothing is guessed: what only the target has is listed.
    let first = Plan.sync(terms, in: await manager.planContext())
    #expect(first.items.isEmpty)
    #expect(
      first.skipped.filter { $0.reason == .deletionNotChosen }.map(\.key.name) == ["only-b"])
    _ = await manager.apply(first)

    bench.driver.change(a) { $0.cookies?.removeFirst() }
    try await manager.readAll()
    let base = try await manager.syncBase(web: a, shared: b)
    #expect(base?.entries.map(\.cookie.name) == ["pref", "sid"])
    let preview = Plan.sync(terms, base: base, in: await manager.planContext())
    #expect(preview.items.isEmpty)
    #expect(
      preview.skipped.filter { $0.reason == .deletionNotChosen }.map(\.key.name) == ["sid"])
    _ = await manager.apply(preview)

    terms.prune = true
    let kept = try await manager.syncBase(web: a, shared: b)
    let plan = Plan.sync(terms, base: kept, in: await manager.planContext())
    #expect(plan.items.map(\.key.name) == ["sid"])
    #expect(plan.items.map(\.reason) == [.absentInSource])
    #expect(await manager.apply(plan).isComplete)
    #expect(bench.driver.cookies(b).map(\.name) == ["pref", "only-b"])

    try await manager.readAll()
    let after = try await manager.syncBase(web: a, shared: b)
    let second = Plan.sync(terms, base: after, in: await manager.planContext())
    #expect(second.items.isEmpty)
    let writes = bench.driver.change(b) { $0.writes }
    _ = await manager.apply(second)
    #expect(bench.driver.change(b) { $0.writes } == writes)
  }

  @Test("A base that cannot be read is an error, never no base")
  func damagedBase() async throws {
    let a = bench.driver.add("jar:a", [cookie("sid")])
    let b = bench.driver.add("jar:b", [])
    let manager = await bench.manager()
    try await manager.readAll()
    let terms = SyncTerms(web: a, shared: b, direction: .both)
    _ = await manager.apply(.sync(terms, in: await manager.planContext()))
    let path = try #require(bench.files.paths.first { $0.contains("/links/") })
    bench.files.put(path, Array("[]".utf8))
    await #expect(throws: JournalFailure.damaged(path: path)) {
      _ = try await manager.syncBase(web: a, shared: b)
    }
    try await manager.forgetSyncBase(web: a, shared: b)
    #expect(try await manager.syncBase(web: a, shared: b) == nil)
  }
}
