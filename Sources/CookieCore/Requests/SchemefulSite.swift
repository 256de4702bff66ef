/// A site with the scheme that its pages were loaded by.
///
/// Source: HTML, "same site". Two hosts of one registrable domain are same-site when both are secure or neither is.
public struct SchemefulSite: Hashable, Codable, Sendable {
  /// The scheme, `http` or `https` for the web sockets too; nil when it is not known and any will do.
  public var scheme: String?
  /// The site.
  public var site: Site

  /// Takes a scheme and a site.
  public init(scheme: String?, site: Site) {
    self.scheme = scheme
    self.site = site
  }

  /// The site of a URL; nil when it has no host.
  public init?(of url: CookieURL, publicSuffixes: PublicSuffixes = .system) {
    guard let host = url.host else { return nil }
    self.init(scheme: Self.pageScheme(url.scheme), site: publicSuffixes.site(of: host))
  }

  /// Reads a site as a person or an engine writes it, or returns nil for what names none.
  ///
  /// `https://news.example`, `news.example`, or Firefox's `(https,news.example)`.
  public init?(_ text: String, publicSuffixes: PublicSuffixes = .system) {
    if text.contains("://") {
      guard let url = CookieURL(text) else { return nil }
      self.init(of: url, publicSuffixes: publicSuffixes)
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      let parts = text.dropFirst().dropLast().split(separator: ",")
      guard parts.count >= 2, let host = CanonicalHost(String(parts[1])) else { return nil }
      self.init(scheme: String(parts[0]), site: publicSuffixes.site(of: host))
    } else {
      guard let host = CanonicalHost(domain: text), text != "null" else { return nil }
      self.init(scheme: nil, site: publicSuffixes.site(of: host))
    }
  }

  /// Reports whether two sites are the same.
  public func isSameSite(as other: SchemefulSite) -> Bool {
    guard site.name == other.site.name else { return false }
    guard let scheme, let otherScheme = other.scheme else { return true }
    return scheme == otherScheme
  }

  /// The site as a partition key spells it; an unknown scheme counts as `https`.
  public var name: String { (scheme ?? "https") + "://" + site.name }

  private static func pageScheme(_ scheme: String) -> String {
    switch scheme {
    case "ws": "http"
    case "wss": "https"
    default: scheme
    }
  }
}
