/// The bytes of an SQLite database, copied while nobody wrote to it.
///
/// A live database is never opened for reading: the lock of a reader makes some programs lose writes.
public struct DatabaseImage: Hashable, Sendable {
  /// The main file.
  public var main: [UInt8]
  /// The write-ahead log beside it.
  public var wal: [UInt8]?
  /// The rollback journal that an interrupted transaction left beside it.
  public var journal: [UInt8]?

  /// Takes every field as it is.
  public init(main: [UInt8], wal: [UInt8]? = nil, journal: [UInt8]? = nil) {
    self.main = main
    self.wal = wal
    self.journal = journal
  }

  /// Whether the main file alone is the database.
  var isComplete: Bool { (wal ?? []).isEmpty && (journal ?? []).isEmpty }

  /// Checks what the first bytes of every database say.
  ///
  /// - Throws: when the file is not empty and no database; a found signature is cut to four bytes.
  func checkSignature() throws(DecodingFailure) {
    guard !main.isEmpty else { return }
    guard main.starts(with: Self.signature) else {
      throw .badSignature(offset: 0, found: Array(main.prefix(4)))
    }
    guard main.count >= Self.headerCount else {
      throw .truncated(offset: main.count, needed: Self.headerCount - main.count)
    }
  }

  /// Where the file ends although its header promises more; nil when it does not.
  var missingOffset: Int? {
    guard main.count >= Self.headerCount, isComplete else { return nil }
    let size = Int(main[16]) << 8 | Int(main[17])
    let pages = main[28..<32].reduce(0) { $0 << 8 | Int($1) }
    // Old writers leave the page count alone; it counts when both counters agree.
    guard main[24..<28].elementsEqual(main[92..<96]) else { return nil }
    return main.count < pages * (size == 1 ? 65_536 : size) ? main.count : nil
  }

  static let signature = Array("SQLite format 3\u{0}".utf8)
  static let headerCount = 100
}

/// Why a database file could not be changed; nothing of the change was made.
public enum DatabaseFailure: Error, Hashable, Sendable {
  /// Another connection is writing.
  case locked
  /// The file may not be written, or is not there.
  case denied
  /// The file is damaged, or no database.
  case damaged
  /// The table is not the one that the format knows.
  case unknownTable
  /// The content is no longer what the change was made for.
  case changedMeanwhile
  /// The read-back before the commit does not show the change.
  case unverified
  /// SQLite refused; `code` is its extended result code.
  case database(code: Int32)
}
