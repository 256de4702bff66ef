import StoreModel

/// Joins the cookies of sites with what else they keep, in the order of owners, while that is still being listed.
struct RecordMerger {
  /// The rows of cookies that were not handed out yet.
  var rows: [DataRecord.Owner: RecordsCommand.Row] = [:]
  var isInUse: Bool
  let context: PlanContext
  let store: StoreID
  private var waiting: [DataRecord.Owner]?

  init(isInUse: Bool, context: PlanContext, store: StoreID) {
    self.isInUse = isInUse
    self.context = context
    self.store = store
  }

  /// Takes items that do not change any more, all of an owner together and owners in order.
  ///
  /// - Returns: the rows that are whole now.
  mutating func merge(_ items: [WebsiteDataItem]) -> [RecordsCommand.Row] {
    let owned = Dictionary(grouping: items, by: \.owner)
    return WebsiteDataListing(items: items).records(of: store).flatMap { record in
      var row = joined(record)
      row.items = owned[record.owner] ?? []
      return earlier(than: record.owner) + [row]
    }
  }

  /// The rows of cookies alone that come after everything else.
  mutating func rest() -> [RecordsCommand.Row] { earlier(than: nil) }

  /// The rows of cookies alone that come before an owner.
  private mutating func earlier(than owner: DataRecord.Owner?) -> [RecordsCommand.Row] {
    var left = waiting ?? rows.keys.sorted(by: >)
    defer { waiting = left }
    var found: [RecordsCommand.Row] = []
    while let next = left.last, owner.map({ next <= $0 }) ?? true {
      left.removeLast()
      if next != owner, let row = rows.removeValue(forKey: next) { found.append(row) }
    }
    return found
  }

  /// What a site keeps besides, with its cookies.
  private mutating func joined(_ record: DataRecord) -> RecordsCommand.Row {
    let areGuarded = record.types.keys.allSatisfy {
      context.isGuarded($0, of: record.owner, in: store)
    }
    guard var row = rows.removeValue(forKey: record.owner) else {
      return RecordsCommand.Row(record: record, isGuarded: areGuarded, isInUse: isInUse)
    }
    row.record.types.merge(record.types) { cookies, _ in cookies }
    row.record.hosts = Set(row.record.hosts).union(record.hosts).sorted()
    row.record.lastUsed = [row.record.lastUsed, record.lastUsed].compactMap { $0 }.max()
    row.isGuarded = row.isGuarded && areGuarded
    return row
  }
}
