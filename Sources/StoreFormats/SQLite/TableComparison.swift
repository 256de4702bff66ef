/// The records in which two states of a table differ.
///
/// A page that is the same in both is passed over, so that little is read of what did not change. All that is told is
/// by the bytes themselves; nothing depends on what the program that wrote them said.
struct TableComparison {
  /// The row ids that only the earlier state has.
  private(set) var removed: [Int64] = []
  /// The row ids that only the later state has.
  private(set) var added: [Int64] = []
  /// The row ids whose records are others.
  private(set) var changed: [Int64] = []
  /// The records of the later state that are new or others, by row id.
  private(set) var records: [Int64: [UInt8]] = [:]

  private let before: UnsafeRawBufferPointer
  private let after: UnsafeRawBufferPointer
  private let root: Int
  private let limit: Int

  /// Compares two states; nil when they differ in more than a number of records.
  ///
  /// - Parameters:
  ///   - before: the whole database before, valid during the call.
  ///   - after: the whole database after.
  ///   - root: the number of the table's root page, from 1, in both.
  init?(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, root: Int, limit: Int
  ) throws(TableWalkFailure) {
    self.before = before
    self.after = after
    self.root = root
    self.limit = limit
    guard let isSettled = try compare(passingOver: true) else { return nil }
    if isSettled { return }
    (removed, added, changed, records) = ([], [], [], [:])
    guard try compare(passingOver: false) != nil else { return nil }
  }

  /// Walks along both states.
  ///
  /// - Parameter passingOver: whether pages that are the same are not looked into.
  /// - Returns: whether nothing was passed over that may differ all the same; nil when there is too much.
  private mutating func compare(passingOver: Bool) throws(TableWalkFailure) -> Bool? {
    var old = try TableWalk(before, root: root)
    var new = try TableWalk(after, root: root)
    var hasOld = try old.next()
    var hasNew = try new.next()
    while hasOld || hasNew {
      if passingOver, hasOld, hasNew, old.isAtSameLeaf(as: new) {
        hasOld = try old.nextAfterLeaf()
        hasNew = try new.nextAfterLeaf()
      } else if hasOld, !hasNew || old.id < new.id {
        removed.append(old.id)
        hasOld = try old.next()
      } else if !hasOld || new.id < old.id {
        added.append(new.id)
        records[new.id] = try new.record()
        hasNew = try new.next()
      } else {
        if try !new.hasSameRecord(as: old) {
          changed.append(new.id)
          records[new.id] = try new.record()
        }
        hasOld = try old.next()
        hasNew = try new.next()
      }
      if removed.count + added.count + changed.count > limit { return nil }
    }
    return passingOver ? try isSettled(old, new) : true
  }

  /// Reports whether every page that differs is one of the table's own, which the walks have looked into.
  ///
  /// A page that is the same can lead to others that are not, where a record is too long for it. Of a page that is the
  /// table's own only now it is not known what it was before.
  private func isSettled(_ old: TableWalk, _ new: TableWalk) throws(TableWalkFailure) -> Bool {
    guard old.pageSize == new.pageSize else { return false }
    let size = old.pageSize
    let common = min(before.count, after.count) / size
    // The first page has the header, whose counters always move, and no record of the table.
    for page in 1..<max(1, common) where !old.hasEntered(page) {
      let bytes = page * size..<(page + 1) * size
      guard
        UnsafeRawBufferPointer(rebasing: before[bytes])
          .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: after[bytes]))
      else { return false }
    }
    return true
  }
}
