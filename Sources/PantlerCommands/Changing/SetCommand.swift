import CookieCore
import StoreManager
import StoreModel

/// `pantler set`: adds or replaces one cookie, by the rules.
enum SetCommand {
  static let command = Command(
    specification: CommandSpecification(
      "set", "add or replace a cookie, by the rules of browsers",
      arguments: "STORE 'SET-COOKIE STRING'", operands: [[.store], [.text]], count: 2...2,
      options: [
        .value("url", "URL", .text, required: true, "where the cookie comes from"),
        TargetStore.option, .dryRun, .yes,
        .force, .json, .values,
      ],
      details: "The string is what follows “Set-Cookie: ”. A cookie that browsers would refuse is "
        + "refused,\nwith the reason.\n" + TargetStore.help,
      examples: [
        (
          "pantler set jar:/home/me/cookies.txt --url https://example.org/ 'sid=1; Secure' --yes",
          "adds a session cookie"
        )
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let text = session.arguments.value("url") ?? ""
    guard let url = CookieURL(text), url.host != nil else {
      throw .usage(.noAddress(text, of: "--url"))
    }
    let store = try await TargetStore.find(session.arguments.arguments[0], session)
    let snapshot = try await session.read(store.id)
    let storage = CookieStorage(snapshot.cookies, publicSuffixes: session.host.publicSuffixes)
    let reception = storage.evaluate(
      ParsedSetCookie(session.arguments.arguments[1]), from: url,
      in: CookieContext(time: session.host.now()))
    guard reception.isAccepted, let cookie = reception.cookie else {
      let reasons = reception.rejections.sorted().map(\.sentence)
      throw .other("The cookie is refused. " + reasons.joined(separator: " "))
    }
    let context = await session.manager.planContext()
    let plan = Plan.storing(cookie, in: store.id, context)
    let isRemoval = plan.kind == .removal
    let runner = PlanRun(
      session: session, verb: isRemoval ? "Deleted" : "Set",
      question: (isRemoval ? "Delete it in " : "Set it in ") + store.id.rawValue + "?")
    return try await runner.run(plan)
  }
}
