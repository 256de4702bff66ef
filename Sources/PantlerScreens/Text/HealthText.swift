import StoreModel

/// How stores are observed, for people.
enum HealthText {
  /// Whether a store is observed, by what means, how soon a change is seen, and what was missed.
  static func sentence(_ entry: StoreEntry) -> String {
    guard let health = entry.health, let means = health.means else {
      return entry.isAway ? "not now" : entry.isObservable ? "not yet" : "not possible"
    }
    var parts = ["by \(means.rawValue)"]
    if let delay = health.delayMilliseconds { parts.append("delay \(delay) ms") }
    parts.append(health.lastEvent.map { "last event \(TimeText.clock($0))" } ?? "no event yet")
    if health.missedCount > 0 {
      parts.append("\(AmountText.count(health.missedCount, "change")) missed")
    }
    return parts.joined(separator: ", ")
  }

  /// What came of the self-test; nil when there was none.
  static func test(_ entry: StoreEntry) -> String? {
    guard let test = entry.health?.test else { return nil }
    let result =
      switch test.seenAfterMilliseconds {
      case let delay?: "a change was seen after \(delay) ms"
      case nil: "a change was NOT seen, so only the slow poll finds any"
      }
    return test.isOnSameFileSystem == false ? result + " (on another file system)" : result
  }
}
