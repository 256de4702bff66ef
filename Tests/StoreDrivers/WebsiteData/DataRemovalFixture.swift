import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

/// A profile with every kind of website data of two sites, and a driver for it.
struct DataRemovalFixture {
  let profile: ProfileBuilder
  let store: StoreDescription
  let driver: FileStoreDriver
  let shop = WebOrigin(scheme: "https", host: "www.shop.example")
  let news = WebOrigin(scheme: "https", host: "news.example")

  init() throws {
    profile = try ProfileBuilder()
    driver = Self.driver(of: profile, FileFaults())
    store = StoreDescription(
      id: StoreID(rawValue: "webkitgtk:test"),
      app: App(id: "test", name: "Test", engine: .webkitgtk, directory: profile("data")),
      kind: .standard, format: .libsoupDatabase, path: profile("data/cookies.sqlite"), title: "jar")
    for origin in [shop, news] { try writeStorage(of: origin) }
    try writeCaches()
    try writeRows()
    try profile.write("data/other.txt", [1, 2, 3])
  }

  /// A driver with which something goes wrong.
  func driver(_ faults: FileFaults) -> FileStoreDriver { Self.driver(of: profile, faults) }

  private static func driver(
    of profile: ProfileBuilder, _ faults: FileFaults
  ) -> FileStoreDriver {
    let surroundings = Surroundings(
      environment: ["HOME": profile("home"), "XDG_RUNTIME_DIR": profile("run")], userID: 0,
      namedPaths: [])
    let access = StoreAccess(
      surroundings: surroundings, budget: RetryBudget(attempts: 3, pauseMilliseconds: 1),
      faults: faults
    ) { Timestamp(seconds: 1_000_000_000) }
    return FileStoreDriver(finder: WebKitGTKFinder(surroundings: surroundings), access: access)
  }

  private func writeStorage(of origin: WebOrigin) throws {
    try profile.write("data/storage/salt")
    let folder = try profile.originFolder("data/storage", top: origin, client: origin)
    try profile.write(
      folder + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
    try profile.write(folder + "/LocalStorage/localstorage.sqlite3-wal", [])
    try profile.write(
      folder + "/IndexedDB/ABC/IndexedDB.sqlite3", ProfileBuilder.indexedDB("carts"))
    try profile.write(
      "data/localstorage/https_\(origin.host)_0.localstorage", ProfileBuilder.localStorage(["o"]))
    try profile.write("data/mediakeys/v1/salt")
    try profile.write("cache/CacheStorage/salt")
    let caches =
      "cache/CacheStorage/"
      + WebKitNames.cacheStorageFolder(
        top: origin.string, client: origin.string, salt: ProfileBuilder.salt, hash: .plain)
    try profile.write(caches + "/origin", ProfileBuilder.originFile(origin, origin))
    try profile.write(
      caches + "/cacheslist",
      ProfileBuilder.number(UInt64(1)) + ProfileBuilder.string("v1") + ProfileBuilder.string("u"))
    try profile.write(caches + "/Version 16/Records/AB/u/01", [1, 2, 3])
  }

  static let records = "cache/WebKitCache/Version 17/Records/AA/Resource/"
  static let bodies = "cache/WebKitCache/Version 17/Blobs"

  /// Records of both sites; one body is of the shop alone, another of both.
  private func writeCaches() throws {
    try profile.write("cache/WebKitCache/Version 17/salt")
    try profile.directory.makeDirectory(Self.bodies)
    func add(_ name: String, _ url: String, body: String) throws {
      try profile.write(
        Self.records + name, ProfileBuilder.cacheRecord(url, body: 9000, isInline: false))
      let place = profile(Self.bodies + "/" + body)
      if !FileManager.default.fileExists(atPath: place) {
        try profile.write(Self.bodies + "/" + body, [UInt8](repeating: 2, count: 9000))
      }
      try FileManager.default.linkItem(
        atPath: place, toPath: profile(Self.records + name + "-blob"))
    }
    try add("01", "https://www.shop.example/own", body: "OWN")
    try add("02", "https://www.shop.example/shared", body: "SHARED")
    try add("03", "https://news.example/shared", body: "SHARED")
  }

  private func writeRows() throws {
    try profile.write(
      "cache/HSTS/hsts-storage.sqlite",
      ProfileBuilder.database([
        """
        CREATE TABLE soup_hsts_policies (id INTEGER PRIMARY KEY, host TEXT UNIQUE, max_age INTEGER,
        expiry INTEGER, include_subdomains INTEGER)
        """,
        """
        INSERT INTO soup_hsts_policies VALUES (1, 'www.shop.example', 100, 1700000100, 0),
        (2, 'news.example', 100, 1700000100, 1)
        """,
      ]))
    try profile.write(
      "data/itp/observations.db",
      ProfileBuilder.database([
        """
        CREATE TABLE ObservedDomains (domainID INTEGER PRIMARY KEY, registrableDomain TEXT UNIQUE,
        lastSeen REAL, hadUserInteraction INTEGER, mostRecentUserInteractionTime REAL)
        """,
        """
        CREATE TABLE SubframeUnderTopFrameDomains (subFrameDomainID INTEGER, topFrameDomainID INTEGER,
        FOREIGN KEY(topFrameDomainID) REFERENCES ObservedDomains(domainID) ON DELETE CASCADE)
        """, "INSERT INTO ObservedDomains VALUES (1, 'shop.example', 1.0, 1, -1.0)",
        "INSERT INTO ObservedDomains VALUES (2, 'news.example', 1.0, 1, -1.0)",
        "INSERT INTO SubframeUnderTopFrameDomains VALUES (7, 1), (7, 2)",
      ]))
  }

  /// Everything of the profile with content, mode and time, by path; databases that lose rows are told by path.
  func state() throws -> [String: String] {
    var found: [String: String] = [:]
    for root in ["data", "cache"] {
      let names = FileManager.default.enumerator(atPath: profile(root))
      while let name = names?.nextObject() as? String {
        let path = profile(root + "/" + name)
        let entry = try #require(FileSurvey.Entry(path))
        let digest =
          entry.status.kind == .regular
          ? SHA256Digest.hex(of: Array(try Data(contentsOf: URL(filePath: path)))) : "folder"
        found[root + "/" + name] = "\(digest) \(entry.status.mode) \(entry.status.contentChange)"
      }
    }
    return found
  }

  func listing() async throws -> WebsiteDataListing { try await driver.websiteData(of: store) }

  /// The removals of what a condition holds for.
  func removals(_ isMeant: (WebsiteDataItem) -> Bool) async throws -> [DataRemoval] {
    try await driver.freeze(listing().items.filter(isMeant), of: store)
  }

  func remove(_ removals: [DataRemoval], force: Bool = false) async throws -> RemovedData {
    try await driver.remove(removals, from: store, force: force)
  }
}
