package import CookieCore
package import StoreModel

/// How well one store is observed.
package struct ObserverHealth: Hashable, Sendable {
  /// The store.
  package var store: StoreID
  /// By what means changes are noticed; nil until the observer works.
  package var means: ObservationMeans?
  /// The setting that limits it to polling; nil when nothing does.
  package var limit: String?
  /// Whether the store is away.
  package var isMissing = false
  /// Why the store cannot be read; nil when it can.
  package var failure: StoreFailure?
  /// The time of the last event; nil when there was none.
  package var lastEvent: Timestamp?
  /// How long a change takes to be seen, in milliseconds; nil when it is never seen.
  package var delayMilliseconds: Int?
  /// How many changes were found by the slow poll alone, without a hint.
  package var missedCount = 0
  /// What the last self-test showed; nil when there was none.
  package var test: ObserverTest?

  /// Whether the observer works.
  package var isAttached: Bool { means != nil }
}

/// The observer of one store.
struct Observation {
  /// The tasks that listen and poll.
  var tasks: [Task<Void, Never>] = []
  /// Waits for the store to be quiet; nil when nothing was hinted.
  var settling: Task<Void, Never>?
  /// Waits for the next expiry.
  var expiring: Task<Void, Never>?
  /// When the first hint since the last reading came.
  var firstHint = Duration.zero
  /// When the last hint came.
  var lastHint = Duration.zero
  /// The last reading that is known to be the content; nil before the first.
  var baseline: StoreSnapshot?
  /// How often in a row a store that held cookies was read as empty.
  var emptyReads = 0
  /// The cookies whose expiry was told, or had passed when the observation began.
  var expired: Set<CookieKey> = []
  var health: ObserverHealth
  /// The web views that the engine named since the last reading, nil among them where it named none.
  var views: Set<String?> = []
  /// The causes that the engine named since the last reading.
  var causes: Set<StoreEvent.Cause> = []

  /// The one view and the one cause of what changed since the last reading, and begins anew.
  mutating func takeOrigin() -> (view: String?, cause: StoreEvent.Cause) {
    defer { (views, causes) = ([], []) }
    guard !causes.isEmpty else { return (nil, .otherProcess) }
    return (
      views.count == 1 ? views.first ?? nil : nil,
      causes.count == 1 ? causes.first ?? .unknown : .unknown
    )
  }

  func cancel() {
    for task in tasks { task.cancel() }
    settling?.cancel()
    expiring?.cancel()
  }
}
