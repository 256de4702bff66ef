import CookieCore
import StoreFormats
import StoreModel

/// Lists the website data in WebKit profiles of GLib's and Cocoa's layout; blocks.
///
/// A profile may hold the older and the newer layout side by side, because WebKit moves the data of an origin
/// only when that origin is opened. So all places are looked at, whatever else is there.
struct WebsiteDataScanner {
  var tree: ScannedTree
  var listing: WebsiteDataListing
  let suffixes: PublicSuffixes
  let report: ScanReport
  let reader: ContentReader
  /// The file that the cookies of the profile are in; nil when unknown.
  let jar: String?
  /// The databases that are still to be looked into, by the position of their item.
  var pending: [Int: Pending] = [:]
  /// Small files are read once, without waiting for a writer.
  private let small = FileReader(budget: RetryBudget(attempts: 1))

  /// Lists everything below some directories.
  ///
  /// - Parameters:
  ///   - jar: the file that the cookies of the profile are in; nil when unknown.
  ///   - report: is told what is known so far; a scan that it stops answers with that.
  static func listing(
    of roots: [String], jar: String? = nil, copies: TemporaryCopies,
    suffixes: PublicSuffixes = .system,
    report: ScanReport = ScanReport(), faults: FileFaults = FileFaults()
  ) -> WebsiteDataListing {
    guard !roots.isEmpty else { return WebsiteDataListing() }
    var scanner = WebsiteDataScanner(
      tree: ScannedTree(below: roots, report: report, faults: faults), suffixes: suffixes,
      report: report, reader: ContentReader(copies: copies), jar: jar)
    scanner.scan()
    return scanner.listing
  }

  private init(
    tree: ScannedTree, suffixes: PublicSuffixes, report: ScanReport, reader: ContentReader,
    jar: String?
  ) {
    self.tree = tree
    self.jar = jar
    self.suffixes = suffixes
    self.report = report
    self.reader = reader
    listing = WebsiteDataListing(
      roots: tree.roots.map(tree.path(of:)), totalBytes: tree.totalBytes, problems: tree.problems)
  }

  private mutating func scan() {
    listClosed()
    for root in tree.roots {
      _ = scanBases(root, depth: 0)
      overhead(alone: root)
    }
    overheadOfJar()
    for node in tree.nodes.indices where !tree.nodes[node].isGiven {
      // A parent comes before what is in it, so whole folders are named and not their files.
      let path = tree.path(of: node)
      let isLink = tree.nodes[node].kind == .link
      listing.unattributed.append(
        .init(
          path: path, bytes: tree.give(node),
          reason: isLink ? .link(to: FilePath.linkText(of: path) ?? "") : nil))
    }
    listing.totalBytes = tree.totalBytes
    if report.isStopped { listing.isComplete = false }
    readContents()
  }

  /// Folders that could not be looked into are nobody's, whoever has what is around them.
  private mutating func listClosed() {
    for (path, target) in tree.linkedRoots.sorted(by: { $0.key < $1.key }) {
      listing.unattributed.append(.init(path: path, bytes: 0, reason: .link(to: target)))
    }
    for (node, failure) in tree.closed.sorted(by: { $0.key < $1.key }) {
      listing.unattributed.append(
        .init(path: tree.path(of: node), bytes: tree.giveAlone(node), reason: .closed(failure)))
    }
  }

  /// Tells what is known so far, with items that still grow.
  func tell(_ growing: @autoclosure () -> [WebsiteDataItem] = []) {
    report.tell {
      var current = listing
      current.items += growing()
      current.totalBytes = tree.totalBytes
      current.isComplete = false
      return WebsiteDataProgress(
        roots: current.roots, fileCount: tree.nodes.count, listing: current)
    }
  }

  /// Looks for the directories that WebKit calls its base directories.
  ///
  /// - Returns: whether there is one.
  private mutating func scanBases(_ node: Int, depth: Int) -> Bool {
    var isFound = false
    for child in tree.nodes[node].children where scanKnownPlace(child) { isFound = true }
    guard depth < 3 else { return isFound }
    for child in tree.folders(in: node) where !tree.nodes[child].isGiven {
      guard scanBases(child, depth: depth + 1) else { continue }
      overhead(alone: child)
      isFound = true
    }
    return isFound
  }
}

// MARK: What the handlers of places use.

extension WebsiteDataScanner {
  func name(of node: Int) -> String { tree.name(of: node) }

  func names(in node: Int) -> [String] { tree.nodes[node].children.map(name(of:)) }

  /// Counts a node as the engine's own, with what nobody has of its content.
  mutating func overhead(_ node: Int?) {
    if let node { listing.overheadBytes += tree.give(node) }
  }

  /// Counts a node as the engine's own without its content.
  mutating func overhead(alone node: Int) {
    listing.overheadBytes += tree.giveAlone(node)
  }

  /// Counts the file of the cookies, those beside it and the folders it is in as the engine's own.
  ///
  /// What each site has in it is told of its cookies.
  private mutating func overheadOfJar() {
    guard let jar else { return }
    for root in tree.roots {
      let start = tree.path(of: root) + "/"
      guard jar.hasPrefix(start) else { continue }
      var path = [root]
      for name in jar.dropFirst(start.count).split(separator: "/") {
        guard let node = tree.child(path[path.count - 1], String(name)) else { return }
        path.append(node)
      }
      for node in path.dropLast() { overhead(alone: node) }
      for file in databaseFiles(path[path.count - 1]) where tree.nodes[file].kind == .regular {
        overhead(alone: file)
      }
    }
  }

  /// The first bytes of a file.
  func beginning(of node: Int?, count: Int) -> [UInt8]? {
    guard let node, tree.nodes[node].kind == .regular else { return nil }
    return small.beginning(of: tree.path(of: node), count: count)
  }

  /// The salt in a directory; nil when WebKit would not take it.
  func salt(in folder: Int) -> [UInt8]? {
    beginning(of: tree.child(folder, "salt"), count: 9).flatMap { $0.count == 8 ? $0 : nil }
  }

  /// The pair that the `origin` file of a directory names.
  func pair(in folder: Int) -> WebOriginPair? {
    beginning(of: tree.child(folder, "origin"), count: 8192).flatMap { bytes in
      try? WebOriginPair(decoding: bytes)
    }
  }

  /// Copies a database and decodes it; a failure is kept as a problem.
  mutating func decode<Value>(
    _ node: Int, _ decode: (DatabaseImage, String) throws(DecodingFailure) -> Value
  ) -> Value? {
    do throws(StoreFailure) {
      return try reader.decode(tree.path(of: node), decode)
    } catch {
      listing.problems.append(error)
      return nil
    }
  }

  /// Has a database looked into for the item that is added next.
  mutating func look(into main: Int, _ kind: Pending.Kind) {
    pending[listing.items.count] = Pending(kind: kind, path: tree.path(of: main))
  }

  /// The main file of a database and the files beside it.
  func databaseFiles(_ main: Int) -> [Int] {
    guard let folder = tree.nodes[main].parent else { return [main] }
    let stem = name(of: main)
    return ["", "-wal", "-shm", "-journal"].compactMap { tree.child(folder, stem + $0) }
  }

  /// Whose something is.
  struct Owner: Hashable {
    var client: WebOrigin?
    var top: WebOrigin?
    var doubt: WebsiteDataItem.Doubt?

    static func unknown(_ doubt: WebsiteDataItem.Doubt) -> Owner { Owner(doubt: doubt) }
  }

  /// The site of an origin.
  func site(of origin: WebOrigin) -> Site {
    if origin.scheme == "file" { return .localFiles }
    guard !origin.host.isEmpty else { return Site(name: origin.string, kind: .bareHost) }
    return suffixes.site(ofHost: origin.host)
  }

  /// An item without a size or a place.
  func item(_ type: DataType, of owner: Owner) -> WebsiteDataItem {
    let site = owner.client.map(site(of:)) ?? .unknownOrigin
    var item = WebsiteDataItem(
      type: type, origin: owner.client?.string, host: owner.client?.host ?? "", site: site,
      doubt: owner.doubt)
    if let top = owner.top, top != owner.client {
      item.topOrigin = top.string
      let topSite = self.site(of: top)
      if topSite != site { item.topSite = topSite }
    }
    return item
  }

  /// Adds an item whose folder would be removed as a whole.
  mutating func add(_ item: WebsiteDataItem, folder: Int) {
    var item = item
    let files = tree.descendants(of: folder).filter { tree.nodes[$0].kind == .regular }
    item.contentBytes = files.reduce(0) { $0 + tree.nodes[$1].byteCount }
    item.modified = item.modified ?? files.map { tree.nodes[$0].modified }.max()
    item.place.folders.append(tree.path(of: folder))
    item.bytes = (item.bytes ?? 0) + tree.give(folder)
    listing.items.append(item)
    tell()
  }

  /// Adds an item of some files.
  mutating func add(_ item: WebsiteDataItem, files: [Int]) {
    var item = item
    item.modified = item.modified ?? files.map { tree.nodes[$0].modified }.max()
    tree.addPaths(of: files, to: &item.place.files)
    item.bytes = files.reduce(item.bytes ?? 0) { $0 + tree.give($1) }
    listing.items.append(item)
  }
}
