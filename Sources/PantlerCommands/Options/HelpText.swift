/// The help pages, made from the specifications.
enum HelpText {
  /// The page of one command.
  static func page(for command: CommandSpecification) -> String {
    var text = "pantler \(command.name): \(command.summary)\n\n"
    text += "Usage: \(command.usage(isWhole: true))\n"
    if !command.details.isEmpty { text += "\n" + command.details + "\n" }
    text += "\nOptions:\n"
    text += rows(
      (command.options + [.flag("help", "show this page")]).map { ($0.spelling, $0.fullHelp) })
    text += "\nExamples:\n"
    for example in command.examples {
      text += "  \(example.line)\n      \(example.meaning)\n"
    }
    return text
  }

  /// The page of the program.
  static func page(for commands: [CommandSpecification]) -> String {
    var text = "pantler: the keeper of cookie stores\n\n"
    text += "Usage: pantler [OPTIONS]           the terminal interface\n"
    text += "       pantler STORE [OPTIONS]     the same, on one store\n"
    text += "       pantler COMMAND [OPTIONS]   one act, for scripts\n\nCommands:\n"
    text += rows(commands.map { ($0.name, $0.summary) })
    let own: [CommandSpecification.Option] = [
      .flag("version", "show the version"), .flag("help", "show this page"),
    ]
    text += "\nOptions:\n"
    text += rows((InterfaceOptions.specification.options + own).map { ($0.spelling, $0.help) })
    text += """

      A STORE is an id, an unambiguous beginning of one, a path, or the name of an app whose only
      store it is, such as epiphany; notes:default is one of several. See pantler stores.
      “pantler COMMAND --help” shows what a command takes, with examples.
      Exit status: 0 done, 1 failed, 2 wrong usage, 3 partly done, 4 nothing matched,
      5 done, but the output could not be written.

      """
    return text
  }

  private static func rows(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: width - name.count) + "  " + help + "\n"
    }.joined()
  }
}

extension CommandSpecification.Option {
  /// The option as help shows it, such as `-o, --output FILE`.
  var spelling: String {
    let short = letter.map { "-\($0), " } ?? ""
    return short + "--" + name + (placeholder.map { " " + $0 } ?? "")
  }
}
