public import CookieCore
public import StoreModel

extension EmbeddedEngine {
  /// The open views, by id.
  public func views() async throws(LiveFailure) -> [LiveView] {
    openViews.values.map(\.description).sorted { $0.id < $1.id }
  }

  /// Opens a blank view.
  public func openView(_ configuration: LiveConfiguration) async throws(LiveFailure) -> LiveView {
    var sites: [String] = []
    for text in configuration.heldSites {
      guard let host = CanonicalHost(domain: text) else { throw .badSite(text: text) }
      sites.append(host.name)
    }
    if configuration.store == nil { _ = try await makeStore(.default, named: nil) }
    let store = try store(configuration.store ?? "default")
    let pool = try configuration.pool.map(pool) ?? newPool(named: nil)
    let view = WebView(
      configuration: WebViewConfiguration(
        pool: pool, store: store, heldSites: sites, name: configuration.name))
    openViews[view.id] = view
    app.news.tell(.viewChanged(view: view.description))
    return view.description
  }

  /// Closes a view; what it loads is called off.
  public func closeView(_ view: LiveView.ID) async throws(LiveFailure) {
    try self.view(view).stopLoading()
    openViews[view] = nil
    app.news.tell(.viewClosed(view: view))
  }

  /// Loads a page and waits for its end.
  public func load(
    _ address: LiveAddress, in view: LiveView.ID
  ) async throws(LiveFailure) -> LiveNavigation {
    let view = try self.view(view)
    return await view.load(try request(address))
  }

  /// Loads the page again.
  public func reload(_ view: LiveView.ID) async throws(LiveFailure) -> LiveNavigation {
    guard let navigation = await (try self.view(view)).reload() else {
      throw .nowhereToGo(view: view)
    }
    return navigation
  }

  /// Goes along the view's history.
  public func go(_ steps: Int, in view: LiveView.ID) async throws(LiveFailure) -> LiveNavigation {
    guard let navigation = await (try self.view(view)).go(by: steps) else {
      throw .nowhereToGo(view: view)
    }
    return navigation
  }

  /// Calls off what the view loads.
  public func stop(_ view: LiveView.ID) async throws(LiveFailure) {
    try self.view(view).stopLoading()
  }

  /// Lets a held navigation go on, or calls it off.
  public func resume(
    _ navigation: LiveNavigation.ID, proceeding: Bool, brought: [CookieKey]
  ) async throws(LiveFailure) {
    let end = proceeding ? EmbeddedApp.HoldEnd.proceeding(brought: brought) : .calledOff
    guard app.release(navigation, end) else { throw .notHeld(id: navigation) }
  }

  private func view(_ id: LiveView.ID) throws(LiveFailure) -> WebView {
    guard let view = openViews[id] else { throw .noSuchView(id: id) }
    return view
  }

  private func request(_ address: LiveAddress) throws(LiveFailure) -> PageRequest {
    guard let url = CookieURL(address.url), url.host != nil else {
      throw .badAddress(text: address.url)
    }
    guard LiveAddress.isMethod(address.method) else {
      throw .unsupported(
        act: .loadWithBody, reason: "“\(address.method)” is no method such as GET or POST.")
    }
    var request = PageRequest(
      url: url, method: address.method, body: address.body.map { Array($0.utf8) })
    if let text = address.initiator {
      guard
        let site = CookieContext.SiteForCookies(
          text, publicSuffixes: app.surroundings.publicSuffixes)
      else { throw .badSite(text: text) }
      request.initiator = site
    }
    return request
  }
}
