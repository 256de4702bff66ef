import CookieCore
import StoreModel

/// The order of rows, which goes by what stands beside them; what is unknown comes last.
extension BrowserState {
  /// The sites that the filter lets through, in the order chosen.
  var shownSites: [Int32] {
    guard scan.siteCounts.count == catalog.sites.count else { return [] }
    let shown = catalog.siteOrder.filter { scan.shows(site: Int($0)) }
    // What is hidden does not count in the order either; that is known when everything was looked at.
    let keys: [Sorting.Key] = [.cookies, .size, .used, .created, .expires]
    guard isNarrowed, scan.isComplete, keys.contains(looks.siteSorting.key) else { return shown }
    let places = shown.sorted()
    return SiteSorter(sites: places.map { shownSummary(ofSite: Int($0)) })
      .order(by: looks.siteSorting).map { places[Int($0)] }
  }

  /// The sites of which cookies are shown, in the order of what their cookies alone have.
  ///
  /// Among cookies that is the order chosen for cookies, in which the first of a site stands for it.
  var sitesWithCookies: [Int32] {
    let shown = shownSites.filter { scan.siteCounts[Int($0)] > 0 }
    let sorting = self.sorting
    // Without other data the sites are in this order already.
    guard !catalog.data.isEmpty || sorting != looks.siteSorting, scan.isComplete else {
      return shown
    }
    let places = shown.sorted()
    return SiteSorter(sites: places.map { cookieSummary(ofSite: Int($0)) })
      .order(by: sorting).map { places[Int($0)] }
  }

  /// What the cookies of a site alone have that are shown.
  func cookieSummary(ofSite index: Int) -> SiteSummary {
    var summary = shownSummary(ofSite: index)
    summary.dataBytes = nil
    summary.dataUsed = nil
    return summary
  }

  /// The types of which the filter leaves anything, in WebKit's order or in that of their totals.
  var shownTypes: [DataType] {
    let shown =
      isNarrowed
      ? catalog.types.filter {
        $0 == .cookies ? !scan.cookies.isEmpty : scan.dataTotals[$0] != nil
      } : catalog.types
    let totals = shown.map(shownTotals)
    return order(of: totals) { totals, key in
      switch key {
      case .cookies: totals.count.map(Int64.init)
      case .size: totals.bytes.map(Int64.init)
      case .used: totals.lastUsed?.microseconds
      default: nil
      }
    }.map { shown[$0] }
  }

  /// What is shown of a type in all.
  func shownTotals(of type: DataType) -> DataTotals {
    guard type == .cookies else { return scan.dataTotals[type] ?? DataTotals() }
    return DataTotals(
      count: scan.cookies.count, bytes: scan.cookieBytes, lastUsed: scan.cookiesUsed)
  }

  /// The rows of a site's data that the filter lets through.
  func dataRows(ofSite site: Int) -> [TableRow] {
    ordered(catalog.sites[site].data.filter { !scan.hiddenData.contains($0) })
  }

  /// The rows of a type, cookies apart, that the filter lets through.
  func dataRows(ofType type: DataType) -> [TableRow] {
    let rows = ordered(shownData(ofType: type))
    let isReversed = looks.siteSorting.key == .site && looks.siteSorting.isDescending
    return isReversed ? rows.reversed() : rows
  }

  private func ordered(_ places: [Int]) -> [TableRow] {
    order(of: places.map { catalog.data[$0] }) { row, key in
      switch key {
      case .cookies: row.usage.count.map(Int64.init)
      case .size: row.usage.bytes.map(Int64.init)
      case .used: row.lastUsed?.microseconds
      default: nil
      }
    }.map { .data(Int32(places[$0]), depth: 1) }
  }

  /// The cookies of a site that are shown, in the order chosen for sites where cookies have what it goes by.
  func cookieRows(ofSite site: Int) -> [TableRow] {
    let cookies = cookies(ofSite: site)
    let key = sorting.key
    guard [.size, .used, .created, .expires].contains(key) else {
      return cookies.map { .cookie($0, depth: 1) }
    }
    return order(of: cookies.map { library.use(of: $0) }) { use, key in
      switch key {
      case .size: Int64(use.bytes)
      case .used: use.lastUsed?.microseconds
      case .expires: use.nextExpiry?.microseconds
      default: nil
      }
    }.map { .cookie(cookies[$0], depth: 1) }
  }

  /// The positions of some rows in the order chosen; those that are equal stay in the order they come in.
  private func order<Row>(
    of rows: [Row], by number: (Row, Sorting.Key) -> Int64?
  ) -> [Int] {
    let sorting = self.sorting
    let keys = rows.map {
      SortNumber(number($0, sorting.key), isDescending: sorting.isDescending)
    }
    return rows.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
  }
}
