import CookieCore
import StoreModel

/// The change of one store: what is asked, and what became of it.
struct StoreWork {
  /// The store.
  let store: StoreManager.Registered
  /// What is to be changed there.
  let items: [PlanItem]
  /// Whether to write although a process has the file open.
  let force: Bool
  /// What the log says.
  let cause: StoreEvent.Cause
  let checker: ItemChecker
  /// Whether what somebody set or changed since is written over.
  var overwrites = false
  /// The places of what is written over although somebody set or changed it since.
  private(set) var overwritten: [Int] = []
  /// Where what is put back comes from; nil when nothing is put back.
  var earlier: EarlierContent?

  /// One outcome for each item.
  var outcomes: [PlanResult.Outcome]
  /// What was lost, by the item's place.
  var losses: [Int: Set<CookieAttribute>] = [:]
  /// What of records that were put back is not as it was.
  var replayLosses: [ReplayLoss] = []
  /// The number of other cookies that differ afterwards.
  var bystanders = 0
  /// The reading before the change; nil when the store was left alone.
  var before: StoreSnapshot?
  /// The reading after the change; nil when it is not known to have been made.
  var after: StoreSnapshot?
  /// Whether the change failed and the store could not be read since.
  var isOpen = false

  init(
    _ items: [PlanItem], in store: StoreManager.Registered, force: Bool, cause: StoreEvent.Cause
  ) {
    self.store = store
    self.items = items
    self.force = force
    self.cause = cause
    checker = ItemChecker(
      lacking: store.description.capabilities.unrepresentable, allowsLaterTimes: cause != .undo)
    outcomes = Array(repeating: .cancelled, count: items.count)
  }

  /// The places and items to change, after a look at the present content.
  mutating func approve(_ snapshot: StoreSnapshot) -> [(place: Int, item: PlanItem)] {
    let present = PresentCookies(of: items, in: snapshot)
    var approved: [(place: Int, item: PlanItem)] = []
    overwritten = []
    approved.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      switch checker.check(item, present: present[place]) {
      case .approved(let item): approved.append((place, item))
      case .settled(.changed) where overwrites:
        overwritten.append(place)
        var item = item
        item.before = present[place]
        item.sealedBefore = nil
        approved.append((place, item))
      case .settled(let outcome): outcomes[place] = outcome
      }
    }
    return approved
  }

  /// What the driver is to do for approved items.
  static func changes(_ approved: [(place: Int, item: PlanItem)]) -> [StoreChange] {
    approved.map { $0.item.after.map(StoreChange.put) ?? .remove($0.item.key) }
  }

  /// Compares what was read back with what was wanted.
  mutating func verify(
    _ approved: [(place: Int, item: PlanItem)], _ applied: AppliedChanges
  ) {
    replayLosses = applied.replayLosses
    let present = PresentCookies(of: approved.lazy.map(\.item), in: applied.snapshot)
    let path = store.description.path
    for (index, (place, item)) in approved.enumerated() {
      // A driver that answers for too few changes has not said that the rest was done.
      let said = applied.outcomes.indices.contains(index) ? applied.outcomes[index] : .unverified
      let (outcome, lost) = checker.verify(
        item, outcome: said, present: present[index], path: path)
      outcomes[place] = outcome
      if !lost.isEmpty { losses[place] = lost }
    }
  }

  /// Says the same of every item that has no outcome yet.
  mutating func fail(_ approved: [(place: Int, item: PlanItem)], _ failure: StoreFailure) {
    for (place, _) in approved { outcomes[place] = .failed(failure) }
  }

  /// Says that the store as a whole failed.
  mutating func failAll(_ failure: StoreFailure) {
    outcomes = Array(repeating: .failed(failure), count: items.count)
  }

  /// Whether every item is as it was wanted.
  var isComplete: Bool {
    outcomes.allSatisfy(\.isAsWanted)
  }

  /// Whether the store took nothing of the change and is as it was, so that there is nothing to take back.
  var changedNothing: Bool {
    guard let before = before?.fingerprint, let after = after?.fingerprint else { return false }
    return before == after && !outcomes.contains(.done)
  }

  /// Why the store must not be changed now, or nil.
  func refusal(_ snapshot: StoreSnapshot) -> StoreFailure? {
    store.description.refusal(of: snapshot, force: force)
  }
}
