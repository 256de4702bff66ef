import CookieCore
import StoreModel

extension StoreData {
  /// What a site keeps, its own first and then what it keeps inside other pages.
  ///
  /// - Complexity: O(log *n*) in the entries.
  func entries(of site: Site) -> ArraySlice<Entry> {
    let start = firstEntry { !($0.owner.site < site) }
    let end = firstEntry { site < $0.owner.site }
    return entries[start..<end]
  }

  /// The first entry from which on a condition holds.
  private func firstEntry(where holds: (Entry) -> Bool) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if holds(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension BrowserState {
  /// What one store keeps of a site; no positions in the catalog are in it.
  func summary(ofSite index: Int, inSlot slot: Int32) -> SiteSummary {
    let whole = catalog.sites[index]
    let members = whole.members.filter { $0.slot == slot }
    var part = SiteSummary(site: whole.site, members: members, tally: SiteTally())
    for member in members {
      if let contents = library[Int(slot)].contents, Int(member.site) < contents.sites.count {
        part.tally.add(contents.tallies[Int(member.site)])
      }
    }
    for entry in library[Int(slot)].data?.entries(of: whole.site) ?? [] {
      part.dataBytes += entry.usage.bytes ?? 0
      part.dataUsed = [part.dataUsed, entry.lastUsed].compactMap { $0 }.max()
    }
    return part
  }

  /// The types that one store keeps of a site besides cookies.
  func dataTypes(ofSite index: Int, inSlot slot: Int32) -> [DataType] {
    let found = library[Int(slot)].data?.entries(of: catalog.sites[index].site).map(\.type) ?? []
    return DataType.allCases.filter(found.contains)
  }

  /// A row for each site in each store, as the filter lets through, in the order of what each store has of it.
  func sitesInStores() -> [TableRow] {
    var parts: [(site: Int32, slot: Int32)] = []
    let counts = isNarrowed ? shownCounts : [:]
    for site in catalog.sites.indices where scan.shows(site: site) {
      for slot in catalog.slots(ofSite: site)
      where !isNarrowed || counts[slot]?[site] ?? 0 > 0 || showsData(ofSite: site, inSlot: slot) {
        parts.append((Int32(truncatingIfNeeded: site), slot))
      }
    }
    let summaries = parts.map { summary(ofSite: Int($0.site), inSlot: $0.slot) }
    return SiteSorter(sites: summaries).order(by: looks.siteSorting).map {
      .siteInStore(parts[Int($0)].site, slot: parts[Int($0)].slot)
    }
  }

  /// How many cookies of a site in one store are shown.
  func shownCount(ofSite index: Int, inSlot slot: Int32) -> Int {
    guard isNarrowed else { return summary(ofSite: index, inSlot: slot).tally.cookieCount }
    return cookies(ofSite: index).count { $0.slot == slot }
  }

  /// Whether rows may be hidden.
  private var isNarrowed: Bool { filter.isActive || looks.onlyIssues }

  private func showsData(ofSite index: Int, inSlot slot: Int32) -> Bool {
    catalog.sites[index].data.contains {
      !scan.hiddenData.contains($0) && catalog.data[$0].slots.contains(slot)
    }
  }

  /// How many cookies are shown, by store and by site of the catalog.
  private var shownCounts: [Int32: [Int]] {
    var counts = catalog.siteMaps.mapValues { _ in Array(repeating: 0, count: catalog.sites.count) }
    for reference in scan.cookies {
      let (slot, index) = (reference.slot, Int(reference.index))
      guard let local = library[Int(slot)].contents?.siteOfCookie[index],
        let site = catalog.siteMaps[slot]?[Int(local)], site >= 0
      else { continue }
      counts[slot]?[Int(site)] += 1
    }
    return counts
  }
}
