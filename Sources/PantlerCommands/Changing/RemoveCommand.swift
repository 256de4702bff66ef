import CookieCore
import StoreManager
import StoreModel

/// `pantler rm`: deletes cookies.
enum RemoveCommand {
  static let command = Command(
    specification: CommandSpecification(
      "rm", "delete cookies", arguments: "STORE…", count: 1...1000,
      options: [
        .filter,
        .value("types", "T,…", "only these data types; cookies is the one that is known so far"),
        .site, .value("since", "WHEN", "only what was set since: 2h, 3d, 2026-11-30"),
        .flag("all", "every cookie of the store"), .dryRun,
        .value("plan", "FILE", "do what a plan says that --dry-run --json wrote"), .yes,
        .flag("include-guarded", "take guarded cookies too"), .force, .json,
      ],
      details:
        "All conditions have to hold. Without any condition nothing is deleted. What is deleted "
        + "can be\ntaken back by “pantler undo”.",
      examples: [
        ("pantler rm epiphany --site example.org", "deletes what one site keeps, after asking"),
        (
          "pantler rm jar:/home/me/cookies.txt -f 'expires<0s' --yes",
          "deletes expired cookies without asking"
        ),
        (
          "pantler rm firefox --since 2h --dry-run --json > plan.json",
          "writes a plan, deletes nothing"
        ),
        ("pantler rm firefox --plan plan.json --yes", "does what the plan says"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let runner = PlanRun(session: session, verb: "Deleted", question: question(session))
    if let path = session.arguments.value("plan") {
      return try await runner.run(try await planFromFile(path, session))
    }
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    let status = session.report(readings)
    guard status != .failed else { return .failed }
    let context = await session.manager.planContext(
      includeGuarded: session.arguments.has("include-guarded"))
    let plan = Plan.removal(try request(session, stores, context), in: context)
    let done = try await runner.run(plan)
    return done == .done ? status : done
  }

  private static func question(_ session: CommandSession) -> String {
    "Delete from " + session.arguments.arguments.joined(separator: ", ") + "?"
  }

  private static func request(
    _ session: CommandSession, _ stores: [StoreDescription], _ context: PlanContext
  ) throws(CommandFailure) -> RemovalRequest {
    let arguments = session.arguments
    var request = RemovalRequest(stores: Set(stores.map(\.id)))
    try checkTypes(arguments)
    request.everything = arguments.has("all")
    let sites = arguments.values("site").map {
      session.host.publicSuffixes.site(ofHost: $0).name
    }
    if !sites.isEmpty { request.sites = Set(sites) }
    if let text = arguments.value("since") { request.since = try since(text, session) }
    if arguments.has("filter") {
      let filter = try session.filter()
      guard !filter.isEmpty else {
        throw .usage(.other("an empty filter is no condition; “--all” deletes everything"))
      }
      request.matching = matcher(filter, session, stores, context)
    }
    guard !request.isEmpty else {
      throw .usage(
        .other("nothing says what to delete; give --filter, --site or --since, or --all"))
    }
    return request
  }

  private static func matcher(
    _ filter: Filter, _ session: CommandSession, _ stores: [StoreDescription],
    _ context: PlanContext
  ) -> @Sendable (Cookie, StoreID) -> Bool {
    let suffixes = session.host.publicSuffixes
    let now = session.host.now()
    let apps = Dictionary(stores.map { ($0.id, $0.app.name) }, uniquingKeysWith: { $1 })
    return { cookie, store in
      var subject = FilterSubject(
        cookie: cookie, site: suffixes.site(ofHost: cookie.domain.text).name,
        store: store.rawValue, app: apps[store] ?? "", now: now)
      subject.issues = cookie.issues(now: now, publicSuffixes: suffixes).map(\.rawValue)
      subject.isGuarded = context.isGuarded(cookie, in: store)
      return filter.matches(subject)
    }
  }

  private static func checkTypes(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let text = arguments.value("types") else { return }
    var takesCookies = false
    for word in text.split(separator: ",") {
      guard let type = DataType.allCases.first(where: { $0.rawValue == word }) else {
        let nearest = NearestName.find(String(word), among: DataType.allCases.map(\.rawValue))
        throw .usage(
          .badValue(
            name: "--types", value: String(word),
            expected: nearest.map { "did you mean “\($0)”?" } ?? "it is no data type"))
      }
      guard type == .cookies else {
        throw .usage(.other("“\(word)” cannot be deleted yet; cookies is the one type that can"))
      }
      takesCookies = true
    }
    guard takesCookies else { throw .usage(.missingValue(option: "types")) }
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
    for name in ["filter", "site", "since", "types", "all"] where session.arguments.has(name) {
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
    plan.warnings.removeAll { if case .guardedIncluded = $0 { true } else { false } }
  }
}
