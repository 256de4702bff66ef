import StoreModel

/// What may stand on a command line, as the completions of shells need it.
struct CompletionModel: Sendable {
  /// A command with what may follow it.
  struct Entry: Sendable {
    var name: String
    var summary: String
    var options: [CommandSpecification.Option]
    /// The words that it takes, such as `list`.
    var words: [String]
    /// Whether it takes stores.
    var takesStores: Bool
    /// Whether another command follows.
    var takesCommands: Bool
  }

  /// The commands, in the order of the help.
  let commands: [Entry]
  /// The options of the interface.
  let options: [CommandSpecification.Option]

  /// Takes over what the commands say of themselves.
  ///
  /// - Parameter themes: the names of the themes.
  init(_ commands: [CommandSpecification], themes: [String]) {
    func completed(_ options: [CommandSpecification.Option]) -> [CommandSpecification.Option] {
      options.map { option in
        guard option.name == "theme" else { return option }
        var option = option
        option.choices = themes
        return option
      }
    }
    let help = CommandSpecification.Option.flag("help", "show what there is to know")
    self.commands = commands.map { command in
      Entry(
        name: command.name, summary: command.summary,
        options: completed(command.options) + [help], words: Self.words(of: command.arguments),
        takesStores: command.arguments.contains("STORE") || command.arguments.hasPrefix("A B"),
        takesCommands: command.passesRestOn)
    }
    options =
      completed(InterfaceOptions.specification.options) + [
        .flag("version", "show the version"), help,
      ]
  }

  /// The words in lower case of a usage line, such as `list` and `lint` of `[list|lint]`.
  private static func words(of arguments: String) -> [String] {
    arguments.split { !($0.isLetter || $0 == "-") }.map(String.init)
      .filter { !$0.isEmpty && $0.allSatisfy { $0.isLowercase || $0 == "-" } }
  }
}

extension CommandSpecification.Option {
  /// The spellings on a command line.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + name] }
}
