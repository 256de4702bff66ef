import CookieCore
import StoreManager
import StoreModel

/// `pantler rm`: deletes cookies by identity, with a journal and a read-back.
enum RemoveCommand {
  static let help = """
    usage: pantler rm STORE [--filter EXPR] [--site S]… [--dry-run] [--yes] [--include-guarded] [--force]

    Deletes the cookies of a store that meet every condition. Without a condition nothing matches. The plan is shown;
    nothing changes without --yes. Whatever goes is kept in the journal, and pantler undo puts it back.

    examples:
      pantler rm ~/cookies.txt --filter 'name:sid' --dry-run
      pantler rm webkitgtk:org.gnome.Epiphany --site example.org --yes

    """

  static let shape = CommandOptions.Shape(
    switches: ["--dry-run", "--yes", "--include-guarded", "--force"],
    values: ["--filter", "--site"], operands: 1...1)

  static func run(_ options: CommandOptions, _ context: CommandContext) async throws -> ExitStatus {
    let filter = try FilterOption.parse(options.value("--filter"))
    let store = try await context.stores(options.operands)[0]
    _ = try await context.manager.read(store.id)
    let now = context.now()
    var request = RemovalRequest(stores: [store.id])
    if !options.all("--site").isEmpty { request.sites = Set(options.all("--site")) }
    if let filter {
      request.matching = { cookie, _ in
        filter.matches(
          FilterOption.subject(
            cookie, site: context.site(cookie), store: store, now: now, context))
      }
    }
    let plan = Plan.removal(
      request,
      in: await context.manager.planContext(includeGuarded: options.has("--include-guarded")))
    guard !plan.items.isEmpty else {
      context.output.message("nothing to delete: 0 cookies matched")
      return .nothingMatched
    }
    for item in plan.items { context.output.line("delete  " + ChangeText.line(item.key)) }
    guard options.has("--yes"), !options.has("--dry-run") else {
      let count = plan.items.count
      context.output.message("\(count) cookies would be deleted; repeat with --yes to do it")
      return options.has("--dry-run") ? .done : .failed
    }
    let result = await context.manager.apply(plan, force: options.has("--force"))
    return ChangeText.report(result, done: "deleted", to: context.output)
  }
}

/// `pantler undo`: takes the newest change back, and proves it.
enum UndoCommand {
  static let help = """
    usage: pantler undo [ID] [--force]

    Takes an applied plan back: the newest one, or the one of the journal that ID names.

    examples:
      pantler undo
      pantler undo 7f2a

    """

  static let shape = CommandOptions.Shape(switches: ["--force"], operands: 0...1)

  static func run(_ options: CommandOptions, _ context: CommandContext) async throws -> ExitStatus {
    _ = await context.manager.discover()
    let result = try await context.manager.undo(
      options.operands.first, force: options.has("--force"))
    return ChangeText.report(result, done: "undone", to: context.output)
  }
}

/// The sentences about changes.
enum ChangeText {
  /// One line about an identity, without the value.
  static func line(_ key: CookieKey) -> String {
    let name = key.name.isEmpty ? "(no name)" : VisibleText.escaped(bytes: key.name.bytes)
    let domain = (key.hostOnly ? "" : ".") + VisibleText.escaped(bytes: key.domain.bytes)
    let partition =
      key.partition.map { "  partition " + VisibleText.escaped($0.topLevelSite) } ?? ""
    return "\(name)  \(domain)  \(VisibleText.escaped(bytes: key.path.bytes))\(partition)"
  }

  /// Says what became of each item, and returns the status that tells it to scripts.
  static func report(
    _ result: PlanResult, done: String, to output: CommandOutput
  ) -> ExitStatus {
    for (item, outcome) in zip(result.plan.items, result.outcomes) {
      guard let reason = reason(outcome) else { continue }
      output.message("\(line(item.key)): \(reason)")
    }
    for (store, count) in result.bystandersChanged.sorted(by: { $0.key < $1.key }) {
      output.message("\(store.rawValue): \(count) other cookies differ afterwards; please look")
    }
    let journal = result.journalID.map { "; undo with: pantler undo \($0)" } ?? ""
    output.message(
      "\(result.doneCount) of \(result.plan.items.count) \(done)"
        + (done == "undone" ? "" : journal))
    if result.doneCount == result.plan.items.count { return .done }
    return result.doneCount == 0 ? .failed : .partlyDone
  }

  private static func reason(_ outcome: PlanResult.Outcome) -> String? {
    switch outcome {
    case .done: nil
    case .goneAlready: "was gone already"
    case .changed: "was changed meanwhile and is left alone"
    case .failed(let failure): FailureText.text(failure)
    case .unrepresentable(let attribute): "the store cannot keep its \(attribute.rawValue)"
    case .cameBack: "came back"
    case .undecided: "is a conflict that was not decided"
    case .cancelled: "was cancelled"
    }
  }
}
