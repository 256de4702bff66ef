import StoreFormats
import StoreModel

// MARK: General storage: a folder for the top origin, in it one for the client origin.

extension WebsiteDataScanner {
  func isGeneralStorage(_ node: Int) -> Bool {
    tree.child(node, "salt") != nil
      || tree.folders(in: node).contains { WebKitNames.isHashedFolder(name(of: $0)) }
  }

  mutating func scanGeneralStorage(_ node: Int) {
    let salt = salt(in: node)
    overheadFiles(in: node)
    for top in tree.folders(in: node) where WebKitNames.isHashedFolder(name(of: top)) {
      overheadFiles(in: top)
      for client in tree.folders(in: top) where WebKitNames.isHashedFolder(name(of: client)) {
        let owner = owner(of: client, top: name(of: top), client: name(of: client), salt)
        scanOriginFolder(client, owner)
      }
    }
  }

  /// Whose a folder is: the pair in its `origin` file, when both hashes are of that pair.
  private func owner(
    of folder: Int, top: String, client: String, _ salt: [UInt8]?
  ) -> Owner {
    guard let pair = pair(in: folder) else { return .unknown(.noOrigin) }
    guard let salt, WebKitNames.storageFolder(of: pair.top.string, salt: salt) == top,
      WebKitNames.storageFolder(of: pair.client.string, salt: salt) == client
    else { return .unknown(.originMismatch) }
    return Owner(client: pair.client, top: pair.top)
  }

  private mutating func scanOriginFolder(_ folder: Int, _ owner: Owner) {
    overheadFiles(in: folder)
    for place in tree.folders(in: folder) {
      switch name(of: place) {
      case "LocalStorage":
        guard let main = tree.child(place, "localstorage.sqlite3") else {
          overhead(place)
          continue
        }
        look(into: main, .localStorage)
        add(item(.localStorage, of: owner), folder: place)
      case "IndexedDB":
        scanIndexedDBs(in: place, owner)
      case "CacheStorage", "BackgroundFetchStorage":
        // The folders are told apart by content: WebKit 2.48 could confuse their names.
        scanOriginCaches(place, owner)
      case "FileSystem":
        let files = tree.descendants(of: place).count { tree.nodes[$0].kind == .regular }
        guard files > 0 else {
          overhead(place)
          continue
        }
        var item = item(.fileSystem, of: owner)
        item.count = files
        add(item, folder: place)
      case "ServiceWorkers":
        scanServiceWorkers(place, owner: owner)
      default: break
      }
    }
  }
}

// MARK: The older places, whose names say the origin.

extension WebsiteDataScanner {
  func isLocalStorage(_ name: String) -> Bool { name.hasSuffix(".localstorage") }

  mutating func scanLocalStorage(_ node: Int) {
    overheadFiles(in: node)
    for main in tree.files(in: node) where isLocalStorage(name(of: main)) {
      // The name has the client's origin alone.
      let identifier = name(of: main).dropLast(".localstorage".count)
      let origin = WebOrigin(databaseIdentifier: identifier)
      look(into: main, .localStorage)
      add(
        item(.localStorage, of: origin.map { Owner(client: $0) } ?? .unknown(.noOrigin)),
        files: databaseFiles(main))
    }
  }

  /// The folder of IndexedDB: `v1`, `v0`, and origins without a version, which are older.
  mutating func scanIndexedDB(_ node: Int) -> Bool {
    let folders = tree.folders(in: node)
    let isKnown = folders.allSatisfy { folder in
      ["v0", "v1"].contains(name(of: folder))
        || WebOrigin(databaseIdentifier: name(of: folder)) != nil
    }
    guard isKnown, tree.files(in: node).allSatisfy({ name(of: $0) == ".DS_Store" }) else {
      return false
    }
    overheadFiles(in: node)
    for folder in folders {
      if ["v0", "v1"].contains(name(of: folder)) {
        overheadFiles(in: folder)
        for origin in tree.folders(in: folder) { scanIndexedDBOrigin(origin) }
      } else {
        scanIndexedDBOrigin(folder)
      }
    }
    for link in tree.nodes[node].children where tree.nodes[link].kind == .link {
      overhead(alone: link)
    }
    return true
  }

  private mutating func scanIndexedDBOrigin(_ folder: Int) {
    let top = WebOrigin(databaseIdentifier: name(of: folder))
    let owner = top.map { Owner(client: $0, top: $0) } ?? .unknown(.noOrigin)
    for inner in tree.folders(in: folder) {
      // What is named like an origin is one that was inside pages of the outer one.
      guard let client = WebOrigin(databaseIdentifier: name(of: inner)) else { continue }
      scanIndexedDBs(
        in: inner, top == nil ? .unknown(.noOrigin) : Owner(client: client, top: top))
    }
    scanIndexedDBs(in: folder, owner)
  }

  /// The databases of one origin, each a folder.
  mutating func scanIndexedDBs(in folder: Int, _ owner: Owner) {
    overheadFiles(in: folder)
    for place in tree.folders(in: folder) where !tree.nodes[place].isGiven {
      guard !tree.files(in: place).isEmpty else {
        overhead(place)
        continue
      }
      var item = item(.indexedDBDatabases, of: owner)
      item.count = 1
      if let main = tree.child(place, "IndexedDB.sqlite3") {
        look(into: main, .indexedDB)
      } else {
        item.doubt = item.doubt ?? .unreadable
      }
      add(item, folder: place)
    }
  }

  /// GLib's folder of WebSQL, which has that of IndexedDB in it.
  mutating func scanDatabases(_ node: Int) -> Bool {
    guard let inner = tree.child(node, "indexeddb") else {
      guard tree.child(node, "Databases.db") != nil else { return false }
      scanWebSQL(node)
      return true
    }
    guard scanIndexedDB(inner) else { return false }
    scanWebSQL(node)
    return true
  }

  mutating func scanWebSQL(_ node: Int) {
    for file in tree.files(in: node) where name(of: file).hasPrefix("Databases.db") {
      overhead(alone: file)
    }
    overheadFiles(in: node)
    for folder in tree.folders(in: node) where !tree.nodes[folder].isGiven {
      let files = tree.files(in: folder)
      guard let origin = WebOrigin(databaseIdentifier: name(of: folder)), !files.isEmpty else {
        continue
      }
      var item = item(.webSQLDatabases, of: Owner(client: origin))
      item.count = files.count { name(of: $0).hasSuffix(".db") }
      add(item, folder: folder)
    }
  }
}
