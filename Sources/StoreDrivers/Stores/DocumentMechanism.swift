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
        document: document, fingerprint: content.fingerprint, image: content.bytes)
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
    check: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> ChangedStore {
    var document = present?.document ?? codec.makeEmpty()
    let change = ChangedStore(outcomes: document.apply(changes))
    guard change.outcomes.contains(.done) else { return change }
    let bytes = document.encoded()
    guard bytes != present?.image else { return change }
    try replacement.replace(path, with: bytes, expecting: present?.fingerprint, check: check)
    return change
  }

  func remove(
    _ path: String, expecting: FileFingerprint?, check: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    try replacement.remove(path, expecting: expecting, check: check)
  }

  func replace(
    _ path: String, with image: [UInt8], expecting: FileFingerprint?,
    check: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    try replacement.replace(path, with: image, expecting: expecting, check: check)
  }
}
