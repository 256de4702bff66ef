/// The digests of the cookies of a list, by which some of them are found without a look at the others.
///
/// They follow from the list and say nothing of their own, so all are equal.
package struct CookieDigests: Sendable {
  /// The digest of each cookie, in the order of the list.
  package var values: [UInt64]

  /// Digests every cookie of a list.
  ///
  /// - Complexity: O(*n*) in the bytes of names, domains and paths.
  package init(of cookies: [Cookie]) {
    values = cookies.indices.map { cookies[$0].digest }
  }

  /// Takes digests that were made before.
  package init(_ values: [UInt64]) {
    self.values = values
  }

  /// Whether two cookies of the list may have the same identity; false when all are certainly different.
  ///
  /// A table of all identities is dear to make and hardly ever needed: stores keep each identity once.
  ///
  /// - Parameter cookies: the list that the digests were made of.
  /// - Complexity: O(*n*), on numbers.
  package func mayRepeatKeys(of cookies: [Cookie]) -> Bool {
    var capacity = 16
    while capacity < values.count * 2 { capacity *= 2 }
    // A digest of zero, which an empty slot has, counts as repeated.
    var slots = [UInt64](repeating: 0, count: capacity)
    for index in values.indices {
      let digest = cookies[index].identityDigest(from: values[index])
      var slot = Int(truncatingIfNeeded: digest) & (capacity - 1)
      while slots[slot] != 0, slots[slot] != digest { slot = (slot + 1) & (capacity - 1) }
      if slots[slot] == digest { return true }
      slots[slot] = digest
    }
    return false
  }
}

extension CookieDigests: Hashable {
  /// Holds for any two.
  package static func == (left: CookieDigests, right: CookieDigests) -> Bool { true }

  /// Adds nothing.
  package func hash(into hasher: inout Hasher) {}
}
