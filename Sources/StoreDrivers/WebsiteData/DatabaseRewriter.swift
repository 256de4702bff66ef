import Glibc
import StoreFormats
import StoreModel

/// Replaces one of WebKit's databases by a changed one; blocks.
struct DatabaseRewriter {
  let access: StoreAccess
  /// The files beside a database.
  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  /// Reads a database, changes a copy, and puts that in its place.
  ///
  /// A write-ahead log is taken over first, by itself: at every moment the files together hold all of the old or
  /// all of the new content, also when the log is still there beside the main file that has its pages already.
  ///
  /// - Parameter change: makes the bytes of the new main file; the text is a directory for private copies.
  /// - Returns: what is there afterwards.
  func rewrite(
    _ path: String, _ change: (DatabaseImage, String) throws(DatabaseFailure) -> [UInt8]
  ) throws(StoreFailure) -> FileFingerprint {
    let content = try DatabaseReader(budget: access.budget).read(path)
    let scratch = try scratchDirectory()
    let replacement = FileReplacement(
      reader: FileReader(budget: access.budget), faults: access.faults)
    let settled: [UInt8]
    let bytes: [UInt8]
    do throws(DatabaseFailure) {
      settled = try content.image.settled(scratchDirectory: scratch)
      bytes = try change(DatabaseImage(main: settled), scratch)
    } catch {
      throw error.storeFailure(path: path)
    }
    if settled != content.main {
      try replacement.replace(path, with: settled, expecting: FileFingerprint(of: content.main))
    }
    for suffix in Self.sideSuffixes {
      try access.faults.check(.removeData, path: path + suffix)
      guard unlink(path + suffix) == 0 || errno == ENOENT else {
        throw SystemFailure.last("unlink").storeFailure(path: path + suffix)
      }
    }
    try replacement.replace(path, with: bytes, expecting: FileFingerprint(of: settled))
    return FileFingerprint(of: bytes)
  }

  /// The directory for private copies.
  func scratchDirectory() throws(StoreFailure) -> String {
    let directory = access.copies.directory
    try reportingFailures(of: directory) { () throws(SystemFailure) in
      try PrivateDirectory.create(directory)
    }
    return directory
  }
}

extension WebsiteRowRemoval {
  /// Takes over what an item says about rows.
  init(_ rows: WebsiteDataItem.Rows) {
    self.init(table: rows.table, column: rows.column, values: rows.values)
  }
}
