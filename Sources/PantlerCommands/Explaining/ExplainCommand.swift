import CookieCore
import StoreModel

/// `pantler explain`: why each cookie is stored, sent, or not.
enum ExplainCommand {
  static let command = Command(
    specification: CommandSpecification(
      "explain", "say why each cookie is stored, sent, or not", arguments: "URL",
      operands: [[.text]], count: 1...1,
      options: [
        .value("store", "STORE", .store, "the store whose cookies are asked about"),
        .value(
          "set-cookie", "STRING|@FILE", .text, repeatable: true,
          "a Set-Cookie value that is received first, or a file with one; may be repeated"),
        .value(
          "received-from", "URL", .text, "where they are received from; the URL itself without it"),
        .value("set-by", "API", .words(apis), "http or script (http)"),
        .value("read-by", "API", .words(apis), "http or script (http)"),
        .value("method", "M", .text, "the method of the request (GET)"),
        .value("site-for-cookies", "SITE", .text, "who makes the request; “none” for mixed frames"),
        .flag("navigation", "that page's request fills the tab, as when a link is followed"),
        .value("top-level-site", "SITE", .text, "the site in the address bar"),
        .value("container", "NAME", .text, "the container of the view, such as userContextId=1"),
        .value("at", "TIME", .text, "when: RFC 3339, seconds since 1970, or an HTTP date (now)"),
        .json,
        .values,
      ],
      details: """
        The cookies are those of --store, or what --set-cookie gives.
        Without --site-for-cookies the user goes to the URL: a top-level navigation. A value of
        --set-cookie that begins with @ names a file whose bytes are taken as they are; @@ stands for
        a value that itself begins with @.
        """,
      examples: [
        ("pantler explain https://shop.example/cart --store epiphany", "asks about a store"),
        (
          "pantler explain https://shop.example/ --set-cookie 'sid=1; Domain=example' --json",
          "asks about a Set-Cookie value, in JSON"
        ),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let question = try await question(session)
    let explanation = Explanation(question)
    // What was typed is no secret to the person who typed it; what a store holds is.
    let masks = session.arguments.has("store") && !session.arguments.has("values")
    if session.arguments.has("json") {
      session.output.write(
        bytes: ExplanationJSON.bytes(
          explanation, masks: masks, publicSuffixes: session.host.publicSuffixes))
    } else {
      for line in lines(explanation, masks: masks) { session.output.line(line) }
    }
    if !session.arguments.has("store"), !session.arguments.has("set-cookie") {
      session.say(
        "No cookie was asked about: --store names the store whose cookies are meant, and --set-cookie gives one."
      )
    }
    return .done
  }

  private static func question(
    _ session: CommandSession
  ) async throws(CommandFailure) -> CookieQuestion {
    let arguments = session.arguments
    var written = WrittenCookieQuestion(url: arguments.arguments[0])
    written.setCookies = try arguments.values("set-cookie").map(setCookie)
    written.receivedFrom = arguments.value("received-from")
    written.setBy = api("set-by", arguments)
    written.readBy = api("read-by", arguments)
    written.method = arguments.value("method") ?? "GET"
    written.siteForCookies = arguments.value("site-for-cookies")
    written.isNavigation = arguments.has("navigation")
    written.topLevelSite = arguments.value("top-level-site")
    written.container = arguments.value("container")
    written.time = arguments.value("at")
    var question: CookieQuestion
    do {
      question = try written.question(
        now: session.host.now(), publicSuffixes: session.host.publicSuffixes)
    } catch {
      throw failure(error)
    }
    if let name = arguments.value("store") {
      let store = try await session.store(name)
      question.storedCookies = try await session.read(store.id).cookies
      question.engines = store.app.engine.cookieEngines
    }
    return question
  }

  private static func failure(_ fault: WrittenCookieQuestion.Fault) -> CommandFailure {
    let (name, expected): (String, String)
    switch fault.part {
    case .url: return .usage(.noAddress(fault.text, of: "URL"))
    case .receivedFrom: return .usage(.noAddress(fault.text, of: "--received-from"))
    case .siteForCookies:
      (name, expected) = ("--site-for-cookies", "give a site such as https://shop.example")
    case .topLevelSite:
      (name, expected) = ("--top-level-site", "give a site such as https://shop.example")
    case .time: (name, expected) = ("--at", "give a time such as 2026-11-30T12:00:00Z")
    }
    return .usage(.badValue(name: name, value: fault.text, expected: expected))
  }

  private static func setCookie(_ text: String) throws(CommandFailure) -> CookieText {
    guard text.hasPrefix("@") else { return CookieText(text) }
    if text.hasPrefix("@@") { return CookieText(String(text.dropFirst())) }
    do {
      return CookieText(bytes: try FileBytes.read(String(text.dropFirst())))
    } catch {
      throw .file(error)
    }
  }

  private static let apis = CookieContext.API.allCases.map(\.rawValue)

  private static func api(_ option: String, _ arguments: ParsedArguments) -> CookieContext.API {
    arguments.value(option).flatMap(CookieContext.API.init) ?? .http
  }

  private static func lines(_ explanation: Explanation, masks: Bool) -> [String] {
    let gap = String(repeating: " ", count: 12)
    var lines: [String] = []
    for stored in explanation.stored {
      let label = stored.cookie.map { CookieLine.label($0.key) } ?? "?"
      lines.append((stored.accepted ? "stored      " : "not stored  ") + label)
      lines += stored.reasons.map { gap + $0.sentence }
      lines += stored.notes.map { note in
        let text = note.text.isEmpty ? "" : " “\(VisibleText.escaped(bytes: note.text.bytes))”"
        return gap + note.kind.sentence + text
      }
      lines += stored.deviations.map { "\(gap)\($0.engine.rawValue): \($0.sentence)" }
    }
    for considered in explanation.cookies {
      let label = CookieLine.label(considered.cookie.key)
      lines.append((considered.sent ? "sent        " : "not sent    ") + label)
      lines += considered.reasons.map { gap + $0.sentence }
      lines += considered.deviations.map { "\(gap)\($0.engine.rawValue): \($0.sentence)" }
    }
    if explanation.cookieHeader.isEmpty, !masks || explanation.cookies.isEmpty {
      lines.append("No cookie is sent" + (explanation.cookies.isEmpty ? ": there is none." : "."))
    } else if masks {
      let count = explanation.cookies.count(where: \.sent)
      lines.append("\(count) of \(amount(explanation.cookies.count, "cookie")) sent")
    } else {
      lines.append("Cookie: " + VisibleText.escaped(bytes: explanation.cookieHeader.bytes))
    }
    return lines
  }
}
