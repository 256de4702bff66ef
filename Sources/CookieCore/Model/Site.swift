/// The site that a host belongs to.
public struct Site: Hashable, Comparable, Codable, Sendable {
  /// Why a host is its own site.
  public enum Kind: String, Codable, Sendable {
    /// The registrable domain of the host by the public suffix list.
    case registrableDomain
    /// An IPv4 or IPv6 address, which is grouped under itself.
    case address
    /// A host without a registrable domain, such as `intranet`, `localhost`, or a public suffix itself.
    case bareHost
  }

  /// The name: lower case, A-labels, without a trailing dot; an IPv6 address in brackets.
  public var name: String
  /// Which kind it is.
  public var kind: Kind

  /// Takes every field as it is.
  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Orders by the text, so that no locale takes part.
  public static func < (left: Site, right: Site) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
