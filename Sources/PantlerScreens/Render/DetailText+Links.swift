import ScreenKit
import StoreModel

extension DetailText {
  /// The details of a link: how it stands, and how its stores are observed.
  static func pair(_ pair: SyncPair, _ state: BrowserState) -> [Line] {
    var lines: [Line] = []
    if let trouble = pair.trouble {
      lines.append([.init("! " + SyncText.sentence(trouble, state.library), .issueSevere)])
    }
    if let fight = pair.fight, fight.until > state.asOf {
      lines.append([.init("! " + SyncText.fight(fight.key, until: fight.until), .issue)])
    }
    lines += [
      fact("This store", name(pair.web, state), .storeName),
      fact("", health(pair.web, state), .textDim),
      fact("Shared", name(pair.shared, state), .storeName),
      fact("", health(pair.shared, state), .textDim),
      fact("Carries", SyncText.terms(pair.link.terms)),
      fact("Agreed", pair.agreedAt.map(TimeText.full) ?? "never", .time),
      fact("Same as", pair.link.terms.commandLine, .dialogCommand),
      [.init("Enter or s compares; W keeps them in step, or ends that.", .textDim)],
    ]
    return lines
  }

  private static func name(_ store: StoreID, _ state: BrowserState) -> String {
    state.library.entry(of: store)?.name ?? store.rawValue
  }

  /// How a store is observed.
  private static func health(_ store: StoreID, _ state: BrowserState) -> String {
    guard let entry = state.library.entry(of: store) else { return "not found now" }
    guard let health = entry.health, let means = health.means else {
      return entry.isObservable ? "not observed yet" : "cannot be observed"
    }
    var parts = ["observed by \(means.rawValue)"]
    if let delay = health.delayMilliseconds { parts.append("delay \(delay) ms") }
    parts.append(health.lastEvent.map { "last event \(TimeText.clock($0))" } ?? "no event yet")
    if health.missedCount > 0 {
      parts.append("\(AmountText.count(health.missedCount, "change")) missed")
    }
    return parts.joined(separator: ", ")
  }
}
