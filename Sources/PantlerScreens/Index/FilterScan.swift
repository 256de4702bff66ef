import CookieCore
import StoreModel

/// How far the filter went over the cookies of a catalog, and what passed it.
///
/// A long list is filtered in parts, one for each message, so that a key is never kept waiting.
struct FilterScan: Equatable, Sendable {
  /// Cookies looked at in one part.
  static let stride = 16_384

  /// How many cookies of the catalog were looked at.
  var position = 0
  /// What passed, in the catalog's order.
  var cookies: [CookieReference] = []
  /// How many cookies of each site of the catalog passed.
  var siteCounts: [Int32] = []
  /// Whether every cookie was looked at.
  var isComplete = false

  /// The result without a filter: the catalog's own order, shared and not copied.
  init(everythingIn catalog: Catalog) {
    cookies = catalog.cookies
    siteCounts = catalog.sites.map { Int32(truncatingIfNeeded: $0.tally.cookieCount) }
    position = catalog.cookies.count
    isComplete = true
  }

  /// The beginning of a scan.
  init(startOf catalog: Catalog) {
    siteCounts = Array(repeating: 0, count: catalog.sites.count)
  }

  /// A scan over nothing.
  init() { isComplete = true }

  /// Looks at the next part.
  mutating func advance(over catalog: Catalog, _ test: RowTest) {
    let end = min(catalog.cookies.count, position + Self.stride)
    var test = test
    while position < end {
      let reference = catalog.cookies[position]
      position += 1
      guard test.passes(reference) else { continue }
      cookies.append(reference)
      if let site = test.catalogSite(of: reference, in: catalog) { siteCounts[site] += 1 }
    }
    isComplete = position >= catalog.cookies.count
  }
}

/// Decides which cookies are shown.
///
/// One subject is kept and changed from cookie to cookie, because making one for each would cost more than
/// the filter itself.
struct RowTest {
  private let library: Library
  private let filter: Filter
  private let onlyIssues: Bool
  private let guards: [Guard]
  private let marks: Marks
  private let changed: Set<ItemID>
  private var slot: Int32 = -1
  private var contents: StoreContents?
  private var subject: FilterSubject

  init(_ state: BrowserState) {
    library = state.library
    filter = state.filter.isActive ? state.filter.filter : .everything
    onlyIssues = state.looks.onlyIssues
    guards = state.guards
    marks = state.marks
    changed = state.changedItems
    subject = FilterSubject(site: "", now: state.asOf)
  }

  /// Whether every cookie passes.
  var isTrivial: Bool { filter.isEmpty && !onlyIssues }

  mutating func passes(_ reference: CookieReference) -> Bool {
    if reference.slot != slot { enter(reference.slot) }
    guard let contents else { return false }
    let index = Int(reference.index)
    if onlyIssues, contents.issues[index].isEmpty { return false }
    guard !filter.isEmpty else { return true }
    let site = Int(contents.siteOfCookie[index])
    subject.cookie = contents.cookies[index]
    subject.site = contents.sites[site].name
    subject.issues =
      contents.issues[index].isEmpty ? [] : contents.issues[index].issues.map(\.word)
    subject.isMarked = marks.contains(reference)
    if !guards.isEmpty { subject.isGuarded = isGuarded(contents, index, site) }
    if !changed.isEmpty {
      subject.isChanged = changed.contains(
        ItemID(store: contents.snapshot.store, key: contents.cookies[index].key))
    }
    return filter.matches(subject)
  }

  /// The position in the catalog of a cookie's site.
  func catalogSite(of reference: CookieReference, in catalog: Catalog) -> Int? {
    guard let contents else { return nil }
    let local = Int(contents.siteOfCookie[Int(reference.index)])
    guard let position = catalog.siteMaps[reference.slot]?[local], position >= 0 else { return nil }
    return Int(position)
  }

  private mutating func enter(_ slot: Int32) {
    self.slot = slot
    let entry = library[Int(slot)]
    contents = entry.contents
    subject.store = entry.id.rawValue
    subject.app = entry.description.app.name
  }

  private func isGuarded(_ contents: StoreContents, _ index: Int, _ site: Int) -> Bool {
    let key = contents.cookies[index].key
    let name = contents.sites[site].name
    return guards.contains { $0.covers(key, site: name, in: contents.snapshot.store) }
  }
}
