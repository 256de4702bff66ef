import CookieCore
import StoreFormats

/// Made-up website data of one app, in the files that WebKit would have written.
struct DemoProfile {
  /// A file of the profile.
  struct File {
    /// The path below the home.
    var path: String
    var bytes: [UInt8]
    var modified: Timestamp
  }

  /// A site with what a visit leaves.
  private struct Visit {
    var host: String
    /// The number of keys in local storage.
    var keys = 0
    /// The databases with their object stores, each with a number of records.
    var databases: [(name: String, stores: [(name: String, records: Int)])] = []
    /// The caches with the number of their entries.
    var caches: [(name: String, entries: Int)] = []
    var hasWorker = false
    /// The number of cached files, and the largest of them in bytes.
    var cached = 0
    var largest = 8000
    /// For how many hours nobody was there.
    var hoursAgo = 1
  }

  private static let visits = [
    Visit(
      host: "www.shop.example", keys: 14,
      databases: [("cart", [("items", 3), ("seen", 41)])],
      caches: [("shell-v7", 9), ("pictures", 24)], hasWorker: true, cached: 38, largest: 90_000),
    Visit(host: "news.example", keys: 6, cached: 61, largest: 160_000, hoursAgo: 3),
    Visit(
      host: "mail.example.org", keys: 22,
      databases: [
        ("mailbox", [("messages", 240), ("drafts", 2), ("folders", 11)]),
        ("search", [("words", 520)]),
      ], caches: [("app", 12)], hasWorker: true, cached: 17, largest: 40_000, hoursAgo: 2),
    Visit(host: "wiki.example.org", keys: 3, cached: 29, largest: 30_000, hoursAgo: 30),
    Visit(
      host: "video.test", keys: 9, databases: [("offline", [("films", 4)])],
      caches: [("player", 5)], cached: 22, largest: 900_000, hoursAgo: 20),
    Visit(host: "forum.example.net", keys: 2, cached: 12, largest: 12_000, hoursAgo: 400),
    Visit(host: "user.github.io", keys: 1, cached: 4, hoursAgo: 900),
  ]

  let data: String
  let cache: String
  let now: Timestamp
  var random: DemoRandom
  let salt: [UInt8]
  var files: [File] = []

  /// Describes a profile below the home; nothing is written.
  init(data: String, cache: String, seed: UInt64, now: Timestamp) {
    self.data = data
    self.cache = cache
    self.now = now
    random = DemoRandom(seed: seed ^ 0x7369_7465)
    var bytes: [UInt8] = []
    for _ in 0..<8 { bytes.append(UInt8(random.below(256))) }
    salt = bytes
  }

  /// The files of a reader of GLib's layout, with traces of an older version of the engine.
  static func reader(seed: UInt64, now: Timestamp) throws(SQLiteFailure) -> [File] {
    let app = "org.example.Reader"
    var profile = DemoProfile(
      data: ".local/share/" + app, cache: ".cache/" + app, seed: seed, now: now)
    profile.addSalts()
    for visit in visits {
      let origin = WebOrigin(scheme: "https", host: visit.host)
      try profile.add(visit, origin, general: profile.data + "/storage")
      profile.addCached(visit, origin)
      profile.addCaches(visit, origin, top: origin)
    }
    try profile.addTracker()
    try profile.addWorkers(visits.filter(\.hasWorker).map(\.host))
    try profile.addRows(visits.map(\.host))
    try profile.addRelics()
    return profile.files
  }

  /// The files of an app in a container, in Cocoa's layout.
  static func container(_ library: String, seed: UInt64, now: Timestamp) throws(SQLiteFailure)
    -> [File]
  {
    var profile = DemoProfile(
      data: library + "/WebKit/WebsiteData", cache: library + "/Caches/WebKit", seed: seed,
      now: now)
    profile.add("salt", profile.salt, below: profile.data + "/Default", hoursAgo: 900)
    for visit in visits.prefix(3) {
      let origin = WebOrigin(scheme: "https", host: visit.host)
      try profile.add(visit, origin, general: profile.data + "/Default")
    }
    return profile.files
  }

  mutating func add(_ name: String, _ bytes: [UInt8], below folder: String, hoursAgo: Int) {
    files.append(
      File(
        path: folder + "/" + name, bytes: bytes,
        modified: now.adding(seconds: -Int64(hoursAgo) * 3600 - Int64(random.below(3000)))))
  }

  private mutating func addSalts() {
    for folder in [
      data + "/storage", data + "/mediakeys/v1", cache + "/CacheStorage",
      cache + "/WebKitCache/Version 17", cache + "/WebKitCache/Version 16",
      data + "/serviceworkers/Scripts/V1",
    ] {
      add("salt", salt, below: folder, hoursAgo: 900)
    }
  }

  /// Adds what a site keeps in general storage: local storage and databases.
  private mutating func add(
    _ visit: Visit, _ origin: WebOrigin, general: String
  ) throws(SQLiteFailure) {
    let hash = WebKitNames.storageFolder(of: origin.string, salt: salt)
    let folder = "\(general)/\(hash)/\(hash)"
    add(
      "origin", WebOriginPair(top: origin, client: origin).encoded, below: folder,
      hoursAgo: 900)
    add(
      "localstorage.sqlite3", try localStorage(visit.keys), below: folder + "/LocalStorage",
      hoursAgo: visit.hoursAgo)
    for database in visit.databases {
      add(
        "IndexedDB.sqlite3", try indexedDB(database.name, database.stores),
        below: folder + "/IndexedDB/" + WebKitNames.indexedDBFolder(ofDatabase: database.name),
        hoursAgo: visit.hoursAgo + 1)
    }
  }

  private mutating func addCached(_ visit: Visit, _ origin: WebOrigin) {
    for number in 0..<visit.cached {
      let size = number == 0 ? visit.largest : random.number(200...9000)
      addRecord(
        origin.string + "/static/\(random.hex(6))-\(number)."
          + random.choice(["js", "css", "png"]),
        size: size, version: 17, hoursAgo: visit.hoursAgo + random.below(200))
    }
  }

  private mutating func addCaches(_ visit: Visit, _ origin: WebOrigin, top: WebOrigin) {
    guard !visit.caches.isEmpty else { return }
    addCaches(visit.caches, origin, top: top, hoursAgo: visit.hoursAgo)
  }

  /// A site that is there inside the pages of others only.
  private mutating func addTracker() throws(SQLiteFailure) {
    let tracker = WebOrigin(scheme: "https", host: "t.tracker.example")
    for host in ["www.shop.example", "news.example"] {
      addCaches([("ids", 2)], tracker, top: WebOrigin(scheme: "https", host: host), hoursAgo: 3)
    }
    addCached(Visit(host: tracker.host, cached: 6, largest: 2000, hoursAgo: 3), tracker)
  }
}
