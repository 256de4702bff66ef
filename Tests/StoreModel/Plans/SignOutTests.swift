import CookieCore
import Testing

@testable import StoreModel

@Suite("Signing out clears a source before its copies, and tells what else the site keeps")
struct SignOutTests {
  private static let (a, b, c, d) = (
    StoreID(rawValue: "a"), StoreID(rawValue: "b"), StoreID(rawValue: "c"), StoreID(rawValue: "d")
  )

  private static func link(
    _ web: StoreID, _ shared: StoreID, _ direction: SyncDirection = .both
  ) -> SyncTerms {
    SyncTerms(web: web, shared: shared, direction: direction)
  }

  @Test(
    "every linked store is found, and a source comes first",
    arguments: [
      (meant: [a], links: [], order: [a]),
      (meant: [a], links: [link(a, b)], order: [a, b]),
      (meant: [b], links: [link(a, b)], order: [a, b]),
      (meant: [a], links: [link(a, b, .toWeb)], order: [b, a]),
      (meant: [c], links: [link(a, b), link(b, c, .toShared), link(d, d)], order: [a, b, c]),
      (meant: [d, a], links: [link(a, b)], order: [d, a, b]),
      // Each is the source of the other: the order stays.
      (meant: [b], links: [link(a, b), link(b, a)], order: [b, a]),
    ])
  func order(meant: [StoreID], links: [SyncTerms], order: [StoreID]) {
    let links = links.map { SyncLink(name: nil, terms: $0) }
    #expect(SignOutScope(of: "site.example", from: meant, links: links).stores == order)
  }

  @Test("a store that only a link leads to loses what the link carries, and what links guard stays")
  func limits() throws {
    var terms = Self.link(web, shared)
    terms.filter = try LinkFilter(parsing: "!name:_ga")
    terms.guards = [try LinkFilter(parsing: "name:keep")]
    let links = [SyncLink(name: "mine", terms: terms)]
    let cookies = ["sid", "_ga", "keep"].map { sample($0) }
    func names(_ meant: [StoreID], includingGuarded: Bool = false) -> [StoreID: [String]] {
      var context = context([web: cookies, shared: cookies])
      let site = context.site(cookies[0])
      let scope = SignOutScope(of: site, from: meant, links: links)
      context.linkGuards = scope.guards
      context.includeGuarded = includingGuarded
      let request = RemovalRequest(signingOutOf: site, in: scope, types: [], context)
      let plan = Plan.removal(request, in: context)
      return Dictionary(grouping: plan.items, by: \.store)
        .mapValues { $0.map(\.key.name.text).sorted() }
    }
    #expect(names([web]) == [web: ["_ga", "sid"], shared: ["sid"]])
    #expect(names([shared, web]) == [web: ["_ga", "sid"], shared: ["_ga", "sid"]])
    #expect(
      names([web], includingGuarded: true) == [
        web: ["_ga", "keep", "sid"], shared: ["keep", "sid"],
      ]
    )
  }

  @Test("what goes along a chain of links is what every one of them carries", arguments: 0..<200)
  func chains(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let stores = (0..<5).map { StoreID(rawValue: "s\($0)") }
    let names = ["p", "q", "r", "s", "t"]
    let cookies = names.map { sample($0) }
    let links = (0..<Int.random(in: 1...7, using: &random)).map { number in
      let pair = stores.shuffled(using: &random)
      var terms = Self.link(pair[0], pair[1])
      let carried = names.filter { _ in Bool.random(using: &random) }
      // Without a filter the link carries all.
      terms.filter = carried.isEmpty ? nil : Self.filter(carried)
      return SyncLink(name: "\(number)", terms: terms)
    }
    let meant = Set(stores.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
    let context = context(Dictionary(uniqueKeysWithValues: stores.map { ($0, cookies) }))
    let site = context.site(cookies[0])
    let scope = SignOutScope(of: site, from: meant.sorted(), links: links)
    let request = RemovalRequest(signingOutOf: site, in: scope, types: [], context)
    let removed = Plan.removal(request, in: context).items
    for cookie in cookies {
      // What each cookie spreads to, one link after another, from where it was signed out.
      var reached = meant
      for _ in stores {
        for link in links {
          guard link.terms.filter?.matches(cookie, in: link.terms.web, context) ?? true else {
            continue
          }
          let ends: Set = [link.terms.web, link.terms.shared]
          if !ends.isDisjoint(with: reached) { reached.formUnion(ends) }
        }
      }
      #expect(Set(removed.filter { $0.key == cookie.key }.map(\.store)) == reached)
    }
  }

  private static func filter(_ names: [String]) -> LinkFilter? {
    try? LinkFilter(parsing: names.map { "name:\($0)" }.joined(separator: " | "))
  }

  @Test("a link that does not carry the site leads nowhere")
  func otherSites() {
    var terms = Self.link(Self.a, Self.b)
    terms.sites = ["other.example"]
    let scope = SignOutScope(
      of: "site.example", from: [Self.a], links: [SyncLink(name: nil, terms: terms)])
    #expect(scope == SignOutScope(stores: [Self.a]))
  }

  private func item(_ type: DataType, _ site: String, top: String? = nil) -> WebsiteDataItem {
    WebsiteDataItem(
      type: type, origin: nil, host: site, site: Site(name: site, kind: .registrableDomain),
      topSite: top.map { Site(name: $0, kind: .registrableDomain) }, count: 1, bytes: 1,
      contentBytes: 1, modified: nil, place: .init(files: ["/" + site]))
  }

  @Test("the related types are told by name, with what others keep inside the site")
  func related() {
    let listing = WebsiteDataListing(
      roots: ["/p"],
      items: [
        item(.localStorage, "site.example"),
        item(.localStorage, "ads.example", top: "site.example"),
        item(.diskCache, "site.example"), item(.hstsCache, "site.example"),
        item(.indexedDBDatabases, "other.example"),
      ])
    let about = SignOut(
      of: "site.example", in: [jar], listings: [listing], snapshots: [:], publicSuffixes: .builtin)
    #expect(about.related.map(\.type) == [.localStorage, .hstsCache])
    #expect(about.related.map(\.count) == [2, 1])
    #expect(about.hasWebsiteData)
  }

  @Test("H: hosts that WebKit's record API does not list are told, those that reach the site apart")
  func unlisted() {
    let cookies = [
      sample("a", at: "intranet"), sample("b", at: "intranet"), sample("c", at: "10.0.0.1"),
      sample("d", at: "co.uk", hostOnly: false), sample("e", at: "www.shop.co.uk"),
    ]
    let snapshot = StoreSnapshot(
      store: jar, cookies: cookies, fingerprint: nil, takenAt: present)
    func about(_ site: String) -> SignOut {
      SignOut(
        of: site, in: [jar], listings: [], snapshots: [jar: snapshot], publicSuffixes: .builtin)
    }
    let shop = about("shop.co.uk")
    #expect(shop.unlisted.map(\.host) == ["10.0.0.1", "co.uk", "intranet"])
    #expect(shop.unlisted.map(\.count) == [1, 1, 2])
    #expect(shop.unlisted.map(\.reachesSite) == [false, true, false])
    #expect(!shop.isUnlisted && !shop.hasWebsiteData)
    #expect(about("intranet").isUnlisted)
    #expect(!about("intranet").unlisted.map(\.host).contains("intranet"))
  }
}

/// A random source that gives the same numbers every time.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
