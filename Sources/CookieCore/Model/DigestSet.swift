/// A few digests that are looked for among many.
package struct DigestSet: Sendable {
  /// The digests.
  package let members: Set<UInt64>
  /// A bit for each digest, at the place that its last bits say; most that are no members are told by it alone.
  private var bits: [UInt64]

  /// Takes digests.
  package init(_ members: Set<UInt64>) {
    self.members = members
    var capacity = 64
    while capacity < members.count * 16 { capacity *= 2 }
    bits = Array(repeating: 0, count: capacity / 64)
    for digest in members {
      let place = Int(truncatingIfNeeded: digest) & (capacity - 1)
      bits[place / 64] |= 1 << UInt64(place % 64)
    }
  }

  /// Reports whether a digest is in the set.
  package func contains(_ digest: UInt64) -> Bool {
    let place = Int(truncatingIfNeeded: digest) & (bits.count * 64 - 1)
    return bits[place / 64] >> UInt64(place % 64) & 1 == 1 && members.contains(digest)
  }

  /// The places in a list that have one of the digests, in ascending order.
  package func places(in digests: CookieDigests) -> [Int] {
    digests.values.indices.filter { contains(digests.values[$0]) }
  }
}
