/// The pools, stores and views of a live engine, as they are now.
public struct LiveListing: Hashable, Codable, Sendable {
  /// A view with where it keeps its cookies and where it went.
  public struct View: Hashable, Codable, Sendable, Identifiable {
    /// The view.
    public var view: LiveView
    /// The store that holds its cookies.
    public var store: StoreID
    /// The last navigations that ended, the newest last; see `mostNavigations`.
    public var navigations: [LiveNavigation]

    /// Takes every field as it is.
    public init(view: LiveView, store: StoreID, navigations: [LiveNavigation] = []) {
      self.view = view
      self.store = store
      self.navigations = navigations
    }

    /// How many navigations of a view are remembered.
    public static let mostNavigations = 10

    /// The last navigation that ended; nil before the first.
    public var lastNavigation: LiveNavigation? { navigations.last }

    /// The identity of the view.
    public var id: LiveView.ID { view.id }
  }

  /// The app that stands for the engine's views.
  public var app: App
  /// The engine.
  public var engine: EngineDescription
  /// The pools, by id.
  public var pools: [LivePool]
  /// The stores, by id.
  public var stores: [LiveStore]
  /// The open views, by id.
  public var views: [View]

  /// Takes every field as it is.
  public init(
    app: App, engine: EngineDescription, pools: [LivePool] = [], stores: [LiveStore] = [],
    views: [View] = []
  ) {
    self.app = app
    self.engine = engine
    self.pools = pools
    self.stores = stores
    self.views = views
  }

  /// Whether what a store holds outlives the engine.
  public func isPersistent(_ store: LiveStore.ID) -> Bool {
    stores.contains { $0.id == store && $0.isPersistent }
  }

  /// The views of a pool.
  public func views(in pool: LivePool.ID) -> [View] { views.filter { $0.view.pool == pool } }
}

extension LiveView {
  /// Whether two views have their cookies in common, and the rule that decides.
  public enum Sharing: Hashable, Sendable {
    /// One store, which has one jar whatever the pool.
    case sameStore
    /// One store and one pool, which together have one jar.
    case samePoolAndStore
    /// One store in two pools; persistent cookies come over with a delay, through the file.
    case otherPool(leaks: Bool)
    /// Two stores, which never share.
    case otherStore

    /// Whether the cookies are the same.
    public var isShared: Bool {
      switch self {
      case .sameStore, .samePoolAndStore: true
      case .otherPool, .otherStore: false
      }
    }
  }

  /// How this view shares cookies with another of the same engine.
  ///
  /// - Parameter isPersistent: whether the store of this view is on disk.
  public func sharing(with other: LiveView, isPersistent: Bool) -> Sharing {
    guard store == other.store else { return .otherStore }
    guard era == .ios11 else { return .sameStore }
    return pool == other.pool ? .samePoolAndStore : .otherPool(leaks: isPersistent)
  }
}
