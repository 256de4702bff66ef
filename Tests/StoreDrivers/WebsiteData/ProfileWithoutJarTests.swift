import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("A profile without a cookie file is a store, too")
struct ProfileWithoutJarTests {
  private let home: FakeHome
  private let shop = WebOrigin(scheme: "https", host: "shop.example")
  private let frame = WebOrigin(scheme: "https", host: "frame.example")

  init() throws {
    home = try FakeHome()
  }

  private func driver() -> FileStoreDriver {
    let surroundings = home.surroundings()
    return FileStoreDriver(
      finder: WebKitGTKFinder(surroundings: surroundings),
      access: StoreAccess(surroundings: surroundings) { Timestamp(seconds: 1_000_000_000) })
  }

  /// Writes the folder of an origin pair with local storage in it.
  private func writeStorage(
    _ app: String, top: WebOrigin, client: WebOrigin, writesOrigin: Bool = true
  ) throws {
    let names = [top, client].map {
      WebKitNames.storageFolder(of: $0.string, salt: ProfileBuilder.salt)
    }
    let folder = ".local/share/\(app)/storage/\(names[0])/\(names[1])"
    if writesOrigin { try home.write(folder + "/origin", ProfileBuilder.originFile(top, client)) }
    try home.write(
      folder + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
  }

  @Test("FR-22: all three profiles are found, listed by origin, and deleted from by name")
  func profiles() async throws {
    try home.write(
      ".local/share/one/localstorage/https_shop.example_0.localstorage",
      ProfileBuilder.localStorage(["a", "b"]))
    try home.write(".local/share/two/storage/salt", ProfileBuilder.salt)
    try writeStorage("two", top: shop, client: shop)
    try writeStorage("two", top: shop, client: frame)
    try writeStorage("three", top: shop, client: shop, writesOrigin: false)
    try home.write(".local/share/none/notes.txt", "no profile")
    let driver = driver()
    let stores = await driver.discover().stores
    #expect(
      stores.map(\.id.rawValue) == ["webkitgtk:one", "webkitgtk:three", "webkitgtk:two"])
    var found: [[String]] = []
    for store in stores {
      #expect(try await driver.snapshot(of: store).cookies.isEmpty)
      #expect(!store.capabilities.allows(.write) && store.capabilities.allows(.deleteByType))
      found.append(
        try await driver.websiteData(of: store).items.map { item in
          "\(item.origin ?? item.site.name) in \(item.topOrigin ?? "-") "
            + "\(item.type) \(item.count ?? -1) \((item.bytes ?? 0) > 4096)"
        })
    }
    #expect(
      found == [
        ["https://shop.example in - localStorage 2 true"],
        ["unknown origin in - localStorage 1 true"],
        [
          "https://frame.example in https://shop.example localStorage 1 true",
          "https://shop.example in - localStorage 1 true",
        ],
      ])
    let nameless = try await driver.freeze(
      driver.websiteData(of: stores[1]).items.filter { $0.site == .unknownOrigin }, of: stores[1])
    let removed = try await driver.remove(nameless, from: stores[1], force: false)
    #expect(removed.result.outcomes == [.done])
    #expect(try await driver.websiteData(of: stores[1]).items.isEmpty)
    #expect(
      try Data(contentsOf: URL(filePath: home.directory("home/.local/share/two/storage/salt")))
        == Data(ProfileBuilder.salt))
  }

  @Test("a profile in a directory of its toolkit is found, and one in data and cache is found once")
  func nested() async throws {
    try home.write(".local/share/webkitgtk-6.0/MiniBrowser/storage/salt", ProfileBuilder.salt)
    try home.write(
      ".cache/webkitgtk-6.0/MiniBrowser/WebKitCache/Version 17/Records/AA/Resource/01",
      ProfileBuilder.cacheRecord("https://news.example/"))
    try home.write(
      ".cache/webkitgtk-4.1/MiniBrowser/WebKitCache/Version 17/Records/AA/Resource/01",
      ProfileBuilder.cacheRecord("https://shop.example/"))
    let driver = driver()
    let stores = await driver.discover().stores
    #expect(Set(stores.map(\.app.name)) == ["MiniBrowser"] && Set(stores.map(\.id)).count == 2)
    var sites: [String] = []
    for store in stores { sites += try await driver.websiteData(of: store).items.map(\.site.name) }
    #expect(sites.sorted() == ["news.example", "shop.example"])
  }

  @Test("a directory that is named stands for the profile in it, or for its data")
  func named() async throws {
    try home.write(
      "copied/data/localstorage/https_shop.example_0.localstorage",
      ProfileBuilder.localStorage(["a"]))
    try home.write(
      "copied/cache/WebKitCache/Version 17/Records/AA/Resource/01",
      ProfileBuilder.cacheRecord("https://news.example/"))
    let driver = driver()
    for name in ["copied", "copied/data"] {
      let path = home.directory("home/" + name)
      let store = try #require(try await driver.describe(path: path))
      #expect(store.id.rawValue == "webkitgtk:" + path)
      let sites = try await driver.websiteData(of: store).items.map(\.site.name)
      #expect(sites == ["news.example", "shop.example"])
    }
    #expect(try await driver.describe(path: home.directory("home")) == nil)
    try home.write("copied/data/cookies.sqlite", FakeHome.libsoupDatabase)
    let store = try await driver.describe(path: home.directory("home/copied"))
    #expect(store?.hasCookieFile == true && store?.capabilities.allows(.write) == true)
  }
}
