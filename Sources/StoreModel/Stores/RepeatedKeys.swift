import CookieCore

extension Collection<Cookie> {
  /// Whether two cookies may have the same identity; false when all are certainly different.
  ///
  /// A table of all identities is dear to make and hardly ever needed: stores keep each identity once.
  ///
  /// - Complexity: O(*n* log *n*), on numbers.
  package var mayRepeatKeys: Bool {
    var digests = map(\.identityDigest)
    digests.sort()
    return zip(digests, digests.dropFirst()).contains { $0 == $1 }
  }
}
