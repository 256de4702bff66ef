/// A part of a cookie that a store may be unable to represent.
public enum CookieAttribute: String, Codable, Hashable, Sendable, CaseIterable {
  case secure, httpOnly, sameSite, hostOnly, path, partition, container, session
  case creationTime, lastAccessTime, lastUpdateTime, sourceScheme, comment, ports, version
  /// Expiry times after 2038-01-19.
  case lateExpiry
  /// Bytes in a name or value that are not UTF-8 or that the format reserves.
  case arbitraryBytes
}
