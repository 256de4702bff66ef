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

  /// The items to change, after a look at the present content.
  mutating func approve(_ snapshot: StoreSnapshot) -> ApprovedItems {
    let keys = KeyTable(items.map { $0.key })
    let present = PresentCookies(of: keys, in: snapshot)
    var places: [Int] = []
    var altered: [(place: Int, before: Cookie?)] = []
    overwritten = []
    places.reserveCapacity(items.count)
    for place in items.indices {
      if present.hasPlainRemoval(of: items, place) {
        places.append(place)
        continue
      }
      switch checker.check(items[place], present: present[place]) {
      case .approved: break
      case .settled(.changed) where overwrites: overwritten.append(place)
      case .settled(let outcome):
        outcomes[place] = outcome
        continue
      }
      if items[place].before != present[place] || items[place].sealedBefore != nil {
        altered.append((places.count, present[place]))
      }
      places.append(place)
    }
    return ApprovedItems(items, keys, at: places, altered: altered)
  }

  /// Compares what was read back with what was wanted.
  mutating func verify(
    _ approved: ApprovedItems, _ applied: AppliedChanges
  ) {
    replayLosses = applied.replayLosses
    let present = PresentCookies(of: approved.keys, in: applied.snapshot)
    let path = store.description.path
    for (index, place) in approved.places.enumerated() {
      // A driver that answers for too few changes has not said that the rest was done.
      let said = applied.outcomes.indices.contains(index) ? applied.outcomes[index] : .unverified
      if said == .done, approved.items[index].after == nil, !present.isPresent(index) {
        outcomes[place] = .done
        continue
      }
      let (outcome, lost) = checker.verify(
        approved.items[index], outcome: said, present: present[index], path: path)
      outcomes[place] = outcome
      if !lost.isEmpty { losses[place] = lost }
    }
  }

  /// Says the same of every item that has no outcome yet.
  mutating func fail(_ approved: ApprovedItems, _ failure: StoreFailure) {
    for place in approved.places { outcomes[place] = .failed(failure) }
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
