import CookieCore
import StoreFormats
import StoreModel

// MARK: The HTTP cache.

extension WebsiteDataScanner {
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
    var groups = CacheGroups(isOld: isOld)
    if let records = tree.child(folder, "Records") {
      overheadFiles(in: records)
      for partition in tree.folders(in: records) {
        overheadFiles(in: partition)
        for type in tree.folders(in: partition) { scanCacheRecords(type, &groups) }
      }
    }
    // A body that several hosts have is the first one's, so the order must not change from run to run.
    for (item, files) in groups.itemsWithFiles { add(item, files: files) }
    // Blobs have the same inodes as the files beside the records, which were counted just now.
    overhead(tree.child(folder, "Blobs"))
    overheadFiles(in: folder)
  }

  /// What is listed of the records of one origin, up to what is counted.
  private func cacheItem(
    _ origin: WebOrigin?, _ partition: String, isOld: Bool
  ) -> WebsiteDataItem {
    var owner = origin.map { Owner(client: $0) } ?? .unknown(.noOrigin)
    if isOld { owner.doubt = owner.doubt ?? .oldVersion }
    var item = item(.diskCache, of: owner)
    if !partition.isEmpty {
      let top = suffixes.site(ofHost: partition)
      if top != item.site { item.topSite = top }
    }
    return item
  }

  private mutating func scanCacheRecords(_ folder: Int, _ groups: inout CacheGroups) {
    overheadFiles(in: folder)
    let files = tree.files(in: folder).filter { !tree.nodes[$0].isGiven }
    let names = FileNames(of: files, in: tree)
    // For each owner by its number the position of its group.
    var positions: [Int] = []
    var next = 0
    var last: (file: Int, position: Int)?
    RecordHeads.read(names, in: tree.path(of: folder)) { records, owners in
      for owner in owners[positions.count...] { positions.append(position(of: owner, in: &groups)) }
      for record in records {
        let file = files[next]
        next += 1
        if let status = record.status {
          tree.complete(file, status, linkCount: record.linkCount)
        }
        if let head = record.head {
          last = (file, positions[head.owner])
          groups.add(file, to: positions[head.owner], head)
        } else if let last, isBody(file, of: last.file) {
          groups.add(file, to: last.position)
        } else {
          groups.add(file, to: position(of: nil, in: &groups))
        }
      }
      tell(groups.items)
      return !report.isStopped
    }
  }

  /// The position of the group of an owner's records, or of those of which nothing is known.
  private func position(of owner: RecordHeads.Owner?, in groups: inout CacheGroups) -> Int {
    let origin = owner.flatMap { Self.origin(ofURL: $0.beginning) }
    let key = CacheGroups.Key(
      origin: origin, partition: origin == nil ? "" : owner?.partition ?? "")
    return groups.position(of: key) {
      cacheItem(origin, key.partition, isOld: $0)
    }
  }

  /// Whether a file is the body that lies beside a record; it comes next, since its name begins with the record's.
  private func isBody(_ file: Int, of record: Int) -> Bool {
    tree.withNameBytes(of: file) { name in
      let suffix = RecordHeads.bodySuffix.utf8
      guard name.count > suffix.count, name.last == suffix.last else { return false }
      return tree.withNameBytes(of: record) { own in
        name.count == own.count + suffix.count && name.starts(with: own)
          && name.dropFirst(own.count).elementsEqual(suffix)
      }
    }
  }

  /// The origin at the beginning of a URL; nil when that has no host.
  private static func origin(ofURL url: String) -> WebOrigin? {
    guard let colon = url.firstRange(of: "://") else { return nil }
    guard let at = url.lastIndex(of: "@"), at > colon.upperBound else {
      return WebOrigin(string: url)
    }
    return WebOrigin(string: String(url[..<colon.upperBound]) + url[url.index(after: at)...])
  }
}
