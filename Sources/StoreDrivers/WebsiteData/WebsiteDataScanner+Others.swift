import CookieCore
import FoundationEssentials
import StoreFormats
import StoreModel

// MARK: Service workers.

extension WebsiteDataScanner {
  /// Registrations are rows; the scripts of each are in a folder of its own.
  ///
  /// - Parameter owner: whose they are where the folder says it; nil where the rows do.
  mutating func scanServiceWorkers(_ node: Int, owner: Owner?) {
    let scripts = tree.child(node, "Scripts").flatMap { tree.child($0, "V1") }
    let salt = scripts.flatMap { self.salt(in: $0) }
    let mains = tree.files(in: node).filter {
      name(of: $0).hasPrefix("ServiceWorkerRegistrations-") && name(of: $0).hasSuffix(".sqlite3")
    }
    for main in mains {
      let found = decode(main) { (image, directory) throws(DecodingFailure) in
        try ServiceWorkerRegistrations(decoding: image, scratchDirectory: directory)
      }
      for registration in found?.registrations ?? [] {
        let client = WebOrigin(string: registration.origin)
        let named = Owner(
          client: client, top: WebOrigin(databaseIdentifier: registration.topOrigin),
          doubt: client == nil ? .noOrigin : nil)
        var item = item(.serviceWorkerRegistrations, of: owner ?? named)
        item.name = registration.scopeURL
        item.count = 1
        item.modified = registration.lastUpdateCheck
        item.place.rows = [
          .init(
            database: tree.path(of: main), table: "Records", column: "key",
            values: [registration.key])
        ]
        if let salt, let folder = scriptFolder(of: registration, in: scripts, salt) {
          add(item, folder: folder)
        } else {
          listing.items.append(item)
        }
      }
    }
    if let scripts { scanOrphanedScripts(scripts, owner) }
    overheadDatabases(mains, in: node)
  }

  private func scriptFolder(
    of registration: ServiceWorkerRegistrations.Registration, in scripts: Int?, _ salt: [UInt8]
  ) -> Int? {
    let top = WebOrigin(databaseIdentifier: registration.topOrigin)?.string
    guard let scripts, let top else { return nil }
    return tree.child(scripts, WebKitNames.scriptName(of: top, salt: salt)).flatMap {
      tree.child($0, WebKitNames.scriptName(of: registration.scopeURL, salt: salt))
    }
  }

  /// Scripts that no registration knows.
  private mutating func scanOrphanedScripts(_ scripts: Int, _ owner: Owner?) {
    overheadFiles(in: scripts)
    for top in tree.folders(in: scripts) {
      overheadFiles(in: top)
      for scope in tree.folders(in: top) where !tree.nodes[scope].isGiven {
        guard tree.descendants(of: scope).contains(where: { tree.nodes[$0].kind == .regular })
        else {
          overhead(scope)
          continue
        }
        var item = item(.serviceWorkerRegistrations, of: owner ?? .unknown(.noOrigin))
        item.name = "scripts without a registration"
        item.count = 1
        add(item, folder: scope)
      }
    }
    if let parent = tree.nodes[scripts].parent { overheadFiles(in: parent) }
  }

  private mutating func overheadDatabases(_ mains: [Int], in node: Int) {
    for file in mains.flatMap({ databaseFiles($0) }) { overhead(alone: file) }
    overheadFiles(in: node)
  }
}

// MARK: Media keys and device salts.

extension WebsiteDataScanner {
  mutating func scanMediaKeys(_ node: Int) {
    overheadFiles(in: node)
    if let current = tree.child(node, "v1") {
      let salt = salt(in: current)
      overheadFiles(in: current)
      for folder in tree.folders(in: current) {
        guard let salt, let pair = pair(in: folder) else {
          addMediaKeys(folder, .unknown(.noOrigin))
          continue
        }
        let isRight =
          WebKitNames.storageFolder(of: pair.client.string, salt: salt) == name(of: folder)
        addMediaKeys(
          folder,
          isRight ? Owner(client: pair.client, top: pair.top) : .unknown(.originMismatch))
      }
    }
    for folder in tree.folders(in: node) where !tree.nodes[folder].isGiven {
      let origin = WebOrigin(databaseIdentifier: name(of: folder))
      addMediaKeys(folder, origin.map { Owner(client: $0) } ?? .unknown(.noOrigin))
    }
  }

  private mutating func addMediaKeys(_ folder: Int, _ owner: Owner) {
    let files = tree.files(in: folder).filter { name(of: $0) != "origin" }
    guard !files.isEmpty else {
      overhead(folder)
      return
    }
    var item = item(.mediaKeys, of: owner)
    item.count = 1
    add(item, folder: folder)
  }

  /// Salts that hide the ids of devices from a site; the folder has a version number.
  mutating func scanHashSalts(_ node: Int) {
    for folder in [node] + tree.folders(in: node) {
      overheadFiles(in: folder)
      for file in tree.files(in: folder) where !tree.nodes[file].isGiven {
        let salt = beginning(of: file, count: 65_536).flatMap(Self.hashSalt)
        let client = salt.flatMap { WebOrigin(databaseIdentifier: $0.origin) }
        let owner = Owner(
          client: client, top: salt.flatMap { WebOrigin(databaseIdentifier: $0.parentOrigin) },
          doubt: client == nil ? .noOrigin : nil)
        var item = item(.hashSalt, of: owner)
        item.count = 1
        item.modified = salt?.lastUsed
        add(item, files: [file])
      }
    }
  }

  private struct PropertyListSalt: Decodable {
    var origin: String
    var parentOrigin: String?
    var lastTimeUsed: Double?
  }

  /// GLib writes a GVariant, Cocoa a binary property list.
  private static func hashSalt(_ bytes: [UInt8]) -> HashSalt? {
    guard bytes.starts(with: Array("bplist".utf8)) else { return try? HashSalt(decoding: bytes) }
    let list = try? PropertyListDecoder().decode(PropertyListSalt.self, from: Data(bytes))
    return list.map { list in
      HashSalt(
        origin: list.origin, parentOrigin: list.parentOrigin ?? list.origin,
        lastUsed: list.lastTimeUsed.map { Timestamp(secondsSince1970: $0) })
    }
  }
}
