import CookieCore
import StoreManager
import StoreModel

/// `pantler signout`: deletes the cookies of a site in several stores.
enum SignOutCommand {
  static let command = Command(
    specification: CommandSpecification(
      "signout", "delete the cookies of a site in every store, or in those named and their copies",
      arguments: "SITE [STORE…]", count: 1...1000,
      options: [
        .value("types", "T,…", "these data types of the site, too, such as localStorage"),
        .flag(
          "with-data",
          "localStorage, IndexedDB, service workers and HSTS of the site, too"),
        .dryRun, .yes, .flag("include-guarded", "take what is guarded, too"), .force, .json,
        .values,
      ],
      details: """
        Stores that are linked to one of those named are cleared as well, the source of a link before
        its copies. All are read again at the end. What else the site keeps is told by name, and
        deleted with --with-data or --types. “pantler undo” takes it back.
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
    let site = session.host.publicSuffixes.site(ofHost: words[0]).name
    let types = try types(session)
    let stores = try await stores(Array(words.dropFirst()), session)
    let readings = await session.read(stores)
    let status = session.report(readings)
    guard status != .failed else { return .failed }
    let planned: SignOutPlan
    do {
      planned = try await session.manager.planSignOut(
        of: site, in: stores.map(\.id), types: types,
        includeGuarded: session.arguments.has("include-guarded"))
    } catch {
      throw .store(error)
    }
    var runner = PlanRun(session: session, verb: "Deleted", question: "Sign out of \(site)?")
    runner.remarks = SignOutText.remarks(planned.about, types)
    let done = try await runner.run(planned.plan)
    guard !planned.plan.isEmpty, !session.arguments.has("dry-run") else {
      return done == .done ? status : done
    }
    let left = await session.manager.cookiesLeft(of: site, in: planned.plan.stores)
    session.say(SignOutText.readBack(left, of: site))
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

  /// The stores in the order in which they are cleared.
  private static func stores(
    _ names: [String], _ session: CommandSession
  ) async throws(CommandFailure) -> [StoreDescription] {
    let named = try await session.stores(names)
    let (links, failures) = await session.links.all()
    for (name, failure) in failures {
      session.say("The link \(name): " + FailureText.text(for: failure))
    }
    return await session.manager.storesToSignOut(
      of: names.isEmpty ? nil : named.map(\.id), links: links)
  }
}
