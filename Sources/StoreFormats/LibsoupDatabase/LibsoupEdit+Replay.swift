import CookieCore
import StoreModel

extension LibsoupEdit {
  /// Puts a cookie back by its earlier rows, or writes it like any other where these do not serve.
  ///
  /// - Parameter rows: all rows of its identity in the order of their ids; what libsoup used is the last.
  func putBack(
    _ cookie: Cookie, _ rows: [LibsoupDatabase.Row]
  ) throws -> AppliedChanges.Outcome {
    let key = cookie.key
    // A row of the identity that came since would count more than the earlier ones, or less; nobody can tell.
    let isAlone = Set(ids[key] ?? []).isSubset(of: rows.map(\.id))
    guard isAlone, rows.last?.cookie == cookie else {
      replayLosses.append(ReplayLoss(key: key, reason: .rewritten))
      return try put(cookie)
    }
    // The order of the ids says which row counts, so behind one that gets a new id the others get new ones too.
    var isMoved = false
    for row in rows {
      let present = try self.row(row.id)
      let isOwn = present != nil && ids[key]?.contains(row.id) == true
      if let present, isOwn, !isMoved {
        try overwrite(present, with: row, key)
        continue
      }
      if isOwn {
        remove([row.id])
        ids[key]?.removeAll { $0 == row.id }
      } else if present != nil {
        isMoved = true
      }
      if isMoved { replayLosses.append(ReplayLoss(key: key, reason: .number)) }
      ids[key, default: []].append(try reinsert(row, id: isMoved ? newID() : row.id, key))
    }
    return .done
  }

  private func overwrite(
    _ present: LibsoupDatabase.Row, with row: LibsoupDatabase.Row, _ key: CookieKey
  ) throws {
    let columns = try columns(for: row, key)
    var values = present.values
    for (place, column) in present.columns.enumerated() {
      if let known = columns.firstIndex(where: { $0.name == column }) {
        values[place] = columns[known].value
      }
    }
    try write(values, over: present)
    try compare(present.id, with: columns, key)
  }

  private func reinsert(
    _ row: LibsoupDatabase.Row, id: Int64?, _ key: CookieKey
  ) throws -> Int64 {
    var columns = try columns(for: row, key)
    let number = try shape().number
    let inserted: Int64
    if let number {
      let value = id.map { SQLiteValue.integer($0) } ?? .null
      inserted = try insert(
        columns.map(\.value) + [value], into: columns.map(\.name) + [number], id: nil)
    } else {
      inserted = try insert(columns.map(\.value), into: columns.map(\.name), id: id)
    }
    columns.removeAll { $0.name == number }
    try compare(inserted, with: columns, key)
    return inserted
  }

  /// The columns of an earlier row that the table still has, but for the one that is another name of its id.
  private func columns(
    for row: LibsoupDatabase.Row, _ key: CookieKey
  ) throws -> [(name: String, value: SQLiteValue)] {
    let (present, number) = try shape()
    let all = try table().columns
    return zip(row.columns, row.values).compactMap { name, value in
      guard name != number else { return nil }
      if let found = present.first(where: { $0.lowercased() == name.lowercased() }) {
        return (found, value)
      }
      // What the table works out itself is not put back.
      let isGenerated = all.contains { $0.lowercased() == name.lowercased() }
      if value != .null, !isGenerated {
        replayLosses.append(ReplayLoss(key: key, reason: .column(name)))
      }
      return nil
    }
  }

  /// Reads a row back, and keeps in mind that it has to stay so.
  private func compare(
    _ id: Int64, with columns: [(name: String, value: SQLiteValue)], _ key: CookieKey
  ) throws {
    guard let found = try row(id) else { throw DatabaseFailure.unverified }
    for (name, value) in columns {
      guard let place = found.columns.firstIndex(of: name), found.values[place] != value else {
        continue
      }
      replayLosses.append(ReplayLoss(key: key, reason: .column(name)))
    }
    expect(found)
  }
}
