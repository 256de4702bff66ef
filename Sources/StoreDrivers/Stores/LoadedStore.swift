import StoreFormats
import StoreModel

/// A store's file, read and decoded.
struct LoadedStore: Sendable {
  /// What was decoded.
  var document: any CookieDocument
  /// Identifies the bytes that were read.
  var fingerprint: FileFingerprint
  /// The bytes to put back if everything shall be as it was.
  var image: [UInt8]
  /// How many other names the file has that keep its content when it is replaced.
  var otherNameCount = 0
  /// Whether no identity comes twice, as far as that is known already.
  var isWithoutDuplicates = false
  /// In what it differs from what was there before a change, where that is proved.
  var change: ContentChange?
  /// What was read of a database.
  var copy: DatabaseContent?
}

/// What came of changing a store.
struct ChangedStore {
  /// One outcome for each change, in order.
  var outcomes: [AppliedChanges.Outcome]
  /// What of records that were put back is not as it was.
  var replayLosses: [ReplayLoss] = []
  /// What the file should hold now; nil where that has to be decoded to be known.
  var aftermath: LibsoupAftermath?
}

/// What is known of a store before it is read; it counts only for the very bytes that it was learnt from.
struct StoreKnowledge {
  /// What was read last.
  var content: SnapshotMemory.Content?
  /// What a change left, and what the file was before it.
  var aftermath: (left: LibsoupAftermath, origin: FileFingerprint)?

  /// The jar in the bytes of a database, when every row of it is known.
  func jar(
    in file: [UInt8], _ fingerprint: FileFingerprint
  ) -> (jar: LibsoupDatabase, change: ContentChange?)? {
    if let aftermath, let (jar, change) = aftermath.left.content(of: file, from: aftermath.origin) {
      return (jar, change)
    }
    guard let content, let rows = content.rows, content.fingerprint == fingerprint,
      content.notices.isEmpty, !content.isDamaged
    else { return nil }
    let jar = LibsoupDatabase(
      knownBytes: file, cookies: content.cookies, ids: rows.ids, digests: rows.digests)
    return (jar, nil)
  }
}

/// How the files of a store are read and written; blocks.
protocol StoreMechanism: Sendable {
  /// Reads and decodes the store.
  ///
  /// - Parameter known: what need not be decoded again.
  /// - Throws: `gone` when there is no file, `malformed` when nothing of the format can be recognised.
  func load(
    _ path: String, knowing known: StoreKnowledge
  ) throws(StoreFailure) -> LoadedStore

  /// Identifies the bytes of the store, decodable or not; nil when there is no file.
  func fingerprint(of path: String) throws(StoreFailure) -> FileFingerprint?

  /// The bytes that `replace` takes to put everything back.
  func image(of path: String) throws(StoreFailure) -> [UInt8]

  /// Changes the store; when no change has an effect, no byte is written.
  ///
  /// - Parameters:
  ///   - present: what is there; nil for no file.
  ///   - earlier: where cookies that are put come from; nil when they are no earlier ones.
  ///   - check: a last look at a file before its content goes away: the store's, and then what was displaced.
  func apply(
    _ changes: [StoreChange], to present: LoadedStore?, at path: String,
    from earlier: EarlierContent?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> ChangedStore

  /// The document that a new file begins with.
  func makeEmpty() -> any CookieDocument

  /// Removes the file, when it still has the given content, with what belongs to it.
  func remove(
    _ path: String, expecting: FileFingerprint?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure)

  /// Puts an image in the place of the file.
  func replace(
    _ path: String, with image: [UInt8], expecting: FileFingerprint?,
    check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure)
}

extension DecodingFailure {
  /// Says what the failure means for the store in a file.
  func storeFailure(path: String) -> StoreFailure {
    switch self {
    case .badSignature(let offset, _):
      .malformed(path: path, offset: offset, expected: "the signature of the format")
    case .truncated(let offset, let needed):
      .malformed(path: path, offset: offset, expected: "\(needed) more bytes")
    case .invalid(let field, let offset):
      .malformed(path: path, offset: offset, expected: "a valid \(field)")
    case .unsupportedVersion(let version):
      .unsupported(path: path, reason: "Version \(version) of the format is not known.")
    case .foreignTable(let name, let kind):
      .unsupported(
        path: path, reason: "It is sound, but not as its engine makes it: “\(name)” is \(kind).")
    case .database:
      .malformed(path: path, offset: 0, expected: "an intact SQLite database")
    }
  }
}
