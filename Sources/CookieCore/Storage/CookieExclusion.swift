/// Why a stored cookie is not sent with a request, or not shown to a script.
///
/// Raw values are stable identifiers. Source: RFC 6265bis 5.8.3, where nothing else is named.
public enum CookieExclusion: String, CaseIterable, Codable, Comparable, Sendable {
  /// The URL has no host.
  case urlWithoutHost
  /// The accept policy lets no cookies through.
  case blockedByPolicy
  /// Its time is over.
  case expired
  /// It is host-only, and the host is another.
  case hostMismatch
  /// The host is not within its domain.
  case domainMismatch
  /// Its domain is, by now, a public suffix.
  case domainIsPublicSuffix
  /// Its path does not cover the request's.
  case pathMismatch
  /// It is Secure, and the connection is not.
  case secureOverInsecureConnection
  /// It is HttpOnly, and a script asks.
  case httpOnlyFromScript
  /// It is SameSite=Strict, and the request is cross-site.
  case sameSiteStrict
  /// It is Lax, and a cross-site page asks for a part of itself.
  case sameSiteSubrequest
  /// It is Lax, and a cross-site navigation uses an unsafe method.
  case sameSiteUnsafeMethod
  /// It is not SameSite=None, and a script in a cross-site frame asks.
  case sameSiteScript
  /// It belongs to the pages of another top-level site.
  case otherPartition
  /// It belongs to another container.
  case otherContainer

  /// Orders as the rules are listed.
  public static func < (left: CookieExclusion, right: CookieExclusion) -> Bool {
    left.position < right.position
  }

  /// The section that decides: of RFC 6265bis, where no other text is named.
  public var section: String {
    switch self {
    case .blockedByPolicy: "5.8.1"
    case .expired: "5.7, expiry"
    case .otherPartition: "CHIPS"
    case .otherContainer: "origin attributes of the engine"
    default: "5.8.3 step 3"
    }
  }

  /// One plain sentence.
  public var sentence: String {
    switch self {
    case .urlWithoutHost: "The URL has no host that a cookie could belong to."
    case .blockedByPolicy: "The accept policy of the store sends no cookies here."
    case .expired: "The cookie has expired."
    case .hostMismatch: "The cookie belongs to one host only, and this is another."
    case .domainMismatch: "The host does not belong to the cookie's domain."
    case .domainIsPublicSuffix: "The cookie's domain is a public suffix."
    case .pathMismatch: "The cookie's path does not cover the request's path."
    case .secureOverInsecureConnection: "The cookie is Secure and the connection is not."
    case .httpOnlyFromScript: "The cookie is HttpOnly and a script asks."
    case .sameSiteStrict: "The cookie is SameSite=Strict and the request is cross-site."
    case .sameSiteSubrequest:
      "The cookie is SameSite=Lax, in words or by default, and the request is cross-site and no top-level navigation."
    case .sameSiteUnsafeMethod:
      "The cookie is SameSite=Lax, in words or by default, and a cross-site navigation uses an unsafe method."
    case .sameSiteScript: "The cookie is not SameSite=None and a script in a cross-site frame asks."
    case .otherPartition: "The cookie belongs to another partition."
    case .otherContainer: "The cookie belongs to another container."
    }
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
