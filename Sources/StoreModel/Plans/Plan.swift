public import CookieCore

/// A frozen, reviewable list of changes.
///
/// Nothing changes a store except by applying a plan. A plan holds identities and what was there when it was
/// made; applying re-checks every item against the present snapshot. The same value serves the screens,
/// `--dry-run --json` and `--plan FILE`.
public struct Plan: Hashable, Codable, Sendable {
  /// What made the plan.
  public enum Kind: String, Codable, Hashable, Sendable {
    case removal, sync, edit, `import`, undo
  }

  /// An opaque id of eight lower-case hex digits.
  public var id: String
  /// Which kind it is.
  public var kind: Kind
  /// When it was made.
  public var createdAt: Timestamp
  /// The changes.
  public var items: [PlanItem]
  /// What was asked for and is left out.
  public var skipped: [SkippedItem]
  /// What a person should know first.
  public var warnings: [PlanWarning]
  /// How far the plan reaches, beyond what its items say.
  @SortedCoding public var scopes: Set<PlanScope>
  /// What a sync was asked to do; nil for the other kinds.
  public var sync: SyncTerms?
  /// When the two stores of a sync had last agreed as it was planned; nil when they never had, and for other kinds.
  public var agreedAt: Timestamp?
  /// The website data that is removed besides cookies; nil when the plan is about cookies alone.
  public var data: DataPlan?

  /// Takes every field as it is.
  public init(
    id: String, kind: Kind, createdAt: Timestamp, items: [PlanItem], skipped: [SkippedItem] = [],
    warnings: [PlanWarning] = [], scopes: Set<PlanScope> = [], sync: SyncTerms? = nil,
    data: DataPlan? = nil
  ) {
    self.id = id
    self.kind = kind
    self.createdAt = createdAt
    self.items = items
    self.skipped = skipped
    self.warnings = warnings
    self.scopes = scopes
    self.sync = sync
    self.data = data
  }
}

/// How far a plan reaches, which decides how it is confirmed.
public enum PlanScope: Hashable, Codable, Sendable {
  /// Every cookie of a store.
  case wholeStore(StoreID)
  /// Every site of every store that was asked about.
  case allSites
  /// Every cookie that a store has of one site.
  case wholeSite(String, StoreID)
  /// What was changed within a range of time.
  case timeRange
  /// The store itself.
  case removesStore(StoreID)
}

/// One change of a plan.
public struct PlanItem: Hashable, Codable, Sendable {
  /// Why the item is in the plan.
  public enum Reason: String, Codable, Hashable, Sendable {
    case selected, matched, onlyInSource, differs, absentInSource, edited, imported, undone
    /// It was deleted from both stores before, and is in one of them again.
    case cameBack
  }

  /// The store.
  public var store: StoreID
  /// The identity of the cookie.
  public var key: CookieKey
  /// What is there now; nil when the item adds a cookie.
  public var before: Cookie?
  /// What will be there; nil when the item removes the cookie.
  public var after: Cookie?
  /// Why.
  public var reason: Reason
  /// What the target cannot represent of `after`.
  @SortedCoding public var losses: Set<CookieAttribute>
  /// The other side of a conflict that nobody has decided; such an item is never applied.
  public var conflict: SyncConflict?
  /// What tells the value of `before` where that was left out of a plan file; nil when `before` is whole.
  public var sealedBefore: ValueSeal?
  /// What tells the value of `after` where that was left out of a plan file; nil when `after` is whole.
  public var sealedAfter: ValueSeal?

  /// Takes every field as it is.
  public init(
    store: StoreID, key: CookieKey, before: Cookie?, after: Cookie?, reason: Reason,
    losses: Set<CookieAttribute> = [], conflict: SyncConflict? = nil
  ) {
    self.store = store
    self.key = key
    self.before = before
    self.after = after
    self.reason = reason
    self.losses = losses
    self.conflict = conflict
  }

  /// Whether the item removes a cookie.
  public var isRemoval: Bool { after == nil }

  /// Whether the item adds a cookie where there was none.
  public var isAddition: Bool { before == nil && after != nil }

  /// The item that takes this one back.
  public var inverse: PlanItem {
    PlanItem(store: store, key: key, before: after, after: before, reason: .undone)
  }
}

/// Something that was asked for and is left out.
public struct SkippedItem: Hashable, Codable, Sendable {
  /// Why it is left out.
  public enum Reason: String, Codable, Hashable, Sendable {
    case guarded, hiddenByFilter, goneAlready, expired, unrepresentable, equal, deletionNotChosen
    /// The target's cookie is newer than the one that would replace it.
    case newerInTarget
    /// It was deleted from both stores of a link, and is back on one as it was.
    case cameBack
    /// Only this store has it, but the other one holds records that cannot be read, so it may be there as well.
    case unreadInSource
  }

  /// The store.
  public var store: StoreID
  /// The identity of the cookie.
  public var key: CookieKey
  /// Why.
  public var reason: Reason
  /// What the target cannot represent; nil for the other reasons.
  public var attribute: CookieAttribute?

  /// Takes every field as it is.
  public init(
    store: StoreID, key: CookieKey, reason: Reason, attribute: CookieAttribute? = nil
  ) {
    self.store = store
    self.key = key
    self.reason = reason
    self.attribute = attribute
  }
}

/// What a person should know before a plan is applied.
public enum PlanWarning: Hashable, Codable, Sendable {
  case inUse(StoreID, by: [ProcessReference])
  /// A running program keeps its copy in memory until it restarts.
  case memoryCopyStays(StoreID)
  case cannotBeUndone(StoreID, why: String)
  /// The file is too large for a copy, so undo writes the cookies anew from what is read of them.
  case notUndoneExactly(StoreID, byteCount: Int)
  /// The file has other names, hard links, and what is written under one leaves the old content under the others.
  case otherNamesStay(StoreID, count: Int)
  case guardedIncluded(count: Int)
  case hiddenIncluded(count: Int)
  case losses(StoreID, CookieAttribute, count: Int)
  /// What two stores agreed on last was lost, so that what is carried from one may have been deleted from the other.
  case lastSyncCutOff(carried: Int)
}
