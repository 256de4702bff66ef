public import CookieCore

/// What is different between two readings of one store.
public struct SnapshotDiff: Hashable, Sendable {
  /// One cookie that is different; an overwrite is one entry.
  public struct Entry: Hashable, Sendable {
    /// Added, changed, removed or expired.
    public var kind: StoreEvent.Kind
    /// The cookie before; nil when there was none.
    public var before: Cookie?
    /// The cookie after; nil when there is none.
    public var after: Cookie?
    /// Which attributes differ; empty unless changed.
    public var differences: Set<StoreEvent.Difference>
    /// Debug when only the time of last access differs.
    public var level: StoreEvent.Level
    /// The identity.
    public var key: CookieKey

    /// Takes every field as it is.
    public init(
      kind: StoreEvent.Kind, before: Cookie?, after: Cookie?,
      differences: Set<StoreEvent.Difference> = [], level: StoreEvent.Level = .info, key: CookieKey
    ) {
      self.kind = kind
      self.before = before
      self.after = after
      self.differences = differences
      self.level = level
      self.key = key
    }
  }

  /// The differences, in order of the keys.
  public var entries: [Entry]

  /// Whether nothing is different.
  public var isEmpty: Bool { entries.isEmpty }

  /// Compares two readings that both succeeded.
  ///
  /// A cookie that is gone after its expiry time has expired; one gone before that was removed.
  ///
  /// - Parameter now: the time of the second reading.
  /// - Complexity: O(*n*) in the cookies of both, and O(*d* log *d*) in the differences.
  public init(from before: [Cookie], to after: [Cookie], now: Timestamp) {
    entries = []
    // Most readings differ little, and stores keep their order: what is equal at both ends needs no key.
    var start = 0
    while start < before.count, start < after.count, before[start] == after[start] { start += 1 }
    var end = 0
    while end < before.count - start, end < after.count - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    { end += 1 }
    var old: [CookieKey: Cookie] = [:]
    for cookie in before[start..<before.count - end] { old[cookie.key] = cookie }
    for cookie in after[start..<after.count - end] {
      let key = cookie.key
      guard let previous = old.removeValue(forKey: key) else {
        entries.append(
          Entry(
            kind: .added, before: nil, after: cookie, differences: [], level: .info, key: key))
        continue
      }
      if previous != cookie { entries.append(Self.change(of: previous, to: cookie, key)) }
    }
    for (key, cookie) in old {
      let isExpired = cookie.expiryTime.map { $0 <= now } ?? false
      entries.append(
        Entry(
          kind: isExpired ? .expired : .removed, before: cookie, after: nil, differences: [],
          level: .info, key: key))
    }
    entries.sort { $0.key < $1.key }
  }

  private static func change(of before: Cookie, to after: Cookie, _ key: CookieKey) -> Entry {
    let differences = before.eventDifferences(from: after)
    return Entry(
      kind: .changed, before: before, after: after, differences: differences,
      level: differences == [.lastAccess] ? .debug : .info, key: key)
  }
}

extension Cookie {
  /// Which attributes differ, in the words of the log.
  public func eventDifferences(from other: Cookie) -> Set<StoreEvent.Difference> {
    var found: Set<StoreEvent.Difference> = []
    if value != other.value || encryptedValue != other.encryptedValue { found.insert(.value) }
    if expiryTime != other.expiryTime { found.insert(.expiry) }
    if secure != other.secure { found.insert(.secure) }
    if httpOnly != other.httpOnly { found.insert(.httpOnly) }
    if sameSite != other.sameSite { found.insert(.sameSite) }
    if creationTime != other.creationTime { found.insert(.creation) }
    if lastAccessTime != other.lastAccessTime { found.insert(.lastAccess) }
    var rest = self
    rest.value = other.value
    rest.encryptedValue = other.encryptedValue
    rest.expiryTime = other.expiryTime
    rest.secure = other.secure
    rest.httpOnly = other.httpOnly
    rest.sameSite = other.sameSite
    rest.creationTime = other.creationTime
    rest.lastAccessTime = other.lastAccessTime
    if rest != other { found.insert(.other) }
    return found
  }
}
