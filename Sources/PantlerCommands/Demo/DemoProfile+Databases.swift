import CookieCore
import StoreFormats

/// The databases of a demo, with the tables that WebKit and libsoup make.
extension DemoProfile {
  private static let itemTable = """
    CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)
    """

  /// Local storage with so many keys.
  mutating func localStorage(_ count: Int) throws(SQLiteFailure) -> [UInt8] {
    let names = ["theme", "draft", "lastVisit", "cartID", "seenTips", "volume", "sidebar", "token"]
    let database = try SQLiteDatabase(bytes: [])
    try database.execute(Self.itemTable)
    for number in 0..<count {
      let name = names[number % names.count] + (number < names.count ? "" : "-\(number)")
      let value = random.hex(random.number(4...80)).utf16.flatMap {
        [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
      try database.execute(
        "INSERT INTO ItemTable VALUES (?, ?)", [.text(Array(name.utf8)), .blob(value)])
    }
    return try database.serialized()
  }

  /// A database of IndexedDB.
  mutating func indexedDB(
    _ name: String, _ stores: [(name: String, records: Int)]
  ) throws(SQLiteFailure) -> [UInt8] {
    let database = try SQLiteDatabase(bytes: [])
    for statement in [
      "CREATE TABLE IDBDatabaseInfo (key TEXT NOT NULL ON CONFLICT FAIL UNIQUE ON CONFLICT REPLACE, "
        + "value TEXT NOT NULL ON CONFLICT FAIL)",
      "CREATE TABLE ObjectStoreInfo (id INTEGER PRIMARY KEY, name TEXT, keyPath BLOB, autoInc INTEGER)",
      "CREATE TABLE Records (objectStoreID INTEGER, key TEXT, value BLOB, "
        + "recordID INTEGER PRIMARY KEY)",
      "INSERT INTO IDBDatabaseInfo VALUES ('MetadataVersion', '1'), ('DatabaseName', '\(name)'), "
        + "('DatabaseVersion', '\(random.number(1...6))'), ('MaxObjectStoreID', '\(stores.count)')",
    ] {
      try database.execute(statement)
    }
    for (number, store) in stores.enumerated() {
      try database.execute(
        "INSERT INTO ObjectStoreInfo VALUES (\(number + 1), '\(store.name)', NULL, 1)")
      for record in 0..<store.records {
        let key =
          [0, 0x20] + withUnsafeBytes(of: Double(record).bitPattern.littleEndian) { Array($0) }
        try database.execute(
          "INSERT INTO Records (objectStoreID, key, value) VALUES (\(number + 1), ?, ?)",
          [.blob(key), .blob(Array(random.hex(random.number(20...200)).utf8))])
      }
    }
    // The order of keys is WebKit's own, without which SQLite inserts nothing.
    try database.execute("PRAGMA writable_schema = ON")
    try database.execute(
      "UPDATE sqlite_master SET sql = replace(sql, 'key TEXT,', 'key TEXT COLLATE IDBKEY,') "
        + "WHERE name = 'Records'")
    return try database.serialized()
  }

  /// Adds the registrations of service workers, and their scripts.
  mutating func addWorkers(_ hosts: [String]) throws(SQLiteFailure) {
    let folder = data + "/serviceworkers"
    let database = try SQLiteDatabase(bytes: [])
    try database.execute(
      """
      CREATE TABLE Records (key TEXT NOT NULL ON CONFLICT FAIL UNIQUE ON CONFLICT REPLACE, origin TEXT,
      scopeURL TEXT, topOrigin TEXT, lastUpdateCheckTime DOUBLE, updateViaCache TEXT, scriptURL TEXT,
      workerType TEXT, contentSecurityPolicy BLOB, crossOriginEmbedderPolicy BLOB, referrerPolicy TEXT,
      scriptResourceMap BLOB, certificateInfo BLOB, preloadState BLOB)
      """)
    for host in hosts {
      let origin = WebOrigin(scheme: "https", host: host)
      let (scope, script) = (origin.string + "/", origin.string + "/worker.js")
      let identifier = origin.databaseIdentifier
      let time = Double(now.seconds) - Double(random.number(3600...90_000))
      try database.execute(
        "INSERT INTO Records (key, origin, scopeURL, topOrigin, lastUpdateCheckTime, updateViaCache, "
          + "scriptURL, workerType) VALUES ('\(identifier)_\(scope)', '\(origin.string)', '/', "
          + "'\(identifier)', \(time), 'Imports', '\(script)', 'Classic')")
      let names = [origin.string, scope, script].map { WebKitNames.scriptName(of: $0, salt: salt) }
      add(
        names[2], Array("self.onfetch = answer\n".utf8),
        below: "\(folder)/Scripts/V1/\(names[0])/\(names[1])", hoursAgo: 20)
    }
    add(
      "ServiceWorkerRegistrations-8.sqlite3", try database.serialized(), below: folder,
      hoursAgo: 1)
  }

  /// Adds what is kept in rows: hosts that are reached by HTTPS only, and what tracking prevention has seen.
  mutating func addRows(_ hosts: [String]) throws(SQLiteFailure) {
    let policies = try SQLiteDatabase(bytes: [])
    try policies.execute(
      "CREATE TABLE soup_hsts_policies (id INTEGER PRIMARY KEY, host TEXT UNIQUE, "
        + "max_age INTEGER, expiry INTEGER, include_subdomains INTEGER)")
    for host in hosts.prefix(4) + ["bank.example.com"] {
      let age = 31_536_000
      let expiry = Int(now.seconds) + age - random.number(4000...900_000)
      try policies.execute(
        "INSERT INTO soup_hsts_policies (host, max_age, expiry, include_subdomains) "
          + "VALUES ('\(host)', \(age), \(expiry), 1)")
    }
    add("hsts-storage.sqlite", try policies.serialized(), below: cache + "/HSTS", hoursAgo: 2)
    let observed = try SQLiteDatabase(bytes: [])
    try observed.execute(
      """
      CREATE TABLE ObservedDomains (domainID INTEGER PRIMARY KEY, registrableDomain TEXT NOT NULL UNIQUE
      ON CONFLICT FAIL, lastSeen REAL NOT NULL, hadUserInteraction INTEGER NOT NULL,
      mostRecentUserInteractionTime REAL NOT NULL, grandfathered INTEGER NOT NULL, isPrevalent INTEGER NOT NULL,
      isVeryPrevalent INTEGER NOT NULL, dataRecordsRemoved INTEGER NOT NULL)
      """)
    for (number, site) in ["shop.example", "news.example", "tracker.example"].enumerated() {
      let seen = Double(now.seconds) - Double(random.number(4000...90_000))
      try observed.execute(
        "INSERT INTO ObservedDomains VALUES (\(number + 1), '\(site)', \(seen), \(number == 2 ? 0 : 1), "
          + "\(number == 2 ? -1 : seen), 0, \(number == 2 ? 1 : 0), 0, 0)")
    }
    add("observations.db", try observed.serialized(), below: data + "/itp", hoursAgo: 2)
  }

  /// Adds what older versions left, a salt for the ids of cameras, and a file that is nobody's.
  mutating func addRelics() throws(SQLiteFailure) {
    add(
      "https_old.forum.example.net_0.localstorage", try localStorage(5),
      below: data + "/localstorage", hoursAgo: 4000)
    for number in 0..<3 {
      addRecord(
        "https://old.forum.example.net/smile-\(number).gif", size: 900, version: 16, hoursAgo: 4000)
    }
    let name = String(random.next() | 1 << 63, radix: 16, uppercase: true)
    let salt = HashSalt(
      origin: "https_video.test_0", parentOrigin: "https_video.test_0",
      lastUsed: now.adding(seconds: -80_000))
    add(name + name + name, salt.encoded, below: data + "/deviceidhashsalts/1", hoursAgo: 22)
    add("session.state", Array("tabs: 3\n".utf8), below: data, hoursAgo: 1)
  }
}
