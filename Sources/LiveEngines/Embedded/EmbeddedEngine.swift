import CookieCore
public import StoreModel

/// The engine that is built in, behind the protocol of all engines.
@EngineActor public final class EmbeddedEngine {
  /// The name.
  public nonisolated static let name = "embedded"

  let app: EmbeddedApp
  var openPools: [LivePool.ID: ProcessPool] = [:]
  var openStores: [LiveStore.ID: (store: WebsiteDataStore, name: String)] = [:]
  var openViews: [LiveView.ID: WebView] = [:]

  /// Makes an engine for an app.
  public init(_ app: EmbeddedApp) {
    self.app = app
  }

  /// Makes an engine for a new app.
  public convenience init(_ surroundings: EmbeddedApp.Surroundings) {
    self.init(EmbeddedApp(surroundings))
  }

  /// Does nothing: it runs as long as it is there.
  public func start() async throws(LiveFailure) {}

  /// Says what the engine is and can do.
  public func describe() async throws(LiveFailure) -> EngineDescription {
    EngineDescription(
      name: Self.name, version: "1", era: app.era,
      refusals: [
        .runScripts: "The embedded engine runs no JavaScript, so document.cookie sets nothing."
      ],
      remarks: [
        "Pages are loaded over HTTP without scripts, frames and pictures; cookies are all that is kept."
      ])
  }

  // MARK: Pools

  /// The pools, by id.
  public func pools() async throws(LiveFailure) -> [LivePool] {
    openPools.values.map(summary).sorted { $0.id < $1.id }
  }

  /// Makes a pool.
  public func makePool(named name: String?) async throws(LiveFailure) -> LivePool {
    summary(newPool(named: name))
  }

  /// Closes a pool that has no open view; on iOS 11 the session cookies of its jars go with it.
  public func closePool(_ pool: LivePool.ID) async throws(LiveFailure) {
    let found = try self.pool(pool)
    let views = views(in: found)
    guard views.isEmpty else { throw .inUse(views: views) }
    for (store, _) in openStores.values { store.httpCookieStore.write() }
    openPools[pool] = nil
  }

  func newPool(named name: String?) -> ProcessPool {
    let pool = ProcessPool(in: app, named: name)
    openPools[pool.id] = pool
    return pool
  }

  func pool(_ id: LivePool.ID) throws(LiveFailure) -> ProcessPool {
    guard let pool = openPools[id] else { throw .noSuchPool(id: id) }
    return pool
  }

  private func views(in pool: ProcessPool) -> [LiveView.ID] {
    openViews.values.filter { $0.configuration.processPool === pool }.map(\.id).sorted()
  }

  private func summary(_ pool: ProcessPool) -> LivePool {
    LivePool(id: pool.id, name: pool.name, views: views(in: pool))
  }

  // MARK: Stores

  /// The stores, by id.
  public func stores() async throws(LiveFailure) -> [LiveStore] {
    openStores.values.map { summary($0.store, $0.name) }.sorted { $0.id < $1.id }
  }

  /// Makes a store, or returns the default or identified one that is there.
  public func makeStore(
    _ kind: LiveStore.Kind, named name: String?
  ) async throws(LiveFailure) -> LiveStore {
    let store: WebsiteDataStore =
      switch kind {
      case .default: try .default(of: app)
      case .nonPersistent: WebsiteDataStore(.nonPersistent, id: newID(from: name), in: app)
      case .identified(let uuid): try .identified(by: uuid, in: app)
      }
    let known = openStores[store.id]?.name
    openStores[store.id] = (store, name ?? known ?? store.id.rawValue)
    return summary(store, name ?? known ?? store.id.rawValue)
  }

  /// Lets go of a store that no open view uses; a persistent one is written first.
  public func closeStore(_ store: LiveStore.ID) async throws(LiveFailure) {
    let found = try self.store(store)
    let users = openViews.values.filter { $0.configuration.websiteDataStore === found }
    guard users.isEmpty else { throw .inUse(views: users.map(\.id).sorted()) }
    try write(found)
    openStores[store] = nil
  }

  /// The name as an id, so that it is the same from run to run; another where that is taken.
  private func newID(from name: String?) -> LiveStore.ID {
    let isFree = name.map { openStores[LiveStore.ID(rawValue: $0)] == nil && $0 != "default" }
    guard let name, isFree == true else { return LiveStore.ID(rawValue: app.nextName("s")) }
    return LiveStore.ID(rawValue: name)
  }

  func store(_ id: LiveStore.ID) throws(LiveFailure) -> WebsiteDataStore {
    guard let store = openStores[id]?.store else { throw .noSuchStore(id: id) }
    return store
  }

  private func write(_ store: WebsiteDataStore) throws(LiveFailure) {
    store.httpCookieStore.write()
    if let failure = store.httpCookieStore.writeFailure { throw .storage(failure: failure) }
  }

  private func summary(_ store: WebsiteDataStore, _ name: String) -> LiveStore {
    LiveStore(
      id: store.id, kind: store.kind, name: name,
      path: store.isPersistent ? app.surroundings.keeping?.path(of: store.kind) : nil,
      sequence: store.httpCookieStore.sequence)
  }

  // MARK: The rest

  /// What the engine says unasked from now on.
  public func notifications() async -> AsyncStream<LiveNotification> { app.news.listen() }

  /// Ends the engine: loads are called off, persistent stores are written.
  public func shutDown() async {
    for view in openViews.values { view.stopLoading() }
    for (store, _) in openStores.values { store.httpCookieStore.write() }
    openViews = [:]
    openPools = [:]
    openStores = [:]
    app.news.close()
  }
}

// Apart from the class, so that its functions stay on the engine's actor.
extension EmbeddedEngine: LiveEngine {}
