import CookieCore
import StoreManager
import StoreModel

/// `pantler signout`: deletes the cookies of a site in several stores.
enum SignOutCommand {
  static let command = Command(
    specification: CommandSpecification(
      "signout", "delete the cookies of a site in every store, or in those named",
      arguments: "SITE [STORE…]", count: 1...1000,
      options: [
        .dryRun, .yes, .flag("include-guarded", "take guarded cookies too"), .force, .json,
      ],
      details: "The stores are cleared in the order in which they are named, and read again.",
      examples: [
        ("pantler signout example.org", "signs out of a site everywhere, after asking"),
        ("pantler signout example.org notes:default jar:/home/me/cookies.txt", "in two stores"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let words = session.arguments.arguments
    let site = session.host.publicSuffixes.site(ofHost: words[0]).name
    let stores = try await session.stores(Array(words.dropFirst()))
    let readings = await session.read(stores)
    let status = session.report(readings)
    let context = await session.manager.planContext(
      includeGuarded: session.arguments.has("include-guarded"))
    let request = RemovalRequest(stores: Set(stores.map(\.id)), sites: [site])
    var plan = Plan.removal(request, in: context)
    let order = Dictionary(
      stores.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    plan.items = plan.items.enumerated()
      .sorted {
        (order[$0.element.store] ?? 0, $0.offset) < (order[$1.element.store] ?? 0, $1.offset)
      }
      .map(\.element)
    let runner = PlanRun(session: session, verb: "Deleted", question: "Sign out of \(site)?")
    let done = try await runner.run(plan)
    return done == .done ? status : done
  }
}
