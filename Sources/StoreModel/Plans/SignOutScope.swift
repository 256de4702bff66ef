import CookieCore

/// The stores that signing out of a site clears, and what their links leave alone there.
public struct SignOutScope: Hashable, Sendable {
  /// The stores, a source before its copies.
  public var stores: [StoreID]
  /// The links that lead to stores that nobody named.
  ///
  /// Of such a store only what links carry, all the way from a store that somebody named, is a copy.
  public var links: [StoreID: [SyncLink]]
  /// What the links of a store guard there.
  public var guards: [StoreID: [LinkFilter]]
  /// The stores that somebody named.
  private var meant: Set<StoreID>
  /// Every link that carries the site.
  private var carriers: [SyncLink] = []

  /// Takes stores that no link joins.
  public init(stores: [StoreID]) {
    self.stores = stores
    meant = Set(stores)
    links = [:]
    guards = [:]
  }

  /// Adds every store that is linked to one of those that are meant, directly or through others.
  ///
  /// A link that does not carry the site leads nowhere.
  ///
  /// - Parameters:
  ///   - meant: the stores that were named or are shown, in the order in which they are to be cleared otherwise.
  ///   - all: every link, those without a name too.
  public init(of site: String, from meant: [StoreID], links all: [SyncLink]) {
    self.init(stores: meant)
    let all = all.filter { $0.terms.sites?.contains(site) ?? true }
    var next = 0
    while next < stores.count {
      let store = stores[next]
      next += 1
      for link in all {
        guard let partner = link.terms.partner(of: store), !meant.contains(partner) else {
          continue
        }
        // The link that led here leads back, and a store is found by each of its links.
        let isWayBack = links[store]?.contains(link) ?? false
        if !isWayBack { links[partner, default: []].append(link) }
        if !stores.contains(partner) { stores.append(partner) }
      }
    }
    for link in all where !link.terms.guards.isEmpty {
      for store in Set([link.terms.web, link.terms.shared]) where stores.contains(store) {
        guards[store, default: []] += link.terms.guards
      }
    }
    if !links.isEmpty { carriers = all }
    stores = Self.sourcesFirst(stores, all.map(\.terms))
  }

  /// Reports whether a cookie may be a copy of one in a store that somebody named, or is in such a store itself.
  ///
  /// There has to be a way of links from one to the other, each of which carries the cookie. What it passes on the way
  /// may have gone since.
  ///
  /// - Complexity: O(*n*²) in the links.
  func holdsCopy(_ cookie: Cookie, in store: StoreID, _ context: PlanContext) -> Bool {
    var seen: Set = [store]
    var next = [store]
    while let current = next.popLast() {
      if meant.contains(current) { return true }
      for link in carriers {
        guard let partner = link.terms.partner(of: current), !seen.contains(partner),
          link.terms.carries(cookie, of: current, context)
        else { continue }
        seen.insert(partner)
        next.append(partner)
      }
    }
    return false
  }

  /// Leaves stores out.
  public mutating func keep(where isKept: (StoreID) -> Bool) {
    stores.removeAll { !isKept($0) }
    links = links.filter { isKept($0.key) }
    guards = guards.filter { isKept($0.key) }
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

extension RemovalRequest {
  /// Asks for the cookies of a site, and for data of some types, as far as the links of the stores let it.
  public init(
    signingOutOf site: String, in scope: SignOutScope, types: Set<DataType>, _ context: PlanContext
  ) {
    self.init(stores: Set(scope.stores), types: types.union([.cookies]), sites: [site])
    guard scope.links.values.joined().contains(where: \.terms.leavesCookiesOut) else { return }
    matching = { cookie, store in scope.holdsCopy(cookie, in: store, context) }
  }
}

extension SyncTerms {
  /// The other store of the link; nil when a store is not one of its two.
  fileprivate func partner(of store: StoreID) -> StoreID? {
    store == web ? shared : store == shared ? web : nil
  }

  /// The store that the cookies come from: of a link in both directions the web view's.
  fileprivate var source: StoreID { direction == .toWeb ? shared : web }

  /// The store that they are copied to.
  fileprivate var copy: StoreID { direction == .toWeb ? web : shared }

  /// Whether not every cookie of a site is carried.
  fileprivate var leavesCookiesOut: Bool { filter != nil || !carriesSessions }

  /// Reports whether a cookie that a store has is one that the link carries.
  fileprivate func carries(_ cookie: Cookie, of store: StoreID, _ context: PlanContext) -> Bool {
    guard carriesSessions || cookie.expiryTime != nil else { return false }
    return filter?.matches(cookie, in: store, context) ?? true
  }
}
