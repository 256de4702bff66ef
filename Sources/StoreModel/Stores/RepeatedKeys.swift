import CookieCore

extension Collection<Cookie> {
  /// Whether two cookies may have the same identity; false when all are certainly different.
  ///
  /// A table of all identities is dear to make and hardly ever needed: stores keep each identity once.
  ///
  /// - Complexity: O(*n* log *n*), on numbers.
  package var mayRepeatKeys: Bool {
    var digests: [Int] = []
    digests.reserveCapacity(count)
    for cookie in self {
      var hasher = Hasher()
      hasher.combine(cookie.name)
      hasher.combine(cookie.domain)
      hasher.combine(cookie.hostOnly)
      hasher.combine(cookie.path)
      hasher.combine(cookie.partition)
      hasher.combine(cookie.container)
      hasher.combine(cookie.sourceScheme)
      hasher.combine(cookie.sourcePort)
      digests.append(hasher.finalize())
    }
    digests.sort()
    return zip(digests, digests.dropFirst()).contains { $0 == $1 }
  }
}
