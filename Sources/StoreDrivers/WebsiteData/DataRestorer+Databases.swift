import StoreFormats
import StoreModel

// MARK: Databases.

extension DataRestorer {
  func restoreDatabases(_ outcomes: inout [PlanResult.Outcome]) {
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
        guard hasNoOtherLog(path), isLeftByRemoval(present, path, places) else {
          return try reinsert(into: path, places)
        }
        let replacement = FileReplacement(
          reader: FileReader(budget: data.access.budget), faults: data.access.faults)
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

  /// Whether a database has no log, or the one that it had before the removal.
  private func hasNoOtherLog(_ path: String) -> Bool {
    guard let present = FrozenFile(at: path + "-wal"), present.byteCount > 0 else { return true }
    return holdsOwnContent(present)
  }

  /// Whether a database is what the removal left of it, or what one that was stopped in the middle leaves.
  ///
  /// A removal that was stopped could not note what it left, so that is worked out anew.
  private func isLeftByRemoval(
    _ present: FileFingerprint, _ path: String, _ places: [Int]
  ) -> Bool {
    if let left = left[path] { return present == left }
    guard let scratch = try? DatabaseRewriter(access: data.access).scratchDirectory(),
      let settled = try? image(path, places).settled(scratchDirectory: scratch)
    else { return false }
    if present == FileFingerprint(of: settled) { return true }
    let without = try? DatabaseImage(main: settled).removing(
      rows(of: path), scratchDirectory: scratch)
    return without.map { present == FileFingerprint(of: $0) } ?? false
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
