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
    item.count = content.count { $0 != list && !name(of: $0).hasSuffix("-blob") }
    // In general storage the file outside names the origin of other types too.
    for name in ["salt", "origin"] {
      if let file = tree.child(folder, name) { overhead(alone: file) }
    }
    add(item, folder: folder)
  }
}

// MARK: The HTTP cache.

extension WebsiteDataScanner {
  /// What is known of the records of one host.
  private struct CacheGroup {
    var files: [Int] = []
    var resourceCount = 0
    var contentBytes = 0
    var modified: Timestamp?
  }

  private struct CacheKey: Hashable, Comparable {
    var origin: WebOrigin?
    var partition: String

    static func < (left: CacheKey, right: CacheKey) -> Bool {
      (left.origin?.string ?? "", left.partition) < (right.origin?.string ?? "", right.partition)
    }
  }

  mutating func scanNetworkCache(_ node: Int) {
    let versions = tree.folders(in: node).compactMap { folder -> (folder: Int, number: Int)? in
      guard name(of: folder).hasPrefix("Version ") else { return nil }
      return Int(name(of: folder).dropFirst("Version ".count)).map { (folder, $0) }
    }
    let newest = versions.map(\.number).max()
    for version in versions {
      scanCacheVersion(version.folder, isOld: version.number != newest)
    }
    overheadFiles(in: node)
  }

  private mutating func scanCacheVersion(_ folder: Int, isOld: Bool) {
    var groups: [CacheKey: CacheGroup] = [:]
    if let records = tree.child(folder, "Records") {
      overheadFiles(in: records)
      for partition in tree.folders(in: records) {
        overheadFiles(in: partition)
        for type in tree.folders(in: partition) { scanCacheRecords(type, &groups) }
      }
    }
    // A body that several hosts have is the first one's, so the order must not change from run to run.
    for (key, group) in groups.sorted(by: { $0.key < $1.key }) {
      var owner = key.origin.map { Owner(client: $0) } ?? .unknown(.noOrigin)
      if isOld { owner.doubt = owner.doubt ?? .oldVersion }
      var item = item(.diskCache, of: owner)
      if !key.partition.isEmpty {
        let top = suffixes.site(ofHost: key.partition)
        if top != item.site { item.topSite = top }
      }
      item.count = group.resourceCount
      item.contentBytes = group.contentBytes
      item.modified = group.modified
      add(item, files: group.files)
    }
    // Blobs have the same inodes as the files beside the records, which were counted just now.
    overhead(tree.child(folder, "Blobs"))
    overheadFiles(in: folder)
  }

  private mutating func scanCacheRecords(_ folder: Int, _ groups: inout [CacheKey: CacheGroup]) {
    overheadFiles(in: folder)
    let unknown = CacheKey(origin: nil, partition: "")
    var keys: [String: CacheKey] = [:]
    let files = tree.files(in: folder).filter { !tree.nodes[$0].isGiven }
    for file in files where !name(of: file).hasSuffix("-blob") {
      guard let record = record(in: file) else {
        groups[unknown, default: CacheGroup()].files.append(file)
        continue
      }
      let origin = Self.origin(ofURL: record.identifier)
      let key = CacheKey(origin: origin, partition: origin == nil ? "" : record.partition)
      keys[name(of: file)] = key
      var group = groups[key] ?? CacheGroup()
      group.files.append(file)
      group.modified = [group.modified, record.time].compactMap { $0 }.max()
      if record.type == "Resource" {
        group.resourceCount += 1
        let (sum, overflows) = record.headerSize.addingReportingOverflow(record.bodySize)
        if !overflows, sum < 1 << 40 { group.contentBytes += sum }
      }
      groups[key] = group
    }
    for blob in files where name(of: blob).hasSuffix("-blob") {
      let key = keys[String(name(of: blob).dropLast("-blob".count))] ?? unknown
      groups[key, default: CacheGroup()].files.append(blob)
    }
  }

  /// The head of a record; one small read suffices unless its URL is very long.
  private func record(in file: Int) -> NetworkCacheRecord? {
    for count in [2048, 1 << 17] {
      guard let bytes = beginning(of: file, count: count) else { return nil }
      do throws(DecodingFailure) {
        let record = try NetworkCacheRecord(decoding: bytes)
        return record.checksumIsRight ? record : nil
      } catch {
        guard case .truncated = error, bytes.count == count else { return nil }
      }
    }
    return nil
  }

  /// The origin of a URL; nil when it has no host.
  private static func origin(ofURL url: String) -> WebOrigin? {
    guard let colon = url.firstRange(of: "://") else { return nil }
    let end = url[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    let authority = url[..<end]
    guard let at = authority.lastIndex(of: "@"), at > colon.upperBound else {
      return WebOrigin(string: String(authority))
    }
    return WebOrigin(
      string: String(url[..<colon.upperBound]) + authority[authority.index(after: at)...])
  }
}
