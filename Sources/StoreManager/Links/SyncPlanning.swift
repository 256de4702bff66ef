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

/// Why two stores were not brought together.
package enum LinkFailure: Error, Hashable, Sendable {
  /// What a store holds is unknown.
  case obstacle(SyncObstacle)
  /// What both last agreed on cannot be read.
  case journal(JournalFailure)
  /// Another process watches the link, or this one does; its id where it is known.
  case taken(by: Int32?)
}
