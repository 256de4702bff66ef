import Glibc
import StoreFormats
import StoreModel

/// Removes items of website data, and nothing else; blocks.
struct DataRemover {
  let data: WebsiteDataAccess
  let force: Bool

  /// Checks every item, removes those that are as they were frozen, and reads back.
  func remove(_ removals: [DataRemoval]) throws(StoreFailure) -> RemovedData {
    let data = data
    return try data.whileLocked { () throws(StoreFailure) in
      let before = FileSurvey(below: data.roots)
      try data.refuseIfUsed(before, force: force)
      var outcomes = check(removals)
      let left = removeRows(of: removals, &outcomes)
      removeFiles(of: removals, &outcomes)
      readBack(removals, &outcomes)
      let touched = Self.paths(of: zip(removals, outcomes).filter { $1 == .done }.map(\.0))
      // Of what failed halfway some is gone; that is in its outcome already.
      let halfway = Self.paths(of: zip(removals, outcomes).filter { $1.isFailure }.map(\.0))
      let (compared, disturbed) = FileSurvey(below: data.roots).comparison(with: before) {
        touched.contains($0) || halfway.contains($0)
      }
      return RemovedData(
        result: DataResult(
          outcomes: outcomes, comparedFiles: compared, disturbedFiles: disturbed), left: left)
    }
  }

  /// Compares the removals with what is there now; `cancelled` marks those that may go on.
  private func check(_ removals: [DataRemoval]) -> [PlanResult.Outcome] {
    let listed = Set(data.listing().items.map(\.identity))
    let meant = removals.filter { listed.contains($0.item.identity) }
    let fresh = Dictionary(
      data.freeze(meant.map(\.item)).map { ($0.item.identity, $0) }, uniquingKeysWith: { $1 })
    return removals.map { removal in
      guard let now = fresh[removal.item.identity] else { return .goneAlready }
      let isSame = now.files == removal.files && now.databases == removal.databases
      return isSame ? .cancelled : .changed
    }
  }

  private func readBack(_ removals: [DataRemoval], _ outcomes: inout [PlanResult.Outcome]) {
    let listed = Set(data.listing().items.map(\.identity))
    for index in outcomes.indices where outcomes[index] == .cancelled {
      outcomes[index] = listed.contains(removals[index].item.identity) ? .cameBack : .done
    }
  }

  private static func paths(of removals: [DataRemoval]) -> Set<String> {
    var paths: Set<String> = []
    for removal in removals {
      paths.formUnion((removal.files + removal.remains).map(\.path))
      for database in removal.databases {
        paths.formUnion(([""] + DatabaseRewriter.sideSuffixes).map { database.path + $0 })
      }
    }
    return paths
  }
}

// MARK: Rows.

extension DataRemover {
  /// Takes the rows out of their databases, each database once.
  ///
  /// - Returns: what is left of each database.
  private func removeRows(
    of removals: [DataRemoval], _ outcomes: inout [PlanResult.Outcome]
  ) -> [String: FileFingerprint] {
    var users: [String: [Int]] = [:]
    for index in removals.indices where outcomes[index] == .cancelled {
      for database in removals[index].databases { users[database.path, default: []].append(index) }
    }
    var left: [String: FileFingerprint] = [:]
    for (path, indices) in users.sorted(by: { $0.key < $1.key }) {
      let rows = indices.flatMap { removals[$0].item.place.rows }.filter { $0.database == path }
      do throws(StoreFailure) {
        left[path] = try remove(rows, from: path)
      } catch {
        for index in indices { outcomes[index] = .failed(error) }
      }
    }
    return left
  }

  /// Replaces a database by one without the rows.
  private func remove(
    _ rows: [WebsiteDataItem.Rows], from path: String
  ) throws(StoreFailure) -> FileFingerprint {
    try DatabaseRewriter(access: data.access).rewrite(path) {
      (image, scratch) throws(DatabaseFailure) in
      try image.removing(rows.map { WebsiteRowRemoval($0) }, scratchDirectory: scratch)
    }
  }
}

// MARK: Files.

extension DataRemover {
  private func removeFiles(of removals: [DataRemoval], _ outcomes: inout [PlanResult.Outcome]) {
    var parents: Set<String> = []
    for index in removals.indices where outcomes[index] == .cancelled {
      do throws(StoreFailure) {
        try removeFiles(of: removals[index], &parents)
      } catch {
        outcomes[index] = .failed(error)
      }
    }
    for index in removals.indices.reversed() where outcomes[index] == .cancelled {
      removeRemains(of: removals[index])
    }
    for parent in parents {
      // Most parents are gone themselves, and with them what there was to flush.
      try? Descriptor(opening: parent, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
  }

  /// Removes the files of one item; one that cannot be removed stops it, and what went is told.
  private func removeFiles(
    of removal: DataRemoval, _ parents: inout Set<String>
  ) throws(StoreFailure) {
    let rows = removal.item.place.rows.reduce(0) { $0 + $1.values.count }
    // What is in a folder comes after it.
    for (position, file) in removal.files.reversed().enumerated() {
      parents.insert(FilePath.parent(of: file.path))
      do throws(SystemFailure) {
        try remove(file)
      } catch {
        guard position + rows > 0, error.call != "crash" else {
          throw error.storeFailure(path: file.path)
        }
        throw .partlyRemoved(
          path: file.path, gone: position + rows, left: removal.files.count - position,
          call: error.call, code: error.code)
      }
    }
  }

  private func remove(_ file: FrozenFile) throws(SystemFailure) {
    let call = file.kind == .folder ? "rmdir" : "unlink"
    switch data.access.faults.fault(.removeData) {
    case nil: break
    case .error(let code): throw SystemFailure(call: call, code: code)
    case .crash: throw SystemFailure(call: "crash", code: EINTR)
    }
    let result = file.kind == .folder ? rmdir(file.path) : unlink(file.path)
    guard result == 0 || errno == ENOENT else { throw .last(call) }
  }

  /// Removes what is not needed any longer; what turns out to be needed stays.
  private func removeRemains(of removal: DataRemoval) {
    guard removal.remains.isEmpty || data.access.faults.fault(.removeData) == nil else { return }
    let paths = Set(removal.remains.map(\.path))
    for file in removal.remains where file.kind == .file && file.path.contains("/Blobs/") {
      if FileSurvey.Entry(file.path)?.linkCount == 1 { unlink(file.path) }
    }
    for folder in removal.remains where folder.kind == .folder {
      let names = (try? DirectoryListing.names(in: folder.path)) ?? []
      let inside = names.map { FilePath.join(folder.path, $0) }
      guard inside.allSatisfy(paths.contains) else { continue }
      for path in inside { unlink(path) }
      rmdir(folder.path)
    }
  }
}

extension PlanResult.Outcome {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { self == .cameBack }
  }
}
