import CookieCore

extension Collection<Cookie> {
  /// Whether two cookies may have the same identity; false when all are certainly different.
  ///
  /// A table of all identities is dear to make and hardly ever needed: stores keep each identity once.
  ///
  /// - Complexity: O(*n*), on numbers.
  package var mayRepeatKeys: Bool {
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    // A digest of zero, which an empty slot has, counts as repeated.
    var slots = [UInt64](repeating: 0, count: capacity)
    for cookie in self {
      let digest = cookie.identityDigest
      var slot = Int(truncatingIfNeeded: digest) & (capacity - 1)
      while slots[slot] != 0, slots[slot] != digest { slot = (slot + 1) & (capacity - 1) }
      if slots[slot] == digest { return true }
      slots[slot] = digest
    }
    return false
  }
}
