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
      part.dataBytes = entry.usage.added(to: part.dataBytes)
      part.dataUsed = [part.dataUsed, entry.lastUsed].compactMap { $0 }.max()
    }
    return part
  }

  /// A row for each site in each store, as the filter lets through, in the order of what each store has of it.
  func sitesInStores() -> [TableRow] {
    var parts: [(site: Int32, slot: Int32)] = []
    let tallies = isNarrowed ? shownTallies : [:]
    for site in catalog.sites.indices where scan.shows(site: site) {
      for slot in catalog.slots(ofSite: site)
      where !isNarrowed || tallies[slot]?[site].cookieCount ?? 0 > 0
        || showsData(ofSite: site, inSlot: slot)
      {
        parts.append((Int32(truncatingIfNeeded: site), slot))
      }
    }
    let summaries = parts.map { part in
      shownSummary(
        ofSite: Int(part.site), inSlot: part.slot, tally: tallies[part.slot]?[Int(part.site)])
    }
    return SiteSorter(sites: summaries).order(by: looks.siteSorting).map {
      .siteInStore(parts[Int($0)].site, slot: parts[Int($0)].slot)
    }
  }

  /// The name of a site in some stores, marked where WebKit's own records leave it out.
  func name(of site: Site, inSlots slots: [Int32]) -> String {
    let isBare = site.isBareHost(in: slots.lazy.map { library[Int($0)].id })
    return CookieFormat.site(site) + (isBare ? " (bare host)" : "")
  }

  /// Whether rows may be hidden.
  var isNarrowed: Bool { filter.isActive || looks.onlyIssues }

  private func showsData(ofSite index: Int, inSlot slot: Int32) -> Bool {
    catalog.sites[index].data.contains {
      !scan.hiddenData.contains($0) && catalog.data[$0].slots.contains(slot)
    }
  }

  /// What is shown of cookies, by store and by site of the catalog.
  private var shownTallies: [Int32: [SiteTally]] {
    var tallies = catalog.siteMaps.mapValues { _ in
      Array(repeating: SiteTally(), count: catalog.sites.count)
    }
    for reference in scan.cookies {
      let (slot, index) = (reference.slot, Int(reference.index))
      guard let local = library[Int(slot)].contents?.siteOfCookie[index],
        let site = catalog.siteMaps[slot]?[Int(local)], site >= 0
      else { continue }
      tallies[slot]?[Int(site)].add(library.use(of: reference))
    }
    return tallies
  }
}
