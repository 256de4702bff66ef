public import StoreModel

/// What came of changes that put records back.
public struct ReplayedChanges: Hashable, Sendable {
  /// One outcome for each change, in order.
  public var outcomes: [AppliedChanges.Outcome]
  /// What of the records is not as it was.
  public var losses: [ReplayLoss]

  /// Takes both as they are.
  public init(outcomes: [AppliedChanges.Outcome], losses: [ReplayLoss] = []) {
    self.outcomes = outcomes
    self.losses = losses
  }
}

extension CookieDocument {
  /// By default a sound document may be written.
  public var readOnlyReason: String? { nil }

  /// By default a record holds nothing beyond its cookie.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    ReplayedChanges(outcomes: apply(changes))
  }
}
