extension EngineDeviation {
  /// Returns what engines would do otherwise with a Set-Cookie line.
  public static func deviations(
    receiving reception: CookieReception, raw: CookieText? = nil
  ) -> [EngineDeviation] {
    let parsed = reception.parsed
    var found: [EngineDeviation] = []
    found += sameSite(parsed.sameSite)
    found += expiry(of: parsed, reception)
    found += syntax(of: parsed, raw: raw)
    found += path(of: parsed, reception)
    if parsed.partitioned { found += partition() }
    return found
  }

  /// Returns what would change in a cookie that is carried into the stores of the engines.
  public static func deviations(storing cookie: Cookie) -> [EngineDeviation] {
    var found = sameSite(cookie.sameSite)
    if let expiryTime = cookie.expiryTime, expiryTime.seconds > 2_147_483_647 {
      found.append(lateExpiry)
    }
    if cookie.name.isEmpty { found += nameless }
    if cookie.partition != nil { found += partition() }
    if cookie.secure || cookie.httpOnly { found.append(flagsLostOnReload) }
    if cookie.creationTime != nil {
      found.append(.init(.libsoup, .creationTimeLost, "The creation time is not stored."))
      found.append(
        .init(.foundation, .creationTimeLost, "The creation time becomes that of loading the file.")
      )
    }
    found.append(
      .init(.libsoup, .deletedByValue, "Deleting asks for the same value, and ignores the path."))
    return found
  }

  /// Returns only the deviations of one engine.
  public static func deviations(
    storing cookie: Cookie, in engine: CookieEngine
  ) -> [EngineDeviation] {
    deviations(storing: cookie).filter { $0.engine == engine }
  }

  /// Returns what an engine would do otherwise with a cookie of its store when a request is made.
  public static func deviations(
    sending verdict: CookieVerdict, in engine: CookieEngine
  ) -> [EngineDeviation] {
    let (cookie, exclusions) = (verdict.cookie, verdict.exclusions)
    var found: [EngineDeviation] = []
    // Only an unsafe navigation is treated otherwise by Chromium.
    let crossSite: Set<CookieExclusion> =
      engine == .chromium
      ? [.sameSiteUnsafeMethod]
      : [.sameSiteStrict, .sameSiteSubrequest, .sameSiteUnsafeMethod, .sameSiteScript]
    if !exclusions.isDisjoint(with: crossSite) { found += sameSite(cookie.sameSite) }
    if exclusions.contains(.otherPartition) { found += partition() }
    if cookie.name.isEmpty { found += nameless }
    if !exclusions.isDisjoint(with: [.pathMismatch, .secureOverInsecureConnection, .expired]) {
      found.append(
        .init(
          .foundation, .sendingRulesIgnored,
          "Path, Secure and expiry are not looked at when cookies are asked for by URL."))
    }
    return found.filter { $0.engine == engine }
  }

  private static func sameSite(_ sameSite: SameSite) -> [EngineDeviation] {
    guard sameSite == .unspecified else {
      return [.init(.foundation, .sameSiteNotStored, "SameSite is not stored.")]
    }
    return [
      .init(.libsoup, .sameSiteDefault, "Without SameSite the cookie is treated as None."),
      .init(
        .cfNetwork, .sameSiteDefault,
        "Without SameSite the cookie is sent to all, but from iOS 18 on it is treated as Lax."),
      .init(.foundation, .sameSiteDefault, "SameSite is not known, so the cookie goes to all."),
      .init(
        .chromium, .sameSiteDefault,
        "Without SameSite the cookie is Lax, but goes with unsafe navigations for two minutes."),
      .init(.firefox, .sameSiteDefault, "Without SameSite the cookie is treated as None."),
    ]
  }

  private static func expiry(
    of parsed: ParsedSetCookie, _ reception: CookieReception
  ) -> [EngineDeviation] {
    var found: [EngineDeviation] = []
    if reception.notes.contains(where: { $0.kind == .lifetimeCapped }) {
      let sentence = "The lifetime is not cut to 400 days."
      found.append(.init(.libsoup, .lifetimeNotCapped, sentence))
      found.append(.init(.foundation, .lifetimeNotCapped, sentence))
    }
    if let expires = parsed.expires, parsed.maxAge == nil, expires.seconds > 2_147_483_647 {
      found.append(lateExpiry)
    }
    if parsed.maxAge != nil {
      let sentence = "Max-Age is ignored and disables Expires, so this becomes a session cookie."
      found.append(.init(.foundation, .maxAgeIgnored, sentence))
    }
    return found
  }

  private static func syntax(of parsed: ParsedSetCookie, raw: CookieText?) -> [EngineDeviation] {
    var found: [EngineDeviation] = []
    if parsed.name.isEmpty, !parsed.value.isEmpty { found += nameless }
    if parsed.rejections.contains(.controlCharacter) {
      let sentence = "Control characters are accepted."
      found.append(.init(.libsoup, .controlCharacter, sentence))
      found.append(.init(.foundation, .controlCharacter, sentence))
    }
    if parsed.rejections.contains(.tooLarge) {
      found.append(.init(.libsoup, .sizeNotLimited, "There is no limit of 4096 bytes."))
    }
    guard let text = raw?.text else { return found }
    if JoinedSetCookie.split(text).count > 1 {
      found.append(
        .init(.foundation, .splitAtComma, "The line is split at its commas into several cookies."))
    }
    if hasTwoDigitYear(text) {
      found.append(
        .init(
          .foundation, .twoDigitYear, "A year of two digits is read as one of the first century."))
    }
    return found
  }

  /// Whether an Expires attribute is written in the old form with a two-digit year, `06-Nov-33`.
  private static func hasTwoDigitYear(_ text: String) -> Bool {
    let text = text.lowercased()
    guard let start = text.firstRange(of: "expires=") else { return false }
    let date = text[start.upperBound...].prefix { $0 != ";" }
    // Day, month and year with hyphens between, the clock after a space.
    let parts = date.split(separator: "-")
    guard parts.count == 3, let year = parts.last?.split(separator: " ").first else { return false }
    return year.utf8.count == 2 && year.utf8.allSatisfy { $0 &- 48 <= 9 }
  }

  private static func path(
    of parsed: ParsedSetCookie, _ reception: CookieReception
  ) -> [EngineDeviation] {
    guard parsed.path == nil, let path = reception.cookie?.path else { return [] }
    var found: [EngineDeviation] = []
    if path != "/" {
      found.append(.init(.foundation, .defaultPath, "The default path is / and not the directory."))
    }
    if path.count > CookieLimits.attributeValue {
      found.append(.init(.firefox, .pathTooLong, "A path over 1024 bytes refuses the cookie."))
    }
    if let prefix = CookiePrefix(parsed.name), prefix.needsHost, path == "/",
      !parsed.hasPathAttribute
    {
      found.append(
        .init(
          .firefox, .hostPrefixWithoutPath,
          "A __Host- cookie needs no Path attribute where the default path is /."))
    }
    return found
  }

  private static let nameless: [EngineDeviation] = [
    .init(.libsoup, .namelessCookie, "A cookie without a name is dropped."),
    .init(.cfNetwork, .namelessCookie, "A script that sets only a value makes it the name."),
    .init(.foundation, .namelessCookie, "The text is joined to the cookie before it."),
  ]

  private static let lateExpiry = EngineDeviation(
    .libsoup, .lateExpiry, "Expiry times after January 2038 are not represented.")

  private static let flagsLostOnReload = EngineDeviation(
    .foundation, .flagsLostOnReload, "Secure and HttpOnly are lost when the file is loaded again.")

  private static func partition() -> [EngineDeviation] {
    let sentence = "Partitions are not known, so every site's pages share the cookie."
    return [
      .init(.libsoup, .partitionNotStored, sentence),
      .init(
        .cfNetwork, .partitionNotStored, "Partitions are kept only where they are switched on."),
      .init(.foundation, .partitionNotStored, sentence),
    ]
  }
}
