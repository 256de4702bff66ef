import CookieCore
package import StoreManager
package import StoreModel
import Synchronization

/// A scene that is up: its engine, with pools, stores and views as they were declared.
package final class SceneStage: Sendable {
  private struct Running {
    var tasks: [Task<Void, Never>] = []
    /// Why cookies were not brought.
    var problems: [String] = []
    /// What was said already, which is not said again.
    var told: Set<String> = []
    /// What knows the pairs of the scene's stores.
    var manager: StoreManager?
  }

  let scene: Scene
  /// The engine.
  package let engine: any LiveEngine
  /// What makes the stores of the scene stores like all others.
  package let driver: any StoreDriver
  let storeID: @Sendable (LiveStore.ID) -> StoreID
  private let views: [(scene: Scene.View, id: LiveView.ID)]
  private let now: @Sendable () -> Timestamp
  private let publicSuffixes: PublicSuffixes
  private let running = Mutex(Running())

  /// Makes pools, stores with their cookies, and blank views, in the order in which the scene has them.
  ///
  /// Cookies are awaited and read back before a view is made.
  static func build(
    _ scene: Scene, on parts: LiveEngineParts, host: CommandHost
  ) async throws(LiveFailure) -> SceneStage {
    let views = try await declare(
      scene, on: parts.engine, now: host.now, host.publicSuffixes, filling: { _ in true })
    return SceneStage(scene, parts, views, host)
  }

  /// Starts the engine again when its host went, with pools, stores and blank views as they were declared.
  ///
  /// What was in memory is lost: nonPersistent stores begin with their cookies again, the others with what is on disk.
  ///
  /// - Returns: whether it had to be started.
  package func restart() async throws(LiveFailure) -> Bool {
    do {
      _ = try await engine.describe()
      return false
    } catch {
      guard case .hostGone = error else { throw error }
    }
    try await engine.start()
    await running.withLock(\.manager)?.forgetPassingPairs()
    // The same things in the same order have the same ids.
    _ = try await Self.declare(
      scene, on: engine, now: now, publicSuffixes, filling: { $0.kind == .nonPersistent })
    return true
  }

  private static func declare(
    _ scene: Scene, on engine: any LiveEngine, now: @Sendable () -> Timestamp,
    _ publicSuffixes: PublicSuffixes, filling isFilled: (Scene.Store) -> Bool
  ) async throws(LiveFailure) -> [(Scene.View, LiveView.ID)] {
    var pools: [String: LivePool.ID] = [:]
    for name in scene.pools { pools[name] = try await engine.makePool(named: name).id }
    var stores: [String: LiveStore.ID] = [:]
    for store in scene.stores {
      let made = try await engine.makeStore(store.kind, named: store.name)
      stores[store.name] = made.id
      guard isFilled(store) else { continue }
      try await fill(made.id, with: store, engine, at: now(), publicSuffixes)
    }
    var views: [(Scene.View, LiveView.ID)] = []
    for view in scene.views {
      let held = view.store.map(scene.heldSites) ?? []
      let made = try await engine.openView(
        LiveConfiguration(
          name: view.name, pool: view.pool.flatMap { pools[$0] },
          store: view.store.flatMap { stores[$0] }, heldSites: held))
      views.append((view, made.id))
    }
    return views
  }

  private init(
    _ scene: Scene, _ parts: LiveEngineParts, _ views: [(Scene.View, LiveView.ID)],
    _ host: CommandHost
  ) {
    self.scene = scene
    engine = parts.engine
    driver = parts.driver
    storeID = parts.storeID
    self.views = views
    now = host.now
    publicSuffixes = host.publicSuffixes
  }

  private static func fill(
    _ id: LiveStore.ID, with store: Scene.Store, _ engine: any LiveEngine, at time: Timestamp,
    _ publicSuffixes: PublicSuffixes
  ) async throws(LiveFailure) {
    var storage = CookieStorage(publicSuffixes: publicSuffixes)
    for cookie in store.cookies {
      guard let url = CookieURL(cookie.url) else { throw .badAddress(text: cookie.url) }
      storage.receive(cookie.set, from: url, in: CookieContext(time: time))
    }
    for outcome in try await engine.setCookies(storage.cookies, in: id) {
      switch outcome {
      case .done, .pending, .goneAlready: break
      case .altered, .refused, .unknown:
        throw .engine(message: "a cookie of “\(store.name)” is not there after it was set")
      }
    }
  }

  /// Brings cookies for held navigations from now on, carries what is to be carried first, and loads the pages.
  ///
  /// - Parameters:
  ///   - observes: whether the stores of the scene are observed before the first page is loaded.
  ///   - attend: runs the load of a page, given the name of its view and the address.
  /// - Returns: what went wrong, one sentence each.
  package func perform(
    with manager: StoreManager, observes: Bool = false,
    attend: Attendance = { _, _, load in await load() }
  ) async -> [String] {
    let found = await manager.discover().stores
    running.withLock { $0.manager = manager }
    // A run that was broken off may have left some.
    await manager.forgetPassingPairs()
    await listen(manager)
    let own = found.filter { $0.app.engine == .live }.map(\.id)
    // Who watches a store of the scene is to hear of the first page, too.
    if observes { await manager.observe(own) }
    await manager.untilObserved(own)
    var problems: [String] = []
    for link in await links(manager, &problems) where link.isFirst {
      if let problem = await carry(link.terms, manager) { problems += once(problem) }
    }
    for view in views {
      for page in view.scene.pages {
        let (engine, id) = (engine, view.id)
        let problem = await attend(view.scene.name, page.url) {
          await Self.load(page, in: id, of: engine)
        }
        // A page that waited in vain was called off for that reason.
        let reasons = takeProblems()
        let said = reasons.isEmpty ? [problem].compactMap(\.self) : reasons
        problems += said.map { "\(view.scene.name): \($0)" }
      }
    }
    return problems
  }

  private func takeProblems() -> [String] {
    running.withLock { running in
      defer { running.problems = [] }
      return running.problems
    }
  }

  /// A sentence as a list, which is empty when it was said before.
  private func once(_ sentence: String) -> [String] {
    running.withLock { $0.told.insert(sentence).inserted } ? [sentence] : []
  }

  /// Performs the scene for a command, and says what goes on for long and what goes wrong.
  ///
  /// - Returns: whether every page was loaded and every link carried.
  func begin(in session: CommandSession) async -> Bool {
    let problems = await perform(with: session.manager) { name, url, work in
      await session.host.patience.telling(
        { session.say("\(name): still loading \(url) after \($0) s. Ctrl-C stops it.") },
        while: work)
    }
    let all = problems + (await settle(with: session.manager))
    for problem in all { session.say("pantler: " + problem) }
    return all.isEmpty
  }

  /// Carries what watched links have still to carry, for a command that comes after.
  func settle(with manager: StoreManager) async -> [String] {
    var problems: [String] = []
    for link in await links(manager, &problems) where link.isWatched {
      if let problem = await carry(link.terms, manager) { problems += once(problem) }
    }
    return problems
  }

  /// What a new view is made with, so that it is held where other views of its store are.
  ///
  /// - Parameter store: the store among all stores; nil for the default one.
  package func configuration(with store: StoreID?) -> LiveConfiguration {
    let declared = scene.stores.first { storeID(LiveStore.ID(rawValue: $0.id)) == store }
    return LiveConfiguration(
      store: declared.map { LiveStore.ID(rawValue: $0.id) },
      heldSites: declared.map { scene.heldSites(of: $0.name) } ?? [])
  }

  /// Ends everything; persistent stores are written, and pairs of stores in memory are forgotten.
  package func close() async {
    let (tasks, manager) = running.withLock { running in
      defer { running = Running() }
      return (running.tasks, running.manager)
    }
    for task in tasks { task.cancel() }
    await manager?.forgetPassingPairs()
    await engine.shutDown()
    for task in tasks { await task.value }
  }

  /// Loads a page, and says why it is not there.
  private static func load(
    _ page: LiveAddress, in view: LiveView.ID, of engine: any LiveEngine
  ) async -> String? {
    do throws(LiveFailure) {
      let navigation = try await engine.load(page, in: view)
      guard case .failed(let failure) = navigation.outcome else { return nil }
      return PageText.text(for: failure)
    } catch {
      return LiveText.text(for: error)
    }
  }

  /// Runs the load of a page, given the name of its view and the address, and hands on what came of it.
  package typealias Attendance =
    @Sendable (String, String, @Sendable () async -> String?) async -> String?

  private typealias Link = (terms: SyncTerms, isFirst: Bool, isWatched: Bool)

  private func links(_ manager: StoreManager, _ problems: inout [String]) async -> [Link] {
    let configured = ConfiguredLinks(
      links: scene.links, manager: manager, publicSuffixes: publicSuffixes)
    let (links, failures) = await configured.all()
    problems += failures.flatMap { once("\($0.name): \(FailureText.text(for: $0.failure))") }
    return links.map { link in
      (link.terms, link.name.map(scene.firstLinks.contains) == true, link.isWatched)
    }
  }

  private func listen(_ manager: StoreManager) async {
    guard scene.links.values.contains(where: { !$0.beforeLoading.isEmpty }) else { return }
    let news = await engine.notifications()
    let task = Task { [weak self] in
      for await case .navigationHeld(let held) in news {
        await self?.bring(for: held, manager)
      }
    }
    running.withLock { $0.tasks.append(task) }
  }

  /// Brings the cookies of a site from the shared storage, reads them back, and lets the navigation go on.
  ///
  /// When the shared storage cannot be read, the navigation is called off: without its cookies it must not go on.
  private func bring(for held: HeldNavigation, _ manager: StoreManager) async {
    let store = storeID(held.store)
    var brought: [CookieKey] = []
    var problems: [String] = []
    let configured = ConfiguredLinks(
      links: scene.links, manager: manager, publicSuffixes: publicSuffixes)
    let (links, failures) = await configured.all()
    for failure in failures {
      problems.append(called(off: "\(failure.name): \(FailureText.text(for: failure.failure))"))
    }
    let site = publicSuffixes.site(ofHost: held.site).name
    let all = await manager.termsBeforeLoading(
      into: store, site: site, links: links, everyLink: false)
    for terms in all {
      do throws(LoadObstacle) {
        guard let result = try await manager.bringOver(terms) else { continue }
        brought += result.plan.items.filter { $0.store == store }.map(\.key)
      } catch {
        problems.append(called(off: Self.reason(error)))
      }
    }
    let found = problems
    running.withLock { $0.problems += found }
    // The navigation may have been called off meanwhile, which is no fault.
    try? await engine.resume(held.id, proceeding: found.isEmpty, brought: brought)
  }

  /// Whether a sentence was among what went wrong, and so is said already.
  func wasTold(_ sentence: String) -> Bool { running.withLock { $0.told.contains(sentence) } }

  /// Says that a page was not loaded, with the reason where that was not said before.
  private func called(off reason: String) -> String {
    (["The page was not loaded, because its cookies could not be brought."] + once(reason))
      .joined(separator: " ")
  }

  private static func reason(_ obstacle: LoadObstacle) -> String {
    switch obstacle {
    case .link(let failure): FailureText.text(for: CommandFailure(failure))
    case .incomplete: "Not all of its cookies were found when they were read back."
    }
  }

  private func carry(_ terms: SyncTerms, _ manager: StoreManager) async -> String? {
    do throws(LinkFailure) {
      let plan = try await manager.planSync(terms).plan
      guard !plan.items.isEmpty else { return nil }
      let result = await manager.apply(plan)
      let undecided = plan.undecided.count
      let undone = plan.items.count - result.doneCount - undecided
      let sentences =
        (undone == 0
          ? []
          : [
            "\(amount(undone, "cookie")) could not be carried from \(terms.web) to \(terms.shared)."
          ])
        + (undecided == 0
          ? []
          : [
            "\(amount(undecided, "cookie")) of \(terms.web) and \(terms.shared) differ; “prefer” of the link "
              + "says which side counts."
          ])
      guard !sentences.isEmpty else { return nil }
      var rest = result
      // What no rule decides is said already.
      rest.outcomes = result.outcomes.map { $0 == .undecided ? .done : $0 }
      return (sentences + ResultText(result: rest).details).joined(separator: " ")
    } catch {
      return FailureText.text(for: CommandFailure(error))
    }
  }
}
