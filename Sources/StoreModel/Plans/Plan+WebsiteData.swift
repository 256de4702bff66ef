import CookieCore

/// The website data that a request is about, before its files are looked at.
public struct DataSelection: Hashable, Sendable {
  /// What is to be removed.
  public var items: [WebsiteDataItem] = []
  /// What is left out.
  public var skipped: [DataPlan.Skipped] = []
  /// How many of the items are guarded and taken all the same.
  public var guardedCount = 0
}

extension RemovalRequest {
  /// Whether website data besides cookies is asked for.
  public var wantsWebsiteData: Bool {
    keys == nil && !isEmpty && types.union(companions).contains { $0 != .cookies }
  }

  /// The types that go along and can be removed as the request asks for it.
  ///
  /// - Parameter refused: types that were asked for and cannot be removed; nothing goes along with them.
  func goingAlong(refused: Set<DataType>) -> Set<DataType> {
    companions.intersection(DataType.companions(of: types.subtracting(refused)))
      .filter { (hasRange ? $0.dateRefusal : $0.removalRefusal) == nil }
  }

  /// Whether a range of time is asked for.
  var hasRange: Bool { since != nil || until != nil }

  /// The types that cannot be removed as the request asks for it, sorted.
  ///
  /// - Parameter cookiesHaveDates: whether the store records when a cookie was set.
  public func refusals(cookiesHaveDates: Bool) -> [DataPlan.Refusal] {
    types.sorted { $0.rawValue < $1.rawValue }.compactMap { type in
      if type == .cookies, hasRange, !cookiesHaveDates {
        return DataPlan.Refusal(
          type: type, reason: "the store does not record when a cookie was set")
      }
      return (hasRange ? type.dateRefusal : type.removalRefusal).map {
        DataPlan.Refusal(type: type, reason: $0)
      }
    }
  }

  /// Chooses from what sites keep in a profile.
  ///
  /// Data that has no date is in no range of time.
  ///
  /// - Parameter cookiesHaveDates: whether the store records when a cookie was set.
  public func selection(
    from listing: WebsiteDataListing, in store: StoreID, _ context: PlanContext,
    cookiesHaveDates: Bool = true
  ) -> DataSelection {
    var selection = DataSelection()
    guard wantsWebsiteData else { return selection }
    let refused = Set(refusals(cookiesHaveDates: cookiesHaveDates).map(\.type))
    let meant = types.subtracting(refused).union(goingAlong(refused: refused))
    for item in listing.items where covers(item, in: store) {
      // Who asks for everything that can be removed is told of what cannot.
      let isMeant = meant.contains(item.type) || (meansEverything && item.doubt == .unknownForm)
      guard isMeant else { continue }
      if context.isGuarded(item.type, of: item.owner, in: store) {
        guard context.includeGuarded else {
          selection.skipped.append(.init(store: store, item: item, reason: .guarded))
          continue
        }
        selection.guardedCount += 1
      }
      guard !item.place.isEmpty else {
        selection.skipped.append(.init(store: store, item: item, reason: .unknownForm))
        continue
      }
      selection.items.append(item)
    }
    return selection
  }

  /// Whether every type is asked for that can be removed.
  private var meansEverything: Bool {
    DataType.allCases.allSatisfy { $0.removalRefusal != nil || types.contains($0) }
  }

  private func covers(_ item: WebsiteDataItem, in store: StoreID) -> Bool {
    // As WebKit has it, a site's data is also what others keep inside its pages.
    if let sites, !sites.contains(item.site.name),
      !(item.topSite.map { sites.contains($0.name) } ?? false)
    {
      return false
    }
    if let owners, !owners.contains(item.owner) { return false }
    if hasRange {
      guard let time = item.modified else { return false }
      if let since, time < since { return false }
      if let until, time >= until { return false }
    }
    return matchingData?(item, store) ?? true
  }
}

extension Plan {
  /// Adds the removal of website data.
  ///
  /// - Parameters:
  ///   - removals: what was selected, with its files.
  ///   - copyLimit: the most bytes of which the journal keeps a copy; the smallest items come first.
  public mutating func add(
    _ removals: [DataRemoval], of selection: DataSelection, for request: RemovalRequest,
    in store: StoreID, copyLimit: Int
  ) {
    var data = self.data ?? DataPlan()
    let (kept, lost) = Self.markKept(removals, copyLimit: copyLimit)
    data.removals += kept
    data.skipped += selection.skipped
    self.data = data
    guard !removals.isEmpty else { return }
    warnings += Self.reasons(of: lost).map { .cannotBeUndone(store, why: $0) }
    if selection.guardedCount > 0 {
      warnings.append(.guardedIncluded(count: selection.guardedCount))
    }
    if request.hasRange { scopes.insert(.timeRange) }
    if request.sites == nil, request.owners == nil, request.matchingData == nil {
      scopes.insert(.allSites)
    }
  }

  /// Why there is no copy of some removals.
  private static func reasons(of lost: [DataRemoval]) -> [String] {
    func types(_ removals: [DataRemoval]) -> String {
      Set(removals.map(\.item.type.rawValue)).sorted().joined(separator: ", ")
    }
    let held = lost.filter { $0.item.place.record != nil }
    let large = lost.filter { $0.item.place.record == nil }
    var reasons: [String] = []
    if !held.isEmpty { reasons.append("a live engine gives no copy of \(types(held))") }
    if !large.isEmpty {
      let bytes = large.reduce(0) { $0 + $1.copyByteCount }
      reasons.append(
        "\(bytes) bytes of \(types(large)) are more than the journal keeps of one change")
    }
    return reasons
  }

  /// Says what comes of the removals besides, once all are in the plan.
  public mutating func nameEffects(of request: RemovalRequest) {
    guard !isEmpty else { return }
    var types = Set(removals.map(\.item.type))
    if !items.isEmpty { types.insert(.cookies) }
    // What is asked for is not what stays, even where there is none of it.
    let meant = request.types.union(request.goingAlong(refused: []))
    data?.effects = DataEffect.effects(
      of: types, companions: types.subtracting(request.types).subtracting([.cookies]),
      kept: Set(DataType.allCases).subtracting(meant))
  }

  /// Decides of which removals the journal keeps a copy; those that it cannot keep come second.
  private static func markKept(
    _ removals: [DataRemoval], copyLimit: Int
  ) -> (all: [DataRemoval], lost: [DataRemoval]) {
    var all = removals
    var total = 0
    // A database that several of them lose rows from is copied once.
    var databases: Set<String> = []
    let sizes = removals.map(\.copyByteCount)
    for place in removals.indices.sorted(by: { sizes[$0] < sizes[$1] }) {
      let shared = removals[place].databases.filter { databases.contains($0.path) }
      let added = sizes[place] - shared.reduce(0) { $0 + $1.byteCount }
      all[place].isKept = removals[place].item.place.record == nil && total + added <= copyLimit
      guard all[place].isKept else { continue }
      total += added
      databases.formUnion(removals[place].databases.map(\.path))
    }
    return (all, all.filter { !$0.isKept })
  }
}
