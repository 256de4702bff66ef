/// Two stores that belong together, and how they are brought into agreement.
public struct SyncLink: Hashable, Sendable {
  /// The name in the settings; nil for a pair that was synced without one.
  public var name: String?
  /// How they are brought into agreement.
  public var terms: SyncTerms
  /// Whether it is to be kept in step whenever somebody can.
  public var isWatched: Bool
  /// The sites whose cookies are brought over into the first store before a page of one of them is loaded there.
  public var sitesBeforeLoading: Set<String> = []

  /// Takes every field as it is.
  public init(name: String?, terms: SyncTerms, isWatched: Bool = false) {
    self.name = name
    self.terms = terms
    self.isWatched = isWatched
  }
}
