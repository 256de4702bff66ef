extension CookieStorage {
  /// Says what would become of a cookie that a person wrote field by field, and changes nothing.
  ///
  /// It is judged by the rules for a Set-Cookie line, as if its own host had sent it over HTTPS, and by those for
  /// cookies that are stored: here a domain that is a public suffix belongs to no host and is refused. What no line
  /// says, such as the creation time, stays as it was written.
  public func evaluate(writing cookie: Cookie, at time: Timestamp) -> CookieReception {
    var plain = cookie
    // The line would cut the time to whole seconds, and may not be able to tell it at all.
    plain.expiryTime = nil
    let host = CanonicalHost(domain: cookie.domain.text)
    if let host { plain.domain = CookieText(host.name) }
    var reception: CookieReception
    if let line = plain.setCookieString, let host, let url = CookieURL("https://\(host.name)/") {
      var parsed = ParsedSetCookie(bytes: line)
      parsed.expires = cookie.expiryTime
      reception = evaluate(parsed, from: url, in: context(of: cookie, at: time))
    } else {
      reception = CookieReception(
        parsed: ParsedSetCookie(), cookie: nil, rejections: host == nil ? [] : [.cannotBeWritten],
        notes: [])
    }
    let issues = plain.issues(now: time, publicSuffixes: publicSuffixes)
    reception.rejections.formUnion(issues.compactMap(\.rejection))
    // The more exact reason is enough.
    if issues.contains(.controlCharacter) { reception.rejections.remove(.cannotBeWritten) }
    var written = cookie
    if let judged = reception.cookie {
      (written.hostOnly, written.path) = (judged.hostOnly, judged.path)
      written.expiryTime = judged.expiryTime
    }
    reception.cookie = written
    return reception
  }

  private func context(of cookie: Cookie, at time: Timestamp) -> CookieContext {
    let topLevelSite = cookie.partition.flatMap {
      SchemefulSite($0.topLevelSite, publicSuffixes: publicSuffixes)
    }
    return CookieContext(time: time, topLevelSite: topLevelSite, container: cookie.container)
  }
}

extension CookieStorage {
  /// Puts a cookie into the store as it is, in the place of the one of the same identity.
  ///
  /// It is not judged; `evaluate(writing:at:)` does that. One that has expired takes its predecessor away.
  ///
  /// - Returns: what changed; a cookie that is there already is overwritten all the same.
  @discardableResult
  public mutating func put(_ cookie: Cookie, at time: Timestamp) -> [CookieChange] {
    guard cookie.expiryTime.map({ $0 > time }) ?? true else { return remove(cookie.key) }
    let domain = Self.bucketName(cookie.domain)
    let key = cookie.key
    guard let index = buckets[domain]?.firstIndex(where: { $0.cookie.key == key }),
      let old = buckets[domain]?[index].cookie
    else {
      append(cookie)
      return [CookieChange(.inserted, cookie)]
    }
    buckets[domain]?[index].cookie = cookie
    noteExpiry(of: cookie)
    return [CookieChange(.overwritten, old), CookieChange(.inserted, cookie)]
  }
}
