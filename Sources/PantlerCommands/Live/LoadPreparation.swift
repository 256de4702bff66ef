import CookieCore
import StoreManager
import StoreModel

/// Brings cookies over into a store before a page is loaded with them.
struct LoadPreparation {
  let session: CommandSession
  let store: StoreDescription
  /// The site of the page.
  let site: String

  /// The cookies to load with, once all that has to come before is done and read back.
  ///
  /// With `--dry-run` nothing is written: they are what the store would hold.
  func cookies() async throws(CommandFailure) -> [Cookie] {
    let (links, failures) = await session.links.all()
    for (name, failure) in failures {
      session.say("The link \(name): " + FailureText.text(for: failure))
    }
    let isAsked = session.arguments.has("sync-first")
    let all = await session.manager.termsBeforeLoading(
      into: store.id, site: site, links: links, everyLink: isAsked)
    if isAsked, all.isEmpty {
      throw .usage(
        .other("no link leads into \(store.id.rawValue); “pantler sync” lists the links"))
    }
    if session.arguments.has("dry-run") { return try await foreseen(all) }
    for terms in all { try await bringOver(terms, asks: isAsked) }
    return try await session.read(store.id).cookies
  }

  /// Carries out one link as far as it leads into the store.
  private func bringOver(_ terms: SyncTerms, asks: Bool) async throws(CommandFailure) {
    if asks, !session.arguments.has("yes") {
      let plan = try await plan(terms)
      guard !plan.items.isEmpty else { return }
      for item in PlanText(plan, session).items { session.say("  " + item) }
      try Confirmation(session: session).ask(
        about: plan, question: "Bring this over before the page is loaded?")
    }
    do {
      let result = try await session.manager.bringOver(
        terms, force: session.arguments.has("force"))
      guard let result else { return }
      session.say(
        ResultText(result: result).headline("Brought over", undo: session.undoCommand)
          + " Read back; now the page is loaded.")
      let text = ResultText(result: result)
      for line in text.unasked + text.details { session.say(line) }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ obstacle: LoadObstacle) -> CommandFailure {
    var lines: [String]
    switch obstacle {
    case .link(let failure): lines = FailureText.lines(for: CommandFailure(failure))
    case .incomplete(let result):
      let text = ResultText(result: result)
      lines = [text.headline("Brought over", undo: session.undoCommand)] + text.details
    }
    lines[0] = "The page was not loaded. " + lines[0]
    return .lines(lines)
  }

  /// What the store would hold, without writing it.
  private func foreseen(_ all: [SyncTerms]) async throws(CommandFailure) -> [Cookie] {
    var held = try await session.read(store.id).cookies
    for terms in all {
      let plan = try await plan(terms)
      let undecided = plan.items.count { $0.conflict != nil }
      if undecided > 0 {
        session.say(
          "\(amount(undecided, "cookie")) would keep the page from being loaded: the two differ.")
      }
      let items = plan.items.filter { $0.store == store.id && $0.conflict == nil }
      guard !items.isEmpty else { continue }
      session.say("Would be brought over first: \(PlanText(plan, session).counts).")
      let keys = Set(items.map(\.key))
      held.removeAll { keys.contains($0.key) }
      held += items.compactMap(\.after)
    }
    return held
  }

  private func plan(_ terms: SyncTerms) async throws(CommandFailure) -> Plan {
    do {
      return try await session.manager.planSync(terms).plan
    } catch {
      throw failure(.link(error))
    }
  }
}
