import CookieCore
import ScreenKit
package import StoreModel

/// What bringing two stores together would mean, in either direction.
package struct SyncProposal: Equatable, Sendable {
  /// The web view's store and the shared one.
  package var terms: SyncTerms
  /// What both held when they last agreed; nil when they never did.
  package var base: SyncBase?
  /// What the two stores cannot tell each other.
  var ignored: Set<CookieAttribute>
  /// What would be done by default: nothing is deleted.
  package var merged: Plan
  /// What would be done to make the shared store like the web view's, deletions among it.
  package var toShared: Plan
  /// What would be done to make the web view's store like the shared one.
  package var toWeb: Plan
  /// What is left as it is although it differs, by identity.
  var left: [CookieKey: SyncRow.Left] = [:]
  /// Which of the two stores cannot be changed now, and why.
  var closed: [StoreID: StoreFailure] = [:]

  /// Plans each way.
  ///
  /// - Parameter context: what the planners need; its id becomes that of the plan.
  package init(_ terms: SyncTerms, base: SyncBase? = nil, in context: PlanContext) {
    self.base = base
    ignored = [terms.web, terms.shared].reduce(into: []) { ignored, store in
      ignored.formUnion(context.descriptions[store]?.capabilities.unrepresentable ?? [])
    }
    self.terms = terms
    merged = Plan.sync(terms, base: base, in: context)
    func oneWay(_ direction: SyncDirection, _ rule: SyncConflictRule) -> Plan {
      var oneWay = terms
      (oneWay.direction, oneWay.rule, oneWay.prune) = (direction, rule, true)
      return Plan.sync(oneWay, in: context)
    }
    toShared = oneWay(.toShared, .web)
    toWeb = oneWay(.toWeb, .shared)
    noteLeft(in: context)
    for store in [terms.web, terms.shared] {
      guard let snapshot = context.snapshots[store] else { continue }
      closed[store] = context.descriptions[store]?.refusal(of: snapshot)
    }
  }

  /// Finds out why cookies are left, and what the two stores have of them.
  private mutating func noteLeft(in context: PlanContext) {
    for skipped in toShared.skipped + toWeb.skipped {
      guard [.guarded, .unrepresentable, .unreadInSource].contains(skipped.reason) else { continue }
      left[skipped.key] = SyncRow.Left(
        store: skipped.store, reason: skipped.reason, attribute: skipped.attribute)
    }
    guard !left.isEmpty else { return }
    for cookie in context.snapshots[terms.web]?.cookies ?? [] {
      left[cookie.key]?.web = cookie
    }
    for cookie in context.snapshots[terms.shared]?.cookies ?? [] {
      left[cookie.key]?.shared = cookie
    }
  }
}

/// One cookie that the two stores have differently.
struct SyncRow: Equatable, Sendable {
  /// What is done with it.
  enum Choice: Equatable, Sendable {
    case nothing
    /// The shared store becomes like the web view's.
    case toShared
    /// The web view's store becomes like the shared one.
    case toWeb
  }

  /// Which side still has what both had when they last agreed.
  enum Base: Equatable, Sendable {
    /// They never agreed on a cookie here.
    case nothing
    case web, shared
    /// Neither: both changed it, or the one that has it did.
    case neither
  }

  /// Why a cookie is left as it is, in one of the directions or in both.
  struct Left: Equatable, Sendable {
    /// The store that would have to be changed.
    var store: StoreID
    /// Why it is not.
    var reason: SkippedItem.Reason
    /// What the store cannot hold.
    var attribute: CookieAttribute?
    /// Why the store as a whole cannot be changed now.
    var failure: StoreFailure?
    var web: Cookie?
    var shared: Cookie?
  }

  var key: CookieKey
  var web: Cookie?
  var shared: Cookie?
  /// Why it is left where nothing can be chosen; nil when nothing stands in the way.
  var left: Left?
  /// What both had when they last agreed.
  var base = Base.nothing
  /// Whether both sides have it differently and no rule says which counts.
  var isUndecided = false
  /// The change to the shared store, where there is one.
  var toShared: PlanItem?
  /// The change to the web view's store, where there is one.
  var toWeb: PlanItem?
  var choice: Choice

  /// The change that was chosen; nil for none.
  var item: PlanItem? {
    switch choice {
    case .nothing: nil
    case .toShared: toShared
    case .toWeb: toWeb
    }
  }

  /// Finds out which side has what both agreed on.
  mutating func note(
    _ entry: SyncBase.Entry, salt: String, ignoring ignored: Set<CookieAttribute>
  ) {
    func isOld(_ cookie: Cookie?) -> Bool {
      cookie.map { entry.agrees(with: $0, ignoring: ignored, salt: salt) } ?? false
    }
    base = isOld(web) ? .web : isOld(shared) ? .shared : .neither
  }

  /// Takes back the direction towards a store that cannot be changed now.
  mutating func leave(_ store: StoreID, isShared: Bool, _ failure: StoreFailure) {
    guard (isShared ? toShared : toWeb) != nil else { return }
    if isShared { toShared = nil } else { toWeb = nil }
    if choice == (isShared ? .toShared : .toWeb) { choice = .nothing }
    left = left ?? Left(store: store, reason: .unrepresentable, failure: failure)
  }

  /// Whether it is left because nothing says which side counts.
  var isOpen: Bool { isUndecided && choice == .nothing }

  /// Whether the choice removes a cookie.
  var isDeletion: Bool { item?.isRemoval ?? false }

  /// Goes to the next choice that this row has.
  ///
  /// What would remove a cookie comes last, after “nothing”.
  mutating func chooseNext() {
    let order = choices
    let index = order.firstIndex(of: choice) ?? 0
    choice = order[(index + 1) % order.count]
  }

  private var choices: [Choice] {
    var carrying: [Choice] = []
    var removing: [Choice] = []
    for (change, choice) in [(toShared, Choice.toShared), (toWeb, .toWeb)] {
      guard let change else { continue }
      if change.isRemoval { removing.append(choice) } else { carrying.append(choice) }
    }
    return carrying + [.nothing] + removing
  }
}

/// A sync that is reviewed, row by row.
package struct SyncReview: Equatable, Sendable {
  /// The buttons, from left to right.
  enum Button: CaseIterable, Sendable { case cancel, accept }

  var terms: SyncTerms
  var merged: Plan
  var rows: [SyncRow]
  var viewport: ListViewport
  var arming: Arming
  var focus = Button.cancel
  /// Whether a store of the pair changed since the box opened.
  var isStale = false

  /// How many other names the files of the stores have, under which their content stays.
  private(set) var otherNames: [StoreID: Int] = [:]
  /// The command line that does what is chosen at first.
  let commandLine: String
  /// What was chosen at first, row by row.
  private let proposed: [SyncRow.Choice]

  /// Makes the review of a sync.
  ///
  /// - Parameter link: the link of the settings that asks for just this; nil when none does.
  init(_ proposal: SyncProposal, link: SyncLink? = nil, arming: Arming) {
    commandLine = link?.commandLine ?? proposal.terms.commandLine
    terms = proposal.terms
    merged = proposal.merged
    self.arming = arming
    var byKey: [CookieKey: SyncRow] = [:]
    func note(_ plan: Plan, _ choice: SyncRow.Choice) {
      for item in plan.items {
        let row =
          byKey[item.key]
          ?? SyncRow(key: item.key, web: nil, shared: nil, choice: .nothing)
        byKey[item.key] = Self.adding(item, as: choice, to: row)
      }
    }
    note(proposal.toShared, .toShared)
    note(proposal.toWeb, .toWeb)
    for (key, left) in proposal.left {
      if byKey[key] == nil {
        byKey[key] = SyncRow(key: key, web: left.web, shared: left.shared, choice: .nothing)
      }
      byKey[key]?.left = left
    }
    for item in proposal.merged.items {
      guard item.conflict == nil else {
        byKey[item.key]?.isUndecided = true
        continue
      }
      byKey[item.key]?.choice = item.store == terms.shared ? .toShared : .toWeb
    }
    if let base = proposal.base {
      for entry in base.entries {
        byKey[entry.cookie.key]?.note(entry, salt: base.salt, ignoring: proposal.ignored)
      }
    }
    rows = byKey.values.sorted { $0.key < $1.key }
    for index in rows.indices {
      for (store, failure) in proposal.closed {
        rows[index].leave(store, isShared: store == terms.shared, failure)
      }
    }
    for warning in proposal.merged.warnings + proposal.toShared.warnings + proposal.toWeb.warnings {
      if case .otherNamesStay(let store, let count) = warning { otherNames[store] = count }
    }
    proposed = rows.map(\.choice)
    viewport = ListViewport(count: rows.count)
  }

  /// How many rows were chosen otherwise than the command line would.
  var otherwiseCount: Int { zip(rows, proposed).count { $0.choice != $1 } }

  private static func adding(
    _ item: PlanItem, as choice: SyncRow.Choice, to row: SyncRow
  ) -> SyncRow {
    var row = row
    if choice == .toShared {
      row.toShared = item
      row.shared = item.before ?? row.shared
      row.web = row.web ?? item.after
    } else {
      row.toWeb = item
      row.web = item.before ?? row.web
      row.shared = row.shared ?? item.after
    }
    return row
  }

  /// What would be applied.
  var approvedPlan: Plan {
    var plan = merged
    plan.items = rows.compactMap(\.item)
    return plan
  }

  /// Whether it is not known what both had at their last sync.
  var isCutOff: Bool {
    merged.warnings.contains { if case .lastSyncCutOff = $0 { true } else { false } }
  }

  /// How many cookies each choice carries or removes.
  var counts: (toShared: Int, toWeb: Int, deletions: Int, losses: Int) {
    var result = (toShared: 0, toWeb: 0, deletions: 0, losses: 0)
    for row in rows {
      guard let item = row.item else { continue }
      if item.isRemoval {
        result.deletions += 1
      } else if row.choice == .toShared {
        result.toShared += 1
      } else {
        result.toWeb += 1
      }
      if !item.losses.isEmpty { result.losses += 1 }
    }
    return result
  }
}
