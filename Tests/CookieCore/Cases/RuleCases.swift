import CookieCore
import FoundationEssentials

/// Checks the cases that ask for one rule.
enum RuleCases {
  /// Returns what differs from the expectation, or nil for a kind that is not about a rule of this module.
  static func failures(of outside: OutsideCase) -> [String]? {
    switch outside.kind {
    case "cookie-date", "cookie-date-valid", "cookie-date-equal": date(outside)
    case "lenient-http-date":
      verdict(CookieDate.parse(outside.input ?? "")?.seconds == outside.expectEpoch)
    case "domain-match": domainMatch(outside)
    case "domain-match-2965":
      verdict(
        (CanonicalHost(outside.host ?? "").map { host in
          CanonicalHost(domain: outside.cookieDomain ?? "").map { host.domainMatches($0.name) }
            ?? false
        } ?? false) == outside.expect?.bool)
    case "cookie-domain": cookieDomain(outside)
    case "path-match":
      verdict(
        CookiePath.matches(
          requestPath: outside.requestPath ?? "",
          cookiePath: CookieText(outside.cookiePath ?? "")) == outside.expect?.bool)
    case "default-path":
      verdict(CookiePath.defaultPath(of: outside.input ?? "") == outside.expect?.string)
    case "matching-paths":
      verdict(CookiePath.matchingPaths(of: outside.input ?? "") == strings(outside.expect))
    case "canonical-domain": verdict(canonical(outside.input ?? "") == outside.expect?.string)
    case "matching-domains":
      verdict(
        CanonicalHost(outside.input ?? "").map { PublicSuffixes.system.cookieDomains(of: $0) }
          == strings(outside.expect))
    case "registrable-domain": registrableDomain(outside)
    case "parse-set-cookie": parse(outside)
    case "set-cookie-corpus": corpus(outside)
    default: nil
    }
  }

  private static func verdict(_ holds: Bool) -> [String] {
    holds ? [] : ["the rule answers otherwise"]
  }

  private static func strings(_ value: JSONValue?) -> [String]? {
    value?.array?.compactMap(\.string)
  }

  private static func date(_ outside: OutsideCase) -> [String] {
    let date = CookieDate.parse(outside.input ?? "")
    switch outside.kind {
    case "cookie-date-valid": return verdict((date != nil) == outside.expect?.bool)
    case "cookie-date-equal":
      return verdict(date != nil && date == CookieDate.parse(outside.sameAs ?? ""))
    default:
      if outside.suite == "chromium-cookies" {
        return verdict(date?.seconds == outside.expectEpoch)
      }
      return verdict(date.flatMap(CookieDate.format) == outside.expectHTTPDate)
    }
  }

  private static func domainMatch(_ outside: OutsideCase) -> [String] {
    let (host, domain) = (outside.host ?? "", outside.cookieDomain ?? "")
    guard outside.canonicalize == true else {
      // As they stand: only a canonical text can be taken for a host.
      guard let canonical = CanonicalHost(host), canonical.name == host else {
        return verdict((host == domain) == outside.expect?.bool)
      }
      return verdict(canonical.domainMatches(domain) == outside.expect?.bool)
    }
    let name = CanonicalHost(domain)?.name ?? domain.lowercased()
    guard let canonical = CanonicalHost(host) else {
      return verdict((host.lowercased() == name) == outside.expect?.bool)
    }
    return verdict(canonical.domainMatches(name) == outside.expect?.bool)
  }

  private static func canonical(_ text: String) -> String? {
    guard let host = CanonicalHost(domain: text) else { return nil }
    return host.name.hasPrefix("[") ? String(host.name.dropFirst().dropLast()) : host.name
  }

  private static func cookieDomain(_ outside: OutsideCase) -> [String] {
    guard let url = CookieURL(outside.url ?? "") else { return ["the URL cannot be read"] }
    let parsed = ParsedSetCookie("a=b; Domain=" + (outside.domainAttribute ?? ""))
    let reception = CookieStorage().evaluate(
      parsed, from: url, in: CookieContext(time: JarCases.defaultTime))
    guard outside.expect?.string != "rejected" else { return verdict(!reception.isAccepted) }
    guard reception.isAccepted, let cookie = reception.cookie else { return ["rejected"] }
    return verdict(
      cookie.hostOnly == (outside.expect?.string == "host-only")
        && cookie.domain.text == outside.expectDomain)
  }

  private static let list = OutsideCase.folder.flatMap {
    PublicSuffixes(contentsOf: $0.appending(path: "publicsuffix/public_suffix_list.dat").path)
  }

  private static func registrableDomain(_ outside: OutsideCase) -> [String] {
    guard let list else { return ["the list cannot be loaded"] }
    return verdict(list.registrableDomain(of: outside.input ?? "") == outside.expect?.string)
  }

  private static func corpus(_ outside: OutsideCase) -> [String] {
    let bytes = (outside.input ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let parsed = ParsedSetCookie(bytes: bytes)
    // No result is specified; the parts must come from the line.
    return verdict(parsed.name.count + parsed.value.count <= bytes.count)
  }

  private static func parse(_ outside: OutsideCase) -> [String] {
    var input = outside.input ?? ""
    if let start = input.firstRange(of: "<REPEAT "), let end = input.firstRange(of: ">") {
      let unit = String(input[start.upperBound..<end.lowerBound])
      let times = String(repeating: unit, count: 65_535)
      input.replaceSubrange(start.lowerBound..<end.upperBound, with: times)
    }
    let url = CookieURL(outside.url ?? "http://example.com/")
    let parsed = ParsedSetCookie(input)
    guard let url, case .object(let expected)? = outside.expect else {
      return verdict(!parsed.rejections.isEmpty)
    }
    let time = JarCases.defaultTime
    let reception = CookieStorage().evaluate(parsed, from: url, in: CookieContext(time: time))
    guard parsed.rejections.isEmpty, let cookie = reception.cookie else { return ["rejected"] }
    return expected.keys.sorted().compactMap { member in
      holds(member, expected[member] ?? .null, parsed, cookie, time) ? nil : "\(member) differs"
    }
  }

  private static func holds(
    _ member: String, _ expected: JSONValue, _ parsed: ParsedSetCookie, _ cookie: Cookie,
    _ time: Timestamp
  ) -> Bool {
    switch member {
    case "key", "name": parsed.name.text == expected.string
    case "value": parsed.value.text == expected.string
    case "domain": (parsed.domain?.text).flatMap { $0.isEmpty ? nil : $0 } == expected.string
    case "path": parsed.path?.text == expected.string
    case "expires":
      expected.string == "Infinity"
        ? parsed.expires == nil : (parsed.expires?.secondsSince1970) == expected.number
    case "maxAge": parsed.maxAge.map(Double.init) == expected.number
    case "secure": parsed.secure == expected.bool
    case "httpOnly", "http_only": parsed.httpOnly == expected.bool
    case "sameSite":
      expected.string == (parsed.sameSite == .unspecified ? nil : parsed.sameSite.rawValue)
    case "same_site":
      expected.string
        == (parsed.sameSite == .unspecified ? "lax (default)" : parsed.sameSite.rawValue)
    case "session": (cookie.expiryTime == nil) == expected.bool
    case "expires_in_future": (cookie.expiryTime.map { $0 > time } ?? false) == expected.bool
    case "accepted": expected.bool == true
    case "extensions":
      parsed.notes.contains { $0.kind == .attributeUnknown } == (expected != .null)
    default: false
    }
  }
}
