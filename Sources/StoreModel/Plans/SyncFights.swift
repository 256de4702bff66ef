public import CookieCore

/// Notices cookies that two programs keep writing against each other through a link.
///
/// A server that renews a cookie moves it one way. In a fight the cookie goes to and fro, or is deleted again and
/// again; such a cookie is left alone for a while, longer each time.
public struct SyncFights: Hashable, Sendable {
  private struct Round: Hashable, Sendable {
    var store: StoreID
    var isRemoval: Bool
    /// When the turns of the present fight were taken.
    var turns: [Timestamp] = []
    /// How often it was left alone.
    var pauses = 0
    var pausedUntil: Timestamp?
    var last: Timestamp
  }

  private var rounds: [CookieKey: Round] = [:]

  /// How many turns within the window make a fight.
  static let limit = 3
  /// How long turns count, in seconds.
  static let window: Int64 = 60
  /// How long the first pause is, in seconds; each one after is twice as long, up to an hour.
  static let firstPause: Int64 = 60
  private static let longestPause: Int64 = 3600

  /// Begins with no fight.
  public init() {}

  /// Takes note of a change that the link made.
  ///
  /// - Returns: until when the cookie is left alone from now on; nil when there is no fight.
  public mutating func note(
    _ key: CookieKey, in store: StoreID, isRemoval: Bool, at now: Timestamp
  ) -> Timestamp? {
    guard var round = rounds[key], round.last > now.adding(seconds: -Self.longestPause * 2) else {
      rounds[key] = Round(store: store, isRemoval: isRemoval, last: now)
      return nil
    }
    let isTurn = round.store != store || (round.isRemoval && isRemoval)
    (round.store, round.isRemoval, round.last) = (store, isRemoval, now)
    if isTurn { round.turns.append(now) }
    round.turns.removeAll { $0 <= now.adding(seconds: -Self.window) }
    defer { rounds[key] = round }
    guard round.turns.count >= Self.limit else { return nil }
    let pause = min(Self.longestPause, Self.firstPause << Int64(min(round.pauses, 10)))
    round.turns = []
    round.pauses += 1
    round.pausedUntil = now.adding(seconds: pause)
    return round.pausedUntil
  }

  /// Reports whether a cookie is left alone now.
  public func isPaused(_ key: CookieKey, at now: Timestamp) -> Bool {
    rounds[key]?.pausedUntil.map { $0 > now } ?? false
  }

  /// When the next pause ends; nil when there is none.
  public func nextEnd(after now: Timestamp) -> Timestamp? {
    rounds.values.compactMap(\.pausedUntil).filter { $0 > now }.min()
  }
}
