package import Glibc
public import StoreModel

extension LibsoupDatabase {
  /// How long to wait for another writer before giving up, in milliseconds.
  static let patience: Int32 = 250

  /// What came of a change.
  package struct Change {
    /// One outcome for each change, in order.
    package var outcomes: [AppliedChanges.Outcome]
    /// What of rows that were put back is not as it was.
    package var replayLosses: [ReplayLoss]
    /// What the file should hold now; nil where that has to be decoded to be known.
    package var aftermath: LibsoupAftermath?
  }

  /// Changes a database file in one transaction, all or nothing.
  ///
  /// Only rows of the very identity are touched, the path included; libsoup's own deletion takes the siblings on
  /// other paths too. Deleted content is overwritten, the journal mode stays, and before the commit the rows are
  /// read back, and where more than these could have changed, the table is compared record by record with what it was.
  /// When nothing is to be done, no byte changes.
  /// Nobody else may have the file open: a running program would lose writes, or undo this.
  ///
  /// - Parameter content: the jar that the changes were made for, or nil to take what there is.
  /// - Note: blocks while it waits for a lock and for the disk.
  public static func apply(
    _ changes: [StoreChange], toDatabaseAt path: String, expecting content: LibsoupDatabase?
  ) throws(DatabaseFailure) -> [AppliedChanges.Outcome] {
    try open(path).apply(changes, expecting: content)
  }

  /// Changes a database file, and says what it should hold then.
  ///
  /// - Parameters:
  ///   - earlier: where the rows of cookies that are put come from; nil when they are no earlier ones.
  ///   - start: starts a thread that has to be waited for; nil when the system has none to give.
  package static func change(
    databaseAt path: String, _ changes: [StoreChange], expecting content: LibsoupDatabase,
    from earlier: EarlierContent? = nil,
    beside start: @escaping (@escaping @Sendable () -> Void) -> pthread_t? = { _ in nil }
  ) throws(DatabaseFailure) -> Change {
    let writer = try open(path, beside: start)
    let outcomes = try writer.apply(
      changes, expecting: content,
      replaying: earlier.map { rows(ofPutCookiesIn: changes, from: $0) })
    return Change(
      outcomes: outcomes, replayLosses: writer.replayLosses, aftermath: writer.aftermath)
  }

  private static func open(
    _ path: String,
    beside start: @escaping (@escaping @Sendable () -> Void) -> pthread_t? = { _ in nil }
  ) throws(DatabaseFailure) -> LibsoupWriter {
    do throws(SQLiteFailure) {
      return LibsoupWriter(
        database: try SQLiteDatabase(changing: path, patience: patience), beside: start)
    } catch {
      throw LibsoupWriter.failure(error)
    }
  }
}
