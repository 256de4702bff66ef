/// A beginning of a cookie's name that promises how it was set.
///
/// Source: RFC 6265bis 5.4 for the first two, the layered-cookies draft for the others. Compared without case,
/// because there are servers that do.
public enum CookiePrefix: String, CaseIterable, Codable, Sendable {
  /// The cookie is Secure.
  case secure = "__Secure-"
  /// The cookie is Secure, host-only, and for the path `/`.
  case host = "__Host-"
  /// The cookie is Secure and HttpOnly.
  case http = "__Http-"
  /// The cookie keeps what both of the two before promise.
  case hostHttp = "__Host-Http-"

  /// The prefix of a name, or nil when it has none.
  public init?(_ name: CookieText) {
    guard name.count >= 7 else { return nil }
    let found: CookiePrefix? = name.withBytes { bytes in
      guard bytes[0] == 0x5F, bytes[1] == 0x5F else { return nil }
      if startsIgnoringCase(bytes, with: "__host-http-") { return .hostHttp }
      if startsIgnoringCase(bytes, with: "__host-") { return .host }
      if startsIgnoringCase(bytes, with: "__secure-") { return .secure }
      return startsIgnoringCase(bytes, with: "__http-") ? .http : nil
    }
    guard let found else { return nil }
    self = found
  }

  /// The rejection for a cookie that breaks this prefix's promise.
  var rejection: CookieRejection {
    switch self {
    case .secure: .securePrefixBroken
    case .host: .hostPrefixBroken
    case .http: .httpPrefixBroken
    case .hostHttp: .hostHttpPrefixBroken
    }
  }

  /// Whether the promise needs a cookie for one host and path `/`.
  var needsHost: Bool { self == .host || self == .hostHttp }

  /// Whether the promise needs a cookie that scripts cannot see.
  var needsHTTPOnly: Bool { self == .http || self == .hostHttp }

  /// Reports whether a stored cookie keeps the promise, as far as a store can tell.
  public func isKept(by cookie: Cookie) -> Bool {
    cookie.secure && (!needsHTTPOnly || cookie.httpOnly)
      && (!needsHost || cookie.hostOnly && cookie.path == "/")
  }
}
