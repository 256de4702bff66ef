import CookieCore
import StoreManager
import StoreModel

/// `pantler open`: loads a page with the cookies of a store, and says what happened to them.
enum OpenCommand {
  static let command = Command(
    specification: CommandSpecification(
      "open", "load a page with a store's cookies, and say what happens to them hop by hop",
      arguments: "URL", operands: [[.text]], count: 1...1,
      options: [
        .value("store", "STORE", .store, "the store whose cookies are used; none without it"),
        .value(
          "engine", "E", .words(["embedded", "webkit"]),
          "what loads the page: embedded or webkit (embedded)"),
        .value("method", "M", .text, "the method of the first request (GET)"),
        .value(
          "site-for-cookies", "SITE", .text,
          "the site whose link leads there; the user without it"),
        .flag(
          "sync-first",
          "bring over what every link carries into STORE, read it back, and then load"),
        .dryRun, .yes, .force, .json, .values,
      ],
      details: """
        The embedded engine follows redirects and keeps cookies as browsers do. It runs no JavaScript
        and loads no images or frames. “webkit” is WebKitGTK, in a process of its own: it runs scripts
        and loads everything, and does not say which cookies a request carried. What the page sets is
        kept in STORE after a question, or with --yes; undo takes it back. A link of the settings that
        lists the site in “beforeLoading” is brought over before, without a question. When that fails
        the page is not loaded.
        """,
      examples: [
        (
          "pantler open https://shop.example/cart --store epiphany --dry-run",
          "shows every hop, and leaves the store as it is"
        ),
        (
          "pantler open https://shop.example/ --store jar:/home/me/cookies.txt --yes",
          "keeps what the page sets"
        ),
        (
          "pantler open https://shop.example/ --store epiphany --sync-first --yes",
          "brings the cookies over from the linked store, and then loads the page"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let request = try request(session)
    var store: StoreDescription?
    var cookies: [Cookie] = []
    if let name = session.arguments.value("store") {
      let found = try await session.store(name)
      let site = request.url.host.map { session.host.publicSuffixes.site(of: $0).name } ?? ""
      cookies = try await LoadPreparation(session: session, store: found, site: site).cookies()
      store = found
    } else if session.arguments.has("sync-first") {
      throw .usage(.other("“--sync-first” needs “--store”"))
    }
    let page = try await load(request, with: cookies, session)
    show(page, session)
    var status = ExitStatus.done
    if let failure = page.failure {
      session.say("pantler: " + PageText.text(for: failure))
      status = .failed
    }
    guard let store else { return status }
    let kept = try await keep(page, from: cookies, in: store, status, session)
    return status == .failed && kept == .done ? .partlyDone : kept
  }

  private static func request(_ session: CommandSession) throws(CommandFailure) -> PageRequest {
    let text = session.arguments.arguments[0]
    guard let url = CookieURL(text), url.host != nil else {
      throw .usage(
        .noAddress(text, of: "URL"))
    }
    var request = PageRequest(url: url)
    if let method = session.arguments.value("method") {
      guard LiveAddress.isMethod(method) else {
        throw .usage(
          .badValue(name: "--method", value: method, expected: "give a method such as GET or POST"))
      }
      request.method = method
    }
    if let text = session.arguments.value("site-for-cookies") {
      guard
        let site = CookieContext.SiteForCookies(text, publicSuffixes: session.host.publicSuffixes)
      else {
        throw .usage(
          .badValue(
            name: "--site-for-cookies", value: text,
            expected: "give a site such as https://shop.example"))
      }
      request.initiator = site
    }
    return request
  }

  private static func load(
    _ request: PageRequest, with cookies: [Cookie], _ session: CommandSession
  ) async throws(CommandFailure) -> LoadedPage {
    let masks = !session.arguments.has("values")
    let suffixes = session.host.publicSuffixes
    let name = session.arguments.value("engine") ?? session.host.pages.name
    if name == session.host.pages.name {
      var policy = CookiePolicy()
      // The engines of the stores keep more cookies than the least that the rules ask for.
      policy.maximumPerDomain = nil
      policy.maximumCount = nil
      let storage = CookieStorage(cookies, policy: policy, publicSuffixes: suffixes)
      let load = await attending(request, session) {
        await session.host.pages.load(request, with: storage)
      }
      return LoadedPage(load, masks: masks, publicSuffixes: suffixes)
    }
    do {
      let page = try await live(name, request, with: cookies, session)
      if !page.refused.isEmpty {
        session.say(
          "The engine did not take \(amount(page.refused.count, "cookie")), so the page never saw: "
            + page.refused.map(CookieLine.label).joined(separator: ", "))
      }
      return LoadedPage(page, from: cookies, masks: masks, publicSuffixes: suffixes)
    } catch {
      throw .other(LiveText.text(starting: error))
    }
  }

  /// Says that a page is still being loaded when that takes long.
  private static func attending<Value: Sendable, Failure: Error>(
    _ request: PageRequest, _ session: CommandSession,
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let url = request.url.description
    return try await session.host.patience.telling(
      { seconds in
        session.say("Still loading \(url) after \(seconds) s. Ctrl-C stops it.")
        session.host.errors.flush()
      }, while: work)
  }

  private static func live(
    _ engine: String, _ request: PageRequest, with cookies: [Cookie], _ session: CommandSession
  ) async throws(LiveFailure) -> LivePage {
    let directory = session.places.live + "/open"
    let parts = try await session.host.engines(
      LiveEngineOrder(
        name: engine, era: .webkitgtk, app: App(id: "open", name: "open", engine: .live),
        directory: directory, keeping: LiveCookieFiles(directory: directory)))
    let address = LiveAddress(
      url: request.url.description, method: request.method,
      initiator: session.arguments.value("site-for-cookies"))
    do {
      let page = try await attending(request, session) { () async throws(LiveFailure) in
        try await LivePage(address, with: cookies, in: parts.engine, now: session.host.now())
      }
      await parts.engine.shutDown()
      return page
    } catch {
      await parts.engine.shutDown()
      throw error
    }
  }

  private static func show(_ page: LoadedPage, _ session: CommandSession) {
    if session.arguments.has("json") {
      session.output.line(JSONText.line(page.json))
    } else {
      for line in page.lines { session.output.line(line) }
    }
    session.output.flush()
  }

  /// Keeps what the page changed, when that is wanted.
  ///
  /// - Parameters:
  ///   - cookies: what the page began with.
  ///   - loaded: the status of a run that has nothing to keep.
  private static func keep(
    _ page: LoadedPage, from cookies: [Cookie], in store: StoreDescription, _ loaded: ExitStatus,
    _ session: CommandSession
  ) async throws(CommandFailure) -> ExitStatus {
    var context = await session.manager.planContext()
    context.snapshots[store.id]?.cookies = cookies
    let plan = Plan.keeping(page.cookies, in: store.id, context)
    let text = PlanText(plan, session)
    guard !plan.items.isEmpty else {
      for remark in text.remarks { session.say(remark) }
      session.say("The page changed nothing in \(store.id).")
      return loaded
    }
    let isDryRun = session.arguments.has("dry-run")
    let isWanted = session.arguments.has("yes") || session.host.canAsk
    if isDryRun || !isWanted {
      for item in text.items { session.say("  " + item) }
      session.say("The page would change \(store.id): \(text.counts). --yes keeps that.")
      for remark in text.remarks { session.say(remark) }
      guard !isDryRun else { return loaded }
      throw .usage(
        .other("nothing was kept, because nobody is there to be asked; “--yes” does it without"))
    }
    let runner = PlanRun(
      session: session, verb: "Kept", question: "Keep what the page changed in \(store.id)?",
      reportsInWords: session.arguments.has("json"))
    return try await runner.run(plan)
  }
}
