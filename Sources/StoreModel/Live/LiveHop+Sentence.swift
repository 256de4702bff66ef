import CookieCore

extension LiveHop {
  /// What happened at the hop, in one line, such as `302 login.test → shop.test: sent sid; withheld theme,
  /// SameSite=Strict from cross-site`.
  ///
  /// Cookies of other hosts and paths, which nobody would expect to be sent, are left out. No values are in it.
  public var sentence: String {
    let place = Self.place(of: url, beside: location)
    var head = [status.map(String.init) ?? "no answer", method == "GET" ? "" : method, place.from]
      .filter { !$0.isEmpty }.joined(separator: " ")
    if let target = place.to { head += " → " + target }
    let parts = [
      Self.part("brought", brought),
      sent.flatMap { Self.part(isAnswered ? "sent" : "was to send", $0) },
      withheld.flatMap(Self.withheldPart),
      received.flatMap(Self.receivedPart),
    ].compactMap(\.self)
    return head + (parts.isEmpty ? "" : ": " + parts.joined(separator: "; "))
  }

  private static func part(_ word: String, _ keys: [CookieKey]) -> String? {
    keys.isEmpty ? nil : word + " " + keys.map(name).joined(separator: ", ")
  }

  private static func withheldPart(_ cookies: [Withheld]) -> String? {
    let unexpected: Set<CookieExclusion> = [.hostMismatch, .domainMismatch, .pathMismatch]
    let worth = cookies.filter { unexpected.isDisjoint(with: $0.reasons) }
    guard !worth.isEmpty else { return nil }
    return "withheld "
      + worth.map { cookie in
        let reasons = cookie.reasons.map(\.briefReason)
        return name(cookie.key) + ", "
          + (reasons.isEmpty ? "no header can hold it" : reasons.joined(separator: " and "))
      }.joined(separator: "; ")
  }

  private static func receivedPart(_ fields: [Received]) -> String? {
    let parts = Received.Effect.allCases.compactMap { effect -> String? in
      let found = fields.filter { $0.effect == effect }
      guard !found.isEmpty, effect != .nothing else { return nil }
      return effect.rawValue + " "
        + found.map { field in
          let reasons = field.reasons.map { String($0.sentence.dropLast()) }
          return (field.key.map(name) ?? "?")
            + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))")
        }.joined(separator: ", ")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func name(_ key: CookieKey) -> String {
    key.name.isEmpty ? "a cookie without a name" : key.name.text
  }

  /// The hosts of both ends; with their paths where the hosts are the same.
  private static func place(of url: String, beside location: String?) -> (from: String, to: String?)
  {
    guard let from = CookieURL(url) else { return (url, location) }
    guard let location, let to = CookieURL(location) else {
      return (from.authority + from.path, nil)
    }
    return from.authority == to.authority
      ? (from.authority + from.path, to.path) : (from.authority, to.authority)
  }
}

extension CookieURL {
  fileprivate var authority: String { (host?.name ?? "?") + (port.map { ":\($0)" } ?? "") }
}

extension CookieExclusion {
  /// A few words, for a line with several reasons.
  fileprivate var briefReason: String {
    switch self {
    case .urlWithoutHost: "no host"
    case .blockedByPolicy: "blocked by policy"
    case .expired: "expired"
    case .hostMismatch: "of another host"
    case .domainMismatch: "of another domain"
    case .domainIsPublicSuffix: "its domain is a public suffix"
    case .pathMismatch: "of another path"
    case .secureOverInsecureConnection: "Secure over a plain connection"
    case .httpOnlyFromScript: "HttpOnly from a script"
    case .sameSiteStrict: "SameSite=Strict from cross-site"
    case .sameSiteSubrequest: "SameSite=Lax in a part of a cross-site page"
    case .sameSiteUnsafeMethod: "SameSite=Lax in a cross-site POST or the like"
    case .sameSiteScript: "not SameSite=None in a cross-site script"
    case .otherPartition: "of another partition"
    case .otherContainer: "of another container"
    }
  }
}
