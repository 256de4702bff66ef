import CookieCore
import Glibc
import StoreModel

/// Everything below some directories as the file system told it, and who was given the bytes of what.
///
/// A file with several names counts once, for whoever is given it first.
struct ScannedTree {
  /// A file, directory or link.
  struct Node {
    var name: String
    /// The directory it is in; nil for a root.
    var parent: Int?
    var children: [Int] = []
    var kind: FileStatus.Kind
    /// The number of bytes; 0 until a record of a cache is asked about.
    var byteCount: Int
    var modified: Timestamp
    /// Which file it is, where it has more names than one.
    var sharedIdentity: FileIdentity?
    var isGiven = false
    /// Whether it is a record of a cache that was not asked about yet.
    var isPending = false
  }

  private(set) var nodes: [Node] = []
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

  /// The absolute path of a node.
  func path(of node: Int) -> String {
    if let root = paths[node] { return root }
    guard let parent = nodes[node].parent else { return nodes[node].name }
    return FilePath.join(path(of: parent), nodes[node].name)
  }

  /// The absolute paths of nodes.
  func paths(of nodes: [Int]) -> [String] {
    var folders: [Int: String] = [:]
    return nodes.map { node in
      guard let parent = self.nodes[node].parent else { return path(of: node) }
      let folder = folders[parent] ?? path(of: parent)
      folders[parent] = folder
      return FilePath.join(folder, self.nodes[node].name)
    }
  }

  /// The node of a name in a directory.
  func child(_ node: Int, _ name: String) -> Int? {
    // The children are in the order of their names.
    let children = nodes[node].children
    var low = 0
    var high = children.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[children[middle]].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < children.count, nodes[children[low]].name == name else { return nil }
    return children[low]
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
    var found = nodes[node].children
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
    if let identity = nodes[node].sharedIdentity, !given.insert(identity).inserted { return 0 }
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
    if linkCount > 1 { nodes[node].sharedIdentity = status.identity }
    count(status, isShared: linkCount > 1)
  }

  private mutating func count(_ status: FileStatus, isShared: Bool) {
    if !isShared || counted.insert(status.identity).inserted { totalBytes += status.byteCount }
  }

  /// Whether a directory is one in which WebKit's HTTP cache has its records.
  private func holdsRecords(_ node: Int) -> Bool {
    guard ["Resource", "SubResources"].contains(nodes[node].name),
      let partition = nodes[node].parent, let records = nodes[partition].parent
    else { return false }
    return nodes[records].name == "Records"
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
    let node = add(FilePath.name(of: path), status, isShared: false, in: nil)
    paths[node] = path
    roots.append(node)
    list(node, descriptor, depth: 0)
  }

  private mutating func add(
    _ name: String, _ status: FileStatus, isShared: Bool, in parent: Int?
  ) -> Int {
    let node = Node(
      name: name, parent: parent, kind: status.kind, byteCount: status.byteCount,
      modified: Timestamp(microseconds: status.contentChange / 1000),
      sharedIdentity: isShared ? status.identity : nil)
    count(status, isShared: isShared)
    return add(node)
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    if let parent = node.parent { nodes[parent].children.append(nodes.count - 1) }
    return nodes.count - 1
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
    let entries = names.entries(in: descriptor, areRecords: holdsRecords(node))
    nodes[node].children.reserveCapacity(entries.count)
    for entry in entries {
      guard let status = entry.status else {
        _ = add(
          Node(
            name: entry.name, parent: node, kind: .regular, byteCount: 0,
            modified: Timestamp(microseconds: 0), isPending: true))
        continue
      }
      let isDirectory = status.kind == .directory
      if isDirectory, !directories.insert(status.identity).inserted { continue }
      let isShared = !isDirectory && entry.linkCount > 1
      let child = add(entry.name, status, isShared: isShared, in: node)
      guard isDirectory, depth < Self.deepest else { continue }
      guard !report.isStopped else { return }
      let opened = names.withName(entry.index) { openDirectory($0, in: descriptor) }
      guard let inner = opened else {
        close(child, SystemFailure.last("open"))
        continue
      }
      list(child, inner, depth: depth + 1)
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
