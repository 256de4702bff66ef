import StoreFormats
import StoreModel

/// Stores that are one file, which is replaced as a whole.
struct DocumentMechanism: StoreMechanism {
  let codec: StoreCodec
  let replacement: FileReplacement

  func load(
    _ path: String, knowing known: StoreKnowledge
  ) throws(StoreFailure) -> LoadedStore {
    let content = try replacement.reader.read(path)
    do throws(DecodingFailure) {
      let document = try codec.decode(content.bytes)
      return LoadedStore(
        document: document, fingerprint: content.fingerprint, image: content.bytes,
        otherNameCount: max(0, content.status.nameCount - 1))
    } catch {
      throw error.storeFailure(path: path)
    }
  }

  func fingerprint(of path: String) throws(StoreFailure) -> FileFingerprint? {
    if case .absent = FileStatus.presence(of: path) { return nil }
    return try replacement.reader.read(path).fingerprint
  }

  func image(of path: String) throws(StoreFailure) -> [UInt8] {
    try replacement.reader.read(path).bytes
  }

  func apply(
    _ changes: [StoreChange], to present: LoadedStore?, at path: String,
    from earlier: EarlierContent?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> ChangedStore {
    var document = present?.document ?? codec.makeEmpty()
    let made = document.apply(changes, fromIfKnown: earlier)
    let change = ChangedStore(outcomes: made.outcomes, replayLosses: made.losses)
    guard change.outcomes.contains(.done) else { return change }
    let bytes = document.encoded()
    guard bytes != present?.image else { return change }
    try replacement.replace(path, with: bytes, expecting: present?.fingerprint, check: check)
    return change
  }

  func makeEmpty() -> any CookieDocument { codec.makeEmpty() }

  func remove(
    _ path: String, expecting: FileFingerprint?, check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    try replacement.remove(path, expecting: expecting, check: check)
  }

  func replace(
    _ path: String, with image: [UInt8], expecting: FileFingerprint?,
    check: (String) throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    try replacement.replace(path, with: image, expecting: expecting, check: check)
  }
}

extension CookieDocument {
  /// Makes all changes, with the records of an earlier content where cookies come from one.
  mutating func apply(
    _ changes: [StoreChange], fromIfKnown earlier: EarlierContent?
  ) -> ReplayedChanges {
    guard let earlier else { return ReplayedChanges(outcomes: apply(changes)) }
    return apply(changes, from: earlier)
  }
}
