import CookieCore
import StoreManager
import StoreModel
import Synchronization

/// `pantler watch`: the observer log on standard output.
enum WatchCommand {
  static let command = Command(
    specification: CommandSpecification(
      "watch", "show changes as they happen", arguments: "[STORE…]", operands: [[.store]],
      count: 0...1000,
      options: [
        .filter,
        .value(
          "level", "LEVEL", .words(StoreEvent.Level.allCases.map(\.rawValue)),
          "the least level: debug, info, warning or error (info)"), .jsonLines, .values,
      ],
      details:
        "Runs until interrupted. Every line is written at once. In a scene it watches before the first "
        + "page is loaded.", beginsScene: true,
      examples: [
        ("pantler watch", "watches every store"),
        (
          "pantler watch epiphany -f 'site:example.org' --jsonl", "one site, one JSON object a line"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    let level = session.arguments.value("level").flatMap(StoreEvent.Level.init) ?? .info
    let stores = try await session.stores(session.arguments.arguments)
    guard !stores.isEmpty else {
      throw .nothingMatched("There is no store to watch. “pantler doctor” says what to do.")
    }
    let events = await session.manager.events()
    await session.manager.observe(stores.map(\.id))
    session.say("Watching \(amount(stores.count, "store")). Ctrl-C ends.")
    session.host.errors.flush()
    // It is told of what the pages do, and not only of what comes after them.
    let pages = ScenePages()
    let loading = session.host.stage.map { stage in
      Task { await pages.load(on: stage, session) }
    }
    defer { loading?.cancel() }
    let apps = Dictionary(stores.map { ($0.id, $0.app.name) }, uniquingKeysWith: { $1 })
    await session.untilInterrupted {
      var expected: UInt64?
      for await event in events {
        if let expected, event.sequence > expected {
          session.say("\(amount(Int(event.sequence - expected), "event")) dropped.")
          session.host.errors.flush()
        }
        expected = event.sequence + 1
        guard event.level >= level, matches(event, filter, apps, session) else { continue }
        write(event, session)
        session.output.flush()
        if session.output.isBroken { return }
      }
    }
    await session.manager.stopObserving(nil)
    return pages.areIncomplete ? .partlyDone : .done
  }

  private static func matches(
    _ event: StoreEvent, _ filter: Filter, _ apps: [StoreID: String], _ session: CommandSession
  ) -> Bool {
    guard !filter.isEmpty else { return true }
    let app = event.store.flatMap { apps[$0] } ?? ""
    var subject = FilterSubject(event: event, app: app, now: session.host.now())
    subject.issues =
      subject.cookie?.issues(now: subject.now, publicSuffixes: session.host.publicSuffixes)
      .map(\.rawValue) ?? []
    return filter.matches(subject)
  }

  private static func write(_ event: StoreEvent, _ session: CommandSession) {
    let showsValues = session.arguments.has("values")
    if session.arguments.has("jsonl") {
      session.output.write(
        bytes: EventJSON.bytes(
          event, showsValues: showsValues, publicSuffixes: session.host.publicSuffixes) + [0x0A])
    } else {
      session.output.line(VisibleText.escaped(EventLine.text(event, showsValues: showsValues)))
    }
  }
}

/// The pages of a scene that are loaded while somebody watches.
private final class ScenePages: Sendable {
  private let isIncomplete = Mutex(false)

  /// Whether one of them did not come, as far as is known.
  var areIncomplete: Bool { isIncomplete.withLock { $0 } }

  func load(on stage: SceneStage, _ session: CommandSession) async {
    let isWhole = await stage.begin(in: session)
    isIncomplete.withLock { $0 = !isWhole }
    session.host.errors.flush()
  }
}
