import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite(
  "An observer tells what changed, once, and never takes what it cannot see for removed",
  .timeLimit(.minutes(15)))
struct ObservingTests {
  let bench = Bench()
  private let quiet = Duration.milliseconds(300)

  /// Observes a store, waits for the first reading and gives the log from there.
  private func observe(
    _ store: StoreID, _ manager: StoreManager
  ) async -> AsyncStream<StoreEvent>.Iterator {
    let events = await manager.events()
    await manager.observe([store])
    // A change of the means is told, so this event proves that the observer listens.
    bench.driver.hint(.attached(.inotify), store)
    var iterator = events.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.kind == .observerUp)
    return iterator
  }

  /// Changes a store, hints, and lets the quiet time pass.
  private func change(_ store: StoreID, _ body: @Sendable (inout [Cookie]) -> Void) async {
    bench.driver.change(store) { held in
      var cookies = held.cookies ?? []
      body(&cookies)
      held.cookies = cookies
    }
    await hint(store)
  }

  private func hint(_ store: StoreID) async {
    let reads = bench.driver.change(store) { $0.reads }
    bench.driver.hint(.mayHaveChanged, store)
    await bench.clock.waitForSleep(of: quiet)
    bench.clock.advance(by: quiet)
    await bench.driver.waitForReading(reads + 1, of: store)
  }

  @Test(
    "H: what another Pantler deleted and somebody sets again has come back, and its view is named")
  func cameBack() async throws {
    let store = bench.driver.add("live:a", [cookie("own"), cookie("sid", "1")])
    let other = await bench.manager()
    let manager = await bench.manager()
    var log = await observe(store, manager)
    let plan = try await other.removal(of: ["sid"], from: store)
    #expect(await other.apply(plan).isComplete)
    await hint(store)
    #expect(await log.next()?.kind == .removed)
    let reads = bench.driver.change(store) { held in
      held.cookies?.append(cookie("sid", "1"))
      return held.reads
    }
    bench.driver.hint(
      .changed(ObservedChange(sequence: 1, count: 1, view: "v1 shop", cause: .response)), store)
    #expect(await log.next()?.kind == .note)
    await bench.clock.waitForSleep(of: quiet)
    bench.clock.advance(by: quiet)
    await bench.driver.waitForReading(reads + 1, of: store)
    let event = await log.next()
    #expect(event?.kind == .cameBack && event?.view == "v1 shop" && event?.cause == .response)
    #expect(event?.message == "It was set again by the view v1 shop.")
    // Ten minutes later it is a cookie like any other.
    bench.time.change { $0 = $0.adding(seconds: 601) }
    await change(store) { $0.removeAll { $0.name == "sid" } }
    #expect(await log.next()?.kind == .removed)
    await change(store) { $0.append(cookie("sid", "1")) }
    #expect(await log.next()?.kind == .added)
    await manager.stopObserving(nil)
  }

  @Test("what an engine says of a change is logged, and its view named with what changed")
  func engineChange() async throws {
    let store = bench.driver.add("live:a", [cookie("own")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    let reads = bench.driver.change(store) { held in
      held.cookies?.append(cookie("sid", "1"))
      return held.reads
    }
    bench.driver.hint(
      .changed(ObservedChange(sequence: 5, count: 2, view: "v1 shop", cause: .response)), store)
    let told = await log.next()
    #expect(told?.kind == .note && told?.view == "v1 shop" && told?.cause == .response)
    #expect(told?.message == "Observer: changes 4 to 5 together.")
    await bench.clock.waitForSleep(of: quiet)
    bench.clock.advance(by: quiet)
    await bench.driver.waitForReading(reads + 1, of: store)
    let added = await log.next()
    #expect(added?.kind == .added && added?.view == "v1 shop" && added?.cause == .response)
    // What comes without a word of the engine is somebody else's again.
    await change(store) { $0.append(cookie("other", "1")) }
    let other = await log.next()
    #expect(other?.view == nil && other?.cause == .otherProcess)
  }

  @Test("FR-27: three changes by another process are three entries, and our own are marked as ours")
  func threeChanges() async throws {
    let store = bench.driver.add("jar:a", [cookie("own"), cookie("z")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    await change(store) { $0.append(cookie("sid", "1")) }
    let added = await log.next()
    await change(store) { $0[2].value = "2" }
    let changed = await log.next()
    await change(store) { $0.remove(at: 2) }
    let removed = await log.next()
    #expect([added, changed, removed].map(\.?.kind) == [.added, .changed, .removed])
    #expect([added, changed, removed].map(\.?.cause) == Array(repeating: .otherProcess, count: 3))
    #expect(changed?.differences == [.value])
    #expect(changed?.site?.name == "site.example")

    _ = await manager.apply(try await manager.removal(of: ["own"], from: store))
    let own = await log.next()
    #expect(own?.kind == .removed)
    #expect(own?.cause == .user)
    #expect(own?.isOwn == true)
    // The hint that our own write causes leads to no second entry: the next one is the sentinel's.
    await hint(store)
    await change(store) { $0.append(cookie("sentinel")) }
    #expect(await log.next()?.key?.name == "sentinel")
    await manager.stopObserving(nil)
  }

  @Test("FR-49: while the store is away that is said once, and afterwards all changes are seen")
  func replaced() async throws {
    let store = bench.driver.add("jar:a", [cookie("a", "0")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    for number in 1...5 {
      await change(store) { $0[0].value = CookieText("\(number)") }
      #expect(await log.next()?.after?.value == CookieText("\(number)"))
    }
    bench.driver.hint(.missing, store)
    #expect(await log.next()?.kind == .missing)
    bench.driver.change(store) { $0.cookies = nil }
    await hint(store)
    bench.driver.hint(.missing, store)
    bench.driver.fail(store, .snapshot, .gone(path: "/memory/jar:a"))
    await hint(store)
    await change(store) { $0 = [cookie("a", "6")] }
    #expect(await log.next()?.message == EventText.readable)
    let back = await log.next()
    #expect(back?.kind == .changed)
    #expect(back?.after?.value == "6")
    #expect(await manager.observerHealth().map(\.isMissing) == [false])
    await change(store) { $0[0].value = "7" }
    #expect(await log.next()?.after?.value == "7")
    await manager.stopObserving(nil)
  }

  @Test("A store that is damaged is told, and so is its being good again")
  func damaged() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    bench.driver.fail(
      store, .snapshot, .malformed(path: "/memory/jar:a", offset: 0, expected: "a header"))
    await hint(store)
    #expect(await log.next()?.kind == .failed)
    await hint(store)
    let back = await log.next()
    #expect(back?.message == EventText.readable)
    #expect(back?.level == .info)
    bench.driver.change(store) { $0.isDamaged = true }
    await hint(store)
    #expect(await log.next()?.message == EventText.damaged)
    bench.driver.change(store) { $0.isDamaged = false }
    await hint(store)
    #expect(await log.next()?.message == EventText.readable)
    await manager.stopObserving(nil)
  }

  @Test("FR-51: hints without a difference lead to no entry, and reading gives no hint")
  func nothingChanges() async throws {
    let store = bench.driver.add("jar:a", [cookie("a", expires: nil)])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    for _ in 1...20 { await hint(store) }
    await change(store) { $0.append(cookie("sentinel")) }
    #expect(await log.next()?.key?.name == "sentinel")
    #expect(await manager.recentEvents(limit: 99).events.count == 2)
    await manager.stopObserving(nil)
  }

  @Test("Hints close together make one reading; a store that is never quiet is read all the same")
  func debounce() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    let before = bench.driver.change(store) { $0.reads }
    bench.driver.change(store) { $0.cookies?.append(cookie("b")) }
    bench.driver.hint(.mayHaveChanged, store)
    await bench.clock.waitForSleep(of: quiet)
    // A hint every 200 ms keeps putting the reading off, until 2 s have passed.
    for step in 1...10 {
      #expect(bench.driver.change(store) { $0.reads } == before)
      bench.driver.hint(.mayHaveChanged, store)
      // The means is told after the hint was taken.
      bench.driver.hint(.attached(step.isMultiple(of: 2) ? .polling : .engine), store)
      #expect(await log.next()?.kind == .observerUp)
      bench.clock.advance(by: .milliseconds(200))
    }
    #expect(await log.next()?.key?.name == "b")
    #expect(bench.driver.change(store) { $0.reads } == before + 1)
    await manager.stopObserving(nil)
  }

  @Test("A store that cannot be read is told once, and nothing of it counts as removed")
  func unreadable() async throws {
    let store = bench.driver.add("jar:a", [cookie("a"), cookie("b")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    let locked = StoreFailure.locked(path: "/memory/jar:a")
    for _ in 1...3 {
      bench.driver.fail(store, .snapshot, locked)
      await hint(store)
    }
    let failed = await log.next()
    #expect(failed?.kind == .failed)
    #expect(failed?.failure == locked)
    #expect(await manager.observerHealth().first?.failure == locked)
    await change(store) { $0.removeLast() }
    #expect(await log.next()?.message == EventText.readable)
    let removed = await log.next()
    #expect(removed?.kind == .removed)
    #expect(removed?.key?.name == "b")
    #expect(await manager.observerHealth().first?.failure == nil)
    await manager.stopObserving(nil)
  }

  @Test("An empty store is believed when it is read as empty twice")
  func emptied() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    await change(store) { $0 = [] }
    await bench.clock.waitForSleep(of: quiet)
    // A program that empties the file before it fills it again removed nothing.
    bench.driver.change(store) { $0.cookies = [cookie("a"), cookie("b")] }
    bench.clock.advance(by: quiet)
    #expect(await log.next()?.key?.name == "b")
    await change(store) { $0 = [] }
    await bench.clock.waitForSleep(of: quiet)
    bench.clock.advance(by: quiet)
    #expect(await log.next()?.kind == .removed)
    #expect(await log.next()?.kind == .removed)
    await manager.stopObserving(nil)
  }

  @Test("An expiry is told when its time has passed, and not again when the store drops the cookie")
  func expiry() async throws {
    let start = bench.time.value
    let store = bench.driver.add(
      "jar:a",
      [cookie("old", expires: start.seconds - 5), cookie("a", expires: start.seconds + 90)])
    let manager = await bench.manager { $0.observation.poll = .zero }
    var log = await observe(store, manager)
    await bench.clock.waitForSleep(of: .seconds(90))
    bench.time.change { $0 = $0.adding(seconds: 90) }
    bench.clock.advance(by: .seconds(90))
    let expired = await log.next()
    #expect(expired?.kind == .expired)
    #expect(expired?.key?.name == "a")
    await change(store) { $0 = [cookie("new")] }
    #expect(await log.next()?.key?.name == "new")
    #expect(await manager.recentEvents(limit: 9).events.count == 3)
    await manager.stopObserving(nil)
  }

  @Test("E: A store is read now and then although nothing was hinted")
  func poll() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    await bench.clock.waitForSleep(of: .seconds(60))
    bench.driver.change(store) { $0.cookies?.append(cookie("b")) }
    bench.clock.advance(by: .seconds(60))
    #expect(await log.next()?.key?.name == "b")
    await manager.stopObserving(nil)
  }

  @Test("E: The setting that limits the watches is named, and the end of an observer is told")
  func health() async throws {
    let store = bench.driver.add("jar:a", [cookie("a")])
    let manager = await bench.manager()
    var log = await observe(store, manager)
    let setting = "fs.inotify.max_user_watches"
    bench.driver.hint(.limited(setting: setting), store)
    let note = await log.next()
    #expect(note?.message.contains(setting) == true)
    #expect(await manager.observerHealth().map(\.limit) == [setting])
    bench.driver.endHints(store)
    #expect(await log.next()?.kind == .observerDown)
    #expect(await manager.observerHealth().map(\.isAttached) == [false])
    await manager.stopObserving([store])
    #expect(await manager.observerHealth().isEmpty)
  }
}
