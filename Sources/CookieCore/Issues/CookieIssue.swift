/// Something wrong with a cookie that is in a store.
///
/// Raw values are stable identifiers.
public enum CookieIssue: String, CaseIterable, Codable, Comparable, Sendable {
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
  /// It is in a partition without being Secure.
  case partitionedWithoutSecure
  /// It goes to all hosts of a public suffix.
  case domainIsPublicSuffix
  /// Its domain is no host.
  case domainInvalid
  /// Its path does not begin with a slash.
  case pathNotAbsolute
  /// Name and value are over 4096 bytes.
  case tooLarge
  /// There is a control character in name or value.
  case controlCharacter
  /// There is neither a name nor a value.
  case nameAndValueEmpty
  /// It expires later than 400 days from now.
  case expiryTooFar
  /// Its time is over.
  case expired

  /// Orders as the issues are listed.
  public static func < (left: CookieIssue, right: CookieIssue) -> Bool {
    left.position < right.position
  }

  /// The rejection that a browser would answer with; nil where it would only change the cookie.
  public var rejection: CookieRejection? {
    switch self {
    case .sameSiteNoneWithoutSecure: .sameSiteNoneWithoutSecure
    case .securePrefixBroken: .securePrefixBroken
    case .hostPrefixBroken: .hostPrefixBroken
    case .httpPrefixBroken: .httpPrefixBroken
    case .hostHttpPrefixBroken: .hostHttpPrefixBroken
    case .namelessWithPrefix: .namelessWithPrefix
    case .partitionedWithoutSecure: .partitionedWithoutSecure
    case .domainIsPublicSuffix: .domainIsPublicSuffix
    case .domainInvalid: .domainMismatch
    case .tooLarge: .tooLarge
    case .controlCharacter: .controlCharacter
    case .nameAndValueEmpty: .nameAndValueEmpty
    case .pathNotAbsolute, .expiryTooFar, .expired: nil
    }
  }

  /// One plain sentence.
  public var sentence: String {
    switch self {
    case .domainInvalid: "The domain is not a host name that any URL can have."
    case .domainIsPublicSuffix:
      "The domain is a public suffix, so browsers would reject the cookie."
    case .pathNotAbsolute: "The path does not begin with a slash, so no request matches it."
    case .expiryTooFar: "The cookie expires more than 400 days from now, later than browsers allow."
    case .expired: "The cookie has expired but is still stored."
    case .controlCharacter: "The name or the value contains a control character."
    default: rejection?.sentence ?? ""
    }
  }

  /// One plain sentence about what to do.
  public var fix: String {
    switch self {
    case .sameSiteNoneWithoutSecure: "Set Secure, or change SameSite to Lax."
    case .securePrefixBroken: "Set Secure, or give the cookie another name."
    case .hostPrefixBroken:
      "Set Secure, make it host-only with the path /, or give it another name."
    case .httpPrefixBroken: "Set Secure and HttpOnly, or give the cookie another name."
    case .hostHttpPrefixBroken:
      "Set Secure and HttpOnly, make it host-only with the path /, or give it another name."
    case .namelessWithPrefix: "Give the cookie a name, or delete it."
    case .partitionedWithoutSecure: "Set Secure."
    case .domainIsPublicSuffix: "Make it host-only, or use a domain below the public suffix."
    case .domainInvalid: "Correct the domain, or delete the cookie."
    case .pathNotAbsolute: "Use a path that begins with a slash."
    case .tooLarge: "Shorten the value."
    case .controlCharacter: "Take the control character out, or delete the cookie."
    case .nameAndValueEmpty: "Delete the cookie."
    case .expiryTooFar: "Bring the expiry within 400 days."
    case .expired: "Delete the cookie; the program that owns the store will do so by and by."
    }
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Cookie {
  /// Returns what is wrong with the cookie, in the order of the list.
  ///
  /// - Complexity: O(*n*) in the bytes of the cookie; the public suffix list is asked for domain cookies only.
  public func issues(
    now: Timestamp, publicSuffixes: PublicSuffixes = .system
  ) -> [CookieIssue] {
    var issues: [CookieIssue] = []
    if sameSite == .none, !secure { issues.append(.sameSiteNoneWithoutSecure) }
    if let prefix = CookiePrefix(name), !prefix.isKept(by: self) { issues.append(prefix.issue) }
    if name.isEmpty, CookiePrefix(value) != nil { issues.append(.namelessWithPrefix) }
    if partition != nil, !secure { issues.append(.partitionedWithoutSecure) }
    if let issue = domainIssue(publicSuffixes) { issues.append(issue) }
    if !path.withBytes({ $0.first == 0x2F }) { issues.append(.pathNotAbsolute) }
    if nameAndValueCount > CookieLimits.nameAndValue { issues.append(.tooLarge) }
    if name.withBytes({ $0.contains(where: isControl) })
      || value.withBytes({ $0.contains(where: isControl) })
    {
      issues.append(.controlCharacter)
    }
    if nameAndValueCount == 0, encryptedValue == nil { issues.append(.nameAndValueEmpty) }
    if let expiryTime {
      if expiryTime > now.adding(seconds: CookieLimits.lifetime) { issues.append(.expiryTooFar) }
      if expiryTime <= now { issues.append(.expired) }
    }
    return issues
  }

  private func domainIssue(_ publicSuffixes: PublicSuffixes) -> CookieIssue? {
    guard let host = CanonicalHost(domain: domain.text) else { return .domainInvalid }
    // A host-only cookie of a public suffix is allowed, and so is what programs store for `localhost`.
    guard !hostOnly, publicSuffixes.isListed(host) else { return nil }
    return .domainIsPublicSuffix
  }
}

extension CookiePrefix {
  fileprivate var issue: CookieIssue {
    switch self {
    case .secure: .securePrefixBroken
    case .host: .hostPrefixBroken
    case .http: .httpPrefixBroken
    case .hostHttp: .hostHttpPrefixBroken
    }
  }
}
