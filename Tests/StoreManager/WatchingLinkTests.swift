import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("A watched link keeps two stores in step")
struct WatchingLinkTests {
  let bench = Bench()
  let a: StoreID
  let b: StoreID

  init() {
    a = bench.driver.add("jar:a", [cookie("sid"), cookie("anchor")])
    b = bench.driver.add("jar:b", [cookie("anchor")])
  }

  private var terms: SyncTerms {
    SyncTerms(web: a, shared: b, direction: .both, prune: true)
  }

  /// A watch that runs, with what it reports.
  private func watch(
    _ manager: StoreManager
  ) -> (task: Task<LinkFailure?, Never>, reports: AsyncStream<LinkReport>) {
    let (reports, continuation) = AsyncStream.makeStream(of: LinkReport.self)
    let terms = terms
    let task = Task { () -> LinkFailure? in
      do throws(LinkFailure) {
        try await manager.keepInStep(terms) { continuation.yield($0) }
        return nil
      } catch {
        return error
      }
    }
    return (task, reports)
  }

  /// Another program changes a store, and the observer notices.
  private func change(
    _ store: StoreID, _ manager: StoreManager,
    _ body: @escaping @Sendable (inout [Cookie]) -> Void
  ) async {
    bench.driver.change(store) { held in
      var cookies = held.cookies ?? []
      body(&cookies)
      held.cookies = cookies
    }
    await manager.refresh(store)
  }

  private func names(_ store: StoreID) -> [String] {
    bench.driver.cookies(store).map(\.name.text).sorted()
  }

  @Test("E: additions and deletions travel both ways, and our own writes lead to none")
  func inStep() async throws {
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(b) == ["anchor", "sid"])
    await change(b, manager) { $0.append(cookie("fresh")) }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(a) == ["anchor", "fresh", "sid"])
    await change(a, manager) { $0.removeAll { $0.name == "sid" } }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(b) == ["anchor", "fresh"])
    #expect([a, b].map { bench.driver.change($0) { $0.writes } } == [1, 2])
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test(
    "what a page sets in a live view is carried, like what anybody else changes",
    arguments: StoreEvent.Cause.allCases.filter { $0 != .sync })
  func causes(_ cause: StoreEvent.Cause) async throws {
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    await manager.take(
      .changed(ObservedChange(sequence: 1, count: 1, view: "v1 shop", cause: cause)), for: a)
    await change(a, manager) { $0.append(cookie("cart")) }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(b) == ["anchor", "cart", "sid"])
    task.cancel()
    _ = await task.value
    await manager.stopObserving(nil)
  }

  @Test(
    "what a person undid is not done again, until one side changes", arguments: [false, true])
  func undone(elsewhere: Bool) async throws {
    let manager = await bench.manager()
    let other = elsewhere ? await bench.manager() : manager
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    await change(a, manager) { $0.removeAll { $0.name == "sid" } }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(b) == ["anchor"])
    #expect(try await other.undo().outcomes == [.done])
    await manager.refresh(b)
    await change(a, manager) { $0.append(cookie("more")) }
    guard case .carried(let next)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(next.plan.items.map(\.key.name) == ["more"])
    #expect(names(a) == ["anchor", "more"])
    #expect(names(b) == ["anchor", "more", "sid"])
    // Done again and set anew, it is carried as ever.
    #expect(try await other.redo().outcomes == [.done])
    await manager.refresh(b)
    await change(b, manager) { $0.append(cookie("sid", "new")) }
    guard case .carried(let last)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(last.plan.items.map(\.key.name) == ["sid"])
    #expect(names(a) == ["anchor", "more", "sid"])
    task.cancel()
    _ = await task.value
  }

  @Test("a store that is emptied or cannot be read stops the link, and it goes on afterwards")
  func stopping() async throws {
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    _ = await heard.next()
    // Read as empty twice, the log believes it; a link never does.
    await change(a, manager) { $0 = [] }
    await manager.refresh(a)
    guard case .stopped(.obstacle(.emptied(a, heldBefore: 2)))? = await heard.next() else {
      return #expect(Bool(false))
    }
    #expect(names(b) == ["anchor", "sid"])
    await change(a, manager) { $0 = [cookie("sid"), cookie("anchor"), cookie("more")] }
    guard case .resumed? = await heard.next() else { return #expect(Bool(false)) }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(names(b) == ["anchor", "more", "sid"])
    task.cancel()
    _ = await task.value
  }

  @Test("a cookie that another program keeps writing back is left alone after a while")
  func fight() async throws {
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    _ = await heard.next()
    for (number, store) in [a, b, a, b].enumerated() {
      bench.time.change { $0 = $0.adding(seconds: 2) }
      await change(store, manager) { cookies in
        cookies.removeAll { $0.name == "sid" }
        cookies.append(cookie("sid", store == a ? "mine" : "yours"))
      }
      guard case .carried? = await heard.next() else { return #expect(Bool(false), "\(number)") }
    }
    guard case .fight(let key, let end)? = await heard.next() else {
      return #expect(Bool(false), "no fight was reported")
    }
    #expect(key == cookie("sid").key)
    #expect(end == bench.time.value.adding(seconds: 60))
    task.cancel()
    _ = await task.value
  }

  @Test("I: what a store does not take is told once, and not tried again until one side changes")
  func refused() async throws {
    bench.driver.change(b) { store in
      // As an engine does that says yes and keeps nothing.
      for _ in 0..<4 { store.afterWriting.append { $0.removeAll { $0.name == "__Host-sid" } } }
    }
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    await change(a, manager) { $0.append(cookie("__Host-sid")) }
    guard case .carried(let first)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(first.doneCount == 0)
    guard case .refused(let refused)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(refused.map(\.store) == [b])
    #expect(refused.map(\.key.name) == ["__Host-sid"])
    let (writes, entries) = (
      bench.driver.change(b) { $0.writes }, try await manager.journalEntries().count
    )
    #expect(entries == 1, "what changed nothing leaves no entry")
    // Something else is carried, and the refused one is not tried with it.
    await change(a, manager) { $0.append(cookie("more")) }
    guard case .carried(let second)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(second.plan.items.map(\.key.name) == ["more"])
    #expect(bench.driver.change(b) { $0.writes } == writes + 1)
    // Another value is another attempt.
    await change(a, manager) { cookies in
      cookies.removeAll { $0.name == "__Host-sid" }
      cookies.append(cookie("__Host-sid", "new"))
    }
    guard case .carried(let third)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(third.plan.items.map(\.key.name) == ["__Host-sid"])
    task.cancel()
    _ = await task.value
  }

  @Test("what the rules leave open is told once and left as it is")
  func undecided() async throws {
    bench.driver.change(b) { $0.cookies = [cookie("anchor"), cookie("sid", "other")] }
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    guard case .undecided(let keys)? = await heard.next() else { return #expect(Bool(false)) }
    #expect(keys == [cookie("sid").key])
    await change(a, manager) { $0.append(cookie("more")) }
    guard case .carried? = await heard.next() else { return #expect(Bool(false)) }
    #expect(bench.driver.cookies(a).first { $0.name == "sid" }?.value == "v")
    #expect(bench.driver.cookies(b).first { $0.name == "sid" }?.value == "other")
    task.cancel()
    _ = await task.value
  }

  @Test("a second watcher is refused and told who has the link")
  func second() async throws {
    let manager = await bench.manager()
    let (task, reports) = watch(manager)
    var heard = reports.makeAsyncIterator()
    _ = await heard.next()
    #expect(await watch(await bench.manager()).task.value == .taken(by: 4711))
    task.cancel()
    _ = await task.value
    let (third, others) = watch(await bench.manager())
    bench.driver.change(a) { $0.cookies?.append(cookie("third")) }
    var next = others.makeAsyncIterator()
    guard case .carried? = await next.next() else { return #expect(Bool(false)) }
    third.cancel()
    _ = await third.value
  }
}
