import CookieCore
import StoreFormats
import StoreModel

// MARK: Cache storage.

extension WebsiteDataScanner {
  /// The older place, with a folder per pair of origins.
  mutating func scanCacheStorage(_ node: Int) {
    let salt = salt(in: node)
    overheadFiles(in: node)
    for folder in tree.folders(in: node) where name(of: folder).utf8.count == 40 {
      scanOriginCaches(folder, cacheOwner(of: folder, salt))
    }
  }

  private func cacheOwner(of folder: Int, _ salt: [UInt8]?) -> Owner {
    guard let pair = pair(in: folder) else { return .unknown(.noOrigin) }
    guard let salt else { return .unknown(.originMismatch) }
    func hasName(_ hash: WebKitNames.KeyHash) -> Bool {
      WebKitNames.cacheStorageFolder(
        top: pair.top.string, client: pair.client.string, salt: salt, hash: hash)
        == name(of: folder)
    }
    if hasName(.plain) { return Owner(client: pair.client, top: pair.top) }
    if hasName(.terminated) {
      return Owner(client: pair.client, top: pair.top, doubt: .oldHash)
    }
    return .unknown(.originMismatch)
  }

  /// The caches of one origin, or its background fetches.
  mutating func scanOriginCaches(_ folder: Int, _ owner: Owner) {
    let list = tree.child(folder, "cacheslist")
    let files = tree.descendants(of: folder).filter { tree.nodes[$0].kind == .regular }
    let bookkeeping: Set<String> = ["salt", "origin", "estimatedsize", ".DS_Store"]
    let content = files.filter { !bookkeeping.contains(name(of: $0)) }
    guard list != nil || !content.isEmpty else {
      overhead(folder)
      return
    }
    if list == nil, content.contains(where: { name(of: $0).hasSuffix("-backgroundfetch") }) {
      var item = item(.serviceWorkerRegistrations, of: owner)
      item.name = "background fetch"
      item.count = content.count { name(of: $0).hasSuffix("-backgroundfetch") }
      add(item, folder: folder)
      return
    }
    var item = item(.fetchCache, of: owner)
    let caches = beginning(of: list, count: 1 << 20).flatMap { bytes in
      try? CacheList(decoding: bytes).caches
    }
    item.name = caches?.map(\.name).joined(separator: ", ")
    if caches == nil, list != nil { item.doubt = item.doubt ?? .unreadable }
    let entries = content.filter { $0 != list && !name(of: $0).hasSuffix("-blob") }
    item.count = entries.count
    item.parts = caches?.map { cache in
      // The records of a cache are in a folder that has its unique name.
      let count = entries.count { file in
        tree.nodes[file].parent.map { name(of: $0) == cache.uniqueName } ?? false
      }
      return .init(name: cache.name, count: count)
    }
    // In general storage the file outside names the origin of other types too.
    for name in ["salt", "origin"] {
      if let file = tree.child(folder, name) { overhead(alone: file) }
    }
    add(item, folder: folder)
  }
}
