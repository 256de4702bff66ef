/// Limits that RFC 6265bis sets.
public enum CookieLimits {
  /// The most bytes of name and value together (5.6 step 5).
  public static let nameAndValue = 4096
  /// The most bytes of an attribute's value (5.6 step 6).
  public static let attributeValue = 1024
  /// The longest lifetime in seconds, 400 days (5.5).
  public static let lifetime: Int64 = 34_560_000
  /// How long a cookie without SameSite may go with unsafe top-level requests, in seconds (5.6.7.2).
  public static let laxAllowingUnsafe: Int64 = 120
}
