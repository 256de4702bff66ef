package import StoreModel

/// The plan of a sync with what it was made from.
package struct SyncPlanning: Sendable {
  /// What would be done.
  package var plan: Plan
  /// What both stores held when they last agreed; nil when they never did.
  package var base: SyncBase?
  /// The readings.
  package var context: PlanContext
}

/// Whether the stores of a sync are read for its plan.
package enum SyncReading: Sendable {
  case always
  /// The newest reading serves, for a count that decides nothing.
  case whereUnknown
}

/// Why two stores were not brought together.
package enum LinkFailure: Error, Hashable, Sendable {
  /// What a store holds is unknown.
  case obstacle(SyncObstacle)
  /// What both last agreed on cannot be read.
  case journal(JournalFailure)
  /// Another process watches the link, or this one does; its id where it is known.
  case taken(by: Int32?)
}
