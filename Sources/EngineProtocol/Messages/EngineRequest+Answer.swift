public import StoreModel

extension EngineRequest {
  /// Has an engine do what is asked.
  public func answer(
    by engine: any LiveEngine
  ) async throws(LiveFailure) -> EngineReply {
    switch self {
    case .describe: .description(description: try await engine.describe())
    case .listPools: .pools(pools: try await engine.pools())
    case .makePool(let name): .pool(pool: try await engine.makePool(named: name))
    case .listStores: .stores(stores: try await engine.stores())
    case .makeStore(let kind, let name):
      .store(store: try await engine.makeStore(kind, named: name))
    case .listViews: .views(views: try await engine.views())
    case .openView(let configuration): .view(view: try await engine.openView(configuration))
    case .load(let view, let address):
      .navigation(navigation: try await engine.load(address, in: view))
    case .reload(let view): .navigation(navigation: try await engine.reload(view))
    case .go(let view, let steps): .navigation(navigation: try await engine.go(steps, in: view))
    case .allCookies(let store): .cookies(cookies: try await engine.allCookies(in: store))
    case .setCookies(let store, let cookies):
      .outcomes(outcomes: try await engine.setCookies(cookies, in: store))
    case .deleteCookies(let store, let keys):
      .outcomes(outcomes: try await engine.deleteCookies(keys, in: store))
    case .listRecords(let store, let types):
      .records(records: try await engine.records(of: types, in: store))
    case .removeRecords(let store, let types, let names, let since):
      .records(
        records: try await engine.removeRecords(
          of: types, named: names, since: since, in: store))
    case .closePool(let pool):
      try await done { () throws(LiveFailure) in
        try await engine.closePool(pool)
      }
    case .closeStore(let store):
      try await done { () throws(LiveFailure) in
        try await engine.closeStore(store)
      }
    case .closeView(let view):
      try await done { () throws(LiveFailure) in
        try await engine.closeView(view)
      }
    case .stop(let view):
      try await done { () throws(LiveFailure) in
        try await engine.stop(view)
      }
    case .resume(let navigation, let proceeding, let brought):
      try await done { () throws(LiveFailure) in
        try await engine.resume(navigation, proceeding: proceeding, brought: brought)
      }
    case .shutDown: try await done { () throws(LiveFailure) in await engine.shutDown() }
    }
  }

  private func done(
    _ act: () async throws(LiveFailure) -> Void
  ) async throws(LiveFailure) -> EngineReply {
    try await act()
    return .done
  }
}
