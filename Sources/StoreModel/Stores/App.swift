/// A program that owns stores.
public struct App: Hashable, Codable, Sendable {
  /// The bundle or desktop id, such as `org.gnome.Epiphany`, or the best name there is.
  public var id: String
  /// The name for people.
  public var name: String
  /// The engine.
  public var engine: Engine
  /// The profile or container directory; nil where there is none.
  public var directory: String?

  /// Takes every field as it is.
  public init(id: String, name: String, engine: Engine, directory: String? = nil) {
    self.id = id
    self.name = name
    self.engine = engine
    self.directory = directory
  }
}
