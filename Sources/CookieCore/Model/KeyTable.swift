/// Finds the identities of a list among many cookies.
///
/// No text and no cookie is copied while it looks, which is what a dictionary of the cookies would cost most by.
package struct KeyTable: Sendable {
  /// The identities, as they were given.
  package let keys: [CookieKey]
  /// The place of an identity in the list; -1 where there is none.
  ///
  /// An identity whose own slot is full is in one of the next.
  private var slots: [Int32]
  /// Of each identity the first place in the list that has it.
  private var first: [Int32]
  private let digests: [UInt64]

  /// Takes a list, in which an identity may come several times.
  package init(_ keys: [CookieKey]) {
    self.keys = keys
    var capacity = 16
    while capacity < keys.count * 2 { capacity *= 2 }
    digests = keys.map { $0.digest }
    slots = Array(repeating: -1, count: capacity)
    first = []
    first.reserveCapacity(keys.count)
    for place in keys.indices {
      var slot = Int(truncatingIfNeeded: digests[place]) & (capacity - 1)
      while slots[slot] >= 0, keys[Int(slots[slot])] != keys[place] {
        slot = (slot + 1) & (capacity - 1)
      }
      if slots[slot] < 0 { slots[slot] = Int32(place) }
      first.append(slots[slot])
    }
  }

  /// The first place in the list of the identity that stands at a place.
  package func firstPlace(ofKeyAt place: Int) -> Int { Int(first[place]) }

  /// The first place in the list of an identity; nil when it is not in it.
  package func place(of key: CookieKey) -> Int? {
    var slot = Int(truncatingIfNeeded: key.digest) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if keys[place] == key { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Of each identity of the list the position of the last cookie that has it; nil when none has.
  ///
  /// - Parameter digests: those of the cookies, where they are known.
  package func positions(in cookies: [Cookie], digests: CookieDigests? = nil) -> [Int?] {
    guard !keys.isEmpty else { return [] }
    let digests = digests ?? CookieDigests(of: cookies)
    precondition(digests.values.count == cookies.count, "digests of another list")
    var found = [Int32](repeating: -1, count: keys.count)
    for (index, digest) in digests.values.enumerated() {
      var slot = Int(truncatingIfNeeded: digest) & (slots.count - 1)
      while slots[slot] >= 0 {
        let place = Int(slots[slot])
        // The digest is here already, and the cookie is somewhere in memory.
        if self.digests[place] == digest, isIdentity(at: place, ofCookieAt: index, in: cookies) {
          found[place] = Int32(index)
          break
        }
        slot = (slot + 1) & (slots.count - 1)
      }
    }
    return first.map { found[Int($0)] < 0 ? nil : Int(found[Int($0)]) }
  }

  private func isIdentity(at place: Int, ofCookieAt index: Int, in cookies: [Cookie]) -> Bool {
    // The fields are read where they are: a cookie that is passed on is copied, with all its texts.
    cookies[index].name == keys[place].name && cookies[index].domain == keys[place].domain
      && cookies[index].path == keys[place].path
      && cookies[index].hostOnly == keys[place].hostOnly
      && cookies[index].partition == keys[place].partition
      && cookies[index].container == keys[place].container
      && cookies[index].sourceScheme == keys[place].sourceScheme
      && cookies[index].sourcePort == keys[place].sourcePort
  }
}
