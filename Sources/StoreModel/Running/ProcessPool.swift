/// The web views of a running app that share a network process: the app's WebKit context as far as it is seen.
///
/// The sessions inside one network process cannot be told apart from outside, but for what each web process says.
public struct ProcessPool: Hashable, Codable, Sendable, Identifiable {
  /// The app.
  public var app: App
  /// The app's own process; nil when it is not seen.
  public var appProcess: ProcessReference?
  /// The process that keeps cookies and loads pages; nil when it is not known which it is.
  public var network: EngineProcess?
  /// The web processes by id.
  public var views: [WebViewProcess]
  /// The stores whose files the network process has open, sorted.
  public var stores: [StoreID]
  /// The directories of website data that the pool uses, sorted.
  public var directories: [String]
  /// What cannot be seen, and why; one sentence each.
  public var remarks: [String]

  /// Takes every field as it is.
  public init(
    app: App, appProcess: ProcessReference?, network: EngineProcess?, views: [WebViewProcess] = [],
    stores: [StoreID] = [], directories: [String] = [], remarks: [String] = []
  ) {
    self.app = app
    self.appProcess = appProcess
    self.network = network
    self.views = views
    self.stores = stores
    self.directories = directories
    self.remarks = remarks
  }

  /// The id of the network process; without one that of the app or of the first web process.
  public var id: Int32 { network?.id ?? appProcess?.id ?? views.first?.id ?? 0 }

  /// Reports whether the pool or one of its views uses a store.
  public func uses(_ store: StoreID) -> Bool {
    stores.contains(store) || views.contains { $0.stores.contains(store) }
  }
}

/// The process pools that run now.
public struct ProcessPoolListing: Hashable, Codable, Sendable {
  /// The pools of other programs, by app and id.
  public var pools: [ProcessPool]
  /// The engines whose views Pantler itself opened.
  public var live: [LiveListing]
  /// What could not be looked at, and why; one sentence each.
  public var problems: [String]

  /// Takes every field as it is.
  public init(
    pools: [ProcessPool] = [], live: [LiveListing] = [], problems: [String] = []
  ) {
    self.pools = pools
    self.live = live
    self.problems = problems
  }

  /// The pools that use one of some stores, each with the views that do; all pools for no stores.
  ///
  /// A view of which it is unknown where it keeps its data stays when its pool uses the store.
  public func using(_ stores: [StoreID]) -> ProcessPoolListing {
    guard !stores.isEmpty else { return self }
    let kept = pools.compactMap { pool -> ProcessPool? in
      guard stores.contains(where: pool.uses) else { return nil }
      var pool = pool
      pool.views = pool.views.filter { view in
        view.storage == .unknown || stores.contains { view.stores.contains($0) }
      }
      return pool
    }
    let live = live.compactMap { listing -> LiveListing? in
      var listing = listing
      listing.views = listing.views.filter { stores.contains($0.store) }
      let used = Set(listing.views.map(\.view.pool))
      listing.pools = listing.pools.filter { used.contains($0.id) }
      return listing.views.isEmpty ? nil : listing
    }
    return ProcessPoolListing(pools: kept, live: live, problems: problems)
  }
}
