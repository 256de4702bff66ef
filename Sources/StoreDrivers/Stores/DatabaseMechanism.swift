import StoreFormats
import StoreModel

/// libsoup's database: copied without a lock to be read, changed in one transaction when nobody has it open.
struct DatabaseMechanism: StoreMechanism {
  let reader: DatabaseReader
  let copies: TemporaryCopies
  let replacement: FileReplacement

  func load(
    _ path: String, knowing known: StoreKnowledge
  ) throws(StoreFailure) -> LoadedStore {
    if let unchanged = unchanged(path, known) { return unchanged }
    let content = try reader.read(path)
    let fingerprint = content.fingerprint
    if content.isMainFileOnly, let (jar, change) = known.jar(in: content.main, fingerprint) {
      return LoadedStore(
        document: jar, fingerprint: fingerprint, image: content.main, isWithoutDuplicates: true,
        change: change, copy: content)
    }
    let document = try decode(content, path)
    let image = content.isMainFileOnly ? content.main : document.encoded()
    return LoadedStore(
      document: document, fingerprint: fingerprint, image: image, copy: content)
  }

  /// What was read last, where the file is still that; nil where it has to be read.
  ///
  /// What a change has left is always read.
  private func unchanged(_ path: String, _ known: StoreKnowledge) -> LoadedStore? {
    guard known.aftermath == nil, let copy = known.content?.copy,
      let fingerprint = known.content?.fingerprint, reader.isUnchanged(path, since: copy),
      let (jar, _) = known.jar(in: copy.main, fingerprint)
    else { return nil }
    return LoadedStore(
      document: jar, fingerprint: fingerprint, image: copy.main, isWithoutDuplicates: true,
      copy: copy)
  }

  func fingerprint(of path: String) throws(StoreFailure) -> FileFingerprint? {
    if case .absent = FileStatus.presence(of: path) { return nil }
    return try reader.read(path).fingerprint
  }

  func image(of path: String) throws(StoreFailure) -> [UInt8] {
    let content = try reader.read(path)
    return content.isMainFileOnly ? content.main : try decode(content, path).encoded()
  }

  func apply(
    _ changes: [StoreChange], to present: LoadedStore?, at path: String,
    from earlier: EarlierContent?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> ChangedStore {
    guard let present, let document = present.document as? LibsoupDatabase else {
      return try create(changes, at: path, from: earlier, check: check)
    }
    let target = try FileTarget(resolving: path).path
    try check(path)
    do throws(DatabaseFailure) {
      try replacement.faults.checkTransaction()
      let change = try LibsoupDatabase.change(
        databaseAt: target, changes, expecting: document, from: earlier,
        beside: { OwnThread.joinable($0) })
      return ChangedStore(
        outcomes: change.outcomes, replayLosses: change.replayLosses, aftermath: change.aftermath)
    } catch {
      throw error.storeFailure(path: path)
    }
  }

  func replace(
    _ path: String, with image: [UInt8], expecting: FileFingerprint?,
    check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    let present = try expecting.map { expected throws(StoreFailure) in
      try folded(path, expecting: expected, check: check)
    }
    try replacement.replace(path, with: image, expecting: present, check: check)
  }

  func remove(
    _ path: String, expecting: FileFingerprint?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    let present = try folded(path, expecting: expecting, check: check)
    try replacement.remove(path, expecting: present, check: check)
  }

  /// Leaves the main file alone with its content, and identifies that.
  private func folded(
    _ path: String, expecting: FileFingerprint?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> FileFingerprint {
    let content = try reader.read(path)
    guard content.fingerprint == expecting else { throw .changedMeanwhile(path: path) }
    try check(path)
    if !content.isMainFileOnly {
      // A log or journal that stayed would be played into the next main file.
      do throws(DatabaseFailure) {
        let target = try foldingTarget(path)
        _ = try LibsoupDatabase.apply([], toDatabaseAt: target, expecting: nil)
      } catch {
        throw error.storeFailure(path: path)
      }
    }
    let present = try reader.read(path)
    guard present.isMainFileOnly else { throw .locked(path: path) }
    return present.fingerprint
  }

  private func foldingTarget(_ path: String) throws(DatabaseFailure) -> String {
    guard let target = FilePath.resolved(path) else { throw .denied }
    return target
  }

  private func decode(
    _ content: DatabaseContent, _ path: String
  ) throws(StoreFailure) -> LibsoupDatabase {
    if !content.isMainFileOnly {
      try reportingFailures(of: copies.directory) { () throws(SystemFailure) in
        try PrivateDirectory.create(copies.directory)
      }
    }
    do throws(DecodingFailure) {
      return try LibsoupDatabase(image: content.image, scratchDirectory: copies.directory)
    } catch {
      throw error.storeFailure(path: path)
    }
  }

  func makeEmpty() -> any CookieDocument { LibsoupDatabase() }

  private func create(
    _ changes: [StoreChange], at path: String, from earlier: EarlierContent?,
    check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> ChangedStore {
    var document = LibsoupDatabase()
    let made = document.apply(changes, fromIfKnown: earlier)
    let change = ChangedStore(outcomes: made.outcomes, replayLosses: made.losses)
    guard change.outcomes.contains(.done) else { return change }
    try replacement.replace(path, with: document.encoded(), expecting: nil, check: check)
    return change
  }
}

extension DatabaseContent {
  /// Whether there is neither a log nor a journal with content.
  var isMainFileOnly: Bool { writeAheadLog.isEmpty && journal.isEmpty }

  /// The form that the format takes.
  var image: DatabaseImage {
    DatabaseImage(
      main: main, wal: writeAheadLog.isEmpty ? nil : writeAheadLog,
      journal: journal.isEmpty ? nil : journal)
  }
}
