/// A process that holds a store open.
public struct ProcessReference: Hashable, Codable, Sendable {
  /// The identity.
  public var id: Int32
  /// The command name.
  public var name: String
  /// The program that owns it when that is another one, such as the app of a WebKitNetworkProcess.
  public var owner: String?

  /// Takes every field as it is.
  public init(id: Int32, name: String, owner: String? = nil) {
    self.id = id
    self.name = name
    self.owner = owner
  }
}
