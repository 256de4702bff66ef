import CookieCore
package import StoreModel

/// What a database should hold after a change whose rows are all known.
///
/// The file that is read back is compared with the one before, page by page, and by records where pages differ. When
/// nothing else is different, what it holds is known without decoding it.
package struct LibsoupAftermath {
  private let before: LibsoupDatabase
  /// What the table must hold of the rows that are no longer as they were, by id; nil for one that is gone.
  private let changed: [Int64: LibsoupDatabase.Row?]
  private let root: Int
  /// The place of the column that is another name of the row id; nil for none.
  private let number: Int?
  private let codec: LibsoupRowCodec
  /// What is left where rows were only removed, if it is being made already.
  private let foreseen: ForeseenJar?

  /// Says what is left of a jar of which every row is known.
  init?(of before: LibsoupDatabase, _ edit: LibsoupEdit, root: Int?) throws {
    guard let root else { return nil }
    self.before = before
    self.root = root
    changed = edit.changed
    foreseen = edit.foreseen
    codec = try edit.table()
    let name = try edit.shape().number
    number = name.flatMap { name in edit.columns.firstIndex(of: name) }
  }

  /// The jar in a file that was read back; nil when that has to be decoded to be known.
  ///
  /// - Parameter origin: identifies the file before the change.
  package func content(
    of file: [UInt8], from origin: FileFingerprint
  ) -> (jar: LibsoupDatabase, change: ContentChange)? {
    if let foreseen, hasOnlyRemoval(foreseen, file), let merged = foreseen.wait() {
      return (merged.jar(file), ContentChange(from: origin, removed: foreseen.places))
    }
    guard let steps = steps(in: file) else { return nil }
    var merged = MergedJar(before, room: steps.count)
    var change = ContentChange(from: origin)
    for (id, cookie) in steps {
      let place = before.place(ofRow: id)
      let isOld = before.ids.indices.contains(place) && before.ids[place] == id
      merged.copy(to: place)
      switch (isOld, cookie) {
      case (true, nil): change.removed.append(place)
      case (true, let cookie?) where cookie.key == before.cookies[place].key:
        change.replaced.append(.init(before: place, after: merged.cookies.count))
        merged.add(cookie, id)
      case (true, let cookie?):
        // The highest id is given away again.
        change.removed.append(place)
        change.added.append(merged.cookies.count)
        merged.add(cookie, id)
      case (false, let cookie?):
        change.added.append(merged.cookies.count)
        merged.add(cookie, id)
      case (false, nil): return nil
      }
      if isOld { merged.skip() }
    }
    merged.copy(to: before.cookies.count)
    guard isUnique(change, merged) else { return nil }
    return (merged.jar(file), change)
  }

  /// Reports whether the file lacks the rows that were to be removed, and is the same otherwise.
  private func hasOnlyRemoval(_ foreseen: ForeseenJar, _ file: [UInt8]) -> Bool {
    before.withBytes { old in
      file.withUnsafeBytes { new in
        guard Self.hasSameSchema(old, new),
          let comparison = try? TableComparison(old, new, root: root, limit: changed.count)
        else { return false }
        return comparison.added.isEmpty && comparison.changed.isEmpty
          && comparison.removed.count == changed.count && foreseen.isRemoval(of: comparison.removed)
      }
    }
  }

  /// The rows in which the file differs, by id, with what they are now; nil when those are not the rows that were meant.
  private func steps(in file: [UInt8]) -> [(id: Int64, cookie: Cookie?)]? {
    before.withBytes { old in
      file.withUnsafeBytes { new in
        guard Self.hasSameSchema(old, new),
          // A file that is no database any more has to be decoded to be told of.
          let comparison = try? TableComparison(old, new, root: root, limit: changed.count)
        else { return nil }
        // A row that came and went within the change is in neither.
        let passing = changed.count { id, row in row == nil && !before.hasRow(id) }
        let written = comparison.changed + comparison.added
        guard comparison.removed.count + written.count + passing == changed.count,
          comparison.removed.allSatisfy({ changed[$0] == .some(nil) })
        else { return nil }
        var steps: [(id: Int64, cookie: Cookie?)] = comparison.removed.map { ($0, nil) }
        for id in written {
          guard let cookie = cookie(id, comparison) else { return nil }
          steps.append((id, cookie))
        }
        if !written.isEmpty { steps.sort { $0.id < $1.id } }
        return steps
      }
    }
  }

  /// The cookie in a row that was written; nil when it is not as it was meant, or needs words of its own.
  private func cookie(_ id: Int64, _ comparison: TableComparison) -> Cookie? {
    guard case .some(.some(let row)) = changed[id], let record = comparison.records[id],
      var values = TableRecord.values(in: record)
    else { return nil }
    if let number, values.indices.contains(number), values[number] == .null {
      values[number] = .integer(id)
    }
    guard values == row.values, let expiry = values[codec.expiry].integer, expiry >= 0 else {
      return nil
    }
    return codec.cookie(in: values)
  }

  /// Reports whether no identity comes twice now; the jar before had each once.
  private func isUnique(_ change: ContentChange, _ merged: MergedJar) -> Bool {
    guard !change.added.isEmpty else { return true }
    let added = change.added.map { merged.cookies[$0].key }
    guard Set(added).count == added.count else { return false }
    let removed = Set(change.removed)
    let places = KeyTable(added).positions(in: before.cookies, digests: before.digests)
    return places.allSatisfy { $0.map(removed.contains) ?? true }
  }

  /// Whether the tables are the same, and the text in them is UTF-8.
  private static func hasSameSchema(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> Bool {
    let head = DatabaseImage.headerCount
    guard old.count >= 512, new.count >= 512 else { return false }
    // The page size, the schema's counter, and the encoding; and of the first page what stands behind the header.
    let size = Int(old[16]) << 8 | Int(old[17])
    let end = min(size == 1 ? 65_536 : size, old.count, new.count)
    guard end > head, old[56..<60].elementsEqual([0, 0, 0, 1]) else { return false }
    return [0..<24, 40..<92, head..<end].allSatisfy { part in
      UnsafeRawBufferPointer(rebasing: old[part])
        .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: new[part]))
    }
  }
}

extension LibsoupDatabase {
  /// The place of the first row that has an id or one above it.
  fileprivate func place(ofRow id: Int64) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate func hasRow(_ id: Int64) -> Bool {
    let place = place(ofRow: id)
    return place < ids.count && ids[place] == id
  }
}
