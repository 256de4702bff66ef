public import CookieCore

/// Web views that Pantler itself opens, with their pools and stores.
///
/// Nothing is done twice on its own: an engine that dies takes what it held with it, and says so. An engine never
/// answers `done` before it has read back what it wrote.
public protocol LiveEngine: Sendable {
  /// Starts the engine, or starts it again after its host went; does nothing while it runs.
  ///
  /// An engine that was started again has nothing of what was made before but what is on disk.
  func start() async throws(LiveFailure)
  /// Says what the engine is and can do.
  func describe() async throws(LiveFailure) -> EngineDescription

  /// The pools, by id.
  func pools() async throws(LiveFailure) -> [LivePool]
  /// Makes a pool.
  func makePool(named name: String?) async throws(LiveFailure) -> LivePool
  /// Closes a pool that has no open view.
  func closePool(_ pool: LivePool.ID) async throws(LiveFailure)

  /// The stores, by id.
  func stores() async throws(LiveFailure) -> [LiveStore]
  /// Makes a store, or returns the one that is there: the default one, or an identified one with the same UUID.
  ///
  /// A nonPersistent store is a new one each time.
  func makeStore(
    _ kind: LiveStore.Kind, named name: String?
  ) async throws(LiveFailure) -> LiveStore
  /// Lets go of a store that no open view uses; what is on disk stays.
  func closeStore(_ store: LiveStore.ID) async throws(LiveFailure)

  /// The open views, by id.
  func views() async throws(LiveFailure) -> [LiveView]
  /// Opens a blank view.
  func openView(_ configuration: LiveConfiguration) async throws(LiveFailure) -> LiveView
  /// Closes a view; what it loads is called off.
  func closeView(_ view: LiveView.ID) async throws(LiveFailure)
  /// Loads a page and waits for its end; a load that the view has still going is called off.
  ///
  /// A page that cannot be loaded is no failure of this call but the navigation's outcome.
  func load(
    _ address: LiveAddress, in view: LiveView.ID
  ) async throws(LiveFailure) -> LiveNavigation
  /// Loads the page again.
  func reload(_ view: LiveView.ID) async throws(LiveFailure) -> LiveNavigation
  /// Goes along the view's history: -1 is back, 1 forward.
  func go(_ steps: Int, in view: LiveView.ID) async throws(LiveFailure) -> LiveNavigation
  /// Calls off what the view loads.
  func stop(_ view: LiveView.ID) async throws(LiveFailure)
  /// Lets a held navigation go on, or calls it off.
  ///
  /// - Parameter brought: the cookies that were put into the view's store meanwhile, for the report of the hop.
  func resume(
    _ navigation: LiveNavigation.ID, proceeding: Bool, brought: [CookieKey]
  ) async throws(LiveFailure)

  /// All cookies of a store, those that scripts cannot see too.
  func allCookies(in store: LiveStore.ID) async throws(LiveFailure) -> [Cookie]
  /// The cookies of a store as the views of one pool have them, where each pool has its own.
  func allCookies(
    in store: LiveStore.ID, of pool: LivePool.ID
  ) async throws(LiveFailure) -> [Cookie]
  /// Sets cookies in order and reads them back.
  ///
  /// - Returns: one outcome for each.
  func setCookies(
    _ cookies: [Cookie], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome]
  /// Deletes cookies and reads back.
  ///
  /// - Returns: one outcome for each.
  func deleteCookies(
    _ keys: [CookieKey], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome]

  /// What sites keep in a store, of some data types, by name.
  func records(
    of types: [DataType], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord]
  /// Removes data of some types, and reads back.
  ///
  /// - Parameters:
  ///   - names: the display names of the records; nil for all data modified since a time.
  ///   - since: the time; nil for ever. It counts only without names.
  /// - Returns: what is still there of what was to go.
  func removeRecords(
    of types: [DataType], named names: [String]?, since: Timestamp?, in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord]

  /// What the engine says unasked from now on; letting go of the stream ends it.
  func notifications() async -> AsyncStream<LiveNotification>

  /// Ends the engine: views are closed, persistent stores are written.
  func shutDown() async
}

extension LiveEngine {
  /// By default a store has one jar, whatever the pool.
  public func allCookies(
    in store: LiveStore.ID, of pool: LivePool.ID
  ) async throws(LiveFailure) -> [Cookie] {
    try await allCookies(in: store)
  }
}
