/// Why a live engine could not do something.
public enum LiveFailure: Error, Hashable, Codable, Sendable {
  case noSuchPool(id: LivePool.ID)
  case noSuchStore(id: LiveStore.ID)
  case noSuchView(id: LiveView.ID)
  /// The navigation is not held, because it has gone on or was called off.
  case notHeld(id: LiveNavigation.ID)
  /// A pool has open views, or a store is used by one.
  case inUse(views: [LiveView.ID])
  /// The identifier is no UUID in lower case, or is all zero.
  case badIdentifier(text: String)
  /// The text is no address of a page, or names no host.
  case badAddress(text: String)
  /// The text names no site.
  case badSite(text: String)
  /// The view was never anywhere that it could go back to, forward to, or load again.
  case nowhereToGo(view: LiveView.ID)
  /// The engine cannot do this; the sentence says why.
  case unsupported(act: EngineDescription.Act, reason: String)
  /// The request is unknown to this version of the engine.
  case unknownRequest(name: String)
  /// The file of a persistent store cannot be read or written.
  case storage(failure: StoreFailure)
  /// No answer came in time, so it is unknown whether it was done.
  case timedOut(milliseconds: Int)
  /// The engine's host is gone, so it is unknown whether it was done.
  case hostGone(reason: String)
  /// The engine's host speaks a version that is not understood.
  case unknownVersion(found: Int)
  /// The engine's host answered with something else than was asked for.
  case badReply(expected: String)
  /// The engine itself says no; the sentence is its own.
  case engine(message: String)
}

/// What became of one cookie that was to be set or deleted, read back afterwards.
public enum LiveOutcome: Hashable, Codable, Sendable {
  /// It is there, or gone, as was wanted.
  case done
  /// There was nothing to delete.
  case goneAlready
  /// It waits until a view uses the store, as it did on iOS 11.
  case pending
  /// The engine refused it; the sentence says why, and is empty when the engine does not say.
  case refused(reason: String)
  /// It is there with something else than was asked for, such as a shorter life.
  case altered
  /// The read-back failed or came from an engine whose process had died.
  case unknown
}

/// What one site keeps in a store of a live engine: WKWebsiteDataRecord.
public struct LiveRecord: Hashable, Codable, Sendable {
  /// The name by which the engine shows it: a registrable domain, or a host.
  public var displayName: String
  /// What it keeps, sorted by name.
  public var types: [DataType]
  /// The bytes of it; nil when unknown.
  public var bytes: Int?

  /// Takes every field as it is, and sorts the types.
  public init(displayName: String, types: some Sequence<DataType>, bytes: Int? = nil) {
    self.displayName = displayName
    self.types = types.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    self.bytes = bytes
  }
}
