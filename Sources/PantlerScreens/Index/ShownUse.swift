import CookieCore
import StoreModel

/// What of a site the filter lets through.
struct ShownUse: Equatable, Sendable {
  /// Of its cookies.
  var tally = SiteTally()
  /// The bytes of its website data; nil when unknown, or when there is none.
  var dataBytes: Int?
  /// When any of that was last used; nil when unknown.
  var dataUsed: Timestamp?

  /// Adds a row of website data.
  mutating func add(_ row: DataRow) {
    dataBytes = row.usage.added(to: dataBytes)
    dataUsed = [dataUsed, row.lastUsed].compactMap { $0 }.max()
  }
}

extension BrowserState {
  /// What of a site is shown: all of it, or what the filter lets through.
  func shownSummary(ofSite index: Int) -> SiteSummary {
    var summary = catalog.sites[index]
    guard scan.siteUses.indices.contains(index) else { return summary }
    summary.tally = scan.siteUses[index].tally
    summary.dataBytes = scan.siteUses[index].dataBytes
    summary.dataUsed = scan.siteUses[index].dataUsed
    return summary
  }

  /// What one store shows of a site: all of it, or what the filter lets through.
  ///
  /// - Parameter tally: what is shown of its cookies, where that is known.
  func shownSummary(
    ofSite index: Int, inSlot slot: Int32, tally: SiteTally? = nil
  ) -> SiteSummary {
    var summary = summary(ofSite: index, inSlot: slot)
    guard isNarrowed else { return summary }
    summary.tally =
      tally
      ?? cookies(ofSite: index).filter { $0.slot == slot }
      .reduce(into: SiteTally()) { $0.add(library.use(of: $1)) }
    let site = catalog.sites[index].site
    var use = ShownUse()
    for entry in library[Int(slot)].data?.entries(of: site) ?? [] {
      let place = catalog.position(
        ofData: entry.type, site: site.name, topSite: entry.owner.topSite?.name)
      guard let place, !scan.hiddenData.contains(place) else { continue }
      use.dataBytes = entry.usage.added(to: use.dataBytes)
      use.dataUsed = [use.dataUsed, entry.lastUsed].compactMap { $0 }.max()
    }
    summary.dataBytes = use.dataBytes
    summary.dataUsed = use.dataUsed
    return summary
  }

  /// The types that are shown of a site besides cookies, in one store or in all.
  func shownDataTypes(ofSite index: Int, inSlot slot: Int32?) -> [DataType] {
    let rows = catalog.sites[index].data.filter { place in
      !scan.hiddenData.contains(place)
        && slot.map { catalog.data[place].slots.contains($0) } ?? true
    }
    let found = Set(rows.map { catalog.data[$0].type })
    return DataType.allCases.filter(found.contains)
  }
}

extension Library {
  /// What a cookie adds to the totals of its site.
  func use(of reference: CookieReference) -> SiteTally {
    var use = SiteTally()
    let index = Int(reference.index)
    guard let contents = self[Int(reference.slot)].contents,
      contents.cookies.indices.contains(index)
    else { return use }
    // The cookie itself is not copied, which would take longer than all the rest.
    use.cookieCount = 1
    use.bytes = contents.cookies[index].nameAndValueCount
    use.lastUsed = contents.cookies[index].lastAccessTime
    use.nextExpiry = contents.cookies[index].expiryTime
    use.sessionCount = use.nextExpiry == nil ? 1 : 0
    use.partitionedCount = contents.cookies[index].partition == nil ? 0 : 1
    use.issueCount = contents.issues[index].isEmpty ? 0 : 1
    return use
  }
}

extension DataRecord.Usage {
  /// A sum of bytes with these; nil as long as none are known.
  func added(to sum: Int?) -> Int? { bytes.map { $0 + (sum ?? 0) } ?? sum }
}
