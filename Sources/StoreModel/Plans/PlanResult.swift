/// What became of a plan.
public struct PlanResult: Hashable, Codable, Sendable {
  /// What became of one item.
  public enum Outcome: Hashable, Codable, Sendable {
    case done
    case goneAlready
    /// The store had it as it was wanted before anything was done here.
    case thereAlready
    /// The cookie is no longer what the plan said, so it was left alone.
    case changed
    case failed(StoreFailure)
    case unrepresentable(CookieAttribute)
    /// It was removed and is there again.
    case cameBack
    /// The conflict was not decided, so both sides were left alone.
    case undecided
    /// The work was cancelled before the item's store was touched.
    case cancelled
  }

  /// How far an undo brought a store back, found by reading it again.
  public enum UndoProof: Hashable, Codable, Sendable {
    /// The file has the very bytes it had before.
    case identicalBytes
    /// Every record is as it was, and what stood in a log beside the file is in the file now.
    case identicalRecords
    /// The file that the change made is gone again.
    case noFile
    /// Every attribute that the store can hold is as it was.
    case equalCookies
    /// So many cookies are not as they were.
    case differing(Int)
  }

  /// The plan that was applied.
  public var plan: Plan
  /// One outcome for each item, in order.
  public var outcomes: [Outcome]
  /// The journal entry that undo takes; nil when nothing changed.
  public var journalID: String?
  /// Stores in which cookies outside the plan differ afterwards, with their number.
  public var bystandersChanged: [StoreID: Int]
  /// What was lost of items that were done, by the item's place; found by reading back.
  public var losses: [Int: Set<CookieAttribute>]
  /// For an undo, what of the records that were put back is not as it was.
  public var replayLosses: [StoreID: [ReplayLoss]]
  /// For an undo, how far each store is back.
  public var proofs: [StoreID: UndoProof]
  /// What became of the website data; nil when the plan has none.
  public var data: DataResult?

  /// Takes every field as it is.
  public init(
    plan: Plan, outcomes: [Outcome], journalID: String?, bystandersChanged: [StoreID: Int] = [:],
    losses: [Int: Set<CookieAttribute>] = [:], replayLosses: [StoreID: [ReplayLoss]] = [:],
    proofs: [StoreID: UndoProof] = [:], data: DataResult? = nil
  ) {
    self.plan = plan
    self.outcomes = outcomes
    self.journalID = journalID
    self.bystandersChanged = bystandersChanged
    self.losses = losses
    self.replayLosses = replayLosses
    self.proofs = proofs
    self.data = data
  }

  /// The number of items that were done, website data among them.
  public var doneCount: Int {
    allOutcomes.count { $0 == .done }
  }

  /// Whether anything was changed, were it a part of an item only.
  public var changedAnything: Bool {
    allOutcomes.contains { outcome in
      if case .failed(.partlyRemoved) = outcome { true } else { outcome == .done }
    }
  }

  /// Whether every item is as the plan wanted it, done now or so already.
  public var isComplete: Bool {
    allOutcomes.allSatisfy(\.isAsWanted)
  }
}

extension PlanResult.Outcome {
  /// Whether the store has what the item wanted, whoever did it.
  public var isAsWanted: Bool { self == .done || self == .goneAlready || self == .thereAlready }
}
