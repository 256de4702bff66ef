public import CookieCore

/// The counts of a plan, for the box that asks and for JSON.
public struct PlanSummary: Hashable, Codable, Sendable {
  /// Items that add a cookie.
  public var additions = 0
  /// Items that replace a cookie.
  public var changes = 0
  /// Items that remove a cookie or website data.
  public var removals = 0
  /// Items that nobody has decided; in none of the three counts above.
  public var undecided = 0
  /// Items by store.
  public var stores: [StoreID: Int] = [:]
  /// Items by site name.
  public var sites: [String: Int] = [:]
  /// Items by data type.
  public var types: [DataType: Int] = [:]
  /// Items by top-level site of the partition; unpartitioned ones are not counted.
  public var partitions: [String: Int] = [:]
  /// What is left out, by reason.
  public var skipped: [SkippedItem.Reason: Int] = [:]
  /// Bytes of names and values: of what is removed, and of what is put.
  public var bytes = 0

  /// The number of items.
  public var count: Int { additions + changes + removals + undecided }
  /// The number of items with a partition.
  public var partitionedCount: Int { partitions.values.reduce(0, +) }
}

extension Plan {
  /// Counts what the plan does.
  ///
  /// - Parameter site: the site name of a cookie.
  public func summary(site: (Cookie) -> String) -> PlanSummary {
    var summary = PlanSummary()
    for item in items {
      guard let cookie = item.after ?? item.before else { continue }
      if item.conflict != nil {
        summary.undecided += 1
      } else if item.isRemoval {
        summary.removals += 1
      } else if item.isAddition {
        summary.additions += 1
      } else {
        summary.changes += 1
      }
      summary.stores[item.store, default: 0] += 1
      summary.sites[site(cookie), default: 0] += 1
      summary.types[.cookies, default: 0] += 1
      if let partition = cookie.partition {
        summary.partitions[partition.topLevelSite, default: 0] += 1
      }
      summary.bytes += cookie.nameAndValueCount
    }
    for item in skipped { summary.skipped[item.reason, default: 0] += 1 }
    for removal in removals {
      summary.removals += 1
      summary.stores[removal.store, default: 0] += 1
      summary.sites[removal.item.site.name, default: 0] += 1
      summary.types[removal.item.type, default: 0] += 1
      summary.bytes += removal.item.contentBytes ?? removal.item.bytes ?? 0
    }
    for left in data?.skipped ?? [] {
      let reason: SkippedItem.Reason = left.reason == .guarded ? .guarded : .hiddenByFilter
      summary.skipped[reason, default: 0] += 1
    }
    return summary
  }

  /// The stores that the plan changes, each once, in the order in which they are changed.
  public var stores: [StoreID] {
    var seen: Set<StoreID> = []
    return (items.map(\.store) + removals.map(\.store)).filter { seen.insert($0).inserted }
  }
}
