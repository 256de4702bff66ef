/// Turns what a line says into what a store may hold.
///
/// Source: RFC 6265bis 5.7, the steps that need no look into the store.
struct CookieMaker {
  let url: CookieURL
  let context: CookieContext
  let policy: CookiePolicy
  let publicSuffixes: PublicSuffixes

  /// Makes a cookie and collects every reason against it.
  func makeCookie(_ parsed: ParsedSetCookie) -> CookieReception {
    var reception = CookieReception(
      parsed: parsed, cookie: nil, rejections: parsed.rejections, notes: parsed.notes)
    guard let host = url.host, let site = SchemefulSite(of: url, publicSuffixes: publicSuffixes)
    else {
      reception.rejections.insert(.hostInvalid)
      return reception
    }
    let (domain, hostOnly) = domain(parsed, host: host, into: &reception)
    // Step 11.
    let path = parsed.path ?? CookieText(CookiePath.defaultPath(of: url.path))
    // Step 5.
    var cookie = Cookie(
      name: parsed.name, value: parsed.value, domain: domain, hostOnly: hostOnly, path: path,
      secure: parsed.secure, httpOnly: parsed.httpOnly, sameSite: parsed.sameSite,
      expiryTime: expiryTime(parsed, into: &reception), creationTime: context.time,
      lastAccessTime: context.time)
    cookie.container = context.container
    if parsed.partitioned, policy.keepsPartitions {
      // CHIPS: a partitioned cookie travels to other sites' pages, which only a secure one may.
      if !parsed.secure { reception.rejections.insert(.partitionedWithoutSecure) }
      cookie.partition = context.partition(for: site)
    }
    check(cookie, hasPath: parsed.hasPathAttribute, site: site, into: &reception.rejections)
    reception.cookie = cookie
    return reception
  }

  /// Steps 7 to 10.
  private func domain(
    _ parsed: ParsedSetCookie, host: CanonicalHost, into reception: inout CookieReception
  ) -> (CookieText, hostOnly: Bool) {
    let own = CookieText(host.name)
    // Without its dot a lone dot would be no domain at all; web-platform-tests and browsers refuse it.
    if parsed.domainIsRoot {
      reception.rejections.insert(.domainMismatch)
      return ("", false)
    }
    guard let attribute = parsed.domain, !attribute.isEmpty else { return (own, true) }
    guard attribute.withBytes({ $0.allSatisfy { $0 < 0x80 } }) else {
      reception.rejections.insert(.domainNotASCII)
      return (attribute, false)
    }
    guard let domain = CanonicalHost(attribute.text) else {
      reception.rejections.insert(.domainMismatch)
      return (attribute, false)
    }
    if domain == host {
      // An address takes no subdomains. The text would make it a domain cookie; the layered-cookies draft and every
      // browser make it host-only.
      if host.isAddress { return (own, true) }
      guard policy.rejectsPublicSuffixes, publicSuffixes.isPublicSuffix(domain) else {
        return (own, false)
      }
      reception.notes.append(SetCookieNote(.domainIsOwnHost, text: attribute))
      return (own, true)
    }
    if policy.rejectsPublicSuffixes, publicSuffixes.isPublicSuffix(domain) {
      reception.rejections.insert(.domainIsPublicSuffix)
    }
    if !host.domainMatches(domain.name) { reception.rejections.insert(.domainMismatch) }
    return (CookieText(domain.name), false)
  }

  /// Step 6, with the limits of 5.6.1 and 5.6.2.
  private func expiryTime(
    _ parsed: ParsedSetCookie, into reception: inout CookieReception
  ) -> Timestamp? {
    var expiryTime: Timestamp
    if let maxAge = parsed.maxAge {
      expiryTime = maxAge <= 0 ? .earliestDate : context.time.adding(seconds: maxAge)
    } else if let expires = parsed.expires {
      expiryTime = expires
    } else {
      return nil
    }
    if let limit = policy.maximumLifetime {
      let latest = context.time.adding(seconds: limit)
      if expiryTime > latest {
        expiryTime = latest
        reception.notes.append(SetCookieNote(.lifetimeCapped))
      }
    }
    if expiryTime <= context.time { reception.notes.append(SetCookieNote(.expiredAtOnce)) }
    return expiryTime
  }

  /// Steps 12 to 22.
  private func check(
    _ cookie: Cookie, hasPath: Bool, site: SchemefulSite,
    into rejections: inout Set<CookieRejection>
  ) {
    // Step 13.
    if cookie.secure, !policy.isSecure(url) { rejections.insert(.secureFromInsecureOrigin) }
    // Step 15.
    if cookie.httpOnly, context.api == .script { rejections.insert(.httpOnlyFromScript) }
    // Step 18. Any value may be set by a navigation, but not by a script in a cross-site frame.
    if cookie.sameSite != .none, !context.isSameSite(with: site),
      context.api == .script || !context.isTopLevelNavigation
    {
      rejections.insert(.sameSiteFromCrossSite)
    }
    // Step 19.
    if cookie.sameSite == .none, !cookie.secure { rejections.insert(.sameSiteNoneWithoutSecure) }
    // Steps 20 and 21, and their like in the layered-cookies draft. That draft asks for a cookie that is *not*
    // HttpOnly under __Http-, against its own description; what is meant is done here.
    guard let prefix = CookiePrefix(cookie.name) else { return }
    if !prefix.isKept(by: cookie) || (prefix.needsHost && !hasPath) {
      rejections.insert(prefix.rejection)
    }
  }
}

extension Timestamp {
  /// The earliest time that a cookie date can name, 1601-01-01; it stands for "long ago".
  static let earliestDate = Timestamp(seconds: -11_644_473_600)
}
