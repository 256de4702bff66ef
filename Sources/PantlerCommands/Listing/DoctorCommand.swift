import CookieCore
import StoreManager
import StoreModel

/// `pantler doctor`: what was found, what is readable, what is missing, and the next step.
enum DoctorCommand {
  static let command = Command(
    specification: CommandSpecification(
      "doctor", "check what is found and readable, and say what to do next",
      options: [.json],
      examples: [
        ("pantler doctor", "checks everything"), ("pantler doctor --json", "the same, in JSON"),
      ]), run: run)

  private struct Check: Encodable {
    /// `ok`, `note` or `problem`.
    var state: String
    var what: String
    var next: String?
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    var checks: [Check] = []
    let discovery = await session.discover()
    let readings = await session.read(discovery.stores)
    checks += discovery.places.map {
      Check(state: "ok", what: "Looked for " + $0, next: nil)
    }
    checks += storeChecks(readings)
    checks += await observerChecks(discovery.stores.map(\.id), session)
    for problem in discovery.problems {
      checks.append(Check(state: "problem", what: FailureText.text(for: problem), next: nil))
    }
    checks += await leftoverChecks(session)
    checks += await pairChecks(session)
    checks += await ownChecks(session)
    if session.arguments.has("json") {
      session.output.line(JSONText.line(checks))
    } else {
      for check in checks {
        let mark = check.state == "ok" ? "ok     " : check.state == "note" ? "note   " : "PROBLEM"
        session.output.line("\(mark)  \(VisibleText.escaped(check.what))")
        if let next = check.next { session.output.line("         → \(VisibleText.escaped(next))") }
      }
    }
    return checks.contains { $0.state == "problem" } ? .failed : .done
  }

  private static func storeChecks(_ readings: [CommandSession.Reading]) -> [Check] {
    guard !readings.isEmpty else {
      return [
        Check(
          state: "note", what: "No store was found.",
          next: "Name a file to a command, as in “pantler cookies FILE”, or list jars and "
            + "containers in the settings, which the screens show, too; "
            + "“pantler demo” shows the program on made-up stores.")
      ]
    }
    return readings.map { store, result in
      switch result {
      case .failure(let failure):
        return Check(
          state: "problem", what: FailureText.text(for: failure, of: store.id), next: nil)
      case .success(let snapshot):
        let unreadable = snapshot.cookies.count { $0.encryptedValue != nil }
        var what = "\(store.id): \(amount(snapshot.cookies.count, "cookie"))"
        if unreadable > 0 { what += ", \(unreadable) of them encrypted" }
        if snapshot.isDamaged { what += ", damaged, so for reading only" }
        if let reason = snapshot.readOnlyReason { what += ", for reading only: " + reason }
        let holders = snapshot.holders.map { FailureText.process($0) }
        if !holders.isEmpty { what += ", open in \(holders.joined(separator: ", "))" }
        let next: String? =
          snapshot.isDamaged
          ? "Restore it from a copy, or let its program write it anew."
          : holders.isEmpty ? nil : "Close the program before changing the store."
        return Check(
          state: snapshot.isDamaged ? "problem" : holders.isEmpty ? "ok" : "note", what: what,
          next: next)
      }
    }
  }

  /// Temporary files of runs that were killed, which have been removed now.
  private static func leftoverChecks(_ session: CommandSession) async -> [Check] {
    await session.manager.removeLeftovers().map {
      Check(state: "ok", what: "Removed \($0), which a run that was killed had left", next: nil)
    }
  }

  /// Pairs of which it is not known what they had at their last sync.
  private static func pairChecks(_ session: CommandSession) async -> [Check] {
    let cutOff = await session.manager.cutOffBases().map { base in
      Check(
        state: "problem", what: FailureText.cutOff(base.web, base.shared),
        next: "“pantler sync \(quotedForShell(base.web.rawValue)) "
          + "\(quotedForShell(base.shared.rawValue)) --dry-run” shows what it would carry.")
    }
    let damaged = await session.manager.damagedBases()
    return cutOff
      + damaged.map { Check(state: "problem", what: FailureText.damagedPair($0), next: nil) }
  }

  /// How changes of the stores would be seen; what needs no remark is told in one line.
  private static func observerChecks(
    _ stores: [StoreID], _ session: CommandSession
  ) async -> [Check] {
    let tests = await session.manager.testObservers(of: stores)
    var checks = tests.first { $0.outcome != .toldByEngine }.map { [selfTest($0)] } ?? []
    let live = tests.count { $0.outcome == .toldByEngine }
    if live > 0 {
      checks.append(
        Check(
          state: "ok", what: "\(amount(live, "live store")): the engine itself tells of changes",
          next: nil))
    }
    let watched = tests.filter { $0.means == .inotify && $0.isOnSameFileSystem != false }
    if !watched.isEmpty {
      checks.append(
        Check(
          state: "ok",
          what:
            "\(amount(watched.count, "store")) can be observed by inotify: changes are seen within 300 ms, "
            + "and by a slow poll if one is missed",
          next: nil))
    }
    for test in tests where !watched.contains(test) && test.outcome != .toldByEngine {
      checks.append(observer(test))
    }
    return checks
  }

  private static func selfTest(_ test: ObserverTest) -> Check {
    switch test.outcome {
    case .seen(let milliseconds):
      Check(
        state: "ok",
        what:
          "Observing: a change of a test file in the state directory was seen after \(milliseconds) ms",
        next: nil)
    case .unseen:
      Check(
        state: "problem",
        what: "Observing: a change of a test file in the state directory was not seen within 5 s",
        next:
          "“pantler watch” then finds changes by its slow poll, once a minute. Does a sandbox or a network "
          + "drive keep inotify from working?")
    case .failed(let failure):
      Check(
        state: "problem", what: "Observing: not tested. " + FailureText.text(for: failure),
        next: nil)
    case .toldByEngine: Check(state: "ok", what: "Observing: by the engine itself", next: nil)
    }
  }

  private static func observer(_ test: ObserverTest) -> Check {
    switch test.means {
    case nil:
      Check(
        state: "problem", what: "\(test.store): its observer does not work",
        next: "“pantler watch \(test.store)” says why.")
    case .polling?:
      Check(
        state: "note",
        what: "\(test.store): is polled every 2 s, since the system's watches are used up",
        next: test.limit.map { "Raise \($0) with sysctl." })
    case .inotify?, .engine?:
      Check(
        state: "note",
        what: "\(test.store): can be observed, but is on another file system than the test file",
        next: nil)
    }
  }

  private static func ownChecks(_ session: CommandSession) async -> [Check] {
    var checks: [Check] = []
    let file = session.places.configurationFile
    checks.append(
      session.configuration.origins.isEmpty
        ? Check(state: "ok", what: "Settings: none (\(file))", next: nil)
        : Check(state: "ok", what: "Settings: \(file)", next: nil))
    do {
      let entries = try await session.manager.journalEntries()
      let open = entries.count { !$0.canUndo && !$0.canRedo }
      checks.append(
        Check(
          state: open == 0 ? "ok" : "note",
          what: "Trash: \(amount(entries.count, "entry", "entries")) in \(session.places.state)",
          next: open == 0 ? nil : "“pantler trash” says why \(open) of them cannot be undone."))
    } catch {
      checks.append(Check(state: "problem", what: FailureText.text(for: error), next: nil))
    }
    let site = session.host.publicSuffixes.site(ofHost: "a.b.co.uk").name
    checks.append(
      site == "b.co.uk"
        ? Check(state: "ok", what: "Public suffix list: in force", next: nil)
        : Check(
          state: "problem", what: "Public suffix list: not in force, so sites are guessed.",
          next: "Install the package publicsuffix."))
    checks.append(await webKitCheck(session))
    return checks
  }

  /// Whether web views of WebKitGTK can be opened; everything else works without.
  private static func webKitCheck(_ session: CommandSession) async -> Check {
    do {
      let description = try await webKit(session)
      let what = "WebKitGTK \(description.version): found, for scenes and “pantler open”"
      guard let refusal = description.refusals[.openViews] else {
        return Check(state: "ok", what: what, next: nil)
      }
      return Check(state: "note", what: what + ", without web views", next: refusal)
    } catch {
      return Check(
        state: "note", what: "WebKitGTK: not available. \(LiveText.text(for: error))",
        next: "For web views of WebKitGTK install libwebkitgtk-6.0-dev and build pantler-webkit: "
          + "swift build -c release --traits WebKitGTK. All else works without.")
    }
  }

  /// What WebKitGTK says of itself: the engine of the scene that is up, or one that is started for this.
  private static func webKit(
    _ session: CommandSession
  ) async throws(LiveFailure) -> EngineDescription {
    if let stage = session.host.stage, stage.scene.engine == "webkit" {
      return try await stage.engine.describe()
    }
    let directory = session.places.live + "/doctor"
    let parts = try await session.host.engines(
      LiveEngineOrder(
        name: "webkit", era: .webkitgtk, app: App(id: "doctor", name: "doctor", engine: .live),
        directory: directory, keeping: LiveCookieFiles(directory: directory)))
    let description = try await parts.engine.describe()
    await parts.engine.shutDown()
    return description
  }
}
