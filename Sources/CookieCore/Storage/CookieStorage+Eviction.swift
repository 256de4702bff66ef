extension CookieStorage {
  /// Makes room after a cookie was stored.
  ///
  /// Expired cookies are gone before this is called. Then, in an over-full domain, cookies without Secure go first,
  /// then any; then any in the whole store. Among equals the one accessed longest ago goes first, and the new
  /// cookie last.
  ///
  /// - Source: RFC 6265bis 5.7, "remove excess cookies".
  mutating func evict(for cookie: Cookie, at time: Timestamp) -> [CookieChange] {
    var changes: [CookieChange] = []
    let domain = Self.bucketName(cookie.domain)
    if let limit = policy.maximumPerDomain, let bucket = buckets[domain], bucket.count > limit {
      let victims = bucket.sorted { Self.goesBefore($0, $1, sparesSecure: true) }
      changes += evict(victims.prefix(bucket.count - limit))
    }
    if let limit = policy.maximumCount, count > limit {
      let victims = leastRecentlyUsed(count - limit)
      changes += evict(victims[...])
    }
    return changes
  }

  private func leastRecentlyUsed(_ number: Int) -> [Entry] {
    let all = buckets.values.joined()
    // One over the limit is the ordinary case, and needs no sorting.
    guard number > 1 else {
      return all.min { Self.goesBefore($0, $1, sparesSecure: false) }.map { [$0] } ?? []
    }
    return Array(all.sorted { Self.goesBefore($0, $1, sparesSecure: false) }.prefix(number))
  }

  private mutating func evict(_ entries: ArraySlice<Entry>) -> [CookieChange] {
    for entry in entries {
      _ = removeEntry(entry.order, inDomain: Self.bucketName(entry.cookie.domain))
    }
    return entries.map { CookieChange(.evicted, $0.cookie) }
  }

  private static func goesBefore(_ left: Entry, _ right: Entry, sparesSecure: Bool) -> Bool {
    if sparesSecure, left.cookie.secure != right.cookie.secure { return !left.cookie.secure }
    let times = (left.cookie.lastAccessTime, right.cookie.lastAccessTime)
    switch times {
    case (let leftTime?, let rightTime?) where leftTime != rightTime: return leftTime < rightTime
    case (nil, _?): return true
    case (_?, nil): return false
    default: return left.order < right.order
    }
  }
}
