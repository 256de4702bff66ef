import ScreenKit
import StoreModel

extension DetailText {
  /// The details of a link: how it stands, and how its stores are observed.
  static func pair(_ pair: SyncPair, _ state: BrowserState) -> [Line] {
    var lines: [Line] = []
    if let trouble = pair.trouble {
      lines.append([.init("! " + SyncText.sentence(trouble, state.library), .issueSevere)])
    }
    for fight in pair.fights(at: state.asOf) {
      lines.append([.init("! " + SyncText.fight(fight.key, until: fight.until), .issue)])
    }
    for refusal in pair.refused {
      lines.append([.init("! " + SyncText.refusal(refusal, state.library), .issue)])
    }
    lines.append(fact("This store", name(pair.web, state), .storeName))
    lines.append(health(pair.web, state))
    lines.append(fact("Shared", name(pair.shared, state), .storeName))
    lines.append(health(pair.shared, state))
    lines += [
      fact("Carries", SyncText.terms(pair.link.terms))
    ]
    if let limits = SyncText.limits(pair.link.terms) { lines.append(fact("Only", limits)) }
    if !pair.link.terms.guards.isEmpty {
      let rules = pair.link.terms.guards.map(\.text).joined(separator: " · ")
      lines.append(fact("Guards", "left as it is: " + rules))
    }
    lines += [
      fact("Mode", SyncText.mode(pair)),
      fact("Agreed", pair.agreedAt.map(TimeText.full) ?? "never", .time),
    ]
    lines += tests(pair, state)
    lines += [
      fact("Same as", pair.link.commandLine, .dialogCommand),
      [.init("Enter or s compares; W keeps them in step, or ends that; F forgets.", .textDim)],
    ]
    return lines
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
