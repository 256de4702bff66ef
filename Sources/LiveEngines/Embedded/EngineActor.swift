/// Where the embedded engine lives, as WebKit lives on the main thread.
@globalActor public actor EngineActor {
  /// The one actor.
  public static let shared = EngineActor()
}
