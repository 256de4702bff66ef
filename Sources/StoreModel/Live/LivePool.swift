/// A process pool of a live engine: WKProcessPool, or what stands for it.
public struct LivePool: Hashable, Codable, Sendable, Identifiable {
  /// The identity of a pool within its engine.
  public typealias ID = LiveID<LivePool>

  /// The identity.
  public var id: ID
  /// The name for people; the id where nobody gave one.
  public var name: String
  /// The open views of the pool, in the order in which they were opened.
  public var views: [LiveView.ID]

  /// Takes every field as it is.
  public init(id: ID, name: String, views: [LiveView.ID] = []) {
    self.id = id
    self.name = name
    self.views = views
  }
}
