/// A store as discovery found it, before anything is read.
public struct StoreDescription: Hashable, Codable, Sendable, Identifiable {
  /// Which store of its app it is.
  public enum Kind: Hashable, Codable, Sendable {
    /// The default website data store.
    case standard
    /// An identified website data store, by its lower-case UUID.
    case identified(String)
    case nonPersistent
    /// The cookies of native networking.
    case shared
  }

  /// The identity.
  public var id: StoreID
  /// The app that owns it.
  public var app: App
  /// Which kind it is.
  public var kind: Kind
  /// How the bytes are laid out.
  public var format: StoreFormat
  /// The absolute path of the file.
  public var path: String
  /// The name for people, without the app's, such as `default store`.
  public var title: String
  /// What can be done with it.
  public var capabilities: StoreCapabilities
  /// What a person should know, such as that a path was never confirmed for this system.
  public var remarks: [String]
  /// Whether there was a file of cookies; without one the store stands for the website data beside it.
  public var hasCookieFile: Bool

  /// Takes every field as it is.
  public init(
    id: StoreID, app: App, kind: Kind, format: StoreFormat, path: String, title: String,
    capabilities: StoreCapabilities = StoreCapabilities(), remarks: [String] = [],
    hasCookieFile: Bool = true
  ) {
    self.id = id
    self.app = app
    self.kind = kind
    self.format = format
    self.path = path
    self.title = title
    self.capabilities = capabilities
    self.remarks = remarks
    self.hasCookieFile = hasCookieFile
  }
}
