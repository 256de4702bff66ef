import CookieCore
import StoreManager
import StoreModel

/// `pantler rm`: deletes cookies and website data.
enum RemoveCommand {
  static let command = Command(
    specification: CommandSpecification(
      "rm", "delete cookies and website data", arguments: "STORE…",
      operands: [[.store]], count: 1...1000,
      options: [
        .filter,
        .value(
          "types", "T,…", .list(RemovalTypes.words),
          "these data types, or “caches”, or “all”; without it cookies alone"),
        .value(
          "keep", "T,…", .list(DataType.allCases.map(\.rawValue)),
          "but not these data types, which would go along"),
        .site,
        .value("since", "WHEN", .text, "only what was set or changed since: 2h, 3d, 2026-11-30"),
        .flag("all", "all sites"), .dryRun,
        .value("plan", "FILE", .file, "do what a plan says that --dry-run --json wrote"), .yes,
        .flag("include-guarded", "take what is guarded too"), .force, .json, .values,
      ],
      details: """
        All conditions have to hold. Without any condition nothing is deleted, but types other than
        cookies are one by themselves. What is deleted can be taken back by “pantler undo”, as far as
        it fits into the trash; what does not is said before. Types are named as “pantler records
        --json” names them, such as localStorage. What other sites keep inside the pages of a site
        goes with the site, as in WebKit. Named by --types, cookies take the hashSalt of their sites
        along and fetchCache the serviceWorkerRegistrations, as in WebKit; the plan lists them, and
        --keep keeps them. Nothing else touches a salt, unless it is named. The plan that --dry-run
        --json writes has a salted digest in place of every value: what has another value when the
        plan is carried out is left alone. With --values it has the values themselves.
        """,
      examples: [
        ("pantler rm epiphany --site example.org", "deletes the cookies of one site, after asking"),
        (
          "pantler rm jar:/home/me/cookies.txt -f 'expires<0s' --yes",
          "deletes expired cookies without asking"
        ),
        (
          "pantler rm notes:default --since 2h --dry-run --json > plan.json",
          "writes a plan, deletes nothing"
        ),
        ("pantler rm notes:default --plan plan.json --yes", "does what the plan says"),
        ("pantler rm epiphany --types caches", "deletes the caches of all sites, after asking"),
        (
          "pantler rm epiphany --types cookies --keep hashSalt",
          "deletes cookies and leaves the salts of device ids alone, after asking"
        ),
        (
          "pantler rm epiphany --types localStorage,indexedDBDatabases --site example.org --yes",
          "deletes what one site saved, without asking"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    var runner = PlanRun(session: session, verb: "Deleted", question: question(session))
    if let path = session.arguments.value("plan") {
      return try await runner.run(try await planFromFile(path, session))
    }
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    let status = session.report(readings)
    guard status != .failed else { return .failed }
    let context = await session.manager.planContext()
    let others = await SharedReading.sources(readings, session)
    let request = try request(session, stores, context, others)
    let plan: Plan
    do {
      plan = try await session.manager.planRemoval(
        request, includeGuarded: session.arguments.has("include-guarded"))
    } catch {
      throw .store(error)
    }
    try refuse(plan, request, session)
    if let rest = await rest(of: request, stores, session) { runner.staying = [rest] }
    let done = try await runner.run(plan)
    return done == .done ? status : done
  }

  private static func question(_ session: CommandSession) -> String {
    "Delete from " + session.arguments.arguments.joined(separator: ", ") + "?"
  }

  /// What else sites keep of which the cookies alone are deleted, since no types were named.
  private static func rest(
    of request: RemovalRequest, _ stores: [StoreDescription], _ session: CommandSession
  ) async -> String? {
    guard let sites = request.sites, !session.arguments.has("types") else { return nil }
    var types: Set<DataType> = []
    for store in stores {
      // What cannot be listed is told by the commands that list it.
      let items = (try? await session.manager.websiteData(of: store.id))?.items ?? []
      for item in items where item.type.removalRefusal == nil {
        let isMeant =
          sites.contains(item.site.name) || (item.topSite.map { sites.contains($0.name) } ?? false)
        if isMeant { types.insert(item.type) }
      }
    }
    guard !types.isEmpty else { return nil }
    let names = types.map(\.rawValue).sorted().joined(separator: ", ")
    let stays = types.count == 1 ? "1 type stays" : "\(types.count) types stays"
    return "Website data of \(stays): \(names). --types all takes it along."
  }

  private static func request(
    _ session: CommandSession, _ stores: [StoreDescription], _ context: PlanContext,
    _ others: SharedReading.Sources
  ) throws(CommandFailure) -> RemovalRequest {
    let arguments = session.arguments
    var request = RemovalRequest(stores: Set(stores.map(\.id)))
    request.types = try RemovalTypes.types(of: arguments)
    request.companions = RemovalTypes.companions(of: request.types, arguments)
    request.everything = arguments.has("all") || !request.types.contains(.cookies)
    let sites = try session.sites("site")
    if !sites.isEmpty { request.sites = sites }
    if let text = arguments.value("since") { request.since = try since(text, session) }
    if arguments.has("filter") {
      let filter = try session.filter()
      guard !filter.asksForNothing else {
        throw .usage(.other("this filter sets no condition; “--all” deletes everything"))
      }
      let matcher = RemovalMatcher(filter, session, stores, context, others: others)
      request.matching = { matcher.matches($0, in: $1) }
      request.matchingData = { matcher.matches($0, in: $1) }
    }
    guard !request.isEmpty else {
      throw .usage(
        .other("nothing says what to delete; give --filter, --site or --since, or --all"))
    }
    return request
  }

  /// Stops when types that were named cannot be deleted as they were asked for.
  private static func refuse(
    _ plan: Plan, _ request: RemovalRequest, _ session: CommandSession
  ) throws(CommandFailure) {
    guard let refusal = plan.data?.refused.first, !RemovalTypes.isGroup(session.arguments) else {
      return
    }
    let isRange = request.since != nil && refusal.type.removalRefusal == nil
    throw .other(
      isRange
        ? "“\(refusal.type.rawValue)” cannot be chosen by time: \(refusal.reason). "
          + "Leave --since out, or the type."
        : "“\(refusal.type.rawValue)” cannot be deleted here: \(refusal.reason).")
  }

  private static func since(
    _ text: String, _ session: CommandSession
  ) throws(CommandFailure) -> Timestamp {
    if let duration = FilterDuration(text), duration.count >= 0 {
      return session.host.now().adding(seconds: -duration.seconds)
    }
    if let moment = FilterMoment(text) { return moment.start }
    throw .usage(
      .badValue(
        name: "--since", value: text,
        expected: "give a length of time such as 2h, or a date such as 2026-11-30"))
  }

  /// Reads a plan and keeps of it what is about the stores that were named.
  private static func planFromFile(
    _ path: String, _ session: CommandSession
  ) async throws(CommandFailure) -> Plan {
    for name in ["filter", "site", "since", "types", "keep", "all"]
    where session.arguments.has(name) {
      throw .usage(.conflict("--plan", "--" + name))
    }
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .file(error)
    }
    var plan: Plan
    do {
      plan = try Plan(fileForm: bytes)
    } catch {
      throw .planFile(path: path, error)
    }
    guard plan.kind == .removal, plan.items.allSatisfy(\.isRemoval) else {
      throw .usage(.other("“\(path)” is no plan of a deletion"))
    }
    let stores = try await session.stores(session.arguments.arguments)
    let named = Set(stores.map(\.id))
    let others = plan.stores.filter { !named.contains($0) }
    plan.items.removeAll { !named.contains($0.store) }
    plan.skipped.removeAll { !named.contains($0.store) }
    plan.data?.removals.removeAll { !named.contains($0.store) }
    plan.data?.skipped.removeAll { !named.contains($0.store) }
    if !others.isEmpty {
      session.say(
        "The plan is about \(others.map(\.rawValue).joined(separator: ", ")) too; "
          + "that part is left out.")
    }
    await leaveOutGuarded(&plan, session)
    return plan
  }

  /// Leaves out what is guarded now, whatever the file says.
  private static func leaveOutGuarded(_ plan: inout Plan, _ session: CommandSession) async {
    guard !session.arguments.has("include-guarded") else { return }
    let context = await session.manager.planContext()
    let isGuarded = plan.items.map { item in
      item.before.map { context.isGuarded($0, in: item.store) } ?? false
    }
    for (item, isGuarded) in zip(plan.items, isGuarded) where isGuarded {
      plan.skipped.append(SkippedItem(store: item.store, key: item.key, reason: .guarded))
    }
    plan.items = zip(plan.items, isGuarded).filter { !$1 }.map(\.0)
    let guarded = plan.removals.filter {
      context.isGuarded($0.item.type, of: $0.item.owner, in: $0.store)
    }
    let identities = Set(guarded.map(\.item.identity))
    plan.data?.removals.removeAll { identities.contains($0.item.identity) }
    plan.data?.skipped += guarded.map { .init(store: $0.store, item: $0.item, reason: .guarded) }
    plan.warnings.removeAll { if case .guardedIncluded = $0 { true } else { false } }
  }
}
