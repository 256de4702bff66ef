import StoreModel

/// The journal's record of website data.
extension Journal {
  /// Writes what is removed and a copy of it, and returns when both are on the disk.
  ///
  /// - Parameter archive: nil when nothing of it can be kept.
  func prepare(
    _ part: inout JournalDataPart, at index: Int, of id: String, removals: [DataRemoval],
    archive: [UInt8]?
  ) throws(JournalFailure) {
    let place = path(id, .removals(index))
    let bytes = try encode(removals, for: place)
    do {
      try files.write(place, bytes)
      if let archive { try files.write(path(id, .archive(index)), archive) }
    } catch {
      throw JournalFailure(error)
    }
    part.removalsChecksum = checksum(bytes)
    part.archiveChecksum = archive.map(checksum)
    part.count = removals.count
  }

  /// What was removed of one store.
  func removals(_ index: Int, of manifest: JournalManifest) throws(JournalFailure) -> [DataRemoval]
  {
    let place = path(manifest.id, .removals(index))
    let bytes = try read(place)
    guard let part = manifest.data?[index], checksum(bytes) == part.removalsChecksum else {
      throw .damaged(path: place)
    }
    return try decode([DataRemoval].self, from: bytes, place)
  }

  /// The copy of what was removed of one store, or nil when none was kept.
  func archive(_ index: Int, of manifest: JournalManifest) throws(JournalFailure) -> [UInt8]? {
    guard let expected = manifest.data?[index].archiveChecksum else { return nil }
    let place = path(manifest.id, .archive(index))
    let bytes = try read(place)
    guard checksum(bytes) == expected else { throw .damaged(path: place) }
    return bytes
  }
}
