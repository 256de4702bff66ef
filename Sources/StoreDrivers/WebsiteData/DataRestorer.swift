import Glibc
import StoreModel

/// Puts back what an archive holds: bytes, modes and times; blocks.
///
/// Nothing that is there in the meantime is overwritten: an item whose place is taken is left alone as a whole.
struct DataRestorer {
  let data: WebsiteDataAccess
  private let force: Bool
  let left: [String: FileFingerprint]
  let archive: DataArchive
  /// Where the content of each entry begins.
  private let offsets: [Int]
  /// The entry of each path.
  private let places: [String: Int]
  /// The folders that were looked at, and whether each is a link.
  private var linkStates: [String: Bool] = [:]
  /// The files without data that are replaced by those of the archive.
  var replaced: Set<String> = []
  /// The first name under which a file with several names was put back.
  var restored: [FileIdentity: String] = [:]

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
    places = Dictionary(
      zip(paths, paths.indices), uniquingKeysWith: { first, _ in first })
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
      if let link = linkAbove(removal) {
        outcomes.append(.failed(Self.leadsOut(link)))
        continue
      }
      let taken = removal.files.filter { file in
        guard let present = FrozenFile(at: file.path) else { return false }
        guard file.kind != .folder else { return present.kind != .folder }
        return present != file && !holdsOwnContent(present)
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

  /// Whether a file has what is to be put back already, because an earlier undo was stopped in the middle.
  func holdsOwnContent(_ present: FrozenFile) -> Bool {
    guard let place = places[present.path], archive.index.entries[place].kind == present.kind else {
      return false
    }
    let entry = archive.index.entries[place]
    switch present.kind {
    case .folder: return true
    case .link: return FilePath.linkText(of: present.path) == entry.target
    case .file:
      guard present.byteCount == entry.byteCount,
        let found = try? FileReader(budget: data.access.budget).read(present.path)
      else { return false }
      return found.bytes == content(of: place)
    }
  }

  /// A folder above what is to be put back that has become a link, which leads out of the profile.
  private mutating func linkAbove(_ removal: DataRemoval) -> String? {
    for file in removal.files + removal.databases + removal.remains {
      var folder = FilePath.parent(of: file.path)
      while data.roots.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) {
        let isLink =
          linkStates[folder] ?? (FileStatus.ifKnown(folder, followingLinks: false)?.kind == .link)
        linkStates[folder] = isLink
        if isLink { return folder }
        folder = FilePath.parent(of: folder)
      }
    }
    return nil
  }

  private static func leadsOut(_ link: String) -> StoreFailure {
    .unsupported(
      path: link,
      reason: "This folder is a link by now, to \(FilePath.linkText(of: link) ?? "nothing"), "
        + "and nothing is written behind it. Put a folder in its place and try again.")
  }

  func content(of index: Int) -> [UInt8] {
    Array(
      archive.contents[offsets[index]..<(offsets[index] + archive.index.entries[index].byteCount)])
  }
}
