import CookieCore
import Glibc
import StoreModel

/// Everything below some directories as the file system told it, and who was given the bytes of what.
///
/// A file with several names counts once, for whoever is given it first.
struct ScannedTree {
  /// A file, directory or link.
  struct Node {
    /// Where its name begins among all names.
    fileprivate(set) var nameStart: Int
    /// The directory it is in; nil for a root.
    var parent: Int? { parentNode < 0 ? nil : Int(parentNode) }
    fileprivate var parentNode: Int32
    var kind: FileStatus.Kind
    var isGiven = false
    /// Whether it is a file of a cache that was not asked about yet.
    fileprivate(set) var isPending = false
    /// Whether it is a file that has more names than one.
    fileprivate(set) var isShared = false
    /// What is in it, in the order of the names.
    fileprivate(set) var children: Range<Int> = 0..<0
    /// The number of bytes; 0 until a file of a cache is asked about.
    var byteCount: Int
    var modified: Timestamp
  }

  private(set) var nodes: [Node] = []
  /// The names of all nodes, each with a zero at its end.
  private(set) var names: [UInt8] = []
  /// Which files those are that have more names than one.
  private var sharedIdentities: [Int: FileIdentity] = [:]
  /// The nodes of the directories that were asked for.
  private(set) var roots: [Int] = []
  /// Directories that could not be looked at.
  private(set) var problems: [StoreFailure] = []
  /// The directories among them that are nodes, and why.
  private(set) var closed: [Int: StoreFailure] = [:]
  /// The directories that were asked for and are links, which are not followed, and what each says.
  private(set) var linkedRoots: [String: String] = [:]
  /// The bytes of everything, each file once.
  private(set) var totalBytes = 0
  private var paths: [Int: String] = [:]
  private var directories: Set<FileIdentity> = []
  private var counted: Set<FileIdentity> = []
  private var given: Set<FileIdentity> = []
  private let report: ScanReport
  private let faults: FileFaults

  /// Looks through directories; those that don't exist, are links, or are in another one, are left out.
  ///
  /// A scan that was stopped has a part of the tree.
  init(
    below directories: [String], report: ScanReport = ScanReport(),
    faults: FileFaults = FileFaults()
  ) {
    self.report = report
    self.faults = faults
    // A directory comes before those in it, and its own walk meets them.
    for path in Set(directories).sorted(by: { $0.utf8.count < $1.utf8.count }) {
      addRoot(path)
    }
  }

  /// The name of a node.
  func name(of node: Int) -> String {
    withNameBytes(of: node) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the bytes of a name, without the zero at its end, to a function.
  func withNameBytes<Result>(of node: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    names.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("there is no name") }
      let start = base + nodes[node].nameStart
      let name = start.assumingMemoryBound(to: CChar.self)
      return body(UnsafeRawBufferPointer(start: start, count: strlen(name)))
    }
  }

  /// The absolute path of a node.
  func path(of node: Int) -> String {
    if let root = paths[node] { return root }
    guard let parent = nodes[node].parent else { return name(of: node) }
    return FilePath.join(path(of: parent), name(of: node))
  }

  /// Adds the absolute paths of nodes to a list.
  func addPaths(of nodes: [Int], to list: inout FilePaths) {
    list.reserve(files: nodes.count, nameBytes: 48 * nodes.count)
    var last: (parent: Int, path: String)?
    for node in nodes {
      guard let parent = self.nodes[node].parent else {
        list.append(path(of: node))
        continue
      }
      let folder = last?.parent == parent ? last : nil
      let path = folder?.path ?? FilePath.join(path(of: parent), "")
      last = (parent, path)
      withNameBytes(of: node) { list.append(name: $0, in: path) }
    }
  }

  /// The node of a name in a directory.
  func child(_ node: Int, _ name: String) -> Int? {
    // The children are in the order of their names.
    var (low, high) = (nodes[node].children.lowerBound, nodes[node].children.upperBound)
    let end = high
    while low < high {
      let middle = (low + high) / 2
      let precedes = withNameBytes(of: middle) { $0.lexicographicallyPrecedes(name.utf8) }
      if precedes { low = middle + 1 } else { high = middle }
    }
    return low < end && self.name(of: low) == name ? low : nil
  }

  /// The directories in a directory.
  func folders(in node: Int) -> [Int] {
    nodes[node].children.filter { nodes[$0].kind == .directory }
  }

  /// The regular files in a directory.
  func files(in node: Int) -> [Int] {
    nodes[node].children.filter { nodes[$0].kind == .regular }
  }

  /// Everything in a directory at any depth, without itself.
  func descendants(of node: Int) -> [Int] {
    var found = Array(nodes[node].children)
    var next = 0
    while next < found.count {
      found += nodes[found[next]].children
      next += 1
    }
    return found
  }

  /// Gives a node away, and with it everything in it that nobody has yet.
  ///
  /// - Returns: the bytes that nobody had yet.
  mutating func give(_ node: Int) -> Int {
    guard !nodes[node].children.isEmpty else { return giveAlone(node) }
    return ([node] + descendants(of: node)).reduce(0) { $0 + giveAlone($1) }
  }

  /// Gives a node away without what is in it.
  mutating func giveAlone(_ node: Int) -> Int {
    guard !nodes[node].isGiven else { return 0 }
    if nodes[node].isPending, let entry = FileSurvey.Entry(path(of: node)) {
      complete(node, entry.status, linkCount: entry.linkCount)
    }
    nodes[node].isGiven = true
    if let identity = sharedIdentity(of: node), !given.insert(identity).inserted { return 0 }
    return nodes[node].byteCount
  }
}

extension ScannedTree {
  /// Takes over what the file system says about a record that was asked about late.
  mutating func complete(_ node: Int, _ status: FileStatus, linkCount: Int) {
    guard nodes[node].isPending else { return }
    nodes[node].isPending = false
    nodes[node].kind = status.kind
    nodes[node].byteCount = status.byteCount
    nodes[node].modified = Timestamp(microseconds: status.contentChange / 1000)
    count(node, status, isShared: linkCount > 1)
  }

  /// Which file a node is that has more names than one; nil for others.
  private func sharedIdentity(of node: Int) -> FileIdentity? {
    nodes[node].isShared ? sharedIdentities[node] : nil
  }

  private mutating func count(_ node: Int, _ status: FileStatus, isShared: Bool) {
    guard isShared else {
      totalBytes += status.byteCount
      return
    }
    nodes[node].isShared = true
    sharedIdentities[node] = status.identity
    if counted.insert(status.identity).inserted { totalBytes += status.byteCount }
  }

  /// Whether a directory is one in which WebKit's HTTP cache has its records.
  private func holdsRecords(_ node: Int) -> Bool {
    guard ["Resource", "SubResources"].contains(name(of: node)),
      let partition = nodes[node].parent, let records = nodes[partition].parent
    else { return false }
    return name(of: records) == "Records"
  }

  /// Deeper directories would need too many open files.
  private static let deepest = 100

  private mutating func addRoot(_ path: String) {
    guard let status = FileStatus.ifKnown(path, followingLinks: false) else { return }
    if status.kind == .link { linkedRoots[path] = FilePath.linkText(of: path) ?? "" }
    guard status.kind == .directory else { return }
    var flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | Self.keepAccessTime
    var descriptor = open(path, flags)
    if descriptor < 0, errno == EPERM {
      flags &= ~Self.keepAccessTime
      descriptor = open(path, flags)
    }
    guard descriptor >= 0 else {
      problems.append(SystemFailure.last("open").storeFailure(path: path))
      return
    }
    guard directories.insert(status.identity).inserted else {
      Glibc.close(descriptor)
      return
    }
    var name = FilePath.name(of: path)
    let node = name.withUTF8 {
      add(UnsafeRawBufferPointer($0), status, isShared: false, in: nil)
    }
    paths[node] = path
    roots.append(node)
    list(node, descriptor, depth: 0)
  }

  /// Adds what was asked about, or a file of a cache that was not yet.
  private mutating func add(
    _ name: UnsafeRawBufferPointer, _ status: FileStatus?, isShared: Bool, in parent: Int?
  ) -> Int {
    let node = nodes.count
    nodes.append(
      Node(
        nameStart: names.count, parentNode: parent.map { Int32($0) } ?? -1,
        kind: status?.kind ?? .regular, isPending: status == nil,
        byteCount: status?.byteCount ?? 0,
        modified: Timestamp(microseconds: (status?.contentChange ?? 0) / 1000)))
    names.append(contentsOf: name)
    names.append(0)
    if let status { count(node, status, isShared: isShared) }
    return node
  }

  /// Takes over an open directory, and adds what is in it.
  private mutating func list(_ node: Int, _ descriptor: Int32, depth: Int) {
    guard let stream = fdopendir(descriptor) else {
      close(node, SystemFailure.last("opendir"))
      Glibc.close(descriptor)
      return
    }
    defer { closedir(stream) }
    let names = DirectoryEntries(stream)
    var folders: [(node: Int, index: Int)] = []
    let first = nodes.count
    for entry in names.entries(in: descriptor, areRecords: holdsRecords(node)) {
      let isDirectory = entry.status?.kind == .directory
      if isDirectory, let status = entry.status, !directories.insert(status.identity).inserted {
        continue
      }
      let child = names.withBytes(of: entry.index) {
        add($0, entry.status, isShared: !isDirectory && entry.linkCount > 1, in: node)
      }
      if isDirectory { folders.append((child, entry.index)) }
    }
    nodes[node].children = first..<nodes.count
    for folder in folders where depth < Self.deepest {
      guard !report.isStopped else { return }
      let opened = names.withName(folder.index) { openDirectory($0, in: descriptor) }
      guard let inner = opened else {
        close(folder.node, SystemFailure.last("open"))
        continue
      }
      list(folder.node, inner, depth: depth + 1)
    }
    report.tell { WebsiteDataProgress(roots: roots.map(path(of:)), fileCount: nodes.count) }
  }

  private mutating func close(_ node: Int, _ failure: SystemFailure) {
    let failure = failure.storeFailure(path: path(of: node))
    problems.append(failure)
    closed[node] = failure
  }

  private func openDirectory(
    _ name: UnsafePointer<CChar>, in descriptor: Int32
  ) -> Int32? {
    if case .error(let code) = faults.fault(.openFolder) {
      errno = code
      return nil
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var opened = openat(descriptor, name, flags | Self.keepAccessTime)
    // Only the owner of a directory may leave its access time alone.
    if opened < 0, errno == EPERM { opened = openat(descriptor, name, flags) }
    return opened >= 0 ? opened : nil
  }

  /// O_NOATIME, which the C library shows only to GNU sources.
  private static let keepAccessTime: Int32 = 0o1_000_000
}
