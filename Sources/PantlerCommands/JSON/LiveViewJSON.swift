import StoreModel

/// A live view as JSON, with the members of other web views: those without a value are null.
struct LiveViewJSON: Encodable {
  let view: LiveListing.View
  let listing: LiveListing

  enum CodingKeys: String, CodingKey {
    case label, process, app, engine, pool, storage, evidence, directory, stores
    case id, name, url, title, state, era, host, jar, sharesWith, hops, navigations
  }

  func encode(to encoder: any Encoder) throws {
    let live = view.view
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(LiveText.label(live), forKey: .label)
    try container.encodeNil(forKey: .process)
    try container.encode(
      StoreJSON.AppJSON(id: listing.app.id, name: listing.app.name), forKey: .app)
    try container.encode(listing.app.engine.rawValue, forKey: .engine)
    try container.encode(live.pool.rawValue, forKey: .pool)
    let isPersistent = listing.isPersistent(live.store)
    try container.encode(isPersistent ? "persistent" : "ephemeral", forKey: .storage)
    try container.encode("Pantler opened it itself.", forKey: .evidence)
    try container.encodeNil(forKey: .directory)
    try container.encode([view.store.rawValue], forKey: .stores)
    try container.encode(live.id, forKey: .id)
    try container.encode(live.name, forKey: .name)
    try container.encode(live.url, forKey: .url)
    try container.encode(live.title, forKey: .title)
    try container.encode(live.stateWords, forKey: .state)
    try container.encode(live.era, forKey: .era)
    try container.encode(live.engine, forKey: .host)
    try container.encode(live.jar, forKey: .jar)
    try container.encode(listing.sharing(view).map(\.id), forKey: .sharesWith)
    try container.encode(view.lastNavigation?.hops.map(\.sentence) ?? [], forKey: .hops)
    try container.encode(view.navigations.map(NavigationJSON.init), forKey: .navigations)
  }
}

/// Where a live view went, as JSON; the last ones stand last.
private struct NavigationJSON: Encodable {
  var url: String?
  /// The status of the last response; null when the page was not loaded.
  var status: Int?
  /// Why it was not loaded; null when it was.
  var failure: String?
  var hops: [String]

  init(_ navigation: LiveNavigation) {
    url = navigation.hops.first?.url
    hops = navigation.hops.map(\.sentence)
    switch navigation.outcome {
    case .loaded(let status, _): self.status = status
    case .failed(let failure): self.failure = PageText.text(for: failure)
    }
  }

  enum CodingKeys: CodingKey {
    case url, status, failure, hops
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(status, forKey: .status)
    try container.encode(failure, forKey: .failure)
    try container.encode(hops, forKey: .hops)
  }
}

/// A live pool as JSON, with the members of other pools: those without a value are null.
struct LivePoolJSON: Encodable {
  let pool: LivePool
  let listing: LiveListing

  enum CodingKeys: String, CodingKey {
    case id, app, engine, appProcess, networkProcess, webViews, stores, directories, remarks
    case name, era, host
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pool.id, forKey: .id)
    try container.encode(
      StoreJSON.AppJSON(id: listing.app.id, name: listing.app.name), forKey: .app)
    try container.encode(listing.app.engine.rawValue, forKey: .engine)
    try container.encodeNil(forKey: .appProcess)
    try container.encodeNil(forKey: .networkProcess)
    try container.encode(pool.views, forKey: .webViews)
    try container.encode(listing.stores(of: pool).map(\.rawValue), forKey: .stores)
    try container.encode([String](), forKey: .directories)
    try container.encode(listing.engine.remarks, forKey: .remarks)
    try container.encode(pool.name, forKey: .name)
    try container.encode(listing.engine.era, forKey: .era)
    try container.encode(listing.engine.name, forKey: .host)
  }
}

extension LiveListing {
  /// The views that have their cookies in common with a view.
  func sharing(_ view: View) -> [View] {
    views.filter { $0.id != view.id && $0.view.jar == view.view.jar }
  }

  /// The stores that the views of a pool use, sorted.
  func stores(of pool: LivePool) -> [StoreID] {
    Set(views(in: pool.id).map(\.store)).sorted()
  }
}
