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
  private let copies: TemporaryCopies
  /// Small files are read once, without waiting for a writer.
  private let small = FileReader(budget: RetryBudget(attempts: 1))
  private let databases = DatabaseReader(
    budget: RetryBudget(attempts: 10), byteLimit: 256 << 20)

  /// Lists everything below some directories.
  static func listing(
    of roots: [String], copies: TemporaryCopies, suffixes: PublicSuffixes = .system
  ) -> WebsiteDataListing {
    guard !roots.isEmpty else { return WebsiteDataListing() }
    var scanner = WebsiteDataScanner(
      tree: ScannedTree(below: roots), suffixes: suffixes, copies: copies)
    scanner.scan()
    return scanner.listing
  }

  private init(tree: ScannedTree, suffixes: PublicSuffixes, copies: TemporaryCopies) {
    self.tree = tree
    self.suffixes = suffixes
    self.copies = copies
    listing = WebsiteDataListing(
      roots: tree.roots.map(tree.path(of:)), totalBytes: tree.totalBytes, problems: tree.problems)
  }

  private mutating func scan() {
    for root in tree.roots {
      _ = scanBases(root, depth: 0)
      overhead(alone: root)
    }
    for node in tree.nodes.indices where !tree.nodes[node].isGiven {
      // A parent comes before what is in it, so whole folders are named and not their files.
      let bytes = tree.give(node)
      listing.unattributed.append(.init(path: tree.path(of: node), bytes: bytes))
    }
    listing.items.sort { Self.order($0).lexicographicallyPrecedes(Self.order($1)) }
  }

  private static func order(_ item: WebsiteDataItem) -> [String] {
    [
      item.site.name, item.topSite?.name ?? "", item.type.rawValue, item.origin ?? item.host,
      item.name ?? "", item.place.folders.first ?? item.place.files.first ?? "",
    ]
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
  func name(of node: Int) -> String { tree.nodes[node].name }

  func names(in node: Int) -> [String] { tree.nodes[node].children.map(name(of:)) }

  /// Counts a node as the engine's own, with what nobody has of its content.
  mutating func overhead(_ node: Int?) {
    if let node { listing.overheadBytes += tree.give(node) }
  }

  /// Counts a node as the engine's own without its content.
  mutating func overhead(alone node: Int) {
    listing.overheadBytes += tree.giveAlone(node)
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
    let path = tree.path(of: node)
    do throws(StoreFailure) {
      let content = try databases.read(path)
      let directory = copies.directory
      if !content.isMainFileOnly {
        try reportingFailures(of: directory) { () throws(SystemFailure) in
          try PrivateDirectory.create(directory)
        }
      }
      do throws(DecodingFailure) {
        return try decode(content.image, directory)
      } catch {
        throw error.storeFailure(path: path)
      }
    } catch {
      listing.problems.append(error)
      return nil
    }
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
  }

  /// Adds an item of some files.
  mutating func add(_ item: WebsiteDataItem, files: [Int]) {
    var item = item
    item.modified = item.modified ?? files.map { tree.nodes[$0].modified }.max()
    item.place.files += files.map(tree.path(of:))
    item.bytes = files.reduce(item.bytes ?? 0) { $0 + tree.give($1) }
    listing.items.append(item)
  }
}
