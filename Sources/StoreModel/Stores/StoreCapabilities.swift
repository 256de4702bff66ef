/// What can be done with a store, and why not.
public struct StoreCapabilities: Hashable, Codable, Sendable {
  /// An act that a store may not allow.
  public enum Act: String, Codable, Hashable, Sendable, CaseIterable {
    case listViews, seeSessionCookies, write, writeWhileRunning, deleteByType, sizes, observe
  }

  /// The acts that can't be done, each with a sentence that says why.
  public var refusals: [Act: String]
  /// The attributes that the store's format cannot keep.
  public var unrepresentable: Set<CookieAttribute>
  /// How long a change takes to be seen, in milliseconds; nil when it is never seen.
  public var observationDelayMilliseconds: Int?

  /// Takes every field as it is.
  public init(
    refusals: [Act: String] = [:], unrepresentable: Set<CookieAttribute> = [],
    observationDelayMilliseconds: Int? = nil
  ) {
    self.refusals = refusals
    self.unrepresentable = unrepresentable
    self.observationDelayMilliseconds = observationDelayMilliseconds
  }

  /// Reports whether an act can be done.
  public func allows(_ act: Act) -> Bool { refusals[act] == nil }
}
