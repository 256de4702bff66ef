import CookieCore

/// The cookies of a snapshot, grouped by site.
struct SiteGrouping {
  let sites: [Site]
  let siteOfCookie: [Int32]
  let bySite: [Int32]
  let starts: [Int32]

  /// Groups cookies by a counting sort over their sites, then sorts each group by identity.
  init(_ cookies: [Cookie], site: (String) -> Site) {
    let found = Self.distinctSites(of: cookies, site: site)
    let ranking = found.sites.indices.sorted { found.sites[$0] < found.sites[$1] }
    var rank = Array(repeating: Int32(0), count: ranking.count)
    for (position, provisional) in ranking.enumerated() { rank[provisional] = Int32(position) }
    sites = ranking.map { found.sites[$0] }
    let assigned = found.assignment.map { rank[Int($0)] }
    siteOfCookie = assigned
    var starts = Array(repeating: Int32(0), count: ranking.count + 1)
    for site in assigned { starts[Int(site) + 1] += 1 }
    for index in ranking.indices { starts[index + 1] += starts[index] }
    self.starts = starts
    bySite = Self.grouped(cookies, assigned, starts)
  }

  private static func distinctSites(
    of cookies: [Cookie], site: (String) -> Site
  ) -> (sites: [Site], assignment: [Int32]) {
    var byDomain: [CookieText: Int32] = [:]
    var bySite: [Site: Int32] = [:]
    var sites: [Site] = []
    let assignment = cookies.map { cookie -> Int32 in
      if let known = byDomain[cookie.domain] { return known }
      let name = site(cookie.domain.text)
      let position = bySite[name] ?? Int32(truncatingIfNeeded: sites.count)
      if Int(position) == sites.count {
        sites.append(name)
        bySite[name] = position
      }
      byDomain[cookie.domain] = position
      return position
    }
    return (sites, assignment)
  }

  private static func grouped(
    _ cookies: [Cookie], _ sites: [Int32], _ starts: [Int32]
  ) -> [Int32] {
    var next = starts
    var result = Array(repeating: Int32(0), count: cookies.count)
    for (index, site) in sites.enumerated() {
      result[Int(next[Int(site)])] = Int32(truncatingIfNeeded: index)
      next[Int(site)] += 1
    }
    for site in 0..<max(0, starts.count - 1) {
      let range = Int(starts[site])..<Int(starts[site + 1])
      guard range.count > 1 else { continue }
      result[range].sort { CookieOrder.precedes(cookies[Int($0)], cookies[Int($1)]) }
    }
    return result
  }
}

/// The order of identities, without building a key for each comparison.
enum CookieOrder {
  static func precedes(_ left: Cookie, _ right: Cookie) -> Bool {
    if left.domain != right.domain { return left.domain < right.domain }
    if left.path != right.path { return left.path < right.path }
    if left.name != right.name { return left.name < right.name }
    return left.key < right.key
  }
}
