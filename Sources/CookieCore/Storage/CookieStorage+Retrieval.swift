/// Whether one cookie goes with a request, and why not.
public struct CookieVerdict: Sendable {
  /// The cookie.
  public var cookie: Cookie
  /// Why it is left out; empty when it is sent.
  public var exclusions: Set<CookieExclusion>

  /// Whether the cookie is sent.
  public var isSent: Bool { exclusions.isEmpty }
}

extension CookieStorage {
  /// Returns the cookies for a request in the order of its Cookie header, and changes nothing.
  ///
  /// - Complexity: O(*k* log *k*) in the cookies whose domain and path cover the URL.
  /// - Source: RFC 6265bis 5.8.3, steps 1 to 4.
  public func cookies(for url: CookieURL, in context: CookieContext) -> [Cookie] {
    sent(for: url, in: context).compactMap { buckets[$0.domain]?[$0.index].cookie }
  }

  /// Returns the cookies for a request and records that they were accessed.
  ///
  /// - Source: RFC 6265bis 5.8.3, steps 1 to 5, and the removal of expired cookies of 5.7.
  public mutating func retrieveCookies(
    for url: CookieURL, in context: CookieContext
  ) -> [Cookie] {
    removeExpired(at: context.time)
    return sent(for: url, in: context).compactMap { found in
      buckets[found.domain]?[found.index].cookie.lastAccessTime = context.time
      return buckets[found.domain]?[found.index].cookie
    }
  }

  /// Returns the fate of every cookie of the URL's site: those sent first, in the order of the header.
  ///
  /// Cookies of parent domains outside the site, which no browser should hold, are among them.
  ///
  /// - Complexity: O(*n*) in the domains of the store.
  public func verdicts(for url: CookieURL, in context: CookieContext) -> [CookieVerdict] {
    guard let request = request(for: url, in: context) else {
      return cookies.map { CookieVerdict(cookie: $0, exclusions: [.urlWithoutHost]) }
    }
    let site = CanonicalHost(unchecked: request.site.site.name, isAddress: request.host.isAddress)
    var sent: [Entry] = []
    var left: [(Entry, CookieRequest.Reasons)] = []
    for (domain, bucket) in buckets {
      let isOfSite =
        domain == site.name
        || CanonicalHost(unchecked: domain, isAddress: false).domainMatches(site.name)
      guard isOfSite || request.host.domainMatches(domain) else { continue }
      let shared = request.exclusions(ofDomain: domain)
      for entry in bucket {
        let reasons = (entry.cookie.hostOnly ? shared.hostOnly : shared.domainCookie)
          .union(request.exclusions(of: entry.cookie))
        if reasons.isEmpty { sent.append(entry) } else { left.append((entry, reasons)) }
      }
    }
    sent.sort { SendingRank($0) < SendingRank($1) }
    left.sort { $0.0.order < $1.0.order }
    return sent.map { CookieVerdict(cookie: $0.cookie, exclusions: []) }
      + left.map { CookieVerdict(cookie: $0.0.cookie, exclusions: $0.1.exclusions) }
  }

  private func request(for url: CookieURL, in context: CookieContext) -> CookieRequest? {
    CookieRequest(url: url, context: context, policy: policy, publicSuffixes: publicSuffixes)
  }

  /// Where a cookie is that is sent; sorting whole cookies would be dear.
  private struct Found {
    var domain: String
    var index: Int
    var rank: SendingRank
  }

  private func sent(for url: CookieURL, in context: CookieContext) -> [Found] {
    guard let request = request(for: url, in: context) else { return [] }
    var found: [Found] = []
    var domain = request.host.name
    while true {
      if let bucket = buckets[domain] { collect(bucket, of: domain, for: request, into: &found) }
      // An address has no parent domains.
      guard !request.host.isAddress, let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")) else {
        break
      }
      domain = String(domain[domain.index(after: dot)...])
      if domain.isEmpty { break }
    }
    found.sort { $0.rank < $1.rank }
    return found
  }

  private func collect(
    _ bucket: CookieBucket, of domain: String, for request: CookieRequest, into found: inout [Found]
  ) {
    let shared = request.exclusions(ofDomain: domain)
    guard shared.hostOnly.isEmpty || shared.domainCookie.isEmpty else { return }
    // The path decides most often where a domain has many cookies, so it comes before all else.
    bucket.forEachPlace(coveringPath: request.path) { index in
      let entry = bucket[index]
      guard (entry.cookie.hostOnly ? shared.hostOnly : shared.domainCookie).isEmpty,
        request.exclusions(of: entry.cookie).isEmpty
      else { return }
      found.append(Found(domain: domain, index: index, rank: SendingRank(entry)))
    }
  }
}

/// The place of a cookie in a Cookie header: longer paths first, then earlier creation.
///
/// Source: RFC 6265bis 5.8.3 step 4.
private struct SendingRank: Comparable {
  let pathCount: Int
  let creationTime: Timestamp?
  let order: UInt64

  init(_ entry: CookieStorage.Entry) {
    pathCount = entry.cookie.path.count
    creationTime = entry.cookie.creationTime
    order = entry.order
  }

  static func < (left: SendingRank, right: SendingRank) -> Bool {
    if left.pathCount != right.pathCount { return left.pathCount > right.pathCount }
    if let leftTime = left.creationTime, let rightTime = right.creationTime, leftTime != rightTime {
      return leftTime < rightTime
    }
    return left.order < right.order
  }
}

extension Sequence<Cookie> {
  /// The bytes of a Cookie header with these cookies, in their order.
  ///
  /// - Source: RFC 6265bis 5.8.3 step 6. A cookie without a name is written as its value alone.
  public var cookieHeader: [UInt8] {
    var header: [UInt8] = []
    var isFirst = true
    for cookie in self {
      if !isFirst { header += [UInt8(ascii: ";"), UInt8(ascii: " ")] }
      isFirst = false
      if !cookie.name.isEmpty {
        cookie.name.withBytes { header += $0 }
        header.append(UInt8(ascii: "="))
      }
      cookie.value.withBytes { header += $0 }
    }
    return header
  }
}
