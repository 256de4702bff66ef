import StoreModel

/// `pantler theme`: the themes.
enum ThemeCommand {
  static let command = Command(
    specification: CommandSpecification(
      "theme", "list, show and check themes", arguments: "[list|show NAME|check FILE…]",
      operands: [[.words(["list", "show", "check"])]], followers: ["show": .theme, "check": .file],
      count: 0...1000, options: [.json],
      examples: [
        ("pantler theme", "lists the themes"),
        ("pantler theme show dark", "shows the styles of one"),
        ("pantler theme check mine.json5", "checks a file: roles, colours, contrast"),
      ]), run: run)

  private struct ThemeJSON: Encodable {
    var name: String
    var origin: String
    var styles: [String: String]
    var problems: [String]

    init(_ entry: ThemeCatalogue.Entry) {
      name = entry.name
      origin = entry.origin
      styles = Dictionary(entry.roles.map { ($0.role, $0.style) }, uniquingKeysWith: { $1 })
      problems = entry.problems
    }
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let words = session.arguments.arguments
    switch words.first {
    case nil, "list": return list(session)
    case "show":
      guard words.count == 2 else { throw .usage(.missingArgument("pantler theme show NAME")) }
      return try show(words[1], session)
    case "check":
      guard words.count > 1 else { throw .usage(.missingArgument("pantler theme check FILE…")) }
      return check(words.dropFirst().map { session.host.themes.check($0) }, session)
    case let word?:
      throw .usage(.unknownWord(word, of: "theme", among: ["list", "show", "check"]))
    }
  }

  private static func list(_ session: CommandSession) -> ExitStatus {
    let entries = session.host.themes.entries()
    if session.arguments.has("json") {
      session.output.line(JSONText.line(entries.map(ThemeJSON.init)))
      return .done
    }
    var table = ColumnTable(["NAME", "FROM", ""])
    for entry in entries {
      let note = entry.problems.isEmpty ? "" : amount(entry.problems.count, "problem")
      let isChosen = entry.name == session.configuration.theme
      table.add([entry.name + (isChosen ? " *" : ""), entry.origin, note])
    }
    table.write(to: session.output)
    return .done
  }

  private static func show(
    _ name: String, _ session: CommandSession
  ) throws(CommandFailure) -> ExitStatus {
    let entries = session.host.themes.entries()
    guard let entry = entries.first(where: { $0.name == name }) else {
      let nearest = NearestName.find(name, among: entries.map(\.name))
      throw .nothingMatched(
        "There is no theme “\(name)”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "; “pantler theme” lists them."))
    }
    if session.arguments.has("json") {
      session.output.line(JSONText.line(ThemeJSON(entry)))
      return .done
    }
    if entry.roles.isEmpty, let problem = entry.problems.first {
      throw .other("\(entry.origin): \(problem).")
    }
    var table = ColumnTable(["ROLE", "STYLE"])
    for (role, style) in entry.roles { table.add([role, style]) }
    table.write(to: session.output)
    return .done
  }

  private static func check(
    _ entries: [ThemeCatalogue.Entry], _ session: CommandSession
  ) -> ExitStatus {
    if session.arguments.has("json") {
      session.output.line(JSONText.line(entries.map(ThemeJSON.init)))
    } else {
      for entry in entries {
        let origin = VisibleText.escaped(entry.origin)
        if entry.problems.isEmpty { session.output.line("\(origin): sound") }
        for problem in entry.problems {
          session.output.line("\(origin): \(VisibleText.escaped(problem))")
        }
      }
    }
    return entries.contains { !$0.problems.isEmpty } ? .failed : .done
  }
}
