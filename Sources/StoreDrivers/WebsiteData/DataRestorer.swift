import Glibc
import StoreFormats
import StoreModel

/// Puts back what an archive holds: bytes, modes and times; blocks.
///
/// Nothing that is there in the meantime is overwritten: an item whose place is taken is left alone as a whole.
struct DataRestorer {
  private let data: WebsiteDataAccess
  private let force: Bool
  private let left: [String: FileFingerprint]
  private let archive: DataArchive
  /// Where the content of each entry begins.
  private let offsets: [Int]
  /// The files without data that are replaced by those of the archive.
  private var replaced: Set<String> = []
  /// The first name under which a file with several names was put back.
  private var restored: [FileIdentity: String] = [:]

  /// Opens an archive.
  ///
  /// - Parameter left: what the removal left of databases, by path.
  init(
    _ bytes: [UInt8], for data: WebsiteDataAccess, expecting left: [String: FileFingerprint],
    force: Bool
  ) throws(StoreFailure) {
    guard let archive = DataArchive(bytes) else {
      throw .malformed(path: data.store.path, offset: 0, expected: "an archive")
    }
    let paths = archive.index.entries.map(\.path)
    guard
      paths.allSatisfy({ path in data.roots.contains { path == $0 || path.hasPrefix($0 + "/") } })
    else { throw .malformed(path: data.store.path, offset: 0, expected: "a path in the profile") }
    self.data = data
    self.force = force
    self.left = left
    self.archive = archive
    var offsets: [Int] = []
    var offset = 0
    for entry in archive.index.entries {
      offsets.append(offset)
      offset += entry.byteCount
    }
    self.offsets = offsets
  }

  /// Puts everything back whose place is free.
  mutating func restore() throws(StoreFailure) -> DataResult {
    let data = data
    return try data.whileLocked { () throws(StoreFailure) in try restoreLocked() }
  }

  private mutating func restoreLocked() throws(StoreFailure) -> DataResult {
    let before = FileSurvey(below: data.roots)
    try data.refuseIfUsed(before, force: force)
    var outcomes = check()
    restoreDatabases(&outcomes)
    restoreFiles(&outcomes)
    setTimes(outcomes)
    // One wait for all, because there may be many thousand files.
    sync()
    let own = Set(archive.index.entries.map(\.path))
    let (compared, disturbed) = FileSurvey(below: data.roots).comparison(with: before) {
      own.contains($0)
    }
    for index in outcomes.indices where outcomes[index] == .cancelled { outcomes[index] = .done }
    return DataResult(outcomes: outcomes, comparedFiles: compared, disturbedFiles: disturbed)
  }

  /// Looks at the places; `cancelled` marks those that are free or hold the very file that was to be removed.
  private mutating func check() -> [PlanResult.Outcome] {
    var outcomes: [PlanResult.Outcome] = []
    for removal in archive.index.removals {
      let taken = removal.files.filter { file in
        guard let present = FrozenFile(at: file.path) else { return false }
        return file.kind == .folder ? present.kind != .folder : present != file
      }
      let isFree = taken.isEmpty || holdsLabelsAlone(removal)
      if isFree { replaced.formUnion(taken.map(\.path)) }
      outcomes.append(isFree ? .cancelled : .changed)
    }
    return outcomes
  }

  /// Whether the engine has made a cache folder anew and put nothing into it.
  ///
  /// Its salt and the name of the origin are put back with the records, whose names are made with that salt.
  private func holdsLabelsAlone(_ removal: DataRemoval) -> Bool {
    let labels: Set<String> = ["origin", "salt", "estimatedsize"]
    return removal.item.type == .fetchCache
      && FileSurvey(below: removal.item.place.folders).entries.allSatisfy { path, entry in
        entry.status.kind == .directory || labels.contains(FilePath.name(of: path))
      }
  }

  private func content(of index: Int) -> [UInt8] {
    Array(
      archive.contents[offsets[index]..<(offsets[index] + archive.index.entries[index].byteCount)])
  }
}

// MARK: Databases.

extension DataRestorer {
  private func restoreDatabases(_ outcomes: inout [PlanResult.Outcome]) {
    var done: [String: PlanResult.Outcome] = [:]
    for (index, removal) in archive.index.removals.enumerated() {
      for database in removal.databases where outcomes[index] == .cancelled {
        let outcome = done[database.path] ?? restoreDatabase(database.path)
        done[database.path] = outcome
        outcomes[index] = outcome
      }
    }
  }

  /// Puts a database back when it is what the removal left, or else the rows into what it is now.
  private func restoreDatabase(_ path: String) -> PlanResult.Outcome {
    let names = [path] + DatabaseRewriter.sideSuffixes.map { path + $0 }
    let places = archive.index.entries.indices.filter { index in
      let entry = archive.index.entries[index]
      return entry.role == .database && names.contains(entry.path)
    }
    guard let main = places.first(where: { archive.index.entries[$0].path == path }) else {
      return .failed(.gone(path: path))
    }
    do throws(StoreFailure) {
      guard FileStatus.ifKnown(path) != nil else { return try makeAnew(path, main, places) }
      let present = try FileReader(budget: data.access.budget).read(path).fingerprint
      let bytes = content(of: main)
      if present != FileFingerprint(of: bytes) {
        let hasLog = FileStatus.ifKnown(path + "-wal").map { $0.byteCount > 0 } ?? false
        guard present == left[path], !hasLog else { return try reinsert(into: path, places) }
        let replacement = FileReplacement(reader: FileReader(budget: data.access.budget))
        try replacement.replace(path, with: bytes, expecting: present)
      }
      for place in places where place != main {
        let entry = archive.index.entries[place]
        if FileStatus.ifKnown(entry.path) == nil { try write(content(of: place), entry) }
      }
      Self.setTime(of: archive.index.entries[main])
      return .cancelled
    } catch {
      return .failed(error)
    }
  }

  /// Puts the rows into a database that the engine has written since.
  private func reinsert(
    into path: String, _ places: [Int]
  ) throws(StoreFailure) -> PlanResult.Outcome {
    let rows = rows(of: path)
    guard rows.allSatisfy({ Self.standsAlone($0) }) else {
      throw .unsupported(path: path, reason: Self.dependence)
    }
    let before = image(path, places)
    _ = try DatabaseRewriter(access: data.access).rewrite(path) {
      (image, scratch) throws(DatabaseFailure) in
      try image.reinserting(rows, from: before, scratchDirectory: scratch)
    }
    return .cancelled
  }

  /// Makes a database of the rows alone where the engine has deleted it, since it was empty.
  private func makeAnew(
    _ path: String, _ main: Int, _ places: [Int]
  ) throws(StoreFailure) -> PlanResult.Outcome {
    let rows = rows(of: path)
    guard rows.allSatisfy({ Self.standsAlone($0) }) else {
      throw .unsupported(path: path, reason: Self.dependence)
    }
    let scratch = try DatabaseRewriter(access: data.access).scratchDirectory()
    let bytes: [UInt8]
    do throws(DatabaseFailure) {
      bytes = try image(path, places).keeping(rows, scratchDirectory: scratch)
    } catch {
      throw error.storeFailure(path: path)
    }
    try write(bytes, archive.index.entries[main])
    return .cancelled
  }

  private func rows(of path: String) -> [WebsiteRowRemoval] {
    archive.index.removals.flatMap(\.item.place.rows).filter { $0.database == path }
      .map { WebsiteRowRemoval($0) }
  }

  private func image(_ path: String, _ places: [Int]) -> DatabaseImage {
    func part(_ suffix: String) -> [UInt8]? {
      places.first { archive.index.entries[$0].path == path + suffix }.map(content)
    }
    return DatabaseImage(main: part("") ?? [], wal: part("-wal"), journal: part("-journal"))
  }

  private static let dependence =
    "The program has written this database since, and what tracking prevention knows of a site cannot be "
    + "put back into it by itself."

  /// Whether no other table refers to the rows; what refers to them went along and cannot be put back by itself.
  private static func standsAlone(_ rows: WebsiteRowRemoval) -> Bool {
    rows.table != "ObservedDomains"
  }
}

// MARK: Files.

extension DataRestorer {
  private mutating func restoreFiles(_ outcomes: inout [PlanResult.Outcome]) {
    let order = archive.index.entries.indices.filter {
      let role = archive.index.entries[$0].role
      return role == .content || role == .remains
    }.sorted {
      let (left, right) = (archive.index.entries[$0], archive.index.entries[$1])
      // Folders before what is in them.
      if (left.kind == .folder) != (right.kind == .folder) { return left.kind == .folder }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    for place in order {
      let entry = archive.index.entries[place]
      guard outcomes[entry.removal] == .cancelled else { continue }
      if replaced.contains(entry.path) { unlink(entry.path) }
      guard FrozenFile(at: entry.path) == nil else { continue }
      do throws(StoreFailure) {
        try restore(entry, at: place)
      } catch {
        outcomes[entry.removal] = .failed(error)
      }
    }
  }

  private mutating func restore(
    _ entry: DataArchive.Entry, at place: Int
  ) throws(StoreFailure) {
    switch entry.kind {
    case .folder: try make(entry)
    case .link:
      guard symlink(entry.target ?? "", entry.path) == 0 else {
        throw SystemFailure.last("symlink").storeFailure(path: entry.path)
      }
    case .file:
      guard let device = entry.device, let inode = entry.inode else {
        return try write(content(of: place), entry)
      }
      let identity = FileIdentity(device: device, inode: inode)
      if let name = restored[identity] ?? Self.present(identity, entry.otherName) {
        if link(name, entry.path) == 0 { return }
      }
      try write(content(of: place), entry)
      restored[identity] = entry.path
    }
  }

  /// A name that the very file has still.
  private static func present(_ identity: FileIdentity, _ name: String?) -> String? {
    guard let name, FileStatus.ifKnown(name, followingLinks: false)?.identity == identity else {
      return nil
    }
    return name
  }

  private func make(_ entry: DataArchive.Entry) throws(StoreFailure) {
    // The folders above it went with other items, or not at all.
    let parent = FilePath.parent(of: entry.path)
    if FileStatus.ifKnown(parent) == nil,
      let above = archive.index.entries.first(where: { $0.path == parent && $0.kind == .folder })
    {
      try make(above)
    }
    guard mkdir(entry.path, mode_t(entry.mode)) == 0 || errno == EEXIST else {
      throw SystemFailure.last("mkdir").storeFailure(path: entry.path)
    }
    lchown(entry.path, entry.owner, entry.group)
    chmod(entry.path, mode_t(entry.mode))
  }

  private func write(
    _ bytes: [UInt8], _ entry: DataArchive.Entry
  ) throws(StoreFailure) {
    try reportingFailures(of: entry.path) { () throws(SystemFailure) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try Descriptor(opening: entry.path, flags: flags)
      do throws(SystemFailure) {
        try file.write(bytes)
        // An owner that cannot be kept is let go; the mode is that of the old file in any case.
        if fchown(file.number, entry.owner, entry.group) != 0, errno != EPERM {
          throw .last("fchown")
        }
        guard fchmod(file.number, mode_t(entry.mode)) == 0 else { throw .last("fchmod") }
      } catch {
        unlink(entry.path)
        throw error
      }
    }
    Self.setTime(of: entry)
  }

  /// Sets the times that the making of names has changed: of databases, of folders, and of what stayed.
  private func setTimes(_ outcomes: [PlanResult.Outcome]) {
    let deepestFirst = archive.index.entries.sorted { $0.path.utf8.count > $1.path.utf8.count }
    for entry in deepestFirst where outcomes[entry.removal] == .cancelled {
      if entry.kind == .folder { Self.setTime(of: entry) }
    }
  }

  private static func setTime(of entry: DataArchive.Entry) {
    let (seconds, nanoseconds) = entry.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    let untouched = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)  // UTIME_OMIT
    _ = [untouched, time].withUnsafeBufferPointer {
      utimensat(AT_FDCWD, entry.path, $0.baseAddress, AT_SYMLINK_NOFOLLOW)
    }
  }
}
