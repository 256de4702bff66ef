import CookieCore
import StoreFormats
import StoreModel

// MARK: The HTTP cache.

extension WebsiteDataScanner {
  /// What is known of the records of one host.
  private struct CacheGroup {
    let origin: WebOrigin?
    let partition: String
    var files: [Int] = []
    var resourceCount = 0
    var contentBytes = 0
    var modified: Timestamp?

    /// Groups in an order that does not change from run to run.
    static func precedes(_ left: CacheGroup, _ right: CacheGroup) -> Bool {
      (left.origin?.string ?? "", left.partition) < (right.origin?.string ?? "", right.partition)
    }
  }

  /// The groups of a version of the cache.
  private struct CacheGroups {
    private(set) var all: [CacheGroup] = []
    private var positions: [String: Int] = [:]
    private var origins: [Origin: Int] = [:]

    private struct Origin: Hashable {
      var origin: WebOrigin?
      var partition: String
    }

    /// The position of the group that a record belongs to.
    mutating func position(of head: RecordHeads.Head?) -> Int {
      if let position = positions[head?.owner ?? ""] { return position }
      let origin = head.flatMap { WebsiteDataScanner.origin(ofOwner: $0.owner) }
      let key = Origin(origin: origin, partition: origin == nil ? "" : head?.partition ?? "")
      let position = origins[key] ?? all.count
      if position == all.count {
        all.append(CacheGroup(origin: key.origin, partition: key.partition))
        origins[key] = position
      }
      positions[head?.owner ?? ""] = position
      return position
    }

    mutating func add(_ file: Int, to position: Int, _ head: RecordHeads.Head? = nil) {
      all[position].files.append(file)
      guard let head else { return }
      all[position].modified = [all[position].modified, head.time].compactMap { $0 }.max()
      guard let bytes = head.byteCount else { return }
      all[position].resourceCount += 1
      all[position].contentBytes += bytes
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
    var groups = CacheGroups()
    if let records = tree.child(folder, "Records") {
      overheadFiles(in: records)
      for partition in tree.folders(in: records) {
        overheadFiles(in: partition)
        for type in tree.folders(in: partition) { scanCacheRecords(type, &groups, isOld: isOld) }
      }
    }
    // A body that several hosts have is the first one's, so the order must not change from run to run.
    for group in groups.all.sorted(by: CacheGroup.precedes) where !group.files.isEmpty {
      add(cacheItem(group, isOld: isOld), files: group.files)
    }
    // Blobs have the same inodes as the files beside the records, which were counted just now.
    overhead(tree.child(folder, "Blobs"))
    overheadFiles(in: folder)
  }

  private func cacheItem(_ group: CacheGroup, isOld: Bool) -> WebsiteDataItem {
    var owner = group.origin.map { Owner(client: $0) } ?? .unknown(.noOrigin)
    if isOld { owner.doubt = owner.doubt ?? .oldVersion }
    var item = item(.diskCache, of: owner)
    if !group.partition.isEmpty {
      let top = suffixes.site(ofHost: group.partition)
      if top != item.site { item.topSite = top }
    }
    item.count = group.resourceCount
    item.contentBytes = group.contentBytes
    item.modified = group.modified
    return item
  }

  private mutating func scanCacheRecords(
    _ folder: Int, _ groups: inout CacheGroups, isOld: Bool
  ) {
    overheadFiles(in: folder)
    let files = tree.files(in: folder).filter { !tree.nodes[$0].isGiven }
    let records = files.filter { !isBody($0) }
    var rest = files[...]
    var last: (file: Int, group: Int)?
    RecordHeads.read(records.map(name(of:)), in: tree.path(of: folder)) { piece in
      for record in piece {
        addBodies(&rest, of: last, to: &groups)
        guard let file = rest.popFirst() else { break }
        if let status = record.status {
          tree.complete(file, status, linkCount: record.linkCount)
        }
        let group = groups.position(of: record.head)
        groups.add(file, to: group, record.head)
        last = (file, group)
      }
      tell(groups.all.filter { !$0.files.isEmpty }.map { cacheItem($0, isOld: isOld) })
      return !report.isStopped
    }
    guard !report.isStopped else { return }
    addBodies(&rest, of: last, to: &groups)
  }

  /// Adds the bodies that come next; one follows its record, since its name begins with the record's.
  private func addBodies(
    _ files: inout ArraySlice<Int>, of record: (file: Int, group: Int)?,
    to groups: inout CacheGroups
  ) {
    while let file = files.first, isBody(file) {
      files.removeFirst()
      let isOfRecord = record.map { name(of: $0.file) == name(of: file).dropLast("-blob".count) }
      let group = isOfRecord == true ? record?.group : nil
      groups.add(file, to: group ?? groups.position(of: nil))
    }
  }

  private func isBody(_ file: Int) -> Bool { name(of: file).hasSuffix("-blob") }

  /// The origin in a partition and the beginning of a URL; nil when that has no host.
  private static func origin(ofOwner owner: String) -> WebOrigin? {
    let url = owner[(owner.firstIndex(of: "\n").map(owner.index(after:)) ?? owner.startIndex)...]
    guard let colon = url.firstRange(of: "://") else { return nil }
    guard let at = url.lastIndex(of: "@"), at > colon.upperBound else {
      return WebOrigin(string: String(url))
    }
    return WebOrigin(string: String(url[..<colon.upperBound]) + url[url.index(after: at)...])
  }
}
