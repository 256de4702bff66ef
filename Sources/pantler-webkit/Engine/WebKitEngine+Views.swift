#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitEngine {
    /// Why something cannot be done without a display.
    static let needsDisplay =
      "The engine needs a display for it: run it in a session with a screen, or install Xvfb."

    func makePool(named name: String?) async throws(LiveFailure) -> LivePool {
      guard hasDisplay else { throw .unsupported(act: .severalPools, reason: Self.needsDisplay) }
      let id = LivePool.ID(rawValue: "p\(next(\.pools))")
      let pool = WebKitPool(id: id, name: name ?? id.rawValue)
      pools[id] = pool
      return description(of: pool)
    }

    func closePool(_ id: LivePool.ID) async throws(LiveFailure) {
      guard let pool = pools[id] else { throw .noSuchPool(id: id) }
      let users = description(of: pool).views
      guard users.isEmpty else { throw .inUse(views: users) }
      pool.close()
      pools[id] = nil
    }

    func openView(_ configuration: LiveConfiguration) async throws(LiveFailure) -> LiveView {
      guard hasDisplay else { throw .unsupported(act: .openViews, reason: Self.needsDisplay) }
      if let text = configuration.heldSites.first(where: { CanonicalHost($0) == nil }) {
        throw .badSite(text: text)
      }
      let store = try await store(for: configuration)
      let pool = try await pool(for: configuration)
      let view = try WebKitView(
        id: LiveView.ID(rawValue: "v\(next(\.views))"), pool: pool.id, context: pool.context,
        store: store, configuration: configuration,
        nextNavigation: { [unowned self] in
          LiveNavigation.ID(rawValue: "n\(next(\.navigations))")
        }, tell: { [unowned self] view, event in heard(event, from: view) })
      views[view.id] = view
      tell(.viewChanged(view: view.description))
      return view.description
    }

    func closeView(_ id: LiveView.ID) async throws(LiveFailure) {
      let view = try await view(id)
      view.close()
      views[id] = nil
      tell(.viewClosed(view: id))
    }

    func load(
      _ address: LiveAddress, in id: LiveView.ID
    ) async throws(LiveFailure) -> LiveNavigation {
      let view = try await view(id)
      guard CookieURL(address.url)?.host != nil else { throw .badAddress(text: address.url) }
      guard address.method == "GET", address.body == nil, address.initiator == nil else {
        throw .unsupported(
          act: .loadWithBody,
          reason: "The engine's interface loads pages by GET, as if the user had typed the address."
        )
      }
      return await view.navigate { webkit_web_view_load_uri(view.webView, address.url) }
    }

    func reload(_ id: LiveView.ID) async throws(LiveFailure) -> LiveNavigation {
      let view = try await view(id)
      guard let url = view.url else { throw .nowhereToGo(view: id) }
      return await view.navigate { view.loadAgain(url) }
    }

    func go(_ steps: Int, in id: LiveView.ID) async throws(LiveFailure) -> LiveNavigation {
      let view = try await view(id)
      let list = webkit_web_view_get_back_forward_list(view.webView)
      guard let place = gint(exactly: steps), steps != 0,
        let item = webkit_back_forward_list_get_nth_item(list, place)
      else { throw .nowhereToGo(view: id) }
      return await view.navigate {
        webkit_web_view_go_to_back_forward_list_item(view.webView, item)
      }
    }

    func stop(_ id: LiveView.ID) async throws(LiveFailure) {
      let view = try await view(id)
      view.callOff()
      webkit_web_view_stop_loading(view.webView)
    }

    func resume(
      _ navigation: LiveNavigation.ID, proceeding: Bool, brought: [CookieKey]
    ) async throws(LiveFailure) {
      guard let view = views.values.first(where: { $0.decision?.navigation == navigation }) else {
        throw .notHeld(id: navigation)
      }
      if proceeding {
        view.releaseDecision(proceeding: true, brought: brought)
      } else {
        view.end(.cancelled)
      }
    }

    /// What a pool is, for those who asked.
    func description(of pool: WebKitPool) -> LivePool {
      LivePool(
        id: pool.id, name: pool.name,
        views: views.values.filter { $0.pool == pool.id }.map(\.id).sorted())
    }

    private func store(for configuration: LiveConfiguration) async throws(LiveFailure)
      -> WebKitStore
    {
      if let id = configuration.store { return try await store(id) }
      return try await store(try await makeStore(.default, named: nil).id)
    }

    private func pool(for configuration: LiveConfiguration) async throws(LiveFailure) -> WebKitPool
    {
      let id: LivePool.ID
      if let named = configuration.pool {
        id = named
      } else {
        id = try await makePool(named: nil).id
      }
      guard let pool = pools[id] else { throw .noSuchPool(id: id) }
      return pool
    }

    private func heard(_ event: ViewEvent, from view: WebKitView) {
      switch event {
      case .changed: tell(.viewChanged(view: view.description))
      case .held(let navigation):
        tell(.viewChanged(view: view.description))
        tell(.navigationHeld(navigation: navigation))
      case .navigated(let navigation):
        tellChanges(of: view.store.id)
        tell(.navigated(navigation: navigation))
        tell(.viewChanged(view: view.description))
      case .processDied(let reason):
        tell(.processDied(process: .init(role: .web, view: view.id, reason: reason)))
        tell(.viewChanged(view: view.description))
      }
    }
  }
#endif
