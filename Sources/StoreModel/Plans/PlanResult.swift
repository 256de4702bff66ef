/// What became of a plan.
public struct PlanResult: Hashable, Codable, Sendable {
  /// What became of one item.
  public enum Outcome: Hashable, Codable, Sendable {
    case done
    case goneAlready
    /// The cookie is no longer what the plan said, so it was left alone.
    case changed
    case failed(StoreFailure)
    case unrepresentable(CookieAttribute)
    /// It was removed and is there again.
    case cameBack
  }

  /// The plan that was applied.
  public var plan: Plan
  /// One outcome for each item, in order.
  public var outcomes: [Outcome]
  /// The journal entry that undo takes; nil when nothing changed.
  public var journalID: String?
  /// Stores in which cookies outside the plan differ afterwards, with their number.
  public var bystandersChanged: [StoreID: Int]

  /// Takes every field as it is.
  public init(
    plan: Plan, outcomes: [Outcome], journalID: String?, bystandersChanged: [StoreID: Int] = [:]
  ) {
    self.plan = plan
    self.outcomes = outcomes
    self.journalID = journalID
    self.bystandersChanged = bystandersChanged
  }

  /// The number of items that were done.
  public var doneCount: Int {
    outcomes.count { $0 == .done }
  }
}
