import FoundationEssentials
import StoreModel

/// Everything that some removals take away, so that it can be put back as it was.
///
/// In bytes: the length of the index in eight bytes, little-endian; the index as JSON; and the contents of the
/// files one after another.
struct DataArchive {
  /// What the index says about one path.
  struct Entry: Codable, Hashable {
    /// Why the path is in the archive.
    enum Role: String, Codable, Hashable {
      /// Data of the removal.
      case content
      /// What goes when nothing needs it any longer.
      case remains
      /// A database that loses rows, or a file beside one.
      case database
      /// A folder that stays, for its time.
      case parent
    }

    var path: String
    var role: Role
    var kind: FrozenFile.Kind
    /// The first removal that the path goes with.
    var removal: Int
    var mode: UInt32
    var owner: UInt32
    var group: UInt32
    /// When the content last changed, in nanoseconds since 1970.
    var modified: Int64
    /// The number of bytes in the archive.
    var byteCount = 0
    /// Which file it is, where it has more names than one.
    var device: UInt64?
    var inode: UInt64?
    /// Another name of the file, which is not in the archive.
    var otherName: String?
    /// What a symbolic link says.
    var target: String?
  }

  struct Index: Codable, Hashable {
    var removals: [DataRemoval]
    var entries: [Entry]
  }

  var index: Index
  /// The contents of the entries, one after another.
  var contents: [UInt8]

  init(index: Index, contents: [UInt8]) {
    self.index = index
    self.contents = contents
  }

  /// Reads an archive; nil when the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    let length = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(bytes.count - 8) else { return nil }
    let end = 8 + Int(length)
    guard let index = try? JSONDecoder().decode(Index.self, from: Data(bytes[8..<end])) else {
      return nil
    }
    let counts = index.entries.map(\.byteCount)
    guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }),
      counts.reduce(0, +) == bytes.count - end,
      index.entries.allSatisfy({ index.removals.indices.contains($0.removal) })
    else { return nil }
    self.init(index: index, contents: Array(bytes[end...]))
  }

  /// The archive in bytes.
  func bytes() throws -> [UInt8] {
    let index = try JSONEncoder().encode(index)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: index.count >> (8 * $0)) }
    return length + Array(index) + contents
  }
}

/// Copies what some removals take away; blocks.
struct DataArchiver {
  private(set) var archive: DataArchive
  private var seen: Set<String> = []
  private var bodies: [String: [FileIdentity: String]] = [:]

  /// Makes the archive of removals that are still as they were frozen.
  static func bytes(of removals: [DataRemoval]) throws(StoreFailure) -> [UInt8] {
    var archiver = DataArchiver(removals)
    for (index, removal) in removals.enumerated() { try archiver.add(removal, index) }
    do {
      return try archiver.archive.bytes()
    } catch {
      throw .unsupported(path: "", reason: "What is removed cannot be written down.")
    }
  }

  private init(_ removals: [DataRemoval]) {
    archive = DataArchive(index: .init(removals: removals, entries: []), contents: [])
  }

  private mutating func add(_ removal: DataRemoval, _ index: Int) throws(StoreFailure) {
    for file in removal.files { try add(file, .content, index) }
    for file in removal.remains { try add(file, .remains, index) }
    for database in removal.databases {
      try add(database, .database, index)
      for suffix in DatabaseRewriter.sideSuffixes {
        if let file = FrozenFile(at: database.path + suffix) { try add(file, .database, index) }
      }
    }
    for file in removal.files + removal.remains + removal.databases {
      if let parent = FrozenFile(at: FilePath.parent(of: file.path)) {
        try add(parent, .parent, index)
      }
    }
  }

  private mutating func add(
    _ file: FrozenFile, _ role: DataArchive.Entry.Role, _ removal: Int
  ) throws(StoreFailure) {
    guard seen.insert(file.path).inserted else { return }
    guard let found = FileSurvey.Entry(file.path), FrozenFile(at: file.path) == file else {
      throw .changedMeanwhile(path: file.path)
    }
    var entry = DataArchive.Entry(
      path: file.path, role: role, kind: file.kind, removal: removal, mode: found.status.mode,
      owner: found.status.owner, group: found.status.group, modified: found.status.contentChange)
    switch file.kind {
    case .folder: break
    case .link: entry.target = FilePath.linkText(of: file.path)
    case .file:
      let content = try FileReader().read(file.path)
      guard FrozenFile(at: file.path) == file else { throw .changedMeanwhile(path: file.path) }
      entry.byteCount = content.bytes.count
      archive.contents += content.bytes
      if found.linkCount > 1 {
        entry.device = file.device
        entry.inode = file.inode
        entry.otherName = otherName(of: file)
      }
    }
    archive.index.entries.append(entry)
  }

  private mutating func otherName(of file: FrozenFile) -> String? {
    guard let folder = DataFreezer.bodyFolder(ofRecordAt: file.path) else { return nil }
    let names = bodies[folder] ?? DataFreezer.names(in: folder)
    bodies[folder] = names
    return names[file.identity]
  }
}
