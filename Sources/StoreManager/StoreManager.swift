package import CookieCore
package import StoreModel

/// The one place that holds what is known of every store, and through which every change goes.
///
/// All access to one store is serial: while a plan is applied, nobody reads, so that a change of our own is
/// never taken for somebody else's.
package actor StoreManager {
  /// A store and the driver that knows it.
  struct Registered: Sendable {
    var description: StoreDescription
    var driver: ConcurrentDriver
    /// Whether a person named it by its path, so that discovery does not forget it.
    var isNamed = false
    /// Whether its file is still to be made, so that none is an empty store.
    var isNew = false
  }

  let configuration: ManagerConfiguration
  let publicSuffixes: PublicSuffixes
  let drivers: [ConcurrentDriver]
  let journal: Journal
  let elapsed: @Sendable () -> Duration
  var guards: [Guard]
  var registry: [StoreID: Registered] = [:]
  var held: [StoreID: StoreSnapshot] = [:]
  /// In what the reading of a store that is held differs from an earlier one, where that is known.
  var contentChanges: [StoreID: ContentChange] = [:]
  var ring: EventRing
  var listeners: [Int: AsyncStream<StoreEvent>.Continuation] = [:]
  var nextListener = 0
  var observations: [StoreID: Observation] = [:]
  var recentRemovals: [StoreID: RecentRemovals] = [:]
  /// The entries of the journal that are being made, taken back or looked at after a crash.
  var openEntries: [String: FileLock] = [:]
  /// Temporary files of killed runs that were removed and not told of yet.
  var leftovers: [String] = []
  /// When the journal was last kept within its limits, and what came since.
  var retention = JournalRetention()
  /// The bases of links by the paths of their files without endings, as they were read or written last.
  var bases: [String: LinkBaseFile] = [:]
  /// When entries of the journal last changed stores, as far as they were looked at.
  var pastEntries: [String: Timestamp] = [:]
  private var busy: Set<StoreID> = []
  private var waiting: [StoreID: [CheckedContinuation<Void, Never>]] = [:]

  /// Makes a manager that knows no store yet.
  package init(
    drivers: [any StoreDriver], publicSuffixes: PublicSuffixes, configuration: ManagerConfiguration
  ) {
    self.drivers = drivers.map(ConcurrentDriver.init)
    self.publicSuffixes = publicSuffixes
    self.configuration = configuration
    guards = configuration.guards
    ring = EventRing(capacity: configuration.eventCapacity)
    journal = Journal(
      directory: configuration.stateDirectory + "/journal", files: configuration.files)
    elapsed = stopwatch(configuration.clock)
  }

  /// The stores that are known, sorted by id.
  package var stores: [StoreDescription] {
    registry.values.map(\.description).sorted { $0.id < $1.id }
  }

  /// Asks every driver at once what there is, and looks at changes that a crash left open.
  ///
  /// Of two drivers that find one id the first counts. Stores that were named by path stay known.
  package func discover() async -> Discovery {
    let found = await findings()
    var kept = registry.filter { $0.value.isNamed || observations[$0.key] != nil }
    var result = Discovery(stores: [])
    var fresh: Set<StoreID> = []
    for (driver, discovery) in zip(drivers, found) {
      result.problems += discovery.problems
      result.places += discovery.places
      for store in discovery.stores where fresh.insert(store.id).inserted {
        kept[store.id] = Registered(description: store, driver: driver)
      }
    }
    registry = kept
    held = held.filter { kept[$0.key] != nil }
    result.stores = stores
    await recoverJournal()
    return result
  }

  /// Reads a store afresh.
  package func read(_ id: StoreID) async throws(StoreFailure) -> StoreSnapshot {
    guard let store = registry[id] else { throw .noSuchStore(name: id.rawValue) }
    await enter(id)
    defer { leave(id) }
    let snapshot = try await snapshot(of: store)
    adopt(snapshot)
    return snapshot
  }

  /// Reads a store that has been entered; a file that is still to be made holds nothing.
  func snapshot(of store: Registered) async throws(StoreFailure) -> StoreSnapshot {
    do {
      return try await store.driver.snapshot(of: store.description)
    } catch {
      guard store.isNew, case .gone = error else { throw error }
      return StoreSnapshot(
        store: store.description.id, cookies: [], fingerprint: nil, takenAt: configuration.now())
    }
  }

  /// Lists what sites keep beside cookies in the profile that a store belongs to.
  ///
  /// - Parameter progress: called now and then with what is known so far.
  package func websiteData(
    of id: StoreID, progress: @escaping @Sendable (WebsiteDataProgress) -> Void = { _ in }
  ) async throws(StoreFailure) -> WebsiteDataListing {
    guard let store = registry[id] else { throw .noSuchStore(name: id.rawValue) }
    return try await store.driver.websiteData(of: store.description, progress: progress)
  }

  /// Reads what is in one item of a store's website data.
  package func entries(
    of item: WebsiteDataItem, in id: StoreID, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry] {
    guard let store = registry[id] else { throw .noSuchStore(name: id.rawValue) }
    return try await store.driver.entries(
      of: item, in: store.description, withValues: withValues)
  }

  /// The newest reading of a store, or nil when it was never read.
  package func snapshot(of id: StoreID) -> StoreSnapshot? { held[id] }

  /// Replaces the rules that keep things from deletion.
  package func setGuards(_ guards: [Guard]) {
    self.guards = guards
  }

  /// Adds rules that keep things from deletion, and takes others away.
  package func changeGuards(adding added: [Guard], removing removed: [Guard]) {
    guards.removeAll { removed.contains($0) }
    guards += added
  }

  /// What a planner needs to know, from the newest readings.
  package func planContext(includeGuarded: Bool = false) -> PlanContext {
    let suffixes = publicSuffixes
    var context = PlanContext(
      snapshots: held, descriptions: registry.mapValues(\.description), guards: guards,
      includeGuarded: includeGuarded,
      site: { suffixes.site(ofHost: $0.domain.text).name }, id: configuration.randomID(),
      now: configuration.now())
    context.copyLimit = configuration.perEntryImageLimit
    return context
  }

  /// Waits until nobody else is at a store, and takes it.
  func enter(_ store: StoreID) async {
    if busy.insert(store).inserted { return }
    await withCheckedContinuation { waiting[store, default: []].append($0) }
  }

  /// Hands a store to whoever waits for it.
  func leave(_ store: StoreID) {
    guard var queue = waiting[store], !queue.isEmpty else {
      busy.remove(store)
      return
    }
    let next = queue.removeFirst()
    waiting[store] = queue
    next.resume()
  }

  private func findings() async -> [Discovery] {
    await withTaskGroup(of: (Int, Discovery).self) { group in
      for (index, driver) in drivers.enumerated() {
        group.addTask { (index, await driver.discover()) }
      }
      var found = [Discovery](repeating: Discovery(stores: []), count: drivers.count)
      for await (index, discovery) in group { found[index] = discovery }
      return found
    }
  }
}

/// What was written into the journal since it was last kept within its limits.
struct JournalRetention {
  /// When that was; nil when it was not yet.
  var time: Timestamp?
  var newCount = 0
  var newBytes = 0
}

/// Measures the time since now by a clock whose instants are of no concern.
private func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration
where C.Duration == Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
