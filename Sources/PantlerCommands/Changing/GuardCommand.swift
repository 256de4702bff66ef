import CookieCore
import StoreManager
import StoreModel

/// `pantler guard`: what is kept from deletion.
enum GuardCommand {
  static let command = Command(
    specification: CommandSpecification(
      "guard", "list, add and remove the rules that keep things from deletion",
      arguments: "[list|add|rm [NUMBER]]", operands: [[.words(["list", "add", "rm"])], [.text]],
      count: 0...2,
      options: [
        .value("store", "STORE", .store, "in this store"),
        .value("site", "SITE", .text, "of this site"),
        .value("name", "NAME", .text, "of this name"),
        .value("partition", "SITE", .text, "in the partition of this top-level site"),
        .value("type", "TYPE", .words(DataType.allCases.map(\.rawValue)), "of this data type"),
        .json,
      ],
      details: "The conditions of a rule have to hold together.",
      examples: [
        ("pantler guard add --site example.org --name sid", "keeps one cookie of a site"),
        ("pantler guard", "lists the rules with their numbers"),
        ("pantler guard rm 1", "removes the first rule"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let words = session.arguments.arguments
    switch words.first {
    case nil, "list":
      let guards = try read(session.places)
      if session.arguments.has("json") {
        session.output.line(JSONText.line(guards))
      } else {
        for (index, rule) in guards.enumerated() {
          session.output.line("\(index + 1)  \(VisibleText.escaped(text(for: rule)))")
        }
        if guards.isEmpty { session.say("Nothing is guarded.") }
      }
      return .done
    case "add": return try await add(session)
    case "rm": return try await remove(session, words.dropFirst().first)
    case let word?:
      throw .usage(.unknownWord(word, of: "guard", among: ["list", "add", "rm"]))
    }
  }

  private static func add(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let rule = try await rule(session)
    let isNew = try await change(session) { guards in
      guard !guards.contains(rule) else { return false }
      guards.append(rule)
      return true
    }
    guard isNew else {
      session.say("This is guarded already.")
      return .done
    }
    let sentence = "Guarded: \(VisibleText.escaped(text(for: rule)))."
    session.output.result(sentence, meaning: sentence)
    return .done
  }

  private static func remove(
    _ session: CommandSession, _ text: String?
  ) async throws(CommandFailure) -> ExitStatus {
    guard let text else { throw .usage(.missingArgument("pantler guard rm NUMBER")) }
    guard let number = Int(text) else {
      throw .usage(.badValue(name: "NUMBER", value: text, expected: "“pantler guard” shows them"))
    }
    let removed = try await change(session) { guards in
      guards.indices.contains(number - 1) ? guards.remove(at: number - 1) : nil
    }
    guard let rule = removed else {
      throw .nothingMatched("There is no rule \(number). “pantler guard” lists the rules.")
    }
    let sentence = "No longer guarded: \(VisibleText.escaped(Self.text(for: rule)))."
    session.output.result(sentence, meaning: sentence)
    return .done
  }

  private static func rule(_ session: CommandSession) async throws(CommandFailure) -> Guard {
    let arguments = session.arguments
    var rule = Guard()
    if let name = arguments.value("store") { rule.store = try await session.store(name).id }
    if let text = arguments.value("site") { rule.site = try session.site(text, of: "--site") }
    rule.name = arguments.value("name")
    rule.partition = arguments.value("partition")
    rule.type = arguments.value("type").flatMap(DataType.init)
    guard rule != Guard() else {
      throw .usage(.other("a rule needs a condition, such as --site"))
    }
    return rule
  }

  private static func text(for rule: Guard) -> String {
    var parts: [String] = []
    if let key = rule.key { parts.append(CookieLine.label(key)) }
    if let name = rule.name { parts.append("name \(name)") }
    if let site = rule.site { parts.append("site \(site)") }
    if let partition = rule.partition { parts.append("partition \(partition)") }
    if let type = rule.type { parts.append("type \(type.rawValue)") }
    if let store = rule.store { parts.append("store \(store.rawValue)") }
    return parts.joined(separator: ", ")
  }

  /// Reads the rules.
  static func read(_ places: Places) throws(CommandFailure) -> [Guard] {
    do {
      return try GuardFile.read(places.guardFile)
    } catch {
      throw .journal(error)
    }
  }

  private static func change<Result>(
    _ session: CommandSession, _ change: (inout [Guard]) -> Result
  ) async throws(CommandFailure) -> Result {
    let places = session.places
    do {
      return try await GuardFile.change(places.guardFile, places.turns, change).result
    } catch {
      throw .journal(error)
    }
  }
}
