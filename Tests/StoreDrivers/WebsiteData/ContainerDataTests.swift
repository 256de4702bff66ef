import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("The website data of Apple containers goes with the store that it is of")
struct ContainerDataTests {
  private let profile: ProfileBuilder
  private let shop = WebOrigin(scheme: "https", host: "www.shop.example")
  private let news = WebOrigin(scheme: "https", host: "news.example")
  private let uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
  private let container = "phone/6F9619FF-8B86-D011-B42D-00C04FC964AA"

  init() throws {
    profile = try ProfileBuilder()
    let metadata = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>MCMMetadataIdentifier</key><string>com.example.notes</string></dict></plist>
      """
    try profile.write(
      container + "/.com.apple.mobile_container_manager.metadata.plist", Array(metadata.utf8))
    try writeDefault()
    try writeIdentified()
  }

  /// General storage of 2023, HTTP cache with a partition, cache storage, tracking prevention.
  private func writeDefault() throws {
    let library = container + "/Library"
    let data = library + "/WebKit/WebsiteData"
    try profile.write(data + "/Default/salt")
    let own = try profile.originFolder(data + "/Default", top: shop, client: shop)
    try profile.write(
      own + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["a", "b"]))
    try profile.write(
      data + "/IndexedDB/v1/https_news.example_0/AA/IndexedDB.sqlite3",
      ProfileBuilder.indexedDB("mail"))
    try profile.write(
      data + "/ResourceLoadStatistics/observations.db",
      ProfileBuilder.database([
        """
        CREATE TABLE ObservedDomains (registrableDomain TEXT, lastSeen REAL, hadUserInteraction INTEGER,
        mostRecentUserInteractionTime REAL)
        """, "INSERT INTO ObservedDomains VALUES ('shop.example', 1634560030.0, 1, -1.0)",
      ]))
    try profile.write(
      library + "/Caches/WebKit/NetworkCache/Version 17/Records/AA/Resource/01",
      ProfileBuilder.cacheRecord("https://cdn.tracker.example/a.js", partition: "shop.example"))
    try profile.write(library + "/Caches/WebKit/HSTS/HSTS.plist", [1, 2, 3])
    try profile.write(data + "/SearchHistory/RecentSearches.plist", [1, 2])
    try profile.write(container + "/tmp/WebKit/MediaCache/CachedMedia-x", [1])
  }

  /// General storage of 2024 with caches and service workers in it, as an identified store has it.
  private func writeIdentified() throws {
    let store = container + "/Library/WebKit/WebsiteDataStore/" + uuid
    try profile.write(store + "/Origins/salt")
    let own = try profile.originFolder(store + "/Origins", top: shop, client: shop)
    try profile.write(
      own + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["c"]))
    try profile.write(
      own + "/CacheStorage/cacheslist",
      ProfileBuilder.number(UInt64(1)) + ProfileBuilder.string("v1") + ProfileBuilder.string("u"))
    try profile.write(own + "/CacheStorage/Version 16/Records/AB/u/01", [1, 2, 3])
    try profile.write(store + "/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
  }

  private func driver() -> FileStoreDriver {
    let surroundings = StoreFixture.surroundings(
      profile.directory, named: [profile.directory("phone")])
    let access = StoreAccess(surroundings: surroundings) { Timestamp(seconds: 1_000_000_000) }
    return FileStoreDriver(finder: AppleFinder(surroundings: surroundings), access: access)
  }

  @Test(
    "default and identified stores are listed apart, and every byte of both is accounted for",
    arguments: [true, false])
  func listed(hasCookies: Bool) async throws {
    if hasCookies {
      try profile.write(
        container + "/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    }
    let driver = driver()
    let stores = await driver.discover().stores
    #expect(
      stores.map(\.id.rawValue) == [
        "apple:com.example.notes:\(uuid)", "apple:com.example.notes:default",
      ])
    let expected: [[(DataType, String, String?)]] = [
      [(.fetchCache, "shop.example", nil), (.localStorage, "shop.example", nil)],
      [
        (.indexedDBDatabases, "news.example", nil),
        (.searchFieldRecentSearches, "no site", nil), (.localStorage, "shop.example", nil),
        (.resourceLoadStatistics, "shop.example", nil),
        (.diskCache, "tracker.example", "shop.example"),
        (.hstsCache, "unknown origin", nil),
      ],
    ]
    for (store, expected) in zip(stores, expected) {
      #expect(store.capabilities.allows(.deleteByType) && store.capabilities.allows(.sizes))
      #expect(store.capabilities.allows(.write) == store.hasCookieFile)
      #expect(try await driver.snapshot(of: store).cookies.isEmpty)
      let listing = try await driver.websiteData(of: store)
      #expect(
        listing.items.map { "\($0.type) \($0.site.name) \($0.topSite?.name ?? "")" }
          == expected.map { "\($0.0) \($0.1) \($0.2 ?? "")" })
      #expect(listing.problems.isEmpty)
      let opaque: [DataType] = [.searchFieldRecentSearches, .hstsCache]
      for item in listing.items {
        let isOpaque = opaque.contains(item.type)
        #expect(item.doubt == (isOpaque ? .unknownForm : nil))
        #expect(item.place.isEmpty == isOpaque)
      }
      #expect(listing.accountedBytes == listing.totalBytes)
      #expect(listing.totalBytes == DiskUsage.bytes(below: listing.roots))
    }
    #expect(stores.last?.hasCookieFile == hasCookies)
  }

  @Test("the storage of native networking in a container has no data of its own; outside it has")
  func shared() async throws {
    let name = "/Library/HTTPStorages/com.example.notes.binarycookies"
    let home = "mac"
    try profile.write(container + name, FakeHome.binaryCookies)
    for root in [container, home] {
      let app = App(
        id: "com.example.notes", name: "Notes", engine: .apple, directory: profile(root))
      let store = StoreDescription(
        id: StoreID(rawValue: "apple:com.example.notes:shared"), app: app, kind: .shared,
        format: .binarycookies, path: profile(root + name), title: "shared")
      if root == home {
        try profile.write(
          "mac/Library/WebKit/com.example.notes/WebsiteData/LocalStorage/https_a.example_0.localstorage",
          ProfileBuilder.localStorage(["a"]))
      }
      let listing = try await driver().websiteData(of: store)
      #expect(listing.items.map(\.site.name) == (root == home ? ["a.example"] : []))
    }
  }

  @Test("what is in a form that is not known is left out of a removal, and it is said")
  func opaque() async throws {
    let driver = driver()
    let standard = try #require(await driver.discover().stores.last)
    let listing = try await driver.websiteData(of: standard)
    var request = RemovalRequest(stores: [standard.id])
    request.types = [.hstsCache]
    request.everything = true
    let context = PlanContext(
      snapshots: [:], descriptions: [standard.id: standard], guards: [], includeGuarded: false,
      site: { $0.domain.text }, id: "plan", now: Timestamp(seconds: 0))
    let selection = request.selection(from: listing, in: standard.id, context)
    #expect(selection.items.isEmpty)
    #expect(selection.skipped.map(\.reason) == [.unknownForm])
  }

  @Test("a type of one store is removed and comes back, and the other store keeps its own")
  func removed() async throws {
    let driver = driver()
    let stores = await driver.discover().stores
    let (identified, standard) = try (#require(stores.first), #require(stores.last))
    let other = try await driver.websiteData(of: standard)
    let items = try await driver.websiteData(of: identified).items
    let removals = try await driver.freeze(
      items.filter { $0.type == .localStorage }, of: identified)
    let archive = try await driver.archive(removals, of: identified)
    let removed = try await driver.remove(removals, from: identified, force: false)
    #expect(removed.result.outcomes == [.done] && removed.result.disturbedFiles.isEmpty)
    #expect(try await driver.websiteData(of: identified).items.map(\.type) == [.fetchCache])
    #expect(try await driver.websiteData(of: standard) == other)
    let restored = try await driver.restore(
      archive: archive, to: identified, expecting: removed.left, force: false)
    #expect(restored.outcomes == [.done])
    #expect(try await driver.websiteData(of: identified).items == items)
  }
}
