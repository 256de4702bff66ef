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
