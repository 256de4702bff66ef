public import CookieCore
public import StoreModel

/// What Pantler asks an engine's host to do.
///
/// In JSON a request is an object with the name of the case as its one member. The acts are those of `LiveEngine`.
public enum EngineRequest: Hashable, Codable, Sendable {
  case describe

  case listPools
  case makePool(name: String?)
  case closePool(pool: LivePool.ID)

  case listStores
  case makeStore(kind: LiveStore.Kind, name: String?)
  case closeStore(store: LiveStore.ID)

  case listViews
  case openView(configuration: LiveConfiguration)
  case closeView(view: LiveView.ID)
  case load(view: LiveView.ID, address: LiveAddress)
  case reload(view: LiveView.ID)
  case go(view: LiveView.ID, steps: Int)
  case stop(view: LiveView.ID)
  case resume(navigation: LiveNavigation.ID, proceeding: Bool, brought: [CookieKey])

  case allCookies(store: LiveStore.ID)
  case setCookies(store: LiveStore.ID, cookies: [Cookie])
  case deleteCookies(store: LiveStore.ID, keys: [CookieKey])

  case listRecords(store: LiveStore.ID, types: [DataType])
  /// Removes the records with some display names; without names, what was modified since a time, or ever.
  case removeRecords(
    store: LiveStore.ID, types: [DataType], names: [String]?, since: Timestamp?)

  case shutDown
}

/// What an engine's host answers when it could do what it was asked.
public enum EngineReply: Hashable, Codable, Sendable {
  case done
  case description(description: EngineDescription)
  case pool(pool: LivePool)
  case pools(pools: [LivePool])
  case store(store: LiveStore)
  case stores(stores: [LiveStore])
  case view(view: LiveView)
  case views(views: [LiveView])
  case navigation(navigation: LiveNavigation)
  case cookies(cookies: [Cookie])
  case outcomes(outcomes: [LiveOutcome])
  case records(records: [LiveRecord])
}
