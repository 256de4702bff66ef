/// The choices that RFC 6265bis leaves to the program that keeps cookies.
public struct CookiePolicy: Hashable, Sendable {
  /// Whose cookies are accepted.
  public enum Accept: String, Codable, CaseIterable, Sendable {
    /// Accepts everybody's.
    case always
    /// Accepts nobody's.
    case never
    /// Refuses cookies from sites other than the page's.
    case noThirdParty
    /// Refuses them unless their site has cookies already.
    case grandfatheredThirdParty
  }

  /// Whose cookies are accepted.
  public var accept = Accept.always
  /// The most cookies of one domain; nil for no limit.
  ///
  /// At least 50 by 6.1.
  public var maximumPerDomain: Int? = 180
  /// The most cookies in all; nil for no limit.
  ///
  /// At least 3000 by 6.1.
  public var maximumCount: Int? = 3000
  /// The longest lifetime in seconds; nil for no limit.
  ///
  /// 5.5 recommends 400 days.
  public var maximumLifetime: Int64? = CookieLimits.lifetime
  /// Whether this machine counts as a secure connection, as in browsers.
  public var treatsLocalhostAsSecure = true
  /// Whether domains that are public suffixes are refused.
  public var rejectsPublicSuffixes = true
  /// Whether the Partitioned attribute is obeyed.
  public var keepsPartitions = true
  /// For how many seconds a cookie without SameSite may go with unsafe top-level requests; 0 for never.
  public var laxAllowingUnsafe: Int64 = 0

  /// The recommended choices.
  public init() {}

  /// Reports whether a URL stands for a secure connection.
  public func isSecure(_ url: CookieURL) -> Bool {
    url.hasSecureScheme || (treatsLocalhostAsSecure && url.isLocalhost)
  }
}
