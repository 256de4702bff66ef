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
    #expect(SignOut.stores(from: meant, links: links) == order)
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
