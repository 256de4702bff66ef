/// A retrieval, made ready to be held against many cookies.
///
/// Source: RFC 6265bis 5.8.3.
struct CookieRequest {
  let host: CanonicalHost
  let path: String
  let isSecure: Bool
  let site: SchemefulSite
  let context: CookieContext
  let policy: CookiePolicy
  let publicSuffixes: PublicSuffixes
  private let isSameSite: Bool
  private let partition: CookiePartition
  private let topLevelSite: SchemefulSite?

  init?(
    url: CookieURL, context: CookieContext, policy: CookiePolicy, publicSuffixes: PublicSuffixes
  ) {
    guard let host = url.host, let site = SchemefulSite(of: url, publicSuffixes: publicSuffixes)
    else { return nil }
    self.host = host
    self.site = site
    path = url.path
    isSecure = policy.isSecure(url)
    self.context = context
    self.policy = policy
    self.publicSuffixes = publicSuffixes
    isSameSite = context.isSameSite(with: site)
    partition = context.partition(for: site)
    topLevelSite = SchemefulSite(partition.topLevelSite, publicSuffixes: publicSuffixes)
  }

  /// Returns the reasons of one domain, which all its cookies share.
  func exclusions(ofDomain domain: String) -> (hostOnly: Reasons, domainCookie: Reasons) {
    let isHost = host.name == domain
    let matches = host.domainMatches(domain)
    var domainCookie: Reasons = matches ? [] : .domainMismatch
    // Step 3: the list may have changed since the cookie was stored. A single-label domain that is the host itself
    // is what other programs store for `localhost`.
    if policy.rejectsPublicSuffixes, publicSuffixes.isPublicSuffix(domain), !isHost {
      domainCookie.insert(.domainIsPublicSuffix)
    }
    return (isHost ? [] : .hostMismatch, domainCookie)
  }

  /// Returns the reasons why a cookie whose domain matches is not sent.
  func exclusions(of cookie: Cookie) -> Reasons {
    var reasons: Reasons = []
    if let expiryTime = cookie.expiryTime, expiryTime <= context.time { reasons.insert(.expired) }
    if !pathMatches(cookie.path) { reasons.insert(.pathMismatch) }
    if cookie.secure, !isSecure { reasons.insert(.secureOverInsecureConnection) }
    if cookie.httpOnly, context.api == .script { reasons.insert(.httpOnlyFromScript) }
    if !isSameSite, cookie.sameSite != .none { reasons.formUnion(crossSite(cookie)) }
    if let partition = cookie.partition, !isOwn(partition) { reasons.insert(.otherPartition) }
    if cookie.container != context.container { reasons.insert(.otherContainer) }
    if policy.accept == .never { reasons.insert(.blockedByPolicy) }
    return reasons
  }

  /// Reports whether a cookie's path covers the request's.
  func pathMatches(_ cookiePath: CookieText) -> Bool {
    CookiePath.matches(requestPath: path, cookiePath: cookiePath)
  }

  private func crossSite(_ cookie: Cookie) -> Reasons {
    guard context.api == .http else { return .sameSiteScript }
    guard cookie.sameSite != .strict else { return .sameSiteStrict }
    guard context.isTopLevelNavigation else { return .sameSiteSubrequest }
    guard !context.usesSafeMethod else { return [] }
    // 5.6.7.2: a cookie without the attribute may be let through while it is new.
    if cookie.sameSite == .unspecified, policy.laxAllowingUnsafe > 0,
      let creationTime = cookie.creationTime,
      context.time <= creationTime.adding(seconds: policy.laxAllowingUnsafe)
    {
      return []
    }
    return .sameSiteUnsafeMethod
  }

  private func isOwn(_ other: CookiePartition) -> Bool {
    if let ancestor = other.hasCrossSiteAncestor, ancestor != partition.hasCrossSiteAncestor {
      return false
    }
    if other.topLevelSite == partition.topLevelSite { return true }
    guard let topLevelSite,
      let site = SchemefulSite(other.topLevelSite, publicSuffixes: publicSuffixes)
    else { return false }
    return site.isSameSite(as: topLevelSite)
  }

  /// Reasons as bits, because most cookies have none and a set is dear.
  struct Reasons: OptionSet {
    let rawValue: UInt32

    static let expired = Reasons(rawValue: 1 << 0)
    static let hostMismatch = Reasons(rawValue: 1 << 1)
    static let domainMismatch = Reasons(rawValue: 1 << 2)
    static let domainIsPublicSuffix = Reasons(rawValue: 1 << 3)
    static let pathMismatch = Reasons(rawValue: 1 << 4)
    static let secureOverInsecureConnection = Reasons(rawValue: 1 << 5)
    static let httpOnlyFromScript = Reasons(rawValue: 1 << 6)
    static let sameSiteStrict = Reasons(rawValue: 1 << 7)
    static let sameSiteSubrequest = Reasons(rawValue: 1 << 8)
    static let sameSiteUnsafeMethod = Reasons(rawValue: 1 << 9)
    static let sameSiteScript = Reasons(rawValue: 1 << 10)
    static let otherPartition = Reasons(rawValue: 1 << 11)
    static let otherContainer = Reasons(rawValue: 1 << 12)
    static let blockedByPolicy = Reasons(rawValue: 1 << 13)

    private static let names: [(Reasons, CookieExclusion)] = [
      (.expired, .expired), (.hostMismatch, .hostMismatch), (.domainMismatch, .domainMismatch),
      (.domainIsPublicSuffix, .domainIsPublicSuffix), (.pathMismatch, .pathMismatch),
      (.secureOverInsecureConnection, .secureOverInsecureConnection),
      (.httpOnlyFromScript, .httpOnlyFromScript), (.sameSiteStrict, .sameSiteStrict),
      (.sameSiteSubrequest, .sameSiteSubrequest), (.sameSiteUnsafeMethod, .sameSiteUnsafeMethod),
      (.sameSiteScript, .sameSiteScript), (.otherPartition, .otherPartition),
      (.otherContainer, .otherContainer), (.blockedByPolicy, .blockedByPolicy),
    ]

    /// The reasons by name.
    var exclusions: Set<CookieExclusion> {
      isEmpty ? [] : Set(Self.names.filter { contains($0.0) }.map(\.1))
    }
  }
}
