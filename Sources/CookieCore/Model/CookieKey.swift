/// The identity of a cookie within one store.
///
/// RFC 6265bis 5.7 step 23 with what engines add to it: the partition, the container, and the
/// source scheme and port.
public struct CookieKey: Hashable, Codable, Sendable {
  /// The name.
  public var name: CookieText
  /// The host or domain, without a leading dot.
  public var domain: CookieText
  /// Whether only the very host gets the cookie.
  public var hostOnly: Bool
  /// The path.
  public var path: CookieText
  /// The partition; nil when there is none.
  public var partition: CookiePartition?
  /// The container; nil when there is none.
  public var container: String?
  /// The source scheme, where it is part of the identity.
  public var sourceScheme: CookieSourceScheme?
  /// The source port, where it is part of the identity.
  public var sourcePort: Int?

  /// Takes every field as it is.
  public init(
    name: CookieText, domain: CookieText, hostOnly: Bool, path: CookieText = "/",
    partition: CookiePartition? = nil, container: String? = nil,
    sourceScheme: CookieSourceScheme? = nil, sourcePort: Int? = nil
  ) {
    self.name = name
    self.domain = domain
    self.hostOnly = hostOnly
    self.path = path
    self.partition = partition
    self.container = container
    self.sourceScheme = sourceScheme
    self.sourcePort = sourcePort
  }
}

extension CookieKey: Comparable {
  /// Orders by domain, path, name, then the rest, so that listings are the same on every run.
  public static func < (left: CookieKey, right: CookieKey) -> Bool {
    if left.domain != right.domain { return left.domain < right.domain }
    if left.path != right.path { return left.path < right.path }
    if left.name != right.name { return left.name < right.name }
    if left.hostOnly != right.hostOnly { return left.hostOnly }
    return left.tieBreaker < right.tieBreaker
  }

  private var tieBreaker: String {
    let ancestor = partition?.hasCrossSiteAncestor.map { $0 ? "1" : "0" } ?? ""
    let port = sourcePort.map(String.init) ?? ""
    return [
      container ?? "", partition?.topLevelSite ?? "", ancestor, sourceScheme?.rawValue ?? "", port,
    ].joined(separator: "\u{0}")
  }
}
