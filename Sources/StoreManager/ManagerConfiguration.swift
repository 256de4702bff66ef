package import CookieCore
package import StoreModel

/// Everything that a manager takes from outside.
package struct ManagerConfiguration: Sendable {
  /// The directory of the journal and of the links; it is made private when it is made.
  package var stateDirectory: String
  /// The rules that keep things from deletion.
  package var guards: [Guard]
  /// The most bytes that the journal keeps.
  package var journalLimitBytes = 512 << 20
  /// How long the journal keeps an entry.
  package var journalRetentionDays = 30
  /// The largest file of which a whole copy is kept for undo.
  package var perEntryImageLimit = 64 << 20
  /// The same for syncs, which come often and change little; what is larger is taken back item by item.
  package var syncImageLimit = 256 << 10
  /// The most events that the log keeps.
  package var eventCapacity = 100_000
  /// How long after a removal a cookie that is there again has come back.
  package var cameBackSeconds: Int64 = 600
  /// The times of observation.
  package var observation = ObservationTimes()
  /// What sleeps.
  package var clock: any Clock<Duration>
  /// The file system of the journal.
  package var files: PrivateFiles
  /// The present time.
  package var now: @Sendable () -> Timestamp
  /// A new id of eight lower-case hex digits.
  package var randomID: @Sendable () -> String

  /// Takes what has no usual value.
  package init(
    stateDirectory: String, guards: [Guard] = [], clock: any Clock<Duration> = ContinuousClock(),
    files: PrivateFiles = .system, now: @escaping @Sendable () -> Timestamp,
    randomID: @escaping @Sendable () -> String
  ) {
    self.stateDirectory = stateDirectory
    self.guards = guards
    self.clock = clock
    self.files = files
    self.now = now
    self.randomID = randomID
  }
}

/// How long an observer waits for what.
package struct ObservationTimes: Hashable, Sendable {
  /// How long a store must be quiet before it is read.
  package var quiet: Duration = .milliseconds(300)
  /// How long a store that is never quiet waits at most.
  package var maximumWait: Duration = .seconds(2)
  /// How often a store is read although nothing was hinted; 0 for never.
  package var poll: Duration = .seconds(60)

  /// Takes the usual times.
  package init() {}
}
