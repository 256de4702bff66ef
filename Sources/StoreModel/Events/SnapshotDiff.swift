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
    let (gone, come) = Self.unmatched(before, after)
    guard !come.isEmpty else {
      // With nothing to be looked for there is no need of a table.
      self.entries = gone.map { Self.loss(of: before[$0], before[$0].key, now) }
      sort()
      return
    }
    var old: [CookieKey: Cookie] = [:]
    old.reserveCapacity(gone.count)
    for place in gone { old[before[place].key] = before[place] }
    for cookie in come.map({ after[$0] }) {
      let key = cookie.key
      if let previous = old.removeValue(forKey: key) {
        if previous != cookie { entries.append(Self.change(of: previous, to: cookie, key)) }
      } else {
        entries.append(Entry(kind: .added, before: nil, after: cookie, key: key))
      }
    }
    for (key, cookie) in old { entries.append(Self.loss(of: cookie, key, now)) }
    sort()
  }

  /// Takes two readings whose difference is known.
  ///
  /// - Complexity: O(*d* log *d*) in the differences.
  package init(
    from before: [Cookie], to after: [Cookie], by change: ContentChange, now: Timestamp
  ) {
    let replaced = change.replaced.filter { before[$0.before] != after[$0.after] }
    let (first, second) = (change.removed.count, change.removed.count + replaced.count)
    let keys =
      change.removed.map { before[$0].key } + replaced.map { after[$0.after].key }
      + change.added.map { after[$0].key }
    // Entries are large, so they are made in their order.
    entries = keys.sortedPlaces().map { place in
      if place < first { return Self.loss(of: before[change.removed[place]], keys[place], now) }
      guard place < second else {
        let cookie = after[change.added[place - second]]
        return Entry(kind: .added, before: nil, after: cookie, key: keys[place])
      }
      let (old, new) = (replaced[place - first].before, replaced[place - first].after)
      return Self.change(of: before[old], to: after[new], keys[place])
    }
  }

  private mutating func sort() {
    let places = entries.map(\.key).sortedPlaces()
    entries = places.map { entries[$0] }
  }

  private static func loss(of cookie: Cookie, _ key: CookieKey, _ now: Timestamp) -> Entry {
    let isExpired = cookie.expiryTime.map { $0 <= now } ?? false
    return Entry(kind: isExpired ? .expired : .removed, before: cookie, after: nil, key: key)
  }

  /// The places at which two readings are not plainly the same.
  ///
  /// Stores keep their order, so most cookies are found equal by walking along both, without a key. What is
  /// wrongly held for different here is found out by its key; what is held for equal is equal.
  package static func unmatched(
    _ before: [Cookie], _ after: [Cookie]
  ) -> (before: [Int], after: [Int]) {
    var gone: [Int] = []
    var come: [Int] = []
    var (old, new) = (0, 0)
    // A store in a wholly new order is not worth looking ahead in.
    let patience = 4096
    var misses = 0
    while old < before.count, new < after.count {
      if before[old] == after[new] {
        (old, new) = (old + 1, new + 1)
        misses = 0
        continue
      }
      var step = misses < patience ? 1 : lookAhead
      while step < lookAhead {
        if old + step < before.count, before[old + step] == after[new] {
          gone += old..<old + step
          old += step
          break
        }
        if new + step < after.count, before[old] == after[new + step] {
          come += new..<new + step
          new += step
          break
        }
        step += 1
      }
      guard step == lookAhead else { continue }
      misses += 1
      gone.append(old)
      come.append(new)
      (old, new) = (old + 1, new + 1)
    }
    return (gone + (old..<before.count), come + (new..<after.count))
  }

  /// How many places to look ahead for where two readings go on alike.
  private static let lookAhead = 32

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
