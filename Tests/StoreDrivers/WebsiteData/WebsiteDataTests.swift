import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Website data is listed by site and type, and every byte is accounted for")
struct WebsiteDataTests {
  private let profile: ProfileBuilder
  private let shop = WebOrigin(scheme: "https", host: "www.shop.example")
  private let tracker = WebOrigin(scheme: "https", host: "t.tracker.example")

  init() throws {
    profile = try ProfileBuilder()
  }

  private func listing(_ roots: [String] = ["data", "cache"]) -> WebsiteDataListing {
    let copies = TemporaryCopies(base: profile("copies"))
    let listing = WebsiteDataScanner.listing(of: roots.map { profile($0) }, copies: copies)
    #expect(listing.accountedBytes == listing.totalBytes)
    #expect(listing.totalBytes == DiskUsage.bytes(below: roots.map { profile($0) }))
    return listing
  }

  @Test("FR-22: the older layout names the origin")
  func legacy() throws {
    try profile.write(
      "data/localstorage/https_www.shop.example_0.localstorage",
      ProfileBuilder.localStorage(["a", "b"]))
    try profile.write("data/localstorage/https_www.shop.example_0.localstorage-shm", [1])
    let item = try #require(listing().items.first)
    #expect(item.origin == "https://www.shop.example")
    #expect(item.site == Site(name: "shop.example", kind: .registrableDomain))
    #expect(item.type == .localStorage && item.count == 2 && item.doubt == nil)
    #expect(item.place.files.count == 2)
  }

  @Test("FR-22: hashed folders are shown by the origins in them, third parties as pairs")
  func hashed() throws {
    try profile.write("data/storage/salt")
    let own = try profile.originFolder("data/storage", top: shop, client: shop)
    try profile.write(
      own + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
    try profile.write(own + "/IndexedDB/ABC/IndexedDB.sqlite3", ProfileBuilder.indexedDB("carts"))
    let other = try profile.originFolder("data/storage", top: shop, client: tracker)
    try profile.write(
      other + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["id"]))
    let found = listing()
    #expect(found.items.allSatisfy { $0.doubt == nil })
    #expect(found.items.map(\.type) == [.indexedDBDatabases, .localStorage, .localStorage])
    #expect(found.items.first?.name == "carts")
    let records = found.records(of: StoreID(rawValue: "s"))
    #expect(records.map(\.site.name) == ["shop.example", "tracker.example"])
    #expect(records.map(\.topSite?.name) == [nil, "shop.example"])
    #expect(found.items.last?.topOrigin == "https://www.shop.example")
  }

  @Test("FR-22: without an origin file, or with another's, the origin is unknown")
  func unknown() throws {
    try profile.write("data/storage/salt")
    let nameless = try profile.originFolder(
      "data/storage", top: shop, client: shop, writesOrigin: false)
    try profile.write(
      nameless + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
    let wrong = try profile.originFolder("data/storage", top: tracker, client: tracker)
    try profile.write(wrong + "/origin", ProfileBuilder.originFile(shop, shop))
    try profile.write(
      wrong + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
    let found = listing()
    #expect(found.items.allSatisfy { $0.site == .unknownOrigin && $0.origin == nil })
    #expect(Set(found.items.map(\.doubt)) == [.noOrigin, .originMismatch])
    #expect(found.items.allSatisfy { ($0.bytes ?? 0) > 4096 && $0.place.folders.count == 1 })
    #expect(found.records(of: StoreID(rawValue: "s")).map(\.site.name) == ["unknown origin"])
  }

  @Test("FR-22: a salt is never site data, and a folder with an origin file alone is empty")
  func salts() throws {
    try profile.write("data/storage/salt")
    try profile.write("data/mediakeys/v1/salt")
    try profile.write("data/serviceworkers/Scripts/V1/salt")
    try profile.write("cache/CacheStorage/salt")
    try profile.write("cache/WebKitCache/Version 17/salt")
    _ = try profile.originFolder("data/storage", top: shop, client: tracker)
    let found = listing()
    #expect(found.items.isEmpty && found.unattributed.isEmpty && found.problems.isEmpty)
    #expect(found.overheadBytes == found.totalBytes)
  }

  @Test("The HTTP cache goes by host; a body with two names counts once")
  func networkCache() throws {
    let records = "cache/WebKitCache/Version 17/Records/AA/Resource/"
    try profile.write(records + "01", ProfileBuilder.cacheRecord("https://www.shop.example/a?b"))
    try profile.write(
      records + "02", ProfileBuilder.cacheRecord("http://[::1]:8080/", partition: "shop.example"))
    try profile.write(
      records + "03",
      ProfileBuilder.cacheRecord("http://intranet/x", body: 9000, isInline: false))
    let blob = try profile.write(
      records + "03-blob", [UInt8](repeating: 2, count: 9000))
    try profile.directory.makeDirectory("cache/WebKitCache/Version 17/Blobs")
    try FileManager.default.linkItem(
      atPath: blob, toPath: profile("cache/WebKitCache/Version 17/Blobs/B"))
    try profile.write(records + "04", Array(ProfileBuilder.cacheRecord("http://a.example/")[..<60]))
    let found = listing()
    let sites = found.items.map(\.site)
    #expect(
      sites == [
        Site(name: "[::1]", kind: .address), Site(name: "intranet", kind: .bareHost),
        Site(name: "shop.example", kind: .registrableDomain), .unknownOrigin,
      ])
    #expect(found.items.map(\.contentBytes) == [150, 9100, 150, 0])
    #expect(found.items[0].topSite?.name == "shop.example")
    #expect((found.items[1].bytes ?? 0) > 9000 && found.items[1].place.files.count == 2)
  }

  @Test("Records of an older version of the HTTP cache are orphans")
  func oldVersions() throws {
    let record = ProfileBuilder.cacheRecord("https://shop.example/")
    try profile.write("cache/WebKitCache/Version 16/Records/AA/Resource/01", record)
    try profile.write("cache/WebKitCache/Version 17/Records/AA/Resource/01", record)
    #expect(Set(listing().items.map(\.doubt)) == [nil, .oldVersion])
  }

  @Test(
    "Cache storage is verified by both rules of hashing",
    arguments: [
      (hash: WebKitNames.KeyHash.plain, doubt: WebsiteDataItem.Doubt?.none),
      (hash: .terminated, doubt: .oldHash),
    ])
  func cacheStorage(hash: WebKitNames.KeyHash, doubt: WebsiteDataItem.Doubt?) throws {
    try profile.write("cache/CacheStorage/salt")
    let folder =
      "cache/CacheStorage/"
      + WebKitNames.cacheStorageFolder(
        top: shop.string, client: shop.string, salt: ProfileBuilder.salt, hash: hash)
    try profile.write(folder + "/origin", ProfileBuilder.originFile(shop, shop))
    try profile.write(
      folder + "/cacheslist",
      ProfileBuilder.number(UInt64(1)) + ProfileBuilder.string("v1")
        + ProfileBuilder.string("8d0e67e1"))
    let record = folder + "/Version 16/Records/AB/8d0e67e1/"
    try profile.write(record + "01", [1, 2, 3])
    try profile.write(record + "01-blob", [1, 2, 3])
    let item = try #require(listing().items.first)
    #expect(item.type == .fetchCache && item.name == "v1" && item.count == 1)
    #expect(item.doubt == doubt && item.origin == shop.string)
  }

  @Test("IndexedDB of the older place tells a third party's folder from a database")
  func legacyIndexedDB() throws {
    let root = "data/databases/indexeddb/v1/https_www.shop.example_0/"
    let database = try ProfileBuilder.indexedDB("carts")
    try profile.write(root + "AA/IndexedDB.sqlite3", database)
    try profile.write(root + "https_t.tracker.example_0/BB/IndexedDB.sqlite3", database)
    let items = listing().items
    #expect(items.map(\.origin) == [shop.string, tracker.string])
    #expect(items.map(\.topOrigin) == [nil, shop.string])
  }

  @Test("Cocoa's folders are known too")
  func cocoa() throws {
    let root = "Library/WebKit/WebsiteData/"
    try profile.write(root + "Default/salt")
    let own = try profile.originFolder(root + "Default", top: shop, client: shop)
    try profile.write(own + "/ServiceWorkers/Scripts/V1/salt")
    try profile.write(
      root + "ResourceLoadStatistics/observations.db",
      ProfileBuilder.database([
        """
        CREATE TABLE ObservedDomains (registrableDomain TEXT, lastSeen REAL, hadUserInteraction INTEGER,
        mostRecentUserInteractionTime REAL)
        """, "INSERT INTO ObservedDomains VALUES ('shop.example', 1634560030.0, 1, -1.0)",
      ]))
    try profile.write(
      root + "IndexedDB/v1/https_www.shop.example_0/AA/IndexedDB.sqlite3",
      ProfileBuilder.indexedDB("carts"))
    try profile.write("Library/WebKit/WebsiteData/other.txt", [1, 2, 3])
    let found = listing(["Library/WebKit/WebsiteData"])
    #expect(found.items.map(\.type) == [.indexedDBDatabases, .resourceLoadStatistics])
    #expect(found.items.last?.modified == Timestamp(seconds: 1_634_560_030))
    #expect(found.unattributed.map(\.bytes) == [3])
  }

  @Test("Damaged databases are listed by their place")
  func damaged() throws {
    let whole = try ProfileBuilder.localStorage(["a", "b"])
    for (index, count) in [0, 1, 50, 100, 600, 5000].enumerated() {
      try profile.write(
        "data/localstorage/https_h\(index).example_0.localstorage", Array(whole.prefix(count)))
    }
    try profile.write("data/itp/observations.db", Array("no database".utf8))
    try profile.write("cache/HSTS/hsts-storage.sqlite", [0])
    let found = listing()
    #expect(found.items.count == 6)
    #expect(found.items.allSatisfy { $0.origin != nil })
    #expect(found.problems.count >= 2)
  }
}

extension WebsiteDataListing {
  /// The bytes of items, overhead and the rest together.
  var accountedBytes: Int {
    items.reduce(0) { $0 + ($1.bytes ?? 0) } + overheadBytes
      + unattributed.reduce(0) { $0 + $1.bytes }
  }
}
