import StoreModel

/// `pantler webviews`: the web processes of running apps, and where their pages keep data.
enum WebViewsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "webviews", "list the web views of running WebKit apps, and those of a scene",
      arguments: "[STORE…]", operands: [[.store]],
      count: 0...1000, options: [.json, .jsonLines],
      details: """
        From outside a web view is a web process, which may show one view or more, or wait without
        one. Each is listed with the store that its pages use, by its mounts and the open files of
        its network process; what is in memory only is said to be. With stores, only the views that
        use one of them.
        """,
      examples: [
        ("pantler webviews", "lists every web process of every app"),
        (
          "pantler webviews webkitgtk:luakit --jsonl",
          "those that use a store, one JSON object each"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let listing = try await session.processPools()
    if var list = try JSONList(session) {
      for pool in listing.pools {
        for view in pool.views { list.add(WebViewJSON(view, in: pool)) }
      }
      for live in listing.live {
        for view in live.views { list.add(LiveViewJSON(view: view, listing: live)) }
      }
      list.end()
    } else {
      var blocks = FactBlocks(session.output)
      for pool in listing.pools {
        for view in pool.views { blocks.add(view.label, facts(view, pool)) }
      }
      for live in listing.live {
        for view in live.views { blocks.add(LiveText.label(view.view), facts(view, live)) }
      }
      if listing.pools.allSatisfy(\.views.isEmpty), listing.live.allSatisfy(\.views.isEmpty) {
        session.say(session.emptyPoolsText)
      }
    }
    return .done
  }

  private static func facts(
    _ view: LiveListing.View, _ listing: LiveListing
  ) -> [(String, String)] {
    let live = view.view
    let place = live.url ?? "no page yet"
    var facts = [
      ("app", "\(listing.app.name), pool \(live.pool), live"),
      ("page", live.title.map { "\($0)  \(place)" } ?? place), ("state", live.stateWords),
      ("engine", "\(live.engine), era \(live.era.rawValue)"), ("store", view.store.rawValue),
      (
        "data",
        (listing.isPersistent(live.store)
          ? WebViewProcess.Storage.persistent : .ephemeral).words
      ),
    ]
    let others = listing.sharing(view).map { LiveText.label($0.view) }
    facts.append(
      (
        "shares",
        others.isEmpty
          ? "cookies with no other view" : "cookies with " + others.joined(separator: ", ")
      ))
    for navigation in view.navigations {
      facts.append(("went", PageText.summary(of: navigation)))
      facts += navigation.hops.map { ("hop", $0.sentence) }
    }
    return facts
  }

  private static func facts(_ view: WebViewProcess, _ pool: ProcessPool) -> [(String, String)] {
    let process = pool.appProcess.map { " (pid \($0.id))" } ?? ""
    var facts = [
      ("app", "\(pool.app.name)\(process), pool \(pool.id)"), ("data", view.storage.words),
      ("because", view.evidence),
    ]
    if let directory = view.directory { facts.append(("profile", directory)) }
    facts += view.stores.map { ("store", $0.rawValue) }
    return facts + [("uses", UsageText.text(view.process))]
  }
}

extension WebViewProcess.Storage {
  /// Where the data is, in words.
  var words: String {
    switch self {
    case .persistent: "keeps data on disk"
    case .probablyPersistent: "keeps data on disk, as far as can be seen"
    case .ephemeral: "keeps data in memory only"
    case .unknown: "where it keeps data is unknown"
    }
  }
}

/// What a process uses of the machine, in words.
enum UsageText {
  static func text(_ process: EngineProcess) -> String {
    let time = process.processorMilliseconds.map { milliseconds in
      "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s of processor time"
    }
    let memory = process.residentBytes.map { "\(($0 + 524_288) / 1_048_576) MiB of memory" }
    let known = [time, memory].compactMap { $0 }
    return known.isEmpty ? "what it uses is unknown" : known.joined(separator: ", ")
  }
}
