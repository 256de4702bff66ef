import CookieCore

/// The cookies of two stores, those that are plainly alike apart from the others.
///
/// Nearly all cookies are alike, so they are told by digests, and no key is made of them.
///
/// - Complexity: O(*n*) in the cookies of both stores, on numbers where only some are looked at.
struct SyncMatch {
  /// The cookies that both stores have alike and alive: the place in the first one, and the digest.
  private(set) var alike: [(place: Int, digest: UInt64)] = []
  /// All others of the first store.
  private(set) var web: [Cookie] = []
  /// All others of the second store.
  private(set) var shared: [Cookie] = []
  /// The digests of those others.
  private(set) var digests: Set<UInt64> = []
  /// When the first of those that are alike expires; nil when none does.
  private(set) var alikeUntil: Timestamp?

  /// The cookies of one store that are looked at.
  private struct Side {
    let cookies: [Cookie]
    let digests: [UInt64]
    let places: [Int]

    init(_ snapshot: StoreSnapshot, _ identity: SyncIdentity, _ some: DigestSet?) {
      cookies = snapshot.cookies
      let all = identity.digests(of: snapshot.cookies, snapshot.digests)
      places = some?.places(in: all) ?? Array(cookies.indices)
      digests = some == nil ? all.values : places.map { all.values[$0] }
    }
  }

  private enum Partner { case none, alike, different }

  /// Compares two stores.
  ///
  /// - Parameter some: the digests of those that are looked at; nil for all.
  init(
    _ web: StoreSnapshot, _ shared: StoreSnapshot, _ identity: SyncIdentity, now: Timestamp,
    among some: DigestSet? = nil
  ) {
    let left = Side(web, identity, some)
    let right = Side(shared, identity, some)
    var indices: [UInt64: Int] = [:]
    indices.reserveCapacity(left.digests.count)
    // Where several cookies have one digest, their keys have to tell.
    var doubled: Set<UInt64> = []
    for (index, digest) in left.digests.enumerated()
    where indices.updateValue(index, forKey: digest) != nil {
      doubled.insert(digest)
    }
    var partners: [Partner] = Array(repeating: .none, count: left.digests.count)
    var ends: [Timestamp?] = Array(repeating: nil, count: left.digests.count)
    for (index, digest) in right.digests.enumerated() {
      guard let other = indices[digest] else { continue }
      guard partners[other] == .none else {
        doubled.insert(digest)
        continue
      }
      let (one, two) = (left.places[other], right.places[index])
      let isAlike = identity.areAlike(left.cookies, one, right.cookies, two, now)
      partners[other] = isAlike ? .alike : .different
      ends[other] = Self.earlier(left.cookies[one].expiryTime, right.cookies[two].expiryTime)
    }
    // A cookie of the second store is alike when its partner is, and no other has its digest.
    for (index, digest) in left.digests.enumerated() {
      if partners[index] == .alike, !doubled.contains(digest) {
        alike.append((left.places[index], digest))
        alikeUntil = Self.earlier(alikeUntil, ends[index])
      } else {
        self.web.append(left.cookies[left.places[index]])
        digests.insert(digest)
      }
    }
    for (index, digest) in right.digests.enumerated() {
      if let other = indices[digest], partners[other] == .alike, !doubled.contains(digest) {
        continue
      }
      self.shared.append(right.cookies[right.places[index]])
      digests.insert(digest)
    }
  }

  private static func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension SyncIdentity {
  /// Reports whether two cookies are one and the same, alive in both stores.
  ///
  /// They are looked at where they are: a cookie that is passed on is copied, with all its texts.
  fileprivate func areAlike(
    _ web: [Cookie], _ one: Int, _ shared: [Cookie], _ other: Int, _ now: Timestamp
  ) -> Bool {
    isSame(web[one], shared[other]) && !web[one].isOver(at: now) && !shared[other].isOver(at: now)
      && web[one].agrees(with: shared[other], ignoring: ignored)
  }
}

extension Cookie {
  /// Whether the cookie has expired.
  fileprivate func isOver(at now: Timestamp) -> Bool { expiryTime.map { $0 <= now } ?? false }
}
