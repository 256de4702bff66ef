import CookieCore
import FoundationEssentials
import StoreManager
import StoreModel

/// `pantler explain`: why each cookie is stored, sent, or not.
enum ExplainCommand {
  static let help = """
    usage: pantler explain URL [--store STORE] [--set-cookie STRING|@FILE]… [--received-from URL]
           [--set-by http|script] [--read-by http|script] [--method M] [--site-for-cookies SITE]
           [--top-level-site SITE] [--at TIME] [--json] [--values]

    Says which cookies would go to a URL and why the others would not, and what becomes of each Set-Cookie value.
    Without --site-for-cookies the request is a top-level navigation. Several --set-cookie are received in order.

    examples:
      pantler explain https://shop.example/cart --store webkitgtk:org.gnome.Epiphany
      pantler explain https://shop.example/ --set-cookie 'sid=1; Domain=example' --json

    """

  static let shape = CommandOptions.Shape(
    switches: ["--json", "--values"],
    values: [
      "--store", "--set-cookie", "--received-from", "--set-by", "--read-by", "--method",
      "--site-for-cookies", "--top-level-site", "--at",
    ], operands: 1...1)

  static func run(_ options: CommandOptions, _ context: CommandContext) async throws -> ExitStatus {
    var question = CookieQuestion(
      url: try url(options.operands[0]), time: try time(options.value("--at"), context))
    question.publicSuffixes = context.publicSuffixes
    question.setCookies = try options.all("--set-cookie").map { try setCookie($0, context) }
    if let text = options.value("--received-from") { question.receivedFrom = try url(text) }
    question.setBy = try api("--set-by", options)
    question.readBy = try api("--read-by", options)
    if let method = options.value("--method") { question.method = method }
    if let text = options.value("--site-for-cookies") {
      guard
        let site = CookieContext.SiteForCookies(text, publicSuffixes: context.publicSuffixes)
      else { throw UsageFailure.notASite(text) }
      question.siteForCookies = site
    }
    if let text = options.value("--top-level-site") {
      guard let site = SchemefulSite(text, publicSuffixes: context.publicSuffixes) else {
        throw UsageFailure.notASite(text)
      }
      question.topLevelSite = site
    }
    if let name = options.value("--store") {
      let store = try await context.stores([name])
      question.storedCookies = try await context.manager.read(store[0].id).cookies
    }
    let explanation = Explanation(question)
    // What was typed is no secret to the person who typed it; what a store holds is.
    let masks = options.value("--store") != nil && !options.has("--values")
    if options.has("--json") {
      _ = context.output.write(ExplanationJSON.bytes(explanation, masks: masks, context))
    } else {
      text(explanation, masks: masks).forEach(context.output.line)
    }
    return .done
  }

  private static func url(_ text: String) throws(UsageFailure) -> CookieURL {
    guard let url = CookieURL(text) else { throw .notAURL(text) }
    return url
  }

  private static func time(
    _ text: String?, _ context: CommandContext
  ) throws(UsageFailure) -> Timestamp {
    guard let text else { return context.now() }
    if let seconds = Double(text), seconds.isFinite {
      return Timestamp(secondsSince1970: seconds)
    }
    guard let time = Timestamp(rfc3339: text) ?? CookieDate.parse(text) else {
      throw .notATime(text)
    }
    return time
  }

  private static func setCookie(
    _ text: String, _ context: CommandContext
  ) throws(UsageFailure) -> CookieText {
    guard text.hasPrefix("@") else { return CookieText(text) }
    let path = String(text.dropFirst())
    guard let bytes = context.readFile(path) else { throw .unreadable(path: path) }
    return CookieText(bytes: bytes)
  }

  private static func api(
    _ option: String, _ options: CommandOptions
  ) throws(UsageFailure) -> CookieContext.API {
    switch options.value(option) {
    case nil, "http": .http
    case "script": .script
    case let value?:
      throw .notAChoice(option: option, value: value, choices: ["http", "script"])
    }
  }

  private static func text(_ explanation: Explanation, masks: Bool) -> [String] {
    var lines: [String] = []
    for stored in explanation.stored {
      let name = stored.cookie.map { VisibleText.escaped(bytes: $0.name.bytes) } ?? "?"
      lines.append((stored.accepted ? "stored      " : "not stored  ") + name)
      lines += stored.reasons.map { "            \($0.sentence)" }
      lines += stored.deviations.map { "            \($0.engine.rawValue): \($0.sentence)" }
    }
    for considered in explanation.cookies {
      let cookie = considered.cookie
      let name = VisibleText.escaped(bytes: cookie.name.bytes)
      let domain = (cookie.hostOnly ? "" : ".") + VisibleText.escaped(bytes: cookie.domain.bytes)
      let path = VisibleText.escaped(bytes: cookie.path.bytes)
      lines.append(
        (considered.sent ? "sent        " : "not sent    ") + "\(name)  \(domain)  \(path)")
      lines += considered.reasons.map { "            \($0.sentence)" }
    }
    if masks {
      let count = explanation.cookies.count { $0.sent }
      lines.append("\(count) of \(explanation.cookies.count) sent")
    } else {
      lines.append("Cookie: " + VisibleText.escaped(bytes: explanation.cookieHeader.bytes))
    }
    return lines
  }
}
