package import CookieCore
package import StoreModel

/// The cookies of one store with what the screens need to find them quickly.
///
/// It is made once for each snapshot, outside `update`, because that takes time in proportion to the
/// number of cookies. Copies share their storage.
package struct StoreContents: Equatable, Sendable {
  /// What the store held.
  package let snapshot: StoreSnapshot
  /// The sites, in order of their names.
  let sites: [Site]
  /// Totals of each site.
  private(set) var tallies: [SiteTally]
  /// The site of each cookie, as a position in `sites`.
  let siteOfCookie: [Int32]
  /// The issues of each cookie.
  private(set) var issues: [RowIssueSet]
  /// Cookie positions, grouped by site and in order of identity within each.
  let bySite: [Int32]
  /// Where the cookies of each site begin in `bySite`; one more than there are sites.
  let siteStarts: [Int32]
  private let keys: KeyIndex

  /// Sorts a snapshot's cookies by site and looks at each once.
  ///
  /// - Parameters:
  ///   - site: names the site of a host; asked once for each host.
  ///   - issues: judges one cookie at the time of the snapshot.
  package init(
    snapshot: StoreSnapshot, site: (String) -> Site, issues: (Cookie) -> RowIssueSet
  ) {
    self.snapshot = snapshot
    let grouping = SiteGrouping(snapshot.cookies, site: site)
    sites = grouping.sites
    siteOfCookie = grouping.siteOfCookie
    bySite = grouping.bySite
    siteStarts = grouping.starts
    var flags = snapshot.cookies.map(issues)
    Self.noteSharedNames(snapshot, grouping, in: &flags)
    self.issues = flags
    var tallies = Array(repeating: SiteTally(), count: grouping.sites.count)
    for index in snapshot.cookies.indices {
      tallies[Int(grouping.siteOfCookie[index])].add(snapshot.cookies[index], flags[index])
    }
    self.tallies = tallies
    keys = KeyIndex(snapshot.cookies)
  }

  /// Marks the cookies that go with one request together with another of their name.
  private static func noteSharedNames(
    _ snapshot: StoreSnapshot, _ grouping: SiteGrouping, in flags: inout [RowIssueSet]
  ) {
    for site in grouping.sites.indices {
      let group = grouping.bySite[Int(grouping.starts[site])..<Int(grouping.starts[site + 1])]
      guard group.count > 1 else { continue }
      let cookies = group.map { snapshot.cookies[Int($0)] }
      for position in cookies.positionsSharingNames(at: snapshot.takenAt) {
        flags[Int(group[group.startIndex + position])].insert(RowIssueSet(.duplicateName))
      }
    }
  }

  /// Marks the cookies that the shared storage has too, and says otherwise of; all others are unmarked.
  ///
  /// - Parameters:
  ///   - shared: the cookies of the shared storage.
  ///   - lacking: what one of the two cannot hold, and is not compared.
  mutating func compare(with shared: [Cookie], lacking: Set<CookieAttribute>) {
    let mark = RowIssueSet(.differsFromShared)
    var marked: Set<Int> = []
    for other in shared {
      guard let position = position(of: other.key),
        !cookies[position].agrees(with: other, ignoring: lacking)
      else { continue }
      marked.insert(position)
    }
    let before = Set(issues.indices.filter { issues[$0].contains(mark) })
    guard marked != before else { return }
    for position in before.symmetricDifference(marked) {
      let hadIssues = !issues[position].isEmpty
      issues[position].formSymmetricDifference(mark)
      let change = (issues[position].isEmpty ? 0 : 1) - (hadIssues ? 1 : 0)
      tallies[Int(siteOfCookie[position])].issueCount += change
    }
  }

  /// The cookies in the store's own order.
  package var cookies: [Cookie] { snapshot.cookies }

  /// Returns the position of the cookie with an identity, or nil when the store has none.
  package func position(of key: CookieKey) -> Int? {
    keys.position(of: key, in: snapshot.cookies)
  }

  /// Returns the positions of a site's cookies.
  func cookies(ofSite site: Int) -> ArraySlice<Int32> {
    bySite[Int(siteStarts[site])..<Int(siteStarts[site + 1])]
  }

  /// Returns the position of a site, or nil.
  func position(ofSite name: String) -> Int? {
    var low = 0
    var high = sites.count
    while low < high {
      let middle = (low + high) / 2
      if sites[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < sites.count && sites[low].name == name ? low : nil
  }

  /// Compares the snapshots' identity first, which is nearly always enough.
  package static func == (left: StoreContents, right: StoreContents) -> Bool {
    left.snapshot == right.snapshot && left.issues == right.issues && left.sites == right.sites
  }
}

/// Totals of one site in one store, or of several added up.
struct SiteTally: Equatable, Sendable {
  var cookieCount = 0
  /// Bytes of names and values.
  var bytes = 0
  /// When any of its cookies was last used; nil when no store records it.
  var lastUsed: Timestamp?
  /// The earliest expiry; nil when there are only session cookies.
  var nextExpiry: Timestamp?
  var sessionCount = 0
  var partitionedCount = 0
  var issueCount = 0

  mutating func add(_ cookie: Cookie, _ issues: RowIssueSet) {
    cookieCount += 1
    bytes += cookie.nameAndValueCount
    lastUsed = later(lastUsed, cookie.lastAccessTime)
    nextExpiry = earlier(nextExpiry, cookie.expiryTime)
    if cookie.expiryTime == nil { sessionCount += 1 }
    if cookie.partition != nil { partitionedCount += 1 }
    if !issues.isEmpty { issueCount += 1 }
  }

  mutating func add(_ other: SiteTally) {
    cookieCount += other.cookieCount
    bytes += other.bytes
    lastUsed = later(lastUsed, other.lastUsed)
    nextExpiry = earlier(nextExpiry, other.nextExpiry)
    sessionCount += other.sessionCount
    partitionedCount += other.partitionedCount
    issueCount += other.issueCount
  }
}

private func later(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
  guard let left, let right else { return left ?? right }
  return max(left, right)
}

private func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
