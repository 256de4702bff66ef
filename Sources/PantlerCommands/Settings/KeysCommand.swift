import StoreModel

/// `pantler keys`: the keys of the interface.
enum KeysCommand {
  static let command = Command(
    specification: CommandSpecification(
      "keys", "list and check the keys of the interface", arguments: "[list|lint]",
      operands: [[.words(["list", "lint"])]], count: 0...1,
      options: [
        .value(
          "preset", "NAME", .words(Configuration.keyPresets),
          "vi, emacs or safe; without it the one of the settings"), .json,
      ],
      examples: [
        ("pantler keys", "lists the keys"),
        ("pantler keys lint --preset emacs", "finds clashes and keys that cannot be reached"),
      ]), run: run)

  private struct BindingJSON: Encodable {
    var context: String
    var keys: String
    var command: String
    var title: String
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let keys = session.host.keys
    let preset = session.arguments.value("preset") ?? session.configuration.keys
    guard keys.presets.contains(preset) else {
      throw .usage(
        .badValue(
          name: "--preset", value: preset, expected: keys.presets.joined(separator: ", ")))
    }
    switch session.arguments.arguments.first {
    case nil, "list":
      list(keys.bindings(preset), session)
      return .done
    case "lint":
      let problems = keys.problems(preset)
      if session.arguments.has("json") {
        session.output.line(JSONText.line(problems))
      } else {
        for problem in problems { session.output.line(VisibleText.escaped(problem)) }
        if problems.isEmpty { session.say("The keys are sound.") }
      }
      return problems.isEmpty ? .done : .failed
    case let word?:
      throw .usage(.unknownWord(word, of: "keys", among: ["list", "lint"]))
    }
  }

  private static func list(_ bindings: [KeyCatalogue.Binding], _ session: CommandSession) {
    if session.arguments.has("json") {
      let values = bindings.map {
        BindingJSON(context: $0.context, keys: $0.keys, command: $0.command, title: $0.title)
      }
      session.output.line(JSONText.line(values))
      return
    }
    var table = ColumnTable(["CONTEXT", "KEYS", "COMMAND", "MEANING"])
    for binding in bindings {
      table.add([binding.context, binding.keys, binding.command, binding.title])
    }
    table.write(to: session.output)
  }
}
