import StoreManager
import StoreModel

/// `pantler pools`: the process pools of running apps.
enum PoolsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "pools", "list the process pools of running WebKit apps, and those of a scene",
      arguments: "[STORE…]", operands: [[.store]],
      count: 0...1000, options: [.json, .jsonLines],
      details: """
        A pool is an app's WebKit context as it is seen from outside: a network process with the web processes that
        talk to it. With stores, only the pools that use one of them.
        """,
      examples: [
        ("pantler pools", "lists every pool with its processes and stores"),
        ("pantler pools webkitgtk:org.gnome.Epiphany --json", "who uses a store, in JSON"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let listing = try await session.processPools()
    if var list = try JSONList(session) {
      for pool in listing.pools { list.add(PoolJSON(pool)) }
      for live in listing.live {
        for pool in live.pools { list.add(LivePoolJSON(pool: pool, listing: live)) }
      }
      list.end()
    } else {
      var blocks = FactBlocks(session.output)
      for pool in listing.pools { blocks.add(title(pool), facts(pool)) }
      for live in listing.live {
        for pool in live.pools {
          blocks.add("pool \(pool.id)  \(pool.name) (live)", facts(pool, live))
        }
      }
      if listing.pools.isEmpty, listing.live.isEmpty { session.say(session.emptyPoolsText) }
    }
    return .done
  }

  private static func facts(_ pool: LivePool, _ listing: LiveListing) -> [(String, String)] {
    [
      ("app", listing.app.name),
      ("engine", "\(listing.engine.name), era \(listing.engine.era.rawValue)"),
    ]
      + listing.views(in: pool.id).map { ("view", LiveText.label($0.view)) }
      + listing.stores(of: pool).map { ("store", $0.rawValue) }
      + listing.engine.remarks.map { ("note", $0) }
  }

  private static func title(_ pool: ProcessPool) -> String {
    "pool \(pool.id)  \(pool.app.name) (\(pool.app.engine.rawValue))"
  }

  private static func facts(_ pool: ProcessPool) -> [(String, String)] {
    var facts: [(String, String)] = []
    let process = pool.appProcess.map { ", \($0.name) (pid \($0.id))" } ?? ""
    facts.append(("app", pool.app.id + process))
    if let network = pool.network {
      facts.append(("network", "\(network.name) \(network.id), \(UsageText.text(network))"))
    }
    facts += pool.views.map { ("view", "\($0.label), \($0.storage.words)") }
    facts += pool.stores.map { ("store", $0.rawValue) }
    facts += pool.directories.map { ("data", $0) }
    return facts + pool.remarks.map { ("note", $0) }
  }
}

extension CommandSession {
  /// The pools that run now, or those that use the stores that were named; says what could not be seen.
  func processPools() async throws(CommandFailure) -> ProcessPoolListing {
    let names = arguments.arguments
    let stores = try await stores(names)
    let listing = await manager.processPools().using(names.isEmpty ? [] : stores.map(\.id))
    for problem in listing.problems { say("pantler: " + problem) }
    return listing
  }

  /// Says that nothing runs.
  var emptyPoolsText: String {
    arguments.arguments.isEmpty
      ? "No WebKit app runs, or none that may be looked into."
      : "No running WebKit app uses what was named."
  }
}

/// Blocks of facts, each under a title, with an empty line between.
struct FactBlocks {
  private let output: Output
  private var isFirst = true

  init(_ output: Output) { self.output = output }

  /// Writes a block; its texts are escaped here.
  mutating func add(_ title: String, _ facts: [(String, String)]) {
    if !isFirst { output.line("") }
    isFirst = false
    output.line(VisibleText.escaped(title))
    for (name, text) in facts {
      let gap = String(repeating: " ", count: max(1, 9 - name.count))
      output.line("  \(name)\(gap)\(VisibleText.escaped(text))")
    }
  }
}
