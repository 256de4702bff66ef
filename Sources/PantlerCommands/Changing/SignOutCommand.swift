import CookieCore
import StoreManager
import StoreModel

/// `pantler signout`: deletes the cookies of a site in several stores.
enum SignOutCommand {
  static let command = Command(
    specification: CommandSpecification(
      "signout", "delete the cookies of a site in every store, or in those named and their copies",
      arguments: "SITE [STORE…]", operands: [[.text], [.store]], count: 1...1000,
      options: [
        .value(
          "types", "T,…", .list(RemovalTypes.words),
          "these data types of the site, too, such as localStorage"),
        .flag(
          "with-data",
          "localStorage, IndexedDB, service workers and HSTS of the site, too"),
        .dryRun, .yes, .flag("include-guarded", "take what is guarded, too"), .force, .json,
        .values,
      ],
      details: """
        Stores that are linked to one of those named are cleared as well, the source of a link before
        its copies, of what the link carries; what its guards name stays. Stores that were synced by
        “pantler sync A B” are linked until “pantler sync A B --forget”. All are read again at the end.
        What else the site keeps is told by name, and deleted with --with-data or --types. “pantler
        undo” takes it back. In a scene, the stores are those that the scene makes, and their copies.
        """,
      examples: [
        ("pantler signout example.org", "signs out of a site everywhere, after asking"),
        (
          "pantler signout example.org notes:default",
          "in one store and in every store that it is linked to"
        ),
        ("pantler signout example.org --with-data --dry-run", "shows what would go, data too"),
        ("pantler signout intranet", "a host that WebKit's own records do not list"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let words = session.arguments.arguments
    let site = try session.site(words[0], of: "SITE")
    let types = try types(session)
    let (scope, isWhole) = try await scope(of: site, Array(words.dropFirst()), session)
    let meant = await session.manager.stores.filter { scope.stores.contains($0.id) }
    let readings = await session.read(meant)
    var status = session.report(readings)
    guard status != .failed else { return .failed }
    if !isWhole { status = .partlyDone }
    let planned: SignOutPlan
    do {
      planned = try await session.manager.planSignOut(
        of: site, in: scope, types: types,
        includeGuarded: session.arguments.has("include-guarded"))
    } catch {
      throw .store(error)
    }
    var runner = PlanRun(session: session, verb: "Deleted", question: "Sign out of \(site)?")
    runner.remarks =
      SignOutText.links(scope, clearing: planned.plan.stores, agreed: await agreed(session))
      + SignOutText.remarks(planned.about, types)
    let done = try await runner.run(planned.plan)
    if done == .nothingMatched, status != .done { return status }
    guard !planned.plan.isEmpty, !session.arguments.has("dry-run") else {
      return done == .done ? status : done
    }
    let proof = await session.manager.cookiesLeft(of: site, in: planned.plan.stores)
    for (store, failure) in proof.failures.sorted(by: { $0.key < $1.key }) {
      session.say("\(store): not known after the change. \(FailureText.text(for: failure))")
      status = .partlyDone
    }
    session.say(SignOutText.readBack(proof.left, of: site))
    return done == .done ? status : done
  }

  /// The types to delete beside cookies.
  private static func types(
    _ session: CommandSession
  ) throws(CommandFailure) -> Set<DataType> {
    var types: Set<DataType> = []
    if session.arguments.has("types") {
      types = try RemovalTypes.types(of: session.arguments)
      if !RemovalTypes.isGroup(session.arguments) {
        for type in types.sorted(by: { $0.rawValue < $1.rawValue }) {
          guard let refusal = type.removalRefusal else { continue }
          throw .other("“\(type.rawValue)” cannot be deleted here: \(refusal).")
        }
      }
    }
    if session.arguments.has("with-data") { types.formUnion(SignOut.relatedTypes) }
    return types
  }

  /// The stores in the order in which they are cleared, and whether all that may hold cookies could be looked at.
  private static func scope(
    of site: String, _ names: [String], _ session: CommandSession
  ) async throws(CommandFailure) -> (scope: SignOutScope, isWhole: Bool) {
    let discovery = await session.discover()
    var named: [StoreID] = []
    for name in names {
      let store = try await session.store(name, isDiscovered: true).id
      if !named.contains(store) { named.append(store) }
    }
    let isScene = session.host.stage != nil
    // A scene is a world of its own: stores that it does not name are none of its business.
    if isScene, names.isEmpty {
      named = await session.manager.stores.map(\.id).filter(\.isLive).sorted()
    }
    let (links, unknown) = await session.links.all()
    for (name, failure) in unknown {
      session.say("The link \(name): " + FailureText.text(for: failure))
    }
    let (scope, unseen) = await session.manager.signOutScope(
      of: site, from: names.isEmpty && !isScene ? nil : named, links: links)
    // Where stores were named, what else cannot be looked at is no part of them.
    let failures = unseen + (names.isEmpty && !isScene ? discovery.problems : [])
    for failure in failures { session.say("pantler: " + FailureText.text(for: failure)) }
    let damaged = await session.manager.damagedBases()
    for path in damaged { session.say(FailureText.damagedPair(path)) }
    return (scope, unknown.isEmpty && failures.isEmpty && damaged.isEmpty)
  }

  /// When the pairs that were synced last agreed.
  private static func agreed(_ session: CommandSession) async -> [[StoreID]: Timestamp] {
    Dictionary(
      await session.manager.syncBases().map { ([$0.web, $0.shared], $0.takenAt) },
      uniquingKeysWith: { $1 })
  }
}
