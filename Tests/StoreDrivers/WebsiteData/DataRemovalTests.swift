import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Website data is removed by site and type, and nothing else is touched")
struct DataRemovalTests {
  let fixture: DataRemovalFixture

  init() throws {
    fixture = try DataRemovalFixture()
  }

  @Test(
    "each type of one site goes and comes back, byte by byte, with modes and times",
    arguments: [
      DataType.localStorage, .indexedDBDatabases, .fetchCache, .diskCache, .hstsCache,
      .resourceLoadStatistics,
    ])
  func oneType(type: DataType) async throws {
    let before = try fixture.state()
    let listed = try await fixture.listing().items
    let isMeant = { (item: WebsiteDataItem) in
      item.type == type && item.site.name == "shop.example"
    }
    let removals = try await fixture.removals(isMeant)
    #expect(removals.map(\.item) == listed.filter(isMeant) && !removals.isEmpty)
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let removed = try await fixture.remove(removals)
    #expect(removed.result.outcomes.allSatisfy { $0 == .done })
    #expect(removed.result.comparedFiles > 10 && removed.result.disturbedFiles.isEmpty)
    let left = try await fixture.listing().items
    #expect(left.map(\.identity) == listed.filter { !isMeant($0) }.map(\.identity))
    let after = try fixture.state()
    let meant = Set(removals.flatMap { ($0.files + $0.databases + $0.remains).map(\.path) })
    for (name, state) in before where !state.hasPrefix("folder") {
      guard !meant.contains(fixture.profile(name)) else { continue }
      #expect(after[name] == state, "\(name)")
    }
    #expect(after.keys.allSatisfy { before[$0] != nil })
    let restored = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    #expect(restored.outcomes.allSatisfy { $0 == .done })
    #expect(try fixture.state() == before)
  }

  @Test("salts stay, and of all types together no name of the site stays")
  func everything() async throws {
    let removals = try await fixture.removals { $0.site.name == "shop.example" }
    let salts = try fixture.state().keys.filter { $0.hasSuffix("salt") }
    _ = try await fixture.remove(removals)
    let after = try fixture.state()
    let own = try #require(removals.first { $0.item.type == .fetchCache }?.item.place.folders[0])
    for salt in salts where !fixture.profile(salt).hasPrefix(own) { #expect(after[salt] != nil) }
    #expect(after.keys.allSatisfy { !$0.contains("shop") })
    for name in after.keys where after[name]?.hasPrefix("folder") == false {
      let bytes = try Data(contentsOf: URL(filePath: fixture.profile(name)))
      #expect(bytes.range(of: Data("shop.example".utf8)) == nil, "\(name)")
    }
  }

  @Test("a body of the cache goes with its last record")
  func bodies() async throws {
    let shop = try await fixture.removals {
      $0.type == .diskCache && $0.site.name == "shop.example"
    }
    _ = try await fixture.remove(shop)
    #expect(try fixture.profile.directory.names(DataRemovalFixture.bodies) == ["SHARED"])
    let news = try await fixture.removals { $0.type == .diskCache }
    let archive = try await fixture.driver.archive(news, of: fixture.store)
    let removed = try await fixture.remove(news)
    #expect(try fixture.profile.directory.names(DataRemovalFixture.bodies).isEmpty)
    _ = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    let record = try #require(
      FileSurvey.Entry(fixture.profile(DataRemovalFixture.records + "03-blob")))
    let body = FileSurvey.Entry(fixture.profile(DataRemovalFixture.bodies + "/SHARED"))
    #expect(body?.status.identity == record.status.identity && record.linkCount == 2)
  }

  @Test("what changed since the plan is left alone")
  func changed() async throws {
    let removals = try await fixture.removals { $0.type == .localStorage }
    let path = try #require(removals[0].files.last { $0.kind == .file }?.path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("changed".utf8))
    try handle.close()
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.driver.archive(removals, of: fixture.store)
    }
    #expect(failed == .changedMeanwhile(path: path))
    let removed = try await fixture.remove(removals)
    #expect(removed.result.outcomes.first == .changed)
    #expect(removed.result.outcomes.dropFirst().allSatisfy { $0 == .done })
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("a file that came into a folder since keeps the folder")
  func grown() async throws {
    let removals = try await fixture.removals { $0.type == .indexedDBDatabases }
    let folder = removals[0].item.place.folders[0]
    try Data([1]).write(to: URL(filePath: folder + "/1.blob"))
    #expect(try await fixture.remove(removals).result.outcomes.first == .changed)
    #expect(FileManager.default.fileExists(atPath: folder + "/1.blob"))
  }

  @Test("a plan that names other files than the profile's removes nothing")
  func forged() async throws {
    let victim = try fixture.profile.write("victim/file", [1])
    let item = WebsiteDataItem(
      type: .diskCache, origin: nil, host: "x", site: Site(name: "x", kind: .bareHost),
      place: .init(files: [victim]))
    #expect(try await fixture.driver.freeze([item], of: fixture.store).isEmpty)
    let file = try #require(FrozenFile(at: victim))
    let forged = DataRemoval(store: fixture.store.id, item: item, files: [file])
    var hidden = try await fixture.removals { $0.type == .hstsCache }[0]
    hidden.files.append(file)
    let removed = try await fixture.remove([forged, hidden])
    #expect(removed.result.outcomes == [.goneAlready, .changed])
    #expect(FileManager.default.fileExists(atPath: victim))
  }

  @Test("while a process has something of the profile open nothing is removed, and it is named")
  func inUse() async throws {
    let before = try fixture.state()
    let removals = try await fixture.removals { $0.type == .localStorage }
    let child = try Child.holding(fixture.profile("cache/HSTS/hsts-storage.sqlite"))
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.driver.remove(removals, from: fixture.store, force: false)
    }
    guard case .inUse(_, let users)? = failed else {
      Issue.record("\(String(describing: failed))")
      return
    }
    #expect(users.map(\.id) == [child.id])
    #expect(try fixture.state() == before)
    #expect(
      try await fixture.remove(removals, force: true).result.outcomes.allSatisfy { $0 == .done })
    child.end()
    #expect(await fixture.driver.users(of: fixture.store).isEmpty)
  }

  @Test("rows that are still in the write-ahead log are removed too, and the log goes along")
  func writeAheadLog() async throws {
    let path = fixture.profile("cache/HSTS/hsts-storage.sqlite")
    let shell = try Child("/usr/bin/sqlite3", ["-batch", path])
    shell.send(
      """
      PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;
      INSERT INTO soup_hsts_policies VALUES (3, 'late.shop.example', 1, 1, 0);
      .print ready

      """)
    shell.waitUntilReady()
    for name in [path, path + "-wal"] {
      try FileManager.default.copyItem(atPath: name, toPath: name + "-kept")
    }
    shell.end()
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
      try FileManager.default.moveItem(
        atPath: path + suffix + "-kept", toPath: path + suffix)
    }
    let before = try fixture.state()
    let removals = try await fixture.removals {
      $0.type == .hstsCache && $0.host.hasSuffix("shop.example")
    }
    #expect(removals.map(\.item.host).sorted() == ["late.shop.example", "www.shop.example"])
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let removed = try await fixture.remove(removals)
    #expect(removed.result.outcomes == [.done, .done])
    #expect(
      try await fixture.listing().items.filter { $0.type == .hstsCache }.map(\.host) == [
        "news.example"
      ])
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    _ = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    #expect(try fixture.state() == before)
  }

  @Test("undo overwrites nothing that is there in the meantime")
  func taken() async throws {
    let removals = try await fixture.removals { item in
      item.site.name == "shop.example"
        && [.localStorage, .resourceLoadStatistics].contains(item.type)
    }
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let removed = try await fixture.remove(removals)
    let old = try #require(removals.first { !$0.item.place.files.isEmpty })
    try Data("new".utf8).write(to: URL(filePath: old.item.place.files[0]))
    try fixture.profile.write("data/itp/observations.db", ProfileBuilder.database([]))
    let restored = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    for (removal, outcome) in zip(removals, restored.outcomes) {
      guard removal.item.type != .resourceLoadStatistics else {
        // A person is told why, not that a plan has to be made anew.
        guard case .failed(.unsupported(let path, let reason)) = outcome else {
          Issue.record("\(outcome)")
          continue
        }
        #expect(path.hasSuffix("/itp/observations.db") && reason.contains("tracking prevention"))
        continue
      }
      #expect(outcome == (removal == old ? .changed : .done))
    }
    #expect(try Data(contentsOf: URL(filePath: old.item.place.files[0])) == Data("new".utf8))
  }

  @Test("rows go back into a database that the engine has written since, or that it has deleted")
  func rowsAlone() async throws {
    let path = fixture.profile("cache/HSTS/hsts-storage.sqlite")
    let removals = try await fixture.removals { $0.type == .hstsCache && $0.host == "news.example" }
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    func restore(_ left: [String: FileFingerprint]) async throws -> [String] {
      let restored = try await fixture.driver.restore(
        archive: archive, to: fixture.store, expecting: left, force: false)
      #expect(restored.outcomes == [.done])
      return try await fixture.listing().items.filter { $0.type == .hstsCache }.map(\.host).sorted()
    }
    let first = try await fixture.remove(removals)
    let database = try SQLiteDatabase(changing: path, patience: 0)
    try database.execute("INSERT INTO soup_hsts_policies VALUES (2, 'new.example', 1, 1, 0)")
    #expect(try await restore(first.left) == ["new.example", "news.example", "www.shop.example"])
    let again = try await fixture.remove(
      try await fixture.removals { $0.type == .hstsCache && $0.host == "news.example" })
    try FileManager.default.removeItem(atPath: path)
    #expect(try await restore(again.left) == ["news.example"])
  }

  @Test("a cache that the engine has made anew without a record is put back with its salt")
  func emptyCache() async throws {
    let before = try fixture.state()
    let removals = try await fixture.removals {
      $0.type == .fetchCache && $0.site.name == "shop.example"
    }
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let removed = try await fixture.remove(removals)
    let folder = try #require(removals.first?.item.place.folders.first)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for name in ["origin", "salt"] { try Data([9]).write(to: URL(filePath: folder + "/" + name)) }
    let restored = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    #expect(restored.outcomes == [.done])
    var after = try fixture.state()
    let made = String(folder.dropFirst(fixture.profile("").count)) + "/salt"
    if before[made] == nil { after[made] = nil }
    #expect(after == before)
  }

  @Test("FR-22: data of an unknown origin is removed by that name")
  func unknownOrigin() async throws {
    let folder = try fixture.profile.originFolder(
      "data/storage", top: fixture.news, client: fixture.shop, writesOrigin: false)
    try fixture.profile.write(
      folder + "/LocalStorage/localstorage.sqlite3", ProfileBuilder.localStorage(["k"]))
    let removals = try await fixture.removals { $0.site == .unknownOrigin }
    #expect(try await fixture.remove(removals).result.outcomes == [.done])
    #expect(!FileManager.default.fileExists(atPath: fixture.profile(folder)))
    #expect(FileManager.default.fileExists(atPath: fixture.profile("data/storage/salt")))
  }
}

@Suite("Archives of website data are checked before they are used")
struct DataArchiveTests {
  @Test("no cut and no flipped bit makes an archive of what is none")
  func damage() async throws {
    let fixture = try DataRemovalFixture()
    let removals = try await fixture.removals { $0.type == .hstsCache }
    let bytes = try await fixture.driver.archive(removals, of: fixture.store)
    #expect(DataArchive(bytes)?.index.removals == removals)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(DataArchive(Array(bytes.prefix(count))) == nil)
    }
    for index in 0..<64 {
      var flipped = bytes
      flipped[index] ^= 0x81
      _ = DataArchive(flipped)
    }
  }

  @Test("an archive with paths outside the profile is refused")
  func outside() async throws {
    let fixture = try DataRemovalFixture()
    let entry = DataArchive.Entry(
      path: "/tmp/pantler-elsewhere", role: .content, kind: .folder, removal: 0, mode: 0o700,
      owner: 0, group: 0, modified: 0)
    let removal = try await fixture.removals { $0.type == .hstsCache }
    let archive = DataArchive(index: .init(removals: removal, entries: [entry]), contents: [])
    let bytes = try archive.bytes()
    let failed = await failure { () throws(StoreFailure) in
      try await fixture.driver.restore(
        archive: bytes, to: fixture.store, expecting: [:], force: true)
    }
    #expect(failed != nil)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/pantler-elsewhere"))
  }
}
