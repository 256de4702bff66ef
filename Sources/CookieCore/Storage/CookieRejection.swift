/// Why a cookie is not stored.
///
/// Raw values are stable identifiers.
public enum CookieRejection: String, CaseIterable, Codable, Comparable, Sendable {
  /// The URL has no host.
  case hostInvalid
  /// The accept policy takes no cookies here.
  case blockedByPolicy
  /// Only for what a person writes field by field.
  case cannotBeWritten
  /// There is a control character in the line.
  case controlCharacter
  /// There is neither a name nor a value.
  case nameAndValueEmpty
  /// Name and value are over 4096 bytes.
  case tooLarge
  /// The Domain attribute is not ASCII.
  case domainNotASCII
  /// The domain is a public suffix other than the host.
  case domainIsPublicSuffix
  /// The host is not within the domain.
  case domainMismatch
  /// It is Secure, and the connection is not.
  case secureFromInsecureOrigin
  /// It is HttpOnly, and a script sets it.
  case httpOnlyFromScript
  /// An insecure connection would put it over a Secure one.
  case overlaysSecureCookie
  /// It is not SameSite=None, and comes by a cross-site request.
  case sameSiteFromCrossSite
  /// It is SameSite=None without Secure.
  case sameSiteNoneWithoutSecure
  /// It breaks what `__Secure-` promises.
  case securePrefixBroken
  /// It breaks what `__Host-` promises.
  case hostPrefixBroken
  /// It breaks what `__Http-` promises.
  case httpPrefixBroken
  /// It breaks what `__Host-Http-` promises.
  case hostHttpPrefixBroken
  /// It has no name, and its value would pass for a prefixed one.
  case namelessWithPrefix
  /// It is Partitioned without Secure.
  case partitionedWithoutSecure
  /// A script would replace an HttpOnly cookie.
  case replacesHTTPOnlyCookie = "replacesHttpOnlyCookie"

  /// Orders as the rules are listed.
  public static func < (left: CookieRejection, right: CookieRejection) -> Bool {
    left.position < right.position
  }

  /// The section that decides: of RFC 6265bis, where no other text is named.
  public var section: String {
    switch self {
    case .hostInvalid: "5.1.2"
    case .blockedByPolicy: "5.7 step 1"
    case .cannotBeWritten: "5.6 steps 2 to 4"
    case .controlCharacter: "5.6 step 1, 5.7 step 3"
    case .nameAndValueEmpty: "5.7 step 2"
    case .tooLarge: "5.6 step 5, 5.7 step 4"
    case .domainNotASCII: "5.7 step 8"
    case .domainIsPublicSuffix: "5.7 step 9"
    case .domainMismatch: "5.7 step 10"
    case .secureFromInsecureOrigin: "5.7 step 13"
    case .httpOnlyFromScript: "5.7 step 15"
    case .overlaysSecureCookie: "5.7 step 16"
    case .sameSiteFromCrossSite: "5.7 step 18"
    case .sameSiteNoneWithoutSecure: "5.7 step 19"
    case .securePrefixBroken: "5.7 step 20"
    case .hostPrefixBroken: "5.7 step 21"
    case .httpPrefixBroken, .hostHttpPrefixBroken: "layered cookies, Store a Cookie"
    case .namelessWithPrefix: "5.7 step 22"
    case .partitionedWithoutSecure: "CHIPS"
    case .replacesHTTPOnlyCookie: "5.7 step 23"
    }
  }

  /// One plain sentence.
  public var sentence: String {
    switch self {
    case .hostInvalid: "The URL has no host that a cookie could belong to."
    case .blockedByPolicy: "The accept policy of the store refuses cookies here."
    case .cannotBeWritten:
      "A header cannot carry “;”, “=” in a name, blanks at either end, or control characters."
    case .controlCharacter: "The line contains a control character."
    case .nameAndValueEmpty: "Both the name and the value are empty."
    case .tooLarge: "Name and value together are longer than 4096 bytes."
    case .domainNotASCII: "The Domain attribute contains characters that are not ASCII."
    case .domainIsPublicSuffix: "The domain is a public suffix, under which anyone can register."
    case .domainMismatch: "The host does not belong to the domain."
    case .secureFromInsecureOrigin: "A Secure cookie was sent over an insecure connection."
    case .httpOnlyFromScript: "A script may not set an HttpOnly cookie."
    case .overlaysSecureCookie:
      "An insecure connection may not put a cookie over a Secure one of the same name."
    case .sameSiteFromCrossSite:
      "Only a SameSite=None cookie may be set by a cross-site request that is no top-level navigation."
    case .sameSiteNoneWithoutSecure: "SameSite=None needs Secure."
    case .securePrefixBroken: "A name that begins with __Secure- needs Secure."
    case .hostPrefixBroken:
      "A name that begins with __Host- needs Secure, Path=/ and no Domain."
    case .httpPrefixBroken: "A name that begins with __Http- needs Secure and HttpOnly."
    case .hostHttpPrefixBroken:
      "A name that begins with __Host-Http- needs Secure, HttpOnly, Path=/ and no Domain."
    case .namelessWithPrefix: "The name is empty and the value begins like a prefixed name."
    case .partitionedWithoutSecure: "Partitioned needs Secure."
    case .replacesHTTPOnlyCookie: "A script may not replace an HttpOnly cookie."
    }
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
