public import CookieCore

/// What both stores of a link held when they last agreed, and what was deleted from both since.
///
/// No value is in it: of each cookie a digest tells whether its value is still the same.
public struct SyncBase: Hashable, Codable, Sendable {
  /// A cookie that both stores held.
  public struct Entry: Hashable, Codable, Sendable {
    /// The cookie as the first store held it, with an empty value.
    public var cookie: Cookie
    /// The digest of its value.
    public var digest: ValueDigest
    /// The store that had it no longer at the last sync, whose deletion was not carried; nil for none.
    public var goneFrom: StoreID?
  }

  /// A cookie that was deleted from both stores.
  public struct Tombstone: Hashable, Codable, Sendable {
    /// The identity, as both stores could tell it.
    public var key: CookieKey
    /// The digest of the value it had.
    public var digest: ValueDigest
    /// When both stores were without it.
    public var deletedAt: Timestamp
    /// When it would have expired; nil for the end of a session, and where that was not kept.
    public var expiryTime: Timestamp?
    /// The store that had lost it by other hands than Pantler's when the deletion was carried; nil for neither.
    public var deletedIn: StoreID?

    /// Takes every field as it is.
    public init(
      key: CookieKey, digest: ValueDigest, deletedAt: Timestamp, expiryTime: Timestamp? = nil,
      deletedIn: StoreID? = nil
    ) {
      self.key = key
      self.digest = digest
      self.deletedAt = deletedAt
      self.expiryTime = expiryTime
      self.deletedIn = deletedIn
    }
  }

  /// A cookie that a sync was about to put into a store.
  public struct Intent: Hashable, Codable, Sendable {
    /// The store.
    public var store: StoreID
    /// What was to be put there.
    public var entry: Entry

    /// Takes both as they are.
    public init(store: StoreID, entry: Entry) {
      self.store = store
      self.entry = entry
    }
  }

  /// The first store.
  public var web: StoreID
  /// The second store.
  public var shared: StoreID
  /// When they agreed.
  public var takenAt: Timestamp
  /// What makes the digests of this link unlike those of others.
  public var salt: String
  /// What they agreed on.
  public private(set) var entries: BlockList<Entry>
  /// The digests of the cookies that they agreed on, where they were made.
  private var digests: CookieDigests?
  /// What was deleted, for the thirty days after.
  public var tombstones: [Tombstone]
  /// What a sync that may have been broken off was about to carry; empty after one that came to its end.
  ///
  /// What a store has of it is agreed on as well, so that its deletion there is seen as one.
  public var pending: [Intent] = []
  /// Whether what came after this was lost, so that it is not what the two agreed on last.
  public var isCutOff = false
  /// What Pantler itself removed from the stores since and nobody put back, without values.
  ///
  /// It is taken from the journal where it is asked for, and not kept here.
  public var ownRemovals: [StoreID: [Cookie]] = [:]

  private enum CodingKeys: String, CodingKey {
    case web, shared, takenAt, salt, entries, tombstones
  }

  /// Takes every field as it is.
  public init(
    web: StoreID, shared: StoreID, takenAt: Timestamp, salt: String, entries: [Entry],
    tombstones: [Tombstone] = []
  ) {
    self.web = web
    self.shared = shared
    self.takenAt = takenAt
    self.salt = salt
    self.entries = BlockList(entries)
    self.tombstones = tombstones
  }

  /// Remembers cookies without their values.
  public init(
    web: StoreID, shared: StoreID, takenAt: Timestamp, salt: String, cookies: [Cookie]
  ) {
    self.init(
      web: web, shared: shared, takenAt: takenAt, salt: salt,
      entries: cookies.map { Entry(of: $0, salt: salt) })
  }

  /// How long a deletion is remembered, in seconds.
  static let retention: Int64 = 30 * 86_400

  /// Makes the digests of what was agreed on, by which some of it is found without a look at the rest.
  package mutating func makeDigests() {
    digests = CookieDigests(entries.map(\.cookie.digest))
  }

  /// Forgets what was agreed on, but not what was deleted.
  package mutating func forgetEntries() {
    entries = []
    digests = nil
  }

  /// Puts in order what was agreed on and deleted.
  mutating func sort() {
    entries = BlockList(entries.map(\.cookie.key).sortedPlaces().map { entries[$0] })
    tombstones.sort { $0.key < $1.key }
    digests = nil
  }

  /// The digest of each entry, as both stores can tell it.
  func digests(_ identity: SyncIdentity) -> CookieDigests {
    if identity.tellsPath, let digests { return digests }
    return CookieDigests(entries.map { identity.digest(of: $0.cookie) })
  }

  /// The places of the entries that have one of some digests.
  func places(of some: Set<UInt64>, _ identity: SyncIdentity) -> [Int] {
    DigestSet(some).places(in: digests(identity))
  }

  /// Makes one step.
  ///
  /// - Returns: whether there is such a place.
  @discardableResult
  public mutating func make(_ change: Change) -> Bool {
    switch change {
    case .add(let entry):
      entries.append(entry)
      digests?.values.append(entry.cookie.digest)
    case .bury(let tombstone): tombstones.append(tombstone)
    case .replace(let place, let entry):
      guard entries.indices.contains(place) else { return false }
      entries[place] = entry
      digests?.values[place] = entry.cookie.digest
    case .remove(let place):
      guard entries.indices.contains(place) else { return false }
      entries.swapAt(place, entries.count - 1)
      entries.removeLast()
      digests?.values.swapAt(place, entries.count)
      digests?.values.removeLast()
    case .unbury(let place):
      guard tombstones.indices.contains(place) else { return false }
      tombstones.swapAt(place, tombstones.count - 1)
      tombstones.removeLast()
    }
    return true
  }
}

extension SyncBase.Entry {
  /// Takes what was remembered; the cookie has no value.
  package init(cookie: Cookie, digest: ValueDigest) {
    self.cookie = cookie
    self.digest = digest
  }

  /// Remembers a cookie without its value.
  public init(of cookie: Cookie, salt: String) {
    digest = ValueDigest(of: cookie, salt: salt)
    self.cookie = cookie.withoutValue
  }

  /// Reports whether a cookie says what the two stores agreed on.
  public func agrees(
    with other: Cookie, ignoring: Set<CookieAttribute>, salt: String
  ) -> Bool {
    cookie.agreesApartFromValue(with: other, ignoring: ignoring)
      && digest == ValueDigest(of: other, salt: salt)
  }
}

extension SyncBase.Tombstone {
  /// Reports whether a cookie of a store is what was deleted, come back, rather than one that was set anew.
  ///
  /// What comes back is a copy that somebody still had. A value of its own, a later creation and a later expiry make
  /// it a new one, and so does the store: who deleted it there has no copy to put back. Where the store doesn't know
  /// when it was made, it has come back within the ten minutes after the deletion.
  func names(_ cookie: Cookie, in store: StoreID, salt: String, now: Timestamp) -> Bool {
    guard deletedIn != store else { return false }
    // Stores keep times more or less exactly.
    if let expiryTime, let later = cookie.expiryTime, later > expiryTime.adding(seconds: 1) {
      return false
    }
    let isOld =
      cookie.creationTime.map { $0 <= deletedAt } ?? (now < deletedAt.adding(seconds: 600))
    return isOld && digest == ValueDigest(of: cookie, salt: salt)
  }
}
