import CookieCore
public import StoreModel

/// A web view: WKWebView, without scripts, frames and pictures.
@EngineActor public final class WebView {
  /// The copy of the configuration that it was made with.
  public let configuration: WebViewConfiguration
  /// The identity.
  public let id: LiveView.ID
  /// The name for people.
  public let name: String
  /// Where it is; nil before the first load.
  public private(set) var url: String?
  /// The title of the page; nil when it has none.
  public private(set) var title: String?
  /// What it is doing.
  public private(set) var state = LiveView.State.blank
  /// The last navigation that ended; nil before the first.
  public private(set) var lastNavigation: LiveNavigation?
  let jar: CookieJar
  private var app: EmbeddedApp { configuration.processPool.app }
  private var history: [PageRequest] = []
  private var position = -1
  private var loading: (id: LiveNavigation.ID, task: Task<LiveNavigation, Never>)?

  /// Makes a blank view with a copy of a configuration.
  public init(configuration: WebViewConfiguration) {
    let copy = configuration.copy()
    self.configuration = copy
    id = LiveView.ID(rawValue: copy.processPool.app.nextName("v"))
    name = copy.name ?? id.rawValue
    jar = copy.websiteDataStore.httpCookieStore.jar(for: copy.processPool)
  }

  /// How the view stands.
  public var description: LiveView {
    LiveView(
      id: id, name: name, url: url, title: title, state: state, engine: EmbeddedEngine.name,
      era: app.era, pool: configuration.processPool.id, store: configuration.websiteDataStore.id,
      jar: jar.name, heldSites: configuration.heldSites)
  }

  /// Loads a page and waits for its end; a load that is still going is called off.
  @discardableResult
  public func load(_ request: PageRequest) async -> LiveNavigation {
    history = Array(history.prefix(position + 1)) + [request]
    position += 1
    return await navigate(to: request)
  }

  /// Loads the page again; nil when there is none.
  @discardableResult
  public func reload() async -> LiveNavigation? { await go(by: 0) }

  /// Goes along the history, back with -1; nil when nothing is there.
  @discardableResult
  public func go(by steps: Int) async -> LiveNavigation? {
    let (target, overflow) = position.addingReportingOverflow(steps)
    guard !overflow, history.indices.contains(target) else { return nil }
    position = target
    return await navigate(to: history[target])
  }

  /// Calls off what is being loaded.
  public func stopLoading() {
    loading?.task.cancel()
  }

  private func navigate(to request: PageRequest) async -> LiveNavigation {
    stopLoading()
    let id = LiveNavigation.ID(rawValue: app.nextName("n"))
    let task = Task { await visit(request, as: id) }
    loading = (id, task)
    url = request.url.description
    title = nil
    enter(.loading)
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func visit(_ request: PageRequest, as id: LiveNavigation.ID) async -> LiveNavigation {
    let store = configuration.websiteDataStore.httpCookieStore
    let visit = await app.loader.load(
      request, from: ViewJar(store: store, jar: jar, view: self.id)
    ) { next throws(PageFailure) in try await self.bring(for: next, id) }
    let outcome: LiveNavigation.Outcome =
      switch visit.outcome {
      case .loaded(let status, let byteCount): .loaded(status: status, byteCount: byteCount)
      case .failed(let failure): .failed(failure: failure)
      }
    let navigation = LiveNavigation(
      id: id, view: self.id, hops: visit.hops.map(LiveHop.init), outcome: outcome,
      title: visit.title)
    // A later load has taken the view over.
    guard loading?.id == id else { return navigation }
    loading = nil
    lastNavigation = navigation
    url = visit.hops.last?.url.description ?? url
    title = visit.title
    switch outcome {
    case .loaded(let status, _): enter(.loaded(status: status))
    case .failed(let failure): enter(.failed(failure: failure))
    }
    app.news.tell(.navigated(navigation: navigation))
    return navigation
  }

  /// Holds a navigation before a request to one of the listed sites.
  private func bring(
    for request: PageRequest, _ id: LiveNavigation.ID
  ) async throws(PageFailure) -> [CookieKey] {
    guard let host = request.url.host,
      let site = configuration.heldSites.first(where: { host.domainMatches($0) })
    else { return [] }
    enter(.held(navigation: id))
    app.news.tell(
      .navigationHeld(
        navigation: HeldNavigation(
          id: id, view: self.id, store: configuration.websiteDataStore.id,
          url: request.url.description, site: site)))
    let end = await app.hold(id)
    if loading?.id == id { enter(.loading) }
    switch end {
    case .proceeding(let brought): return brought
    case .calledOff: throw .cancelled
    case .timedOut: throw .timedOut(seconds: app.holdLimitSeconds)
    }
  }

  private func enter(_ state: LiveView.State) {
    self.state = state
    app.news.tell(.viewChanged(view: description))
  }
}

/// A jar as one view uses it.
private struct ViewJar: PageJar {
  let store: HTTPCookieStore
  let jar: CookieJar
  let view: LiveView.ID

  @EngineActor func verdicts(
    for url: CookieURL, in context: CookieContext
  ) async -> [CookieVerdict] {
    jar.storage.verdicts(for: url, in: context)
  }

  @EngineActor func receive(
    _ fields: [[UInt8]], from url: CookieURL, in context: CookieContext
  ) async -> [CookieReception] {
    // What has expired goes without a word; a field that takes a cookie away is told.
    jar.storage.removeExpired(at: context.time)
    return fields.map { field in
      let reception = jar.storage.receive(field, from: url, in: context)
      store.tell(reception.changes, in: jar, view: view, cause: .response)
      return reception
    }
  }
}
