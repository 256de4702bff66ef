import StoreManager
import StoreModel

/// Shows a plan, asks, applies it and reports.
struct PlanRun {
  let session: CommandSession
  /// The past tense of the act, such as `Deleted`.
  let verb: String
  /// The question, without the count and without a question mark's answer.
  let question: String
  /// Whether the result is told in words though the command writes JSON, which has said the rest.
  var reportsInWords = false
  /// What a person should know beside what the plan itself says.
  var remarks: [String] = []
  /// What stays of what is meant, said before and after; empty when nothing does.
  var staying: [String] = []

  /// How many items are shown before a question.
  static let mostShown = 20

  /// Goes through with a plan.
  func run(_ plan: Plan) async throws(CommandFailure) -> ExitStatus {
    let refused = await RefusedPart(of: plan, session)
    let going = refused.going
    let text = PlanText(going, session)
    guard !plan.isEmpty else { return try nothing(plan, text) }
    if session.arguments.has("dry-run") { return try show(plan, text, refused) }
    if !session.arguments.has("yes"), !going.isEmpty {
      preview(text, refused)
      try Confirmation(session: session).ask(about: going, question: question)
    } else {
      for remark in text.remarks + remarks { session.say(remark) }
    }
    return report(refused.adding(to: await apply(going)))
  }

  /// Applies a plan with the progress on standard error when a person is there.
  func apply(_ plan: Plan) async -> PlanResult {
    let errors = session.host.errors
    let isSmall = plan.stores.count < 2
    let isShown = session.host.canAsk && !isSmall
    return await session.manager.apply(plan, force: session.arguments.has("force")) { done, total in
      guard isShown else { return }
      errors.line("\(done) of \(total)…")
      errors.flush()
    }
  }

  /// Says what became of it.
  func report(_ result: PlanResult) -> ExitStatus {
    let text = ResultText(result: result)
    let headline = text.headline(verb, undo: session.undoCommand)
    if reportsInWords {
      session.say(headline)
    } else if session.arguments.has("json") {
      session.output.result(JSONText.line(ResultJSON(result)), meaning: headline)
    } else {
      session.output.result(VisibleText.escaped(headline), meaning: headline)
    }
    for line in text.details + staying { session.say(line) }
    return result.plan.data?.unseen != nil && text.status == .done ? .partlyDone : text.status
  }

  private func nothing(_ plan: Plan, _ text: PlanText) throws(CommandFailure) -> ExitStatus {
    if session.arguments.has("json"), session.arguments.has("dry-run") {
      session.output.write(bytes: try fileForm(plan))
    } else if session.arguments.has("json") {
      let result = PlanResult(plan: plan, outcomes: [], journalID: nil)
      session.output.line(JSONText.line(ResultJSON(result)))
    }
    for remark in text.remarks + remarks + staying { session.say(remark) }
    switch plan.kind {
    case .sync, .import:
      let isLeftOut = plan.skipped.contains {
        $0.reason == .deletionNotChosen || $0.reason == .unreadInSource
      }
      session.say(
        isLeftOut
          ? "Nothing else differs; nothing was changed."
          : "Nothing to do: the target has everything already.")
      return .done
    case .edit:
      guard plan.skipped.allSatisfy({ $0.reason == .equal }) else {
        session.say("Nothing was changed.")
        return .failed
      }
      session.say("Nothing to do: the store has this very cookie.")
      return .done
    case .removal, .undo:
      session.say("Nothing to delete: \(text.nothingMatched).")
      return plan.data?.unseen == nil ? .nothingMatched : .partlyDone
    }
  }

  private func show(
    _ plan: Plan, _ text: PlanText, _ refused: RefusedPart
  ) throws(CommandFailure) -> ExitStatus {
    if session.arguments.has("json") {
      session.output.write(bytes: try fileForm(plan))
      if session.arguments.has("values") {
        session.say("The plan holds the values of the cookies; keep it private.")
      }
      for line in refused.lines { session.say(line) }
      return .done
    }
    for item in text.items { session.output.line(VisibleText.escaped(item)) }
    session.say("Would be: \(text.counts). Nothing was changed.")
    for remark in refused.lines + text.remarks + remarks + staying { session.say(remark) }
    return .done
  }

  private func preview(_ text: PlanText, _ refused: RefusedPart) {
    let items = text.items
    for item in items.prefix(Self.mostShown) { session.say("  " + item) }
    if items.count > Self.mostShown {
      session.say("  … and \(items.count - Self.mostShown) more; --dry-run shows all")
    }
    session.say("In all: \(text.counts).")
    for remark in refused.lines + text.remarks + remarks + staying { session.say(remark) }
  }

  /// A plan as JSON, its values sealed unless they were asked for.
  func fileForm(_ plan: Plan) throws(CommandFailure) -> [UInt8] {
    do {
      let form =
        session.arguments.has("values")
        ? try plan.fileForm() : try plan.sealedFileForm(session.host.randomID)
      return JSONText.escaped(form)
    } catch {
      throw .planFile(path: "-", error)
    }
  }
}
