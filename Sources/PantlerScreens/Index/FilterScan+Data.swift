import CookieCore
import StoreModel

extension FilterScan {
  /// Decides which rows of website data are shown; there are few against cookies, so all at once.
  mutating func filterData(of catalog: Catalog, _ state: BrowserState) {
    siteDataCounts = Array(repeating: 0, count: catalog.sites.count)
    defer { sumUp(catalog) }
    guard !state.looks.onlyIssues else {
      hiddenData = Set(catalog.data.indices)
      return
    }
    let filter = state.filter.isActive ? state.filter.filter : .everything
    hiddenData = []
    for (index, row) in catalog.data.enumerated() {
      if filter.isEmpty || filter.matches(Self.subject(row, catalog, state)) {
        siteDataCounts[Int(row.site)] += 1
        siteUses[Int(row.site)].add(row)
      } else {
        hiddenData.insert(index)
      }
    }
  }

  /// Adds up what is shown of each type.
  mutating func sumUp(_ catalog: Catalog) {
    dataTotals = [:]
    for (index, row) in catalog.data.enumerated() where !hiddenData.contains(index) {
      dataTotals[row.type, default: DataTotals()].add(row)
    }
  }

  /// Whether anything of a site is shown.
  func shows(site: Int) -> Bool {
    siteCounts[site] > 0 || (siteDataCounts.indices.contains(site) && siteDataCounts[site] > 0)
  }

  /// The number of sites of which anything is shown.
  var shownSiteCount: Int { siteCounts.indices.count { shows(site: $0) } }

  private static func subject(
    _ row: DataRow, _ catalog: Catalog, _ state: BrowserState
  ) -> FilterSubject {
    let site = catalog.sites[Int(row.site)].site
    let entry = row.slots.first.map { state.library[Int($0)] }
    var subject = FilterSubject(
      site: site.name, store: entry?.id.rawValue ?? "", app: entry?.description.app.name ?? "",
      now: state.asOf)
    subject.hosts = row.hosts
    subject.types = [row.type]
    subject.byteCount = row.usage.bytes
    subject.lastUsed = row.lastUsed
    subject.isGuarded = state.isGuarded(row, in: catalog)
    return subject
  }
}

extension BrowserState {
  /// Whether a guard keeps a row of website data in every store that has it.
  func isGuarded(_ row: DataRow, in catalog: Catalog) -> Bool {
    guard !guards.isEmpty else { return false }
    let owner = DataRecord.Owner(site: catalog.sites[Int(row.site)].site, topSite: row.topSite)
    return row.slots.allSatisfy { slot in
      guards.contains { $0.covers(row.type, of: owner, in: library[Int(slot)].id) }
    }
  }
}
