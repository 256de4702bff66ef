import CookieCore
import StoreManager
import StoreModel

extension SyncCommand {
  /// Lists the links: what differs now, and when both stores last agreed.
  static func list(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    _ = await session.discover()
    let (links, failures) = await session.links.all()
    let states = await session.manager.linkStates(links)
    let damaged = await session.manager.damagedBases()
    let unknown = await session.manager.unknownPairs()
    if var list = try JSONList(session) {
      for state in states { list.add(LinkJSON(state)) }
      list.end()
    } else if !states.isEmpty || (damaged.isEmpty && unknown == nil) {
      write(states, session)
    }
    if let unknown {
      session.say(
        "The pairs that were synced are not known. " + FailureText.text(for: .journal(unknown)))
    }
    for (name, failure) in failures {
      session.say("\(name): " + FailureText.text(for: failure))
    }
    for state in states {
      guard let failure = state.failure else { continue }
      session.say("\(title(state)): " + FailureText.text(for: CommandFailure(failure)))
      guard state.link.name == nil, case .obstacle(.unreadable) = failure else { continue }
      session.say(
        "If the store is gone for good, “pantler sync \(state.link.terms.web) "
          + "\(state.link.terms.shared) --forget” takes the pair off this list.")
    }
    for base in await session.manager.cutOffBases() {
      session.say(FailureText.cutOff(base.web, base.shared))
    }
    for path in damaged { session.say(FailureText.damagedPair(path)) }
    let unread = failures.count + damaged.count + (unknown == nil ? 0 : 1)
    let failed = unread + states.count { $0.failure != nil }
    guard failed > 0 else { return .done }
    return failed == unread + states.count ? .failed : .partlyDone
  }

  private static func write(_ states: [LinkState], _ session: CommandSession) {
    guard !states.isEmpty else {
      session.say("No link is in the settings, and no pair was synced yet.")
      return
    }
    var table = ColumnTable(["LINK", "A", "", "B", "DIFFER", "LAST AGREED"])
    for state in states {
      table.add([
        state.link.name ?? "-", state.link.terms.web.rawValue, arrow(state.link.terms.direction),
        state.link.terms.shared.rawValue, state.differences.map(String.init) ?? "?",
        state.agreedAt.map(TimeText.plain) ?? "never",
      ])
    }
    table.write(to: session.output)
  }

  private static func title(_ state: LinkState) -> String {
    state.link.name ?? "\(state.link.terms.web) and \(state.link.terms.shared)"
  }

  private static func arrow(_ direction: SyncDirection) -> String {
    switch direction {
    case .both: "<->"
    case .toShared: "->"
    case .toWeb: "<-"
    }
  }
}

/// A link as JSON: members without a value are null, not left out.
private struct LinkJSON: Encodable {
  private let state: LinkState

  init(_ state: LinkState) { self.state = state }

  enum CodingKeys: String, CodingKey {
    case name, web, shared, direction, prune, sites, filter, guards, sessions, rule, watch
    case beforeLoading, differences, agreedAt, error
  }

  func encode(to encoder: any Encoder) throws {
    let terms = state.link.terms
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(state.link.name, forKey: .name)
    try container.encode(terms.web, forKey: .web)
    try container.encode(terms.shared, forKey: .shared)
    try container.encode(terms.direction, forKey: .direction)
    try container.encode(terms.prune, forKey: .prune)
    try container.encode(terms.sites?.sorted(), forKey: .sites)
    try container.encode(terms.filter, forKey: .filter)
    try container.encode(terms.guards, forKey: .guards)
    try container.encode(terms.carriesSessions, forKey: .sessions)
    try container.encode(terms.rule, forKey: .rule)
    try container.encode(state.link.isWatched, forKey: .watch)
    try container.encode(state.link.sitesBeforeLoading.sorted(), forKey: .beforeLoading)
    try container.encode(state.differences, forKey: .differences)
    try container.encode(state.agreedAt.map(\.rfc3339), forKey: .agreedAt)
    let error = state.failure.map { FailureText.text(for: CommandFailure($0)) }
    try container.encode(error, forKey: .error)
  }
}
