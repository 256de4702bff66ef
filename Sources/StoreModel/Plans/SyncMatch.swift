import CookieCore

/// The cookies of two stores, those that are plainly alike apart from the others.
///
/// Nearly all cookies are alike, so they are told by digests, and no key is made of them.
///
/// - Complexity: O(*n*) in the cookies of both stores.
struct SyncMatch {
  /// The cookies that both stores have alike and alive: the place in the first one, and the digest.
  private(set) var alike: [(place: Int, digest: UInt64)] = []
  /// All others of the first store.
  private(set) var web: [Cookie] = []
  /// All others of the second store.
  private(set) var shared: [Cookie] = []
  /// The digests of those others.
  private(set) var digests: Set<UInt64> = []

  init(_ web: [Cookie], _ shared: [Cookie], _ identity: SyncIdentity, now: Timestamp) {
    let webDigests = web.map(identity.digest)
    let sharedDigests = shared.map(identity.digest)
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(web.count)
    // Where several cookies have one digest, their keys have to tell.
    var doubled: Set<UInt64> = []
    for (place, digest) in webDigests.enumerated()
    where places.updateValue(place, forKey: digest) != nil {
      doubled.insert(digest)
    }
    var partners: [Partner] = Array(repeating: .none, count: web.count)
    for (place, digest) in sharedDigests.enumerated() {
      guard let other = places[digest] else { continue }
      guard partners[other] == .none else {
        doubled.insert(digest)
        continue
      }
      let isAlike =
        identity.isSame(web[other], shared[place]) && !web[other].isOver(at: now)
        && !shared[place].isOver(at: now)
        && web[other].agrees(with: shared[place], ignoring: identity.ignored)
      partners[other] = isAlike ? .alike : .different
    }
    // A cookie of the second store is alike when its partner is, and no other has its digest.
    for (place, digest) in webDigests.enumerated() {
      if partners[place] == .alike, !doubled.contains(digest) {
        alike.append((place, digest))
      } else {
        self.web.append(web[place])
        digests.insert(digest)
      }
    }
    for (place, digest) in sharedDigests.enumerated() {
      if let other = places[digest], partners[other] == .alike, !doubled.contains(digest) {
        continue
      }
      self.shared.append(shared[place])
      digests.insert(digest)
    }
  }

  private enum Partner { case none, alike, different }
}

extension Cookie {
  /// Whether the cookie has expired.
  fileprivate func isOver(at now: Timestamp) -> Bool { expiryTime.map { $0 <= now } ?? false }
}
