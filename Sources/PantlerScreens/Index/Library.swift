package import CookieCore
package import StoreModel

/// Every store that was found, with what is known of it.
package struct Library: Equatable, Sendable {
  /// The stores in order of their ids.
  package private(set) var entries: [StoreEntry] = []

  /// Takes over what discovery found; stores known before keep their contents.
  mutating func adopt(_ descriptions: [StoreDescription]) {
    let known = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    entries = descriptions.sorted { $0.id < $1.id }.map { description in
      var entry = known[description.id] ?? StoreEntry(description: description)
      entry.description = description
      return entry
    }
  }

  /// Returns the position of a store, or nil.
  package func slot(of id: StoreID) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }

  /// The store at a position.
  package subscript(slot: Int) -> StoreEntry {
    get { entries[slot] }
    set { entries[slot] = newValue }
  }

  /// Returns the entry of a store, or nil.
  package func entry(of id: StoreID) -> StoreEntry? {
    slot(of: id).map { entries[$0] }
  }

  /// The cookie that a reference stands for.
  package subscript(reference: CookieReference) -> Cookie? {
    guard let contents = entries[Int(reference.slot)].contents else { return nil }
    let index = Int(reference.index)
    return index < contents.cookies.count ? contents.cookies[index] : nil
  }

  /// Returns where a cookie stands, or nil when it is not there.
  func reference(to item: ItemID) -> CookieReference? {
    guard let slot = slot(of: item.store),
      let index = entries[slot].contents?.position(of: item.key)
    else { return nil }
    return CookieReference(slot: slot, index: index)
  }

  /// Returns the identity of the cookie that a reference stands for.
  func item(_ reference: CookieReference) -> ItemID? {
    self[reference].map { ItemID(store: entries[Int(reference.slot)].id, key: $0.key) }
  }

  /// The site of the cookie that a reference stands for.
  func site(of reference: CookieReference) -> Site? {
    guard let contents = entries[Int(reference.slot)].contents,
      Int(reference.index) < contents.siteOfCookie.count
    else { return nil }
    return contents.sites[Int(contents.siteOfCookie[Int(reference.index)])]
  }

  /// The issues of the cookie that a reference stands for.
  func issues(of reference: CookieReference) -> RowIssueSet {
    guard let issues = entries[Int(reference.slot)].contents?.issues,
      Int(reference.index) < issues.count
    else { return [] }
    return issues[Int(reference.index)]
  }

  /// The number of cookies that were read.
  var cookieCount: Int {
    entries.reduce(0) { $0 + ($1.contents?.cookies.count ?? 0) }
  }
}

/// The identity of a cookie among all stores.
package struct ItemID: Hashable, Sendable {
  /// The store.
  package var store: StoreID
  /// The identity within the store.
  package var key: CookieKey

  /// Makes an identity.
  package init(store: StoreID, key: CookieKey) {
    self.store = store
    self.key = key
  }
}

/// One store with what is known of it.
package struct StoreEntry: Equatable, Sendable {
  /// How far reading got.
  package enum Phase: Equatable, Sendable {
    /// Found and not asked for yet.
    case unread
    case reading
    case ready
    /// Reading failed; what was read before is still shown.
    case failed(StoreFailure)
  }

  /// What discovery found.
  package var description: StoreDescription
  /// How far reading got.
  package var phase = Phase.unread
  /// Counts the readings asked for, so that a late answer is recognised.
  package var generation = 0
  /// Whether a reading that was made by the observer is on its way.
  var isRefreshing = false
  /// Whether more was seen since that was asked for.
  var needsRefresh = false
  /// The cookies; nil before the first reading.
  package var contents: StoreContents?
  /// What sites keep besides in its profile; nil when that was not listed, or another store shows it.
  package var data: StoreData?
  /// How many files of its profile were looked at; nil while no listing is under way.
  var listedFiles: Int?
  /// How it is observed; nil when it is not.
  package var health: StoreHealth?

  /// Makes an entry that was not read.
  package init(description: StoreDescription) { self.description = description }

  /// The identity of the store.
  package var id: StoreID { description.id }

  /// The name for people: the app's and the store's.
  var name: String { description.app.name + " ▸ " + description.title }
}

/// How the observer of a store is doing.
package struct StoreHealth: Equatable, Sendable {
  /// The store.
  package var store: StoreID
  /// The means; nil when the observer is not attached.
  package var means: ObservationMeans?
  /// When something was last seen; nil when nothing was.
  package var lastEvent: Timestamp?
  /// How long a change takes to be seen.
  package var delayMilliseconds: Int?
  /// How many changes only the slow poll found.
  package var missedCount: Int
  /// What the last self-test showed; nil when there was none.
  package var test: Test?

  /// A change of a file of Pantler's own, which the observer had to see.
  package struct Test: Equatable, Sendable {
    /// After how long it was seen; nil when it was not.
    package var seenAfterMilliseconds: Int?
    /// Whether that file was on the file system of the store; nil when that is unknown.
    package var isOnSameFileSystem: Bool?

    /// Takes both as they are.
    package init(seenAfterMilliseconds: Int?, isOnSameFileSystem: Bool?) {
      self.seenAfterMilliseconds = seenAfterMilliseconds
      self.isOnSameFileSystem = isOnSameFileSystem
    }
  }

  /// Takes every field as it is.
  package init(
    store: StoreID, means: ObservationMeans?, lastEvent: Timestamp?, delayMilliseconds: Int?,
    missedCount: Int = 0, test: Test? = nil
  ) {
    self.store = store
    self.means = means
    self.lastEvent = lastEvent
    self.delayMilliseconds = delayMilliseconds
    self.missedCount = missedCount
    self.test = test
  }
}
