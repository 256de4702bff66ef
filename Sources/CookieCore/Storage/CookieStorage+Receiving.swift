extension CookieStorage {
  /// Receives the value of one Set-Cookie field, or what a script sets.
  @discardableResult
  public mutating func receive(
    _ setCookie: String, from url: CookieURL, in context: CookieContext
  ) -> CookieReception {
    receive(ParsedSetCookie(setCookie), from: url, in: context)
  }

  /// Receives the value of one Set-Cookie field, which need not be UTF-8.
  @discardableResult
  public mutating func receive(
    _ setCookie: [UInt8], from url: CookieURL, in context: CookieContext
  ) -> CookieReception {
    receive(ParsedSetCookie(bytes: setCookie), from: url, in: context)
  }

  /// Receives a cookie that was parsed before.
  ///
  /// Every reason against it is collected, not only the first.
  ///
  /// - Source: RFC 6265bis 5.7.
  @discardableResult
  public mutating func receive(
    _ parsed: ParsedSetCookie, from url: CookieURL, in context: CookieContext
  ) -> CookieReception {
    receive(parsed, from: url, in: context, removesExpired: true)
  }

  mutating func receive(
    _ parsed: ParsedSetCookie, from url: CookieURL, in context: CookieContext, removesExpired: Bool
  ) -> CookieReception {
    var reception = evaluate(parsed, from: url, in: context)
    guard reception.isAccepted, let cookie = reception.cookie else { return reception }
    var changes = removesExpired ? removeExpired(at: context.time) : []
    changes += insert(cookie, at: context.time)
    changes += evict(for: cookie, at: context.time)
    reception.changes = changes
    if let stored = changes.last(where: { $0.cause == .inserted }) {
      reception.cookie = stored.cookie
    }
    return reception
  }

  /// Says what would become of a cookie, without changing anything.
  public func evaluate(
    _ parsed: ParsedSetCookie, from url: CookieURL, in context: CookieContext
  ) -> CookieReception {
    let maker = CookieMaker(
      url: url, context: context, policy: policy, publicSuffixes: publicSuffixes)
    var reception = maker.makeCookie(parsed)
    guard let cookie = reception.cookie else { return reception }
    if isBlocked(url, context) { reception.rejections.insert(.blockedByPolicy) }
    if !cookie.secure, !policy.isSecure(url), overlaysSecureCookie(cookie) {
      reception.rejections.insert(.overlaysSecureCookie)
    }
    // Step 23.2.
    if context.api == .script, let old = predecessor(of: cookie), old.httpOnly {
      reception.rejections.insert(.replacesHTTPOnlyCookie)
    }
    return reception
  }

  /// Step 1.
  private func isBlocked(_ url: CookieURL, _ context: CookieContext) -> Bool {
    switch policy.accept {
    case .always: return false
    case .never: return true
    case .noThirdParty, .grandfatheredThirdParty: break
    }
    guard let host = url.host else { return false }
    let site = publicSuffixes.site(of: host)
    switch context.siteForCookies {
    case .urlItself: return false
    case .site(let page) where page.site.name == site.name: return false
    case .site, .opaque: break
    }
    guard policy.accept == .grandfatheredThirdParty else { return true }
    return !buckets.keys.contains { publicSuffixes.site(ofHost: $0).name == site.name }
  }

  /// Step 16, "leave secure cookies alone".
  private func overlaysSecureCookie(_ cookie: Cookie) -> Bool {
    let domain = Self.bucketName(cookie.domain)
    return buckets.contains { existing, entries in
      guard Self.isRelated(existing, domain) else { return false }
      return entries.contains { entry in
        entry.cookie.secure && entry.cookie.name == cookie.name
          && CookiePath.matches(requestPath: cookie.path.text, cookiePath: entry.cookie.path)
      }
    }
  }

  /// Whether one of two domains matches the other.
  private static func isRelated(_ left: String, _ right: String) -> Bool {
    let (longer, shorter) = left.utf8.count < right.utf8.count ? (right, left) : (left, right)
    guard CanonicalHost(unchecked: longer, isAddress: false).domainMatches(shorter) else {
      return false
    }
    return longer == shorter || IPAddress(longer) == nil
  }

  /// Step 23: the cookie of the same identity.
  private func predecessor(of cookie: Cookie) -> Cookie? {
    buckets[Self.bucketName(cookie.domain)]?.first { Self.isSame($0.cookie, cookie) }?.cookie
  }

  private static func isSame(_ old: Cookie, _ new: Cookie) -> Bool {
    old.name == new.name && old.hostOnly == new.hostOnly && old.path == new.path
      && old.partition == new.partition && old.container == new.container
  }

  /// Steps 23 and 24.
  ///
  /// A cookie that is expired goes in and out at once, which is to say it never shows.
  private mutating func insert(_ cookie: Cookie, at time: Timestamp) -> [CookieChange] {
    let isExpired = cookie.expiryTime.map { $0 <= time } ?? false
    let domain = Self.bucketName(cookie.domain)
    guard let index = buckets[domain]?.firstIndex(where: { Self.isSame($0.cookie, cookie) }),
      let old = buckets[domain]?[index].cookie
    else {
      guard !isExpired else { return [] }
      append(cookie)
      return [CookieChange(.inserted, cookie)]
    }
    guard !isExpired else {
      return removeAll(inDomain: domain, cause: .expired) { Self.isSame($0, cookie) }
    }
    var new = cookie
    // Step 23.3. The place among cookies of the same age is kept with it.
    new.creationTime = old.creationTime
    buckets[domain]?[index].cookie = new
    noteExpiry(of: new)
    return [CookieChange(.overwritten, old), CookieChange(.inserted, new)]
  }
}
