public import StoreModel

/// What a view is made with: WKWebViewConfiguration.
///
/// A view copies it, so that later changes have no effect; pool and store stay the same objects.
@EngineActor public final class WebViewConfiguration {
  /// The pool; in the era of iOS 15 it decides nothing.
  public var processPool: ProcessPool
  /// The store.
  public var websiteDataStore: WebsiteDataStore
  /// Sites, such as `shop.test`, at which navigations are held until cookies have been brought.
  public var heldSites: [String] = []
  /// The name that views get; nil for their id.
  public var name: String?

  /// Makes a configuration with a pool of its own and the default store.
  public init(in app: EmbeddedApp) throws(LiveFailure) {
    processPool = ProcessPool(in: app)
    websiteDataStore = try .default(of: app)
  }

  init(pool: ProcessPool, store: WebsiteDataStore, heldSites: [String], name: String?) {
    processPool = pool
    websiteDataStore = store
    self.heldSites = heldSites
    self.name = name
  }

  /// A copy with the same pool and store.
  public func copy() -> WebViewConfiguration {
    WebViewConfiguration(
      pool: processPool, store: websiteDataStore, heldSites: heldSites, name: name)
  }
}
