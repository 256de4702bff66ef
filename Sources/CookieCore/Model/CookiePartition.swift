/// The partition that a cookie belongs to.
public struct CookiePartition: Hashable, Codable, Sendable {
  /// The top-level site, spelt as the engine spells it, such as `https://news.example`.
  public var topLevelSite: String
  /// Whether an ancestor frame was cross-site; nil where the engine does not record it.
  public var hasCrossSiteAncestor: Bool?

  /// Takes every field as it is.
  public init(topLevelSite: String, hasCrossSiteAncestor: Bool? = nil) {
    self.topLevelSite = topLevelSite
    self.hasCrossSiteAncestor = hasCrossSiteAncestor
  }
}
