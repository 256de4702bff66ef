/// A web view of a live engine.
public struct LiveView: Hashable, Codable, Sendable, Identifiable {
  /// The identity of a view within its engine.
  public typealias ID = LiveID<LiveView>

  /// What a view is doing.
  public enum State: Hashable, Codable, Sendable {
    /// It was never loaded.
    case blank
    case loading
    /// The navigation waits until cookies have been brought.
    case held(navigation: LiveNavigation.ID)
    case loaded(status: Int)
    case failed(failure: PageFailure)
    /// The process that showed it is gone.
    case processDied
  }

  /// The identity.
  public var id: ID
  /// The name for people; the id where nobody gave one.
  public var name: String
  /// Where it is; nil before the first load.
  public var url: String?
  /// The title of the page; nil when it has none.
  public var title: String?
  /// What it is doing.
  public var state: State
  /// The name of the engine.
  public var engine: String
  /// Whose rules of sharing the engine keeps.
  public var era: EngineEra
  /// Its pool.
  public var pool: LivePool.ID
  /// Its store.
  public var store: LiveStore.ID
  /// Where its cookies are: views with the same jar share them, others do not.
  ///
  /// The engine makes it up by its era's rule, from the store alone or from pool and store.
  public var jar: String
  /// The sites at which its navigations are held until cookies have been brought.
  public var heldSites: [String]

  /// Takes every field as it is.
  public init(
    id: ID, name: String, url: String? = nil, title: String? = nil, state: State = .blank,
    engine: String, era: EngineEra, pool: LivePool.ID, store: LiveStore.ID, jar: String,
    heldSites: [String] = []
  ) {
    self.id = id
    self.name = name
    self.url = url
    self.title = title
    self.state = state
    self.engine = engine
    self.era = era
    self.pool = pool
    self.store = store
    self.jar = jar
    self.heldSites = heldSites
  }
}

/// What a view is made with: WKWebViewConfiguration.
///
/// It is copied when the view is made; the pool and the store that it names stay the same ones.
public struct LiveConfiguration: Hashable, Codable, Sendable {
  /// The name that the view shall have; nil for its id.
  public var name: String?
  /// The pool; nil for a new one.
  public var pool: LivePool.ID?
  /// The store; nil for the default one.
  public var store: LiveStore.ID?
  /// Sites, such as `shop.test`, at which navigations are held until cookies have been brought.
  public var heldSites: [String]

  /// Takes every field as it is.
  public init(
    name: String? = nil, pool: LivePool.ID? = nil, store: LiveStore.ID? = nil,
    heldSites: [String] = []
  ) {
    self.name = name
    self.pool = pool
    self.store = store
    self.heldSites = heldSites
  }
}
