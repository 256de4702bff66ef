import CookieCore
import StoreManager
import StoreModel

/// `pantler sync`: brings two stores into agreement.
enum SyncCommand {
  static let command = Command(
    specification: CommandSpecification(
      "sync", "bring two stores into agreement", arguments: "[A B | LINK]",
      operands: [[.store, .link], [.store]], count: 0...2,
      options: [
        .flag("to-shared", "carry from A to B only"), .flag("to-web", "carry from B to A only"),
        .flag("both", "carry both ways, which is usual"), .site, .filter,
        .value(
          "guard", "EXPR", .text, repeatable: true,
          "neither replace nor delete what fits a filter; may be repeated"),
        .flag("include-guarded", "replace and delete what is guarded, too"),
        .flag("no-sessions", "carry no session cookies; usually they stay what they are"),
        .flag("prune", "carry deletions too"),
        .value(
          "prefer", "SIDE", .words(Configuration.Preference.allCases.map(\.rawValue)),
          "who wins a conflict: newer, first, second or ask (newer)"),
        .flag("anew", "forget what both had at the last sync; unites them and deletes nothing"),
        .flag("forget", "forget the pair, so that it is no link any more; deletes no cookie"),
        .flag("watch", "keep them in step until interrupted"), .dryRun, .yes, .force, .json,
        .jsonLines, .values,
      ],
      details:
        "A is usually the store of a web view, B the shared cookie storage. What both had at the "
        + "last\nsync decides what was added and what was deleted. The first sync deletes nothing.\n"
        + "What --site, --filter and the settings of a link leave out is not touched, also when its two\n"
        + "stores are named.",
      examples: [
        (
          "pantler sync notes:default notes:shared --dry-run",
          "shows what would be carried"
        ),
        (
          "pantler sync notes:default jar:/home/me/cookies.txt --to-shared --site example.org --yes",
          "carries one site, one way"
        ),
        (
          "pantler sync notes:default jar:/home/me/cookies.txt -f '!name:_ga*' --yes",
          "carries what fits a filter"
        ),
        ("pantler sync", "lists the links: what differs now, and when both last agreed"),
        ("pantler sync mylink --watch --yes", "keeps a link of the settings in step"),
        ("pantler sync notes:default jar:/home/me/cookies.txt --forget", "ends a synced pair"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    guard !session.arguments.arguments.isEmpty else { return try await list(session) }
    if session.arguments.has("forget") { return try await forgetPair(session) }
    let terms = try await terms(session)
    if session.arguments.has("anew") { try await forget(terms, session) }
    if session.arguments.has("watch") {
      guard session.arguments.has("yes"), !session.arguments.has("dry-run") else {
        throw .usage(.other("“--watch” changes stores without asking, so it needs “--yes”"))
      }
      guard !session.arguments.has("include-guarded") else {
        throw .usage(.conflict("--watch", "--include-guarded"))
      }
      return try await watch(terms, session)
    }
    var plan = try await plan(terms, session)
    let unchosen = plan.skipped.count { $0.reason == .deletionNotChosen }
    if unchosen > 0, session.host.canAsk, !session.arguments.has("yes"),
      !session.arguments.has("dry-run")
    {
      plan = try await withDeletions(unchosen, plan, terms, session)
    }
    let runner = PlanRun(
      session: session, verb: "Carried",
      question: "Sync \(terms.web.rawValue) and \(terms.shared.rawValue)?")
    if plan.items.isEmpty, !session.arguments.has("dry-run") {
      // That the two agree is remembered, so that the next sync can tell a deletion from an addition.
      _ = await runner.apply(plan)
    }
    return try await runner.run(plan)
  }

  /// Begins anew, as if the two had never been synced.
  private static func forget(
    _ terms: SyncTerms, _ session: CommandSession
  ) async throws(CommandFailure) {
    guard !session.arguments.has("prune") else { throw .usage(.conflict("--anew", "--prune")) }
    guard !session.arguments.has("dry-run") else { throw .usage(.conflict("--anew", "--dry-run")) }
    do {
      try await session.manager.forgetSyncBase(web: terms.web, shared: terms.shared)
    } catch {
      throw .journal(error)
    }
  }

  /// Asks whether deletions are carried, and plans anew if they are.
  private static func withDeletions(
    _ count: Int, _ plan: Plan, _ terms: SyncTerms, _ session: CommandSession
  ) async throws(CommandFailure) -> Plan {
    for item in plan.skipped where item.reason == .deletionNotChosen {
      session.say("  - \(CookieLine.label(item.key))  in \(item.store)")
    }
    do {
      try Confirmation(session: session).ask(
        "\(amount(count, "deletion")) on the other side. Carry \(count == 1 ? "it" : "them") too?")
    } catch .declined {
      return plan
    }
    var pruning = terms
    pruning.prune = true
    return try await Self.plan(pruning, session)
  }

  private static func terms(_ session: CommandSession) async throws(CommandFailure) -> SyncTerms {
    let (words, link) = try storeNames(session)
    _ = await session.discover()
    let first = try await session.store(words[0], isDiscovered: true)
    let second = try await session.store(words[1], isDiscovered: true)
    guard first.id != second.id else {
      throw .usage(.other("both names mean \(first.id.rawValue)"))
    }
    var terms = session.links.terms(of: link, web: first.id, shared: second.id)
    if link == nil { await keepLimits(of: &terms, session) }
    return try adapt(terms, session)
  }

  /// The names of the two stores, and the link when they were named by one.
  static func storeNames(
    _ session: CommandSession
  ) throws(CommandFailure) -> (names: [String], link: Configuration.Link?) {
    let words = session.arguments.arguments
    guard words.count == 1 else { return (words, nil) }
    guard let link = session.configuration.links[words[0]] else {
      let nearest = NearestName.find(words[0], among: session.configuration.links.keys.sorted())
      throw .usage(
        .other(
          "there is no link “\(words[0])” in the settings"
            + (nearest.map { "; did you mean “\($0)”?" } ?? ", and two stores are needed")))
    }
    return ([link.web, link.shared], link)
  }

  /// Keeps what links of the settings guard and leave out between the same two stores, whichever is named first.
  private static func keepLimits(of terms: inout SyncTerms, _ session: CommandSession) async {
    let pair: Set = [terms.web, terms.shared]
    let links = await session.links.all().links.filter { pair == [$0.terms.web, $0.terms.shared] }
    for link in links {
      terms.guards += link.terms.guards
      let name = link.name ?? ""
      session.say(
        "The link “\(name)” of the settings joins these stores. Its guards hold"
          + (links.count == 1 ? ", and what it leaves out is left out" : "")
          + "; “pantler sync \(name)” keeps to the rest of it.")
    }
    // Of several links each carries a part, so that none says what is left out.
    guard links.count == 1, let link = links.first else { return }
    terms.sites = link.terms.sites
    terms.filter = link.terms.filter
    terms.carriesSessions = link.terms.carriesSessions
  }

  /// Lets what was asked for on the command line prevail over the link.
  private static func adapt(
    _ terms: SyncTerms, _ session: CommandSession
  ) throws(CommandFailure) -> SyncTerms {
    var terms = terms
    let sites = try session.sites("site")
    if !sites.isEmpty { terms.sites = sites }
    if let text = session.arguments.value("filter") { terms.filter = try filter(text, session) }
    for text in session.arguments.values("guard") {
      let rule = try filter(text, session)
      guard !rule.filter.asksForNothing else {
        throw .usage(.other("an empty --guard would keep everything"))
      }
      terms.guards.append(rule)
    }
    if session.arguments.has("no-sessions") { terms.carriesSessions = false }
    if let direction = try direction(session) { terms.direction = direction }
    if let word = session.arguments.value("prefer"),
      let preference = Configuration.Preference(rawValue: word)
    {
      terms.rule = preference.rule
    }
    if session.arguments.has("prune") { terms.prune = true }
    return terms
  }

  private static func filter(
    _ text: String, _ session: CommandSession
  ) throws(CommandFailure) -> LinkFilter {
    do {
      return try LinkFilter(parsing: text, saved: session.configuration.filters)
    } catch {
      throw .filter(error, text: text)
    }
  }

  private static func direction(
    _ session: CommandSession
  ) throws(CommandFailure) -> SyncDirection? {
    let all: [(String, SyncDirection)] = [
      ("to-shared", .toShared), ("to-web", .toWeb), ("both", .both),
    ]
    let chosen = all.filter { session.arguments.has($0.0) }
    if chosen.count > 1 {
      throw .usage(.conflict("--" + chosen[0].0, "--" + chosen[1].0))
    }
    return chosen.first?.1
  }

  private static func plan(
    _ terms: SyncTerms, _ session: CommandSession
  ) async throws(CommandFailure) -> Plan {
    do {
      return try await session.manager.planSync(
        terms, includeGuarded: session.arguments.has("include-guarded")
      ).plan
    } catch {
      throw CommandFailure(error)
    }
  }
}
