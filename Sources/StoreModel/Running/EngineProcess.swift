/// A process that an engine runs on behalf of an app.
public struct EngineProcess: Hashable, Codable, Sendable, Identifiable {
  /// The identity.
  public var id: Int32
  /// The command name, such as `WebKitNetworkProcess`.
  public var name: String
  /// The processor time used since it began, in milliseconds; nil when unknown.
  public var processorMilliseconds: Int?
  /// The memory that it has in use, in bytes; nil when unknown.
  public var residentBytes: Int?

  /// Takes every field as it is.
  public init(
    id: Int32, name: String, processorMilliseconds: Int? = nil, residentBytes: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.processorMilliseconds = processorMilliseconds
    self.residentBytes = residentBytes
  }
}
