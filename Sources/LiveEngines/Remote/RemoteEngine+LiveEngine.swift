package import CookieCore
import EngineProtocol
package import StoreModel

extension RemoteEngine: LiveEngine {
  package func describe() async throws(LiveFailure) -> EngineDescription {
    guard case .description(let description) = try await ask(.describe) else {
      throw .badReply(expected: "description")
    }
    return description
  }

  package func pools() async throws(LiveFailure) -> [LivePool] {
    guard case .pools(let pools) = try await ask(.listPools) else {
      throw .badReply(expected: "pools")
    }
    return pools
  }

  package func makePool(named name: String?) async throws(LiveFailure) -> LivePool {
    guard case .pool(let pool) = try await ask(.makePool(name: name)) else {
      throw .badReply(expected: "pool")
    }
    return pool
  }

  package func closePool(_ pool: LivePool.ID) async throws(LiveFailure) {
    try await act(.closePool(pool: pool))
  }

  package func stores() async throws(LiveFailure) -> [LiveStore] {
    guard case .stores(let stores) = try await ask(.listStores) else {
      throw .badReply(expected: "stores")
    }
    return stores
  }

  package func makeStore(
    _ kind: LiveStore.Kind, named name: String?
  ) async throws(LiveFailure) -> LiveStore {
    guard case .store(let store) = try await ask(.makeStore(kind: kind, name: name)) else {
      throw .badReply(expected: "store")
    }
    return store
  }

  package func closeStore(_ store: LiveStore.ID) async throws(LiveFailure) {
    try await act(.closeStore(store: store))
  }

  package func views() async throws(LiveFailure) -> [LiveView] {
    guard case .views(let views) = try await ask(.listViews) else {
      throw .badReply(expected: "views")
    }
    return views
  }

  package func openView(
    _ configuration: LiveConfiguration
  ) async throws(LiveFailure) -> LiveView {
    guard case .view(let view) = try await ask(.openView(configuration: configuration)) else {
      throw .badReply(expected: "view")
    }
    return view
  }

  package func closeView(_ view: LiveView.ID) async throws(LiveFailure) {
    try await act(.closeView(view: view))
  }

  package func load(
    _ address: LiveAddress, in view: LiveView.ID
  ) async throws(LiveFailure) -> LiveNavigation {
    try await navigate(.load(view: view, address: address), in: view)
  }

  package func reload(_ view: LiveView.ID) async throws(LiveFailure) -> LiveNavigation {
    try await navigate(.reload(view: view), in: view)
  }

  package func go(
    _ steps: Int, in view: LiveView.ID
  ) async throws(LiveFailure) -> LiveNavigation {
    try await navigate(.go(view: view, steps: steps), in: view)
  }

  package func stop(_ view: LiveView.ID) async throws(LiveFailure) {
    try await act(.stop(view: view))
  }

  package func resume(
    _ navigation: LiveNavigation.ID, proceeding: Bool, brought: [CookieKey]
  ) async throws(LiveFailure) {
    try await act(.resume(navigation: navigation, proceeding: proceeding, brought: brought))
  }

  package func allCookies(in store: LiveStore.ID) async throws(LiveFailure) -> [Cookie] {
    guard case .cookies(let cookies) = try await ask(.allCookies(store: store)) else {
      throw .badReply(expected: "cookies")
    }
    return cookies
  }

  package func setCookies(
    _ cookies: [Cookie], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome] {
    try await outcomes(.setCookies(store: store, cookies: cookies), count: cookies.count)
  }

  package func deleteCookies(
    _ keys: [CookieKey], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome] {
    try await outcomes(.deleteCookies(store: store, keys: keys), count: keys.count)
  }

  package func records(
    of types: [DataType], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord] {
    try await records(.listRecords(store: store, types: types))
  }

  package func removeRecords(
    of types: [DataType], named names: [String]?, since: Timestamp?, in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord] {
    try await records(
      .removeRecords(store: store, types: types, names: names, since: since),
      within: limits.removal)
  }

  package func notifications() async -> AsyncStream<LiveNotification> { listen() }

  package func shutDown() async { await end() }
}

extension RemoteEngine {
  private func act(_ request: EngineRequest) async throws(LiveFailure) {
    guard case .done = try await ask(request) else { throw .badReply(expected: "done") }
  }

  /// Waits for the end of a load, and calls it off where it has none.
  private func navigate(
    _ request: EngineRequest, in view: LiveView.ID
  ) async throws(LiveFailure) -> LiveNavigation {
    let reply: EngineReply
    do {
      reply = try await ask(request, within: limits.load)
    } catch {
      if case .timedOut = error { try await stop(view) }
      throw error
    }
    guard case .navigation(let navigation) = reply else {
      throw .badReply(expected: "navigation")
    }
    return navigation
  }

  private func outcomes(
    _ request: EngineRequest, count: Int
  ) async throws(LiveFailure) -> [LiveOutcome] {
    guard case .outcomes(let outcomes) = try await ask(request), outcomes.count == count else {
      throw .badReply(expected: "\(count) outcomes")
    }
    return outcomes
  }

  private func records(
    _ request: EngineRequest, within limit: Duration? = nil
  ) async throws(LiveFailure) -> [LiveRecord] {
    guard case .records(let records) = try await ask(request, within: limit) else {
      throw .badReply(expected: "records")
    }
    return records
  }
}
