import CookieCore
import StoreModel

/// What is in scope, merged over its stores and sorted.
package struct Catalog: Equatable, Sendable {
  /// The sites in order of their names.
  var sites: [SiteSummary] = []
  /// Positions in `sites`, in the order chosen.
  var siteOrder: [Int32] = []
  /// The cookies in the order chosen.
  var cookies: [CookieReference] = []
  /// What sites keep besides cookies, in order of site.
  var data: [DataRow] = []
  /// For each slot the positions in `sites` of that store's sites.
  var siteMaps: [Int32: [Int32]] = [:]

  /// Returns the position of a site, or nil.
  func position(ofSite name: String) -> Int? {
    var low = 0
    var high = sites.count
    while low < high {
      let middle = (low + high) / 2
      if sites[middle].site.name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < sites.count && sites[low].site.name == name ? low : nil
  }
}

/// One site over all stores in scope.
struct SiteSummary: Equatable, Sendable {
  /// A store that keeps something for the site.
  struct Member: Equatable, Sendable {
    var slot: Int32
    /// The position of the site in the store's own list.
    var site: Int32
  }

  var site: Site
  var members: [Member]
  var tally: SiteTally
  /// The positions of the site's website data in the catalog.
  var data = 0..<0
  /// The bytes of that; nil when unknown, or when there is none.
  var dataBytes: Int?
  /// When any of that was last used; nil when unknown.
  var dataUsed: Timestamp?

  /// The bytes of everything; nil when there are only data whose size is unknown.
  var bytes: Int? {
    tally.cookieCount == 0 && dataBytes == nil ? nil : tally.bytes + (dataBytes ?? 0)
  }
  /// When anything was last used; nil when unknown.
  var lastUsed: Timestamp? { [tally.lastUsed, dataUsed].compactMap { $0 }.max() }
}

/// What a catalog is made of; the making takes time in proportion to the cookies in scope.
package struct CatalogRequest: Equatable, Sendable {
  /// One store in scope.
  package struct Part: Equatable, Sendable {
    var slot: Int32
    var contents: StoreContents
    var data: StoreData?
  }

  var parts: [Part]
  /// The only site wanted; nil for all.
  var site: String?
  var siteSorting: Sorting
  var cookieSorting: Sorting

  /// The number of cookies to be arranged.
  var cookieCount: Int {
    parts.reduce(0) { $0 + $1.contents.cookies.count + ($1.data?.entries.count ?? 0) }
  }

  /// Merges and sorts.
  package func catalog() -> Catalog {
    var catalog = Catalog()
    catalog.sites = mergedSites()
    addData(to: &catalog)
    for part in parts {
      catalog.siteMaps[part.slot] = Array(repeating: -1, count: part.contents.sites.count)
    }
    for (position, summary) in catalog.sites.enumerated() {
      for member in summary.members {
        catalog.siteMaps[member.slot]?[Int(member.site)] = Int32(truncatingIfNeeded: position)
      }
    }
    catalog.siteOrder = SiteSorter(sites: catalog.sites).order(by: siteSorting)
    catalog.cookies = CookieSorter(request: self, sites: catalog.sites).order(by: cookieSorting)
    return catalog
  }

  func contents(ofSlot slot: Int32) -> StoreContents? {
    parts.first { $0.slot == slot }?.contents
  }

  private func mergedSites() -> [SiteSummary] {
    var positions: [Site: Int] = [:]
    var merged: [SiteSummary] = []
    for part in parts {
      for (local, name) in part.contents.sites.enumerated() where site == nil || site == name.name {
        let member = SiteSummary.Member(slot: part.slot, site: Int32(truncatingIfNeeded: local))
        if let position = positions[name] {
          merged[position].members.append(member)
          merged[position].tally.add(part.contents.tallies[local])
        } else {
          positions[name] = merged.count
          merged.append(
            SiteSummary(site: name, members: [member], tally: part.contents.tallies[local]))
        }
      }
    }
    // One store's sites are in order already.
    return parts.count > 1 ? merged.sorted { $0.site < $1.site } : merged
  }
}

/// Sorts merged sites.
struct SiteSorter {
  let sites: [SiteSummary]

  func order(by sorting: Sorting) -> [Int32] {
    let positions = Array(0..<Int32(truncatingIfNeeded: sites.count))
    if let number = number(for: sorting.key) {
      let keys = sites.map { SortNumber(number($0), isDescending: sorting.isDescending) }
      return positions.sorted {
        let (left, right) = (keys[Int($0)], keys[Int($1)])
        return left == right ? $0 < $1 : left < right
      }
    }
    return sorting.isDescending ? positions.reversed() : positions
  }

  private func number(for key: Sorting.Key) -> ((SiteSummary) -> Int64?)? {
    switch key {
    case .cookies: { Int64($0.tally.cookieCount) }
    case .size: { $0.bytes.map(Int64.init) }
    case .expires: { $0.tally.nextExpiry?.microseconds }
    case .used, .created: { $0.lastUsed?.microseconds }
    case .store: { Int64($0.members.first?.slot ?? .max) }
    case .site, .name, .host, .path: nil
    }
  }
}

/// A number to sort by; what is unknown comes last in both directions.
struct SortNumber: Comparable {
  let value: Int64

  init(_ number: Int64?, isDescending: Bool) {
    value = number.map { isDescending ? ~$0 : $0 } ?? .max
  }

  static func < (left: SortNumber, right: SortNumber) -> Bool { left.value < right.value }
}
