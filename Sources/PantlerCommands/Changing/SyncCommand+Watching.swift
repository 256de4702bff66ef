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
      _ = PlanRun(session: session, verb: "Carried", question: "").report(result)
    case .undecided(let keys):
      for key in keys {
        session.say("\(CookieLine.label(key)): the two differ; “--prefer” says which side counts.")
      }
    case .stopped(let failure):
      session.say("Stopped: " + FailureText.text(for: CommandFailure(failure)))
    case .resumed: session.say("Going on.")
    case .fight(let key, let end):
      session.say(
        "\(CookieLine.label(key)): two programs keep writing it against each other. It is left alone "
          + "until \(TimeText.plain(end)).")
    }
    session.output.flush()
    session.host.errors.flush()
  }
}
