import CookieCore
import StoreModel

extension CatalogRequest {
  /// Adds what sites keep besides cookies; sites that keep nothing else come in.
  func addData(to catalog: inout Catalog) {
    guard parts.contains(where: { $0.data?.entries.isEmpty == false }) else { return }
    addSites(to: &catalog.sites)
    var positions: [Site: Int32] = [:]
    for (position, summary) in catalog.sites.enumerated() {
      positions[summary.site] = Int32(truncatingIfNeeded: position)
    }
    catalog.data = rows(positions)
    for (index, row) in catalog.data.enumerated() {
      let site = Int(row.site)
      let first = catalog.sites[site].data.isEmpty ? index : catalog.sites[site].data.lowerBound
      catalog.sites[site].data = first..<(index + 1)
      catalog.sites[site].dataBytes = row.usage.added(to: catalog.sites[site].dataBytes)
      catalog.sites[site].dataUsed =
        [catalog.sites[site].dataUsed, row.lastUsed].compactMap { $0 }.max()
    }
  }

  private func addSites(to sites: inout [SiteSummary]) {
    var known = Set(sites.map(\.site))
    let before = known.count
    for part in parts {
      for entry in part.data?.entries ?? [] where site == nil || site == entry.owner.site.name {
        guard known.insert(entry.owner.site).inserted else { continue }
        sites.append(SiteSummary(site: entry.owner.site, members: [], tally: SiteTally()))
      }
    }
    if known.count > before { sites.sort { $0.site < $1.site } }
  }

  /// The rows in order of site, type and page at the top.
  private func rows(_ positions: [Site: Int32]) -> [DataRow] {
    var rows: [Key: DataRow] = [:]
    for part in parts {
      for entry in part.data?.entries ?? [] {
        guard let position = positions[entry.owner.site] else { continue }
        let key = Key(site: position, type: entry.type, topSite: entry.owner.topSite)
        if rows[key] == nil {
          rows[key] = DataRow(
            site: position, type: entry.type, topSite: entry.owner.topSite, slots: [part.slot],
            usage: entry.usage, lastUsed: entry.lastUsed, hosts: entry.hosts,
            doubts: entry.doubts, names: entry.names)
        } else {
          rows[key]?.add(entry, slot: part.slot)
        }
      }
    }
    return rows.values.sorted { left, right in
      if left.site != right.site { return left.site < right.site }
      if left.topSite != right.topSite {
        guard let top = right.topSite else { return false }
        return left.topSite.map { $0 < top } ?? true
      }
      return left.type.rawValue < right.type.rawValue
    }
  }

  private struct Key: Hashable {
    var site: Int32
    var type: DataType
    var topSite: Site?
  }
}

extension Catalog {
  /// The types that anything is kept of, in the order in which they are listed.
  var types: [DataType] {
    let found = Set(data.map(\.type))
    return DataType.allCases.filter {
      found.contains($0) || ($0 == .cookies && !cookies.isEmpty)
    }
  }

  /// The types that a site keeps besides cookies.
  func dataTypes(ofSite position: Int) -> [DataType] {
    let found = Set(data[sites[position].data].map(\.type))
    return DataType.allCases.filter(found.contains)
  }

  /// The stores that keep something of a site.
  func slots(ofSite position: Int) -> [Int32] {
    let summary = sites[position]
    return Set(summary.members.map(\.slot) + data[summary.data].flatMap(\.slots)).sorted()
  }

  /// The position of what one owner keeps of one type; nil when there is none.
  func position(ofData type: DataType, site name: String, topSite: String?) -> Int? {
    guard let site = position(ofSite: name) else { return nil }
    return sites[site].data.first { data[$0].type == type && data[$0].topSite?.name == topSite }
  }
}

extension DataType {
  /// The type in two letters, for the column of types.
  var letters: String {
    switch self {
    case .cookies: "C"
    case .diskCache: "D"
    case .memoryCache: "M"
    case .sessionStorage: "SS"
    case .localStorage: "LS"
    case .indexedDBDatabases: "ID"
    case .webSQLDatabases: "WS"
    case .offlineWebApplicationCache: "OA"
    case .fetchCache: "FC"
    case .serviceWorkerRegistrations: "SW"
    case .fileSystem: "FS"
    case .mediaKeys: "MK"
    case .hashSalt: "HS"
    case .searchFieldRecentSearches: "SF"
    case .hstsCache: "H"
    case .resourceLoadStatistics: "T"
    case .credentials: "CR"
    case .privateClickMeasurements: "PC"
    case .alternativeServices: "AS"
    case .screenTime: "ST"
    }
  }
}
