import CookieCore
import StoreManager
import StoreModel

/// `pantler undo`: takes a change back.
enum UndoCommand {
  static let command = Command(
    specification: CommandSpecification(
      "undo", "take the last change back, or the one named", arguments: "[ID]",
      operands: [[.change]], count: 0...1,
      options: [
        .flag("redo", "do again what the last undo took back"), .dryRun, .yes,
        .flag(
          "force",
          "also over what was set or changed since, and while a program has the file open"
        ),
        .json,
      ],
      details: """
        A file that nobody changed since gets its bytes back. Otherwise cookies come back one by one,
        by the rows and lines that they had. What comes back is shown first, with what cannot be as it
        was, and it is asked whether to go on; --yes does it without asking. A script need not say
        --yes as long as everything comes back as it was. What somebody set or changed since is named
        and stays; --force puts what was there before over it, and it is gone for good. Afterwards the
        store is read again, and it is said how far it is as before.
        """,
      examples: [
        ("pantler undo", "takes the last change back, after asking"),
        ("pantler undo 7f20a1b3 --yes", "takes one change back; “pantler trash” lists them"),
        ("pantler undo --dry-run", "says what would come back, and what not as it was"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    _ = await session.discover()
    return try await undo(session.arguments.arguments.first, session)
  }

  /// Takes an entry back and reports.
  static func undo(
    _ id: String?, _ session: CommandSession
  ) async throws(CommandFailure) -> ExitStatus {
    let force = session.arguments.has("force")
    let isRedo = session.arguments.has("redo")
    if isRedo, session.arguments.has("dry-run") {
      throw .usage(.conflict("--redo", "--dry-run"))
    }
    var id = id
    var left: [ReplayLoss] = []
    if !isRedo {
      let preview: UndoPreview
      do {
        preview = try await session.manager.undoPreview(id, force: force)
      } catch {
        throw .journal(error)
      }
      if session.arguments.has("dry-run") { return try show(preview, session) }
      try confirm(preview, session)
      left = preview.losses.values.flatMap { $0 }.filter { $0.reason == .occupied }
      id = preview.id
    } else if session.host.canAsk {
      try Confirmation(session: session).ask("Do \(id ?? "the change that was undone last") again?")
    }
    let result: PlanResult
    do {
      result =
        isRedo
        ? try await session.manager.redo(id, force: force)
        : try await session.manager.undo(id, force: force)
    } catch {
      throw .journal(error)
    }
    let runner = PlanRun(session: session, verb: isRedo ? "Redone:" : "Undone:", question: "")
    let status = runner.report(result)
    if !isRedo, let id = result.journalID {
      if !left.isEmpty {
        session.say(
          "“\(session.undoCommand) \(id) --force” puts what was there before over what was set or "
            + "changed since, which is gone for good then.")
      } else if status == .partlyDone {
        session.say("“\(session.undoCommand) \(id)” tries what is left of it again.")
      }
    }
    // Nothing was left to be done.
    return status == .done && result.doneCount == 0 && !result.allOutcomes.isEmpty
      ? .nothingMatched : status
  }

  /// Says what comes back and what cannot be as it was, and asks whether to go on.
  ///
  /// Nobody needs to be there for the answer when nothing is lost by it, since it can be done again.
  private static func confirm(
    _ preview: UndoPreview, _ session: CommandSession
  ) throws(CommandFailure) {
    let losses = ReplayText.lines(preview.losses)
    if !session.arguments.has("yes") {
      let items = items(preview, session)
      for item in items.prefix(PlanRun.mostShown) { session.say("  " + item) }
      if items.count > PlanRun.mostShown {
        session.say("  … and \(items.count - PlanRun.mostShown) more; --dry-run shows all")
      }
    }
    for line in losses { session.say(line) }
    // Where nothing would be done there is nothing to ask.
    guard !preview.isEmpty, session.host.canAsk || !losses.isEmpty else { return }
    let stores = preview.stores.sorted().map(\.rawValue).joined(separator: ", ")
    try Confirmation(session: session).ask(
      "Undo \(preview.id) in \(stores)\(losses.isEmpty ? "" : " all the same")?")
  }

  /// One line for each cookie and each item of website data.
  private static func items(_ preview: UndoPreview, _ session: CommandSession) -> [String] {
    PlanText(plan(preview, session), session).items
      + preview.removals.map { "+ " + DataText.label($0.item) }
  }

  private static func plan(_ preview: UndoPreview, _ session: CommandSession) -> Plan {
    Plan(id: preview.id, kind: .undo, createdAt: session.host.now(), items: preview.items)
  }

  private static func show(
    _ preview: UndoPreview, _ session: CommandSession
  ) throws(CommandFailure) -> ExitStatus {
    if session.arguments.has("json") {
      var plan = plan(preview, session)
      if !preview.removals.isEmpty { plan.data = DataPlan(removals: preview.removals) }
      let runner = PlanRun(session: session, verb: "", question: "")
      session.output.write(bytes: try runner.fileForm(plan))
    } else {
      for line in items(preview, session) { session.output.line(VisibleText.escaped(line)) }
    }
    for line in ReplayText.lines(preview.losses) { session.say(line) }
    if preview.losses.values.joined().contains(where: { $0.reason == .occupied }) {
      session.say("--force puts what was there before over it.")
    }
    session.say("Nothing was changed.")
    return .done
  }
}

/// `pantler trash`: what can be taken back.
enum TrashCommand {
  static let command = Command(
    specification: CommandSpecification(
      "trash", "list what can be taken back, restore it, or forget it",
      arguments: "[list|restore ID|purge [ID…]]",
      operands: [[.words(["list", "restore", "purge"])]],
      followers: ["restore": .change, "purge": .change], count: 0...1000,
      options: [.yes, .force, .json, .jsonLines],
      examples: [
        ("pantler trash", "lists the changes, newest first"),
        ("pantler trash restore 7f20a1b3", "the same as pantler undo 7f20a1b3"),
        ("pantler trash purge --yes", "forgets all of them for good"),
      ]), run: run)

  private struct EntryJSON: Encodable {
    var id: String
    var time: String?
    var kind: String?
    var stores: [String]
    var deleted: Int
    var added: Int
    var changed: Int
    var state: String
    var bytes: Int
    var canUndo: Bool
    var why: String?
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let words = session.arguments.arguments
    switch words.first {
    case nil, "list": return try await list(session)
    case "restore":
      guard words.count == 2 else { throw .usage(.missingArgument("pantler trash restore ID")) }
      _ = await session.discover()
      return try await UndoCommand.undo(words[1], session)
    case "purge": return try await purge(Array(words.dropFirst()), session)
    case let word?:
      throw .usage(.unknownWord(word, of: "trash", among: ["list", "restore", "purge"]))
    }
  }

  private static func list(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let entries = try await entries(session)
    if var list = try JSONList(session) {
      for entry in entries {
        list.add(
          EntryJSON(
            id: entry.id, time: entry.time.rfc3339, kind: entry.kind?.rawValue,
            stores: entry.stores.map(\.rawValue), deleted: entry.removals, added: entry.additions,
            changed: entry.changes, state: entry.state.rawValue, bytes: entry.byteCount,
            canUndo: entry.canUndo, why: entry.obstacle.map { FailureText.text(for: $0) }))
      }
      list.end()
      return .done
    }
    var table = ColumnTable(["ID", "TIME (UTC)", "ACT", "-", "+", "~", "STATE", "BYTES", "STORES"])
    for entry in entries {
      table.add([
        entry.id, TimeText.plain(entry.time), entry.kind?.rawValue ?? "?", String(entry.removals),
        String(entry.additions), String(entry.changes), entry.state.rawValue,
        String(entry.byteCount), entry.stores.map(\.rawValue).joined(separator: " "),
      ])
    }
    table.write(to: session.output)
    if entries.isEmpty { session.say("The trash is empty.") }
    return .done
  }

  private static func purge(
    _ names: [String], _ session: CommandSession
  ) async throws(CommandFailure) -> ExitStatus {
    let ids: [String]
    do {
      ids = try await session.manager.entryIDs(names)
    } catch {
      throw .journal(error)
    }
    guard !ids.isEmpty else { throw .nothingMatched("The trash is empty.") }
    try Confirmation(session: session).ask(
      "Forget \(amount(ids.count, "change")) for good? They can not be undone then.")
    let purged: PurgedEntries
    do {
      // What came since was not asked about.
      purged = try await session.manager.purge(ids)
    } catch {
      throw .journal(error)
    }
    let sentence = "Forgot \(amount(purged.count, "change"))."
    session.output.result(sentence, meaning: sentence)
    guard !purged.inWork.isEmpty else { return .done }
    session.say(
      "Left alone, because Pantler is at it now: \(purged.inWork.joined(separator: ", ")).")
    return purged.count > 0 ? .partlyDone : .failed
  }

  private static func entries(
    _ session: CommandSession
  ) async throws(CommandFailure) -> [JournalEntry] {
    do {
      return try await session.manager.journalEntries()
    } catch {
      throw .journal(error)
    }
  }
}
