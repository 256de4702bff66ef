public import StoreModel

/// A process pool: WKProcessPool.
///
/// In the era of iOS 15 it decides nothing; before, each pool had a jar of its own for every store.
@EngineActor public final class ProcessPool {
  let app: EmbeddedApp
  /// The identity.
  public let id: LivePool.ID
  /// The name for people.
  public let name: String

  /// Makes a pool.
  public init(in app: EmbeddedApp, named name: String? = nil) {
    self.app = app
    id = LivePool.ID(rawValue: app.nextName("p"))
    self.name = name ?? id.rawValue
  }
}
