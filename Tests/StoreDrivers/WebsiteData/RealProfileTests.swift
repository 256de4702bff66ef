import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

private let cases = ProcessInfo.processInfo.environment["PANTLER_CASES"]

@Suite("Profiles that WebKit wrote are listed as WebKit lists them", .enabled(if: cases != nil))
struct RealProfileTests {
  /// WebKit's names of the types that are on disk and not in the cookie file.
  private static let types: [String: DataType] = [
    "disk-cache": .diskCache, "local-storage": .localStorage,
    "indexeddb-databases": .indexedDBDatabases, "hsts-cache": .hstsCache,
    "itp": .resourceLoadStatistics, "service-worker-registrations": .serviceWorkerRegistrations,
    "dom-cache": .fetchCache, "device-id-hash-salt": .hashSalt,
  ]

  private struct Profile {
    var id: String
    var root: String
    var expect: [String: Any]
    var hasNetworkCache: Bool
    var listing: WebsiteDataListing
  }

  /// The cookie file of a profile, of either form.
  private static func jar(in folder: String) -> String? {
    ["/cookies.sqlite", "/cookies.txt"].map { folder + $0 }
      .first(where: FileManager.default.fileExists(atPath:))
  }

  private func profiles() throws -> [Profile] {
    let folder = try #require(cases) + "/webkit-data"
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/cases.json"))
    let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let scratch = try ScratchDirectory()
    return try list.filter { $0["kind"] as? String == "webkit-data-tree" }.map { entry in
      let root = try folder + "/" + #require(entry["root"] as? String)
      return Profile(
        id: entry["id"] as? String ?? "", root: root,
        expect: entry["expect"] as? [String: Any] ?? [:],
        hasNetworkCache: FileManager.default.fileExists(atPath: root + "/cache/WebKitCache"),
        listing: WebsiteDataScanner.listing(
          of: [root + "/data", root + "/cache"], jar: Self.jar(in: root + "/data"),
          copies: TemporaryCopies(base: scratch("copies"))))
    }
  }

  @Test("sites, types and the sizes that WebKit gives")
  func records() throws {
    for profile in try profiles() {
      let records = profile.listing.records(of: StoreID(rawValue: "s"))
      let expected = try #require(profile.expect["webkit_records"] as? [[String: Any]])
      for entry in expected {
        let name = try #require(entry["name"] as? String)
        let mine = records.filter { $0.site.name == name }
        var types = Set((entry["types"] as? [String] ?? []).compactMap { Self.types[$0] })
        if !profile.hasNetworkCache { types.remove(.diskCache) }
        #expect(Set(mine.flatMap(\.types.keys)) == types, "\(profile.id) \(name)")
        let sizes = entry["sizes"] as? [String: Int] ?? [:]
        if profile.hasNetworkCache, let size = sizes["disk-cache"] {
          #expect(mine.compactMap { $0.types[.diskCache]?.bytes }.reduce(0, +) == size)
        }
      }
      let names = Set(expected.compactMap { $0["name"] as? String })
      #expect(records.allSatisfy { names.contains($0.site.name) }, "\(profile.id)")
      #expect(profile.listing.items.allSatisfy { $0.doubt == nil })
      #expect(profile.listing.problems.isEmpty)
    }
  }

  @Test("every byte is accounted for, and nothing belongs to nobody")
  func sums() throws {
    for profile in try profiles() {
      let usage = DiskUsage.bytes(below: [profile.root + "/data", profile.root + "/cache"])
      #expect(profile.listing.accountedBytes == usage)
      #expect(profile.listing.totalBytes == usage)
      #expect(profile.listing.unattributed.isEmpty)
    }
  }

  @Test("keys of local storage and names of databases")
  func content() throws {
    for profile in try profiles() {
      let stored = try #require(profile.expect["local_storage"] as? [String: [[String]]])
      for (path, pairs) in stored {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: profile.root + "/" + path))
        let database = try LocalStorageDatabase(
          decoding: DatabaseImage(main: Array(bytes)), scratchDirectory: "/nowhere")
        let sizes = pairs.map { ($0[0], $0[1].utf16.count * 2) }
        #expect(
          Dictionary(uniqueKeysWithValues: database.entries.map { ($0.key, $0.valueByteCount) })
            == Dictionary(uniqueKeysWithValues: sizes))
      }
      let items = profile.listing.items
      #expect(items.filter { $0.type == .localStorage }.count == stored.count)
      let indexed = try #require(profile.expect["indexed_db"] as? [String: [String: Any]])
      #expect(items.filter { $0.type == .indexedDBDatabases }.count == indexed.count)
      for (path, content) in indexed {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: profile.root + "/" + path))
        let database = try IndexedDBDatabase(
          decoding: DatabaseImage(main: Array(bytes)), scratchDirectory: "/nowhere")
        let information = content["info"] as? [[String]] ?? []
        #expect(information.contains(["DatabaseName", database.name]))
        #expect(information.contains(["DatabaseVersion", "\(database.version ?? 0)"]))
        let counts = content["records"] as? [[Any]] ?? []
        #expect(database.objectStores.map(\.name) == counts.map { $0[0] as? String })
        #expect(database.objectStores.map(\.recordCount) == counts.map { $0[1] as? Int })
      }
    }
  }
}
