/// The cookie store of RFC 6265bis, as a value.
///
/// It receives Set-Cookie lines, answers what a request gets and why, and evicts. It may also be filled with the
/// cookies of a real store, which are taken as they are, valid or not, so that their fate can be explained.
///
/// Cookies are found by domain: a retrieval looks at the cookies of the host and its parent domains only.
public struct CookieStorage: Sendable {
  struct Entry: Sendable {
    var cookie: Cookie
    /// Counts up; decides where creation times are equal or unknown.
    var order: UInt64
  }

  /// The choices in force.
  public var policy: CookiePolicy
  /// The list by which domains are judged.
  public let publicSuffixes: PublicSuffixes
  /// The number of cookies.
  public private(set) var count = 0
  /// The cookies of each domain, by its canonical spelling.
  var buckets: [String: CookieBucket] = [:]
  /// No cookie expires before this time.
  var earliestExpiry: Timestamp?
  private var nextOrder: UInt64 = 0

  /// Makes an empty store.
  public init(policy: CookiePolicy = CookiePolicy(), publicSuffixes: PublicSuffixes = .system) {
    self.policy = policy
    self.publicSuffixes = publicSuffixes
  }

  /// Fills a store with cookies as they are, none checked, none replaced, none evicted.
  public init(
    _ cookies: some Sequence<Cookie>, policy: CookiePolicy = CookiePolicy(),
    publicSuffixes: PublicSuffixes = .system
  ) {
    self.init(policy: policy, publicSuffixes: publicSuffixes)
    for cookie in cookies { append(cookie) }
  }

  /// All cookies, in the order in which they came.
  ///
  /// - Complexity: O(*n* log *n*).
  public var cookies: [Cookie] {
    buckets.values.joined().sorted { $0.order < $1.order }.map(\.cookie)
  }

  /// Deletes the cookies of an identity.
  @discardableResult
  public mutating func remove(_ key: CookieKey) -> [CookieChange] {
    let domain = Self.bucketName(key.domain)
    return removeAll(inDomain: domain, cause: .deleted) { $0.key == key }
  }

  /// Removes expired cookies.
  ///
  /// - Source: RFC 6265bis 5.7.
  @discardableResult
  public mutating func removeExpired(at time: Timestamp) -> [CookieChange] {
    guard let earliest = earliestExpiry, earliest <= time else { return [] }
    let changes = removeAll(cause: .expired) { cookie in
      cookie.expiryTime.map { $0 <= time } ?? false
    }
    earliestExpiry = buckets.values.joined().compactMap(\.cookie.expiryTime).min()
    return changes
  }

  /// Removes the cookies that do not outlive a session.
  ///
  /// - Source: RFC 6265bis 5.7.
  @discardableResult
  public mutating func endSession() -> [CookieChange] {
    removeAll(cause: .sessionEnded) { !$0.isPersistent }
  }

  /// Removes the cookies that a condition names.
  @discardableResult
  public mutating func removeAll(where condition: (Cookie) -> Bool) -> [CookieChange] {
    removeAll(cause: .deleted, where: condition)
  }

  private mutating func removeAll(
    cause: CookieChange.Cause, where condition: (Cookie) -> Bool
  ) -> [CookieChange] {
    var removed: [Entry] = []
    for domain in Array(buckets.keys) { take(from: domain, into: &removed, where: condition) }
    removed.sort { $0.order < $1.order }
    return removed.map { CookieChange(cause, $0.cookie) }
  }

  mutating func removeAll(
    inDomain domain: String, cause: CookieChange.Cause, where condition: (Cookie) -> Bool
  ) -> [CookieChange] {
    var removed: [Entry] = []
    take(from: domain, into: &removed, where: condition)
    return removed.map { CookieChange(cause, $0.cookie) }
  }

  private mutating func take(
    from domain: String, into removed: inout [Entry], where condition: (Cookie) -> Bool
  ) {
    guard let bucket = buckets[domain], bucket.contains(where: { condition($0.cookie) }) else {
      return
    }
    var kept: [Entry] = []
    for entry in bucket {
      if condition(entry.cookie) { removed.append(entry) } else { kept.append(entry) }
    }
    count -= bucket.count - kept.count
    buckets[domain] = kept.isEmpty ? nil : CookieBucket(kept)
  }

  /// Takes out one entry by its order.
  mutating func removeEntry(_ order: UInt64, inDomain domain: String) -> Entry? {
    guard let index = buckets[domain]?.firstIndex(where: { $0.order == order }) else { return nil }
    let entry = buckets[domain]?.remove(at: index)
    if buckets[domain]?.isEmpty == true { buckets[domain] = nil }
    count -= 1
    return entry
  }

  mutating func append(_ cookie: Cookie) {
    nextOrder += 1
    buckets[Self.bucketName(cookie.domain), default: CookieBucket()].append(
      Entry(cookie: cookie, order: nextOrder))
    count += 1
    noteExpiry(of: cookie)
  }

  mutating func noteExpiry(of cookie: Cookie) {
    guard let expiryTime = cookie.expiryTime else { return }
    earliestExpiry = earliestExpiry.map { min($0, expiryTime) } ?? expiryTime
  }

  /// The spelling by which a stored domain is found; what is no host is found by its own text.
  static func bucketName(_ domain: CookieText) -> String {
    let text = domain.text
    return CanonicalHost(domain: text)?.name ?? asciiLowercased(text)
  }
}
