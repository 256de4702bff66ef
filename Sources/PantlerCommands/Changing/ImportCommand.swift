import CookieCore
import StoreFormats
import StoreManager
import StoreModel

/// `pantler import`: puts the cookies of a file into a store.
enum ImportCommand {
  static let command = Command(
    specification: CommandSpecification(
      "import", "put the cookies of a file into a store", arguments: "FILE STORE",
      operands: [[.file], [.store]], count: 2...2,
      options: [
        .value("url", "URL", .text, "where Set-Cookie lines come from"),
        .flag("joined", "split Set-Cookie lines that were joined by commas"), TargetStore.option,
        .dryRun, .yes, .force, .json, .values,
      ],
      details: "The format is recognised: cookies.txt, Cookies.binarycookies, the JSON of Pantler, "
        + "Playwright\nand browser tools, HAR, Set-Cookie lines. FILE may be - for standard input. "
        + "A cookie whose name\nbreaks the rule of its prefix, such as __Host-, is refused.\n"
        + TargetStore.help,
      examples: [
        ("pantler import cookies.txt notes:default --dry-run", "shows what would happen"),
        ("pantler import firefox.json new.txt --yes", "makes a cookies.txt of another list"),
        (
          "curl -sI https://example.org | pantler import - jar:/home/me/cookies.txt "
            + "--url https://example.org/",
          "keeps the cookies of a response"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let path = session.arguments.arguments[0]
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .file(error)
    }
    let store = try await TargetStore.find(session.arguments.arguments[1], session)
    let found: CookieImport
    do {
      found = try CookieImport(bytes, options: try options(session))
    } catch let failure as ImportFailure {
      throw .importing(path: path, failure)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .importing(path: path, .unknownFormat)
    }
    for notice in found.notices { session.say(NoticeText.text(for: notice)) }
    let cookies = ImportedCookies(
      found.cookies, now: session.host.now(), publicSuffixes: session.host.publicSuffixes)
    for line in cookies.refusals + cookies.warnings { session.say(line) }
    guard cookies.refusals.isEmpty || !cookies.accepted.isEmpty else { return .failed }
    _ = try await session.read(store.id)
    let context = await session.manager.planContext()
    let runner = PlanRun(
      session: session, verb: "Imported", question: "Import into \(store.id.rawValue)?")
    let status = try await runner.run(Plan.importing(cookies.accepted, into: store.id, context))
    return status == .done && !cookies.refusals.isEmpty ? .partlyDone : status
  }

  private static func options(
    _ session: CommandSession
  ) throws(CommandFailure) -> CookieImport.Options {
    var url: CookieURL?
    if let text = session.arguments.value("url") {
      url = CookieURL(text)
      guard url?.host != nil else {
        throw .usage(.noAddress(text, of: "--url"))
      }
    }
    var options = CookieImport.Options(
      now: session.host.now(), url: url, publicSuffixes: session.host.publicSuffixes)
    options.isJoined = session.arguments.has("joined")
    return options
  }
}
