public import StoreModel

/// A format that cookies can be exported to.
public enum ExportFormat: String, Codable, Hashable, Sendable, CaseIterable {
  /// Pantler's own lossless file.
  case json
  /// `cookies.txt` as curl writes it.
  case netscape
  /// Apple's `Cookies.binarycookies`.
  case binarycookies
  /// The storage state of Playwright, without local storage.
  case playwright
  /// The `Cookie` header of one request.
  case header
  /// `Set-Cookie` header lines.
  case setCookie = "set-cookie"

  /// What an export cannot carry.
  public var losses: Set<CookieAttribute> {
    let bookkeeping: Set<CookieAttribute> = [.creationTime, .lastAccessTime, .lastUpdateTime]
    let old: Set<CookieAttribute> = [.comment, .ports, .version]
    switch self {
    case .json: return []
    case .netscape: return NetscapeJar.Dialect.curl.losses
    case .binarycookies: return BinaryCookies.unrepresentable
    case .playwright: return bookkeeping.union(old).union([.container, .sourceScheme])
    case .header:
      return Set(CookieAttribute.allCases).subtracting([.session, .arbitraryBytes, .lateExpiry])
    case .setCookie:
      return bookkeeping.union(old).union([.container, .sourceScheme, .partition, .hostOnly])
    }
  }
}
