import CookieCore
import StoreModel

/// How far the filter went over the cookies of a catalog, and what passed it.
///
/// A long list is filtered in parts, one for each message, so that a key is never kept waiting.
struct FilterScan: Equatable, Sendable {
  /// Cookies looked at in the first part, which is shown at once.
  static let firstStride = 16_384
  /// Cookies looked at in each part after it; every part is a frame, which takes its time too.
  static let stride = 65_536

  /// How many cookies of the catalog were looked at.
  var position = 0
  /// What passed, in the catalog's order.
  var cookies: [CookieReference] = []
  /// How many cookies of each site of the catalog passed.
  var siteCounts: [Int32] = []
  /// Whether every cookie was looked at.
  var isComplete = false
  /// How many rows of website data of each site of the catalog passed.
  var siteDataCounts: [Int32] = []
  /// The positions of those that did not.
  var hiddenData: Set<Int> = []
  /// The bytes of the names and values of the cookies that passed.
  private(set) var cookieBytes = 0
  /// When any of them was last used; nil when unknown.
  private(set) var cookiesUsed: Timestamp?
  /// What of each site is shown, while something may be hidden; empty otherwise.
  var siteUses: [ShownUse] = []
  /// What is shown of each type besides cookies.
  var dataTotals: [DataType: DataTotals] = [:]

  /// The result without a filter: the catalog's own order, shared and not copied.
  init(everythingIn catalog: Catalog) {
    cookies = catalog.cookies
    siteCounts = catalog.sites.map { Int32(truncatingIfNeeded: $0.tally.cookieCount) }
    siteDataCounts = catalog.sites.map { Int32(truncatingIfNeeded: $0.data.count) }
    sumUp(catalog)
    for summary in catalog.sites { noteUse(summary.tally.bytes, summary.tally.lastUsed) }
    position = catalog.cookies.count
    isComplete = true
  }

  /// The beginning of a scan.
  init(startOf catalog: Catalog) {
    siteCounts = Array(repeating: 0, count: catalog.sites.count)
    siteUses = Array(repeating: ShownUse(), count: catalog.sites.count)
  }

  /// A scan over nothing.
  init() { isComplete = true }

  private mutating func noteUse(_ bytes: Int, _ lastUsed: Timestamp?) {
    cookieBytes += bytes
    guard let lastUsed else { return }
    cookiesUsed = max(cookiesUsed ?? lastUsed, lastUsed)
  }

  /// Looks at the next part.
  mutating func advance(over catalog: Catalog, _ test: RowTest) {
    let count = position == 0 ? Self.firstStride : Self.stride
    let end = min(catalog.cookies.count, position + count)
    var test = test
    var slot: Int32 = -1
    while position < end {
      let reference = catalog.cookies[position]
      position += 1
      if reference.slot != slot {
        slot = reference.slot
        test.enter(slot, of: catalog)
      }
      guard test.passes(reference) else { continue }
      cookies.append(reference)
      let use = test.use(of: reference)
      noteUse(use.bytes, use.lastUsed)
      guard let site = test.catalogSite(of: reference, in: catalog) else { continue }
      siteCounts[site] += 1
      siteUses[site].tally.add(use)
    }
    isComplete = position >= catalog.cookies.count
  }
}

/// Decides which cookies are shown.
///
/// One subject is kept and changed from cookie to cookie, because making one for each would cost more than
/// the filter itself. What the filter does not ask for is not put in.
struct RowTest {
  private let library: Library
  private let filter: Filter
  private let onlyIssues: Bool
  private let guards: [Guard]
  private let marks: Marks
  private let changed: Set<ItemID>
  private let asksForIssues: Bool
  private let asksForMarks: Bool
  private let asksForGuards: Bool
  private let asksForChanges: Bool
  private var slot: Int32 = -1
  private var store = StoreID(rawValue: "")
  private var cookies: [Cookie] = []
  private var siteOfCookie: [Int32] = []
  private var sites: [Site] = []
  private var issues: [RowIssueSet] = []
  private var catalogSites: [Int32] = []
  private var site: Int32 = -1
  private var subject: FilterSubject

  init(_ state: BrowserState) {
    library = state.library
    filter = state.filter.isActive ? state.filter.filter : .everything
    onlyIssues = state.looks.onlyIssues
    guards = state.guards
    marks = state.marks
    changed = state.changedItems
    let fields = filter.fields
    asksForIssues = fields.contains(.issue)
    asksForMarks = fields.contains(.marked)
    asksForGuards = fields.contains(.guarded)
    asksForChanges = fields.contains(.changed)
    subject = FilterSubject(site: "", now: state.asOf)
  }

  /// Whether every cookie passes.
  var isTrivial: Bool { filter.isEmpty && !onlyIssues }

  mutating func passes(_ reference: CookieReference) -> Bool {
    if reference.slot != slot { enter(reference.slot) }
    let index = Int(reference.index)
    guard index < cookies.count else { return false }
    if onlyIssues, issues[index].isEmpty { return false }
    guard !filter.isEmpty else { return true }
    if siteOfCookie[index] != site {
      site = siteOfCookie[index]
      subject.site = sites[Int(site)].name
    }
    subject.goToCookie(at: index)
    if asksForIssues { subject.issues = issues[index].issues.map(\.word) }
    if asksForMarks { subject.isMarked = marks.contains(reference) }
    if asksForGuards { subject.isGuarded = isGuarded(cookies[index].key) }
    if asksForChanges {
      subject.isChanged = changed.contains(ItemID(store: store, key: cookies[index].key))
    }
    return filter.matches(subject)
  }

  /// What a cookie adds to the totals of its site, in the store that was asked about last.
  func use(of reference: CookieReference) -> SiteTally {
    var use = SiteTally()
    let index = Int(reference.index)
    guard reference.slot == slot, index < cookies.count else { return use }
    // The cookie itself is not copied, which would take longer than all the rest.
    use.cookieCount = 1
    use.bytes = cookies[index].nameAndValueCount
    use.lastUsed = cookies[index].lastAccessTime
    use.nextExpiry = cookies[index].expiryTime
    use.sessionCount = use.nextExpiry == nil ? 1 : 0
    use.partitionedCount = cookies[index].partition == nil ? 0 : 1
    use.issueCount = issues[index].isEmpty ? 0 : 1
    return use
  }

  /// The position in the catalog of the site of the cookie that was asked about last.
  func catalogSite(of reference: CookieReference, in catalog: Catalog) -> Int? {
    let map = reference.slot == slot ? catalogSites : catalog.siteMaps[reference.slot] ?? []
    guard
      let local = siteOfCookie.indices.contains(Int(reference.index))
        ? Int(siteOfCookie[Int(reference.index)]) : nil, local < map.count, map[local] >= 0
    else { return nil }
    return Int(map[local])
  }

  /// Takes the maps of a catalog, so that sites are found without a look-up for each cookie.
  mutating func enter(_ slot: Int32, of catalog: Catalog) {
    enter(slot)
    catalogSites = catalog.siteMaps[slot] ?? []
  }

  private mutating func enter(_ slot: Int32) {
    self.slot = slot
    site = -1
    let entry = library[Int(slot)]
    store = entry.id
    cookies = entry.contents?.cookies ?? []
    siteOfCookie = entry.contents?.siteOfCookie ?? []
    sites = entry.contents?.sites ?? []
    issues = entry.contents?.issues ?? []
    subject.setCookies(cookies)
    subject.store = entry.id.rawValue
    subject.app = entry.description.app.name
  }

  private func isGuarded(_ key: CookieKey) -> Bool {
    guards.contains { $0.covers(key, site: subject.site, in: store) }
  }
}
