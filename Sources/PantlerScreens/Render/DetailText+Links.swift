import ScreenKit
import StoreModel

extension DetailText {
  /// The details of a link: how it stands, and how its stores are observed.
  static func pair(_ pair: SyncPair, _ state: BrowserState) -> [Line] {
    var lines: [Line] = []
    if let trouble = pair.trouble {
      lines += wrapped("! ", SyncText.sentence(trouble, state.library), .issueSevere, state)
    }
    for fight in pair.fights(at: state.asOf) {
      lines += wrapped("! ", SyncText.fight(fight.key, until: fight.until), .issue, state)
    }
    for refusal in pair.refused {
      lines += wrapped("! ", SyncText.refusal(refusal, state.library), .issue, state)
    }
    lines.append(fact("This store", name(pair.web, state), .storeName))
    lines.append(health(pair.web, state))
    lines.append(fact("Shared", name(pair.shared, state), .storeName))
    lines.append(health(pair.shared, state))
    lines += [
      fact("Carries", SyncText.terms(pair.link.terms))
    ]
    if let limits = SyncText.limits(pair.link.terms) {
      lines += facts("Only", limits, .text, state)
    }
    if !pair.link.terms.guards.isEmpty {
      let rules = pair.link.terms.guards.map(\.text).joined(separator: " · ")
      lines += facts("Guards", "left as it is: " + rules, .text, state)
    }
    lines += [
      fact("Mode", SyncText.mode(pair)),
      fact("Agreed", pair.agreedAt.map(TimeText.full) ?? "never", .time),
    ]
    lines += tests(pair, state)
    lines += facts("Same as", pair.link.commandLine, .dialogCommand, state)
    return lines
      + wrapped(
        "", "Enter or s compares; W keeps them in step, or ends that; F forgets.", .textDim, state)
  }

  private static func name(_ store: StoreID, _ state: BrowserState) -> String {
    state.library.entry(of: store)?.name ?? store.rawValue
  }

  /// How a store is observed.
  private static func health(_ store: StoreID, _ state: BrowserState) -> Line {
    let entry = state.library.entry(of: store)
    return fact(
      "", entry.map { "observed: " + HealthText.sentence($0) } ?? "not found now", .textDim)
  }

  /// What the self-tests of the observers showed.
  private static func tests(_ pair: SyncPair, _ state: BrowserState) -> [Line] {
    [("This store", pair.web), ("Shared", pair.shared)].compactMap { name, store in
      let text = state.library.entry(of: store).flatMap { HealthText.test($0) }
      return text.map { fact("Self-test", "\(name): \($0)", .textDim) }
    }
  }
}
