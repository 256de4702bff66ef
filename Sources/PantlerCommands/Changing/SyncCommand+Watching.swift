import StoreManager
import StoreModel
import Synchronization

extension SyncCommand {
  /// Keeps two stores in step until interrupted; what is being written then is written whole.
  static func watch(
    _ terms: SyncTerms, _ session: CommandSession
  ) async throws(CommandFailure) -> ExitStatus {
    session.say("Keeping \(terms.web) and \(terms.shared) in step. Ctrl-C ends.")
    session.host.errors.flush()
    let refusal = Mutex<LinkFailure?>(nil)
    await session.untilInterrupted {
      do throws(LinkFailure) {
        try await session.manager.keepInStep(terms, force: session.arguments.has("force")) {
          say($0, session)
        }
      } catch {
        refusal.withLock { $0 = error }
      }
    }
    await session.manager.stopObserving(nil)
    if let failure = refusal.withLock({ $0 }) { throw CommandFailure(failure) }
    return .done
  }

  /// Tells at once what a watched link says of itself.
  private static func say(_ report: LinkReport, _ session: CommandSession) {
    switch report {
    case .carried(let result):
      for line in ResultText(result: result).unasked { session.say(line) }
      for line in returned(result) { session.say(line) }
      _ = PlanRun(session: session, verb: "Carried", question: "").report(result)
    case .undecided(let keys):
      for key in keys {
        session.say(
          "\(CookieLine.label(key)): the two differ; “--prefer first” or “second” says which side counts."
        )
      }
    case .stopped(let failure):
      session.say("Stopped: " + FailureText.text(for: CommandFailure(failure)))
    case .resumed: session.say("Going on.")
    case .refused(let items): for item in items { session.say(sentence(item)) }
    case .fight(let key, let end):
      session.say(
        "\(CookieLine.label(key)): two programs keep writing it against each other. It is left alone "
          + "until \(TimeText.plain(end)).")
    }
    session.output.flush()
    session.host.errors.flush()
  }

  /// What was deleted once more although nobody asked for that now, each by name.
  private static func returned(_ result: PlanResult) -> [String] {
    zip(result.plan.items, result.outcomes).compactMap { item, outcome in
      guard item.reason == .cameBack, outcome == .done else { return nil }
      return
        "\(CookieLine.label(item.key)): it was deleted from both stores before and came back to \(item.store) "
        + "as it had been, so it was deleted there again."
    }
  }

  /// That a store did not take a change, and what comes of it.
  private static func sentence(_ item: RefusedItem) -> String {
    let what =
      if let attribute = item.attribute {
        "\(item.store) cannot keep its \(attribute.word)"
      } else if item.isRemoval {
        "it was deleted from \(item.store), and was there again at once"
      } else {
        "\(item.store) did not keep it; it was not there when the store was read back"
      }
    return
      "\(CookieLine.label(item.key)): \(what). It is not tried again until it changes in one of the two."
  }
}
