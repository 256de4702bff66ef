import CookieCore
import FoundationEssentials
import StoreModel

/// The record of every change, kept so that it can be taken back.
///
/// An entry is a directory: `manifest.json`, and for each store `items-N.json` with the lossless cookies and
/// `before-N.image` with the bytes of the whole file; for website data `removals-N.json` with what was
/// removed and `data-N.archive` with a copy of it. What a manifest names is on the disk before the
/// manifest is, and the manifest before the store is changed.
struct Journal: Sendable {
  let directory: String
  let files: PrivateFiles

  /// Makes the directory of a new entry, and takes the entry.
  ///
  /// - Parameter newID: called again when the id is taken.
  func begin(newID: () -> String) throws(JournalFailure) -> (id: String, lock: FileLock) {
    var taken = FileFault(path: directory, call: "mkdir", code: 0)
    for _ in 0..<16 {
      let id = newID()
      do {
        try files.makeDirectories(directory)
        try files.makeDirectory(path(id))
        try files.syncDirectory(directory)
      } catch {
        guard error.isTaken else { throw JournalFailure(error) }
        taken = error
        continue
      }
      do {
        return (id, try take(id))
      } catch {
        switch error {
        // Another program is removing what it took for an empty entry.
        case .taken, .noSuchEntry: continue
        default: throw error
        }
      }
    }
    throw JournalFailure(taken)
  }

  /// Writes the items and the image of one store, and returns when both are on the disk.
  func prepare(
    _ part: inout JournalPart, at index: Int, of id: String, items: [PlanItem], image: [UInt8]?
  ) throws(JournalFailure) {
    let bytes: [UInt8]
    do {
      bytes = try JournalItemWriter.write(items)
    } catch {
      throw .damaged(path: path(id, .items(index)))
    }
    do {
      try files.write(path(id, .items(index)), bytes)
      if let image { try files.write(path(id, .image(index)), image) }
    } catch {
      throw JournalFailure(error)
    }
    part.itemsChecksum = checksum(bytes)
    part.imageChecksum = image.map(checksum)
    part.count(items)
  }

  /// Replaces the kept copy of a store's file, by none where there is no image.
  func replaceImage(
    of part: inout JournalPart, at index: Int, of id: String, _ image: [UInt8]?
  ) throws(JournalFailure) {
    if let image {
      do {
        try files.replace(path(id, .image(index)), with: image)
      } catch {
        throw JournalFailure(error)
      }
    }
    part.imageChecksum = image.map(checksum)
  }

  /// Replaces the manifest, and returns when it is on the disk.
  func save(_ manifest: JournalManifest) throws(JournalFailure) {
    let place = path(manifest.id, .manifest)
    let bytes = try encode(manifest, for: place)
    do {
      try files.replace(place, with: bytes)
    } catch {
      throw JournalFailure(error)
    }
  }

  /// Reads what an entry says about itself.
  func manifest(_ id: String) throws(JournalFailure) -> JournalManifest {
    let place = path(id, .manifest)
    let manifest = try decode(JournalManifest.self, from: try read(place), place)
    guard manifest.version == JournalManifest.currentVersion, manifest.id == id else {
      throw .damaged(path: place)
    }
    return manifest
  }

  /// Reads the items of one store.
  func items(_ index: Int, of manifest: JournalManifest) throws(JournalFailure) -> [PlanItem] {
    let place = path(manifest.id, .items(index))
    let bytes = try read(place)
    let part = manifest.parts[index]
    guard checksum(bytes) == part.itemsChecksum else { throw .damaged(path: place) }
    return try decode([JournalItem].self, from: bytes, place)
      .compactMap { $0.item(in: part.store.id) }
  }

  /// The kept copy of a store's file, or nil when none was kept.
  func image(_ index: Int, of manifest: JournalManifest) throws(JournalFailure) -> [UInt8]? {
    guard let expected = manifest.parts[index].imageChecksum else { return nil }
    let place = path(manifest.id, .image(index))
    let bytes = try read(place)
    guard checksum(bytes) == expected else { throw .damaged(path: place) }
    return bytes
  }
}

extension Journal {
  /// The files of an entry.
  enum File: Hashable {
    case manifest
    case items(Int)
    case image(Int)
    case removals(Int)
    case archive(Int)
    /// Locked by whoever changes or removes the entry.
    case lock

    var name: String {
      switch self {
      case .manifest: "manifest.json"
      case .items(let index): "items-\(index).json"
      case .image(let index): "before-\(index).image"
      case .removals(let index): "removals-\(index).json"
      case .archive(let index): "data-\(index).archive"
      case .lock: "lock"
      }
    }
  }

  func path(_ id: String) -> String { directory + "/" + id }
  func path(_ id: String, _ file: File) -> String { path(id) + "/" + file.name }

  func read(_ path: String) throws(JournalFailure) -> [UInt8] {
    do {
      return try files.read(path)
    } catch {
      throw JournalFailure(error)
    }
  }

  func encode(_ value: some Encodable, for path: String) throws(JournalFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw .damaged(path: path)
    }
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], _ path: String
  ) throws(JournalFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw .damaged(path: path)
    }
  }
}
