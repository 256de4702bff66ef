public import CookieCore

/// What signing out of a site is about, beside the cookies that it deletes.
public struct SignOut: Hashable, Sendable {
  /// What the site keeps of one type that may let it know a person again.
  public struct Related: Hashable, Sendable {
    /// The type.
    public var type: DataType
    /// How many items there are in all stores.
    public var count: Int
  }

  /// A host that WebKit's own record API does not list, because it has no registrable domain.
  public struct UnlistedHost: Hashable, Sendable {
    /// The host, such as `intranet`, or a public suffix.
    public var host: String
    /// How many cookies it has in all stores.
    public var count: Int
    /// Whether some of them are sent to the site that is signed out of.
    public var reachesSite: Bool
  }

  /// The name of the site.
  public var site: String
  /// The stores in the order in which they are cleared.
  public var stores: [StoreID]
  /// What is deleted on request; empty where no store has website data.
  public var related: [Related]
  /// Whether some store has website data, so that the types can be asked for at all.
  public var hasWebsiteData: Bool
  /// The hosts besides the site itself.
  public var unlisted: [UnlistedHost]
  /// Whether the site itself is such a host.
  public var isUnlisted: Bool

  /// The types that are offered by name, in the order in which they are told.
  public static let relatedTypes: [DataType] = [
    .localStorage, .indexedDBDatabases, .serviceWorkerRegistrations, .hstsCache, .credentials,
  ]

  /// Looks at what stores have of a site.
  ///
  /// - Parameters:
  ///   - listings: the website data of the stores that have some.
  ///   - snapshots: what the stores hold.
  public init(
    of site: String, in stores: [StoreID], listings: [WebsiteDataListing],
    snapshots: [StoreID: StoreSnapshot], publicSuffixes: PublicSuffixes
  ) {
    self.site = site
    self.stores = stores
    hasWebsiteData = listings.contains { !$0.roots.isEmpty }
    related = Self.relatedTypes.compactMap { type in
      let count = listings.reduce(0) { sum, listing in
        sum
          + listing.items.count {
            $0.type == type && ($0.site.name == site || $0.topSite?.name == site)
          }
      }
      return count > 0 ? Related(type: type, count: count) : nil
    }
    isUnlisted = publicSuffixes.site(ofHost: site).kind != .registrableDomain
    var hosts: [String: UnlistedHost] = [:]
    for cookie in stores.flatMap({ snapshots[$0]?.cookies ?? [] }) {
      let owner = publicSuffixes.site(ofHost: cookie.domain.text)
      guard owner.kind != .registrableDomain, owner.name != site else { continue }
      var host =
        hosts[owner.name] ?? UnlistedHost(host: owner.name, count: 0, reachesSite: false)
      host.count += 1
      if !cookie.hostOnly, site.hasSuffix("." + owner.name) { host.reachesSite = true }
      hosts[owner.name] = host
    }
    unlisted = hosts.keys.sorted().compactMap { hosts[$0] }
  }
}

extension SignOut {
  /// The stores to clear: those that are meant with every store that is linked to them, a source before its copies.
  ///
  /// - Parameters:
  ///   - meant: the stores that were named or are shown, in the order in which they are to be cleared otherwise.
  ///   - links: every link, those without a name too.
  public static func stores(from meant: [StoreID], links: [SyncTerms]) -> [StoreID] {
    var found = meant
    var next = 0
    while next < found.count {
      let store = found[next]
      next += 1
      for link in links {
        let partner: StoreID? =
          link.web == store ? link.shared : link.shared == store ? link.web : nil
        if let partner, !found.contains(partner) { found.append(partner) }
      }
    }
    return sourcesFirst(found, links)
  }

  /// Where two stores are linked both ways by two links, the order stays as it is.
  private static func sourcesFirst(_ stores: [StoreID], _ links: [SyncTerms]) -> [StoreID] {
    var left = stores
    var sorted: [StoreID] = []
    while !left.isEmpty {
      let place =
        left.firstIndex { store in
          !links.contains { $0.copy == store && $0.source != store && left.contains($0.source) }
        } ?? left.startIndex
      sorted.append(left.remove(at: place))
    }
    return sorted
  }
}

extension Plan {
  /// Puts what is removed into the order of the stores.
  public mutating func sort(by stores: [StoreID]) {
    let order = Dictionary(
      stores.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func rank(_ store: StoreID) -> Int { order[store] ?? stores.count }
    items = items.enumerated()
      .sorted { (rank($0.element.store), $0.offset) < (rank($1.element.store), $1.offset) }
      .map(\.element)
    let sorted = removals.enumerated()
      .sorted { (rank($0.element.store), $0.offset) < (rank($1.element.store), $1.offset) }
      .map(\.element)
    data?.removals = sorted
  }
}

extension SyncTerms {
  /// The store that the cookies come from: of a link in both directions the web view's.
  fileprivate var source: StoreID { direction == .toWeb ? shared : web }

  /// The store that they are copied to.
  fileprivate var copy: StoreID { direction == .toWeb ? web : shared }
}
