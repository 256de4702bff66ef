/// What a command takes, from which parsing, usage errors, help, manual and completions are made.
package struct CommandSpecification: Hashable, Sendable {
  /// An option of a command.
  package struct Option: Hashable, Sendable {
    /// The name without its dashes.
    package var name: String
    /// The letter of the short form; nil when there is none.
    package var letter: Character?
    /// What the value stands for; nil for an option without a value.
    package var placeholder: String?
    /// Whether it may be given more than once.
    package var isRepeatable: Bool
    /// Whether it has to be given.
    package var isRequired = false
    /// What its value can be; nil for an option without a value.
    package var value: Value?
    /// One line for people.
    package var help: String

    /// Describes an option without a value.
    static func flag(_ name: String, _ help: String) -> Option {
      Option(name: name, letter: nil, placeholder: nil, isRepeatable: false, help: help)
    }

    /// Describes an option with a value.
    static func value(
      _ name: String, _ placeholder: String, _ value: Value, letter: Character? = nil,
      repeatable: Bool = false, required: Bool = false, _ help: String
    ) -> Option {
      Option(
        name: name, letter: letter, placeholder: placeholder, isRepeatable: repeatable,
        isRequired: required, value: value, help: help)
    }
  }

  /// What can stand in a place of the command line.
  package enum Value: Hashable, Sendable {
    /// A text that nobody can foresee.
    case text
    case file, store, theme, command
    /// A link of the settings.
    case link
    /// A change in the trash.
    case change
    /// One of these, and nothing else.
    case words([String])
    /// Any of these, with commas between them.
    case list([String])
  }

  /// The word that calls it.
  package var name: String
  /// One line for people.
  package var summary: String
  /// The arguments as the usage line shows them.
  package var arguments: String
  /// What each argument can be, by its place; further ones are as the last.
  package var operands: [[Value]]
  /// What the arguments after a first word can be, where that decides.
  package var followers: [String: Value]
  /// How many arguments it takes.
  package var argumentCount: ClosedRange<Int>
  /// Its options.
  package var options: [Option]
  /// What it can do beyond the summary; empty when that says it.
  package var details: String
  /// Command lines that show its use, each with what it does.
  package var examples: [Example]
  /// Whether all behind the first argument belongs to another command.
  package var passesRestOn = false

  /// Whether it loads the pages of a scene itself, when it is ready for them.
  package var beginsScene = false

  /// A command line and what it does.
  package struct Example: Hashable, Sendable {
    package var line: String
    package var meaning: String
  }

  init(
    _ name: String, _ summary: String, arguments: String = "", operands: [[Value]] = [],
    followers: [String: Value] = [:], count: ClosedRange<Int> = 0...0,
    options: [Option] = [], details: String = "", passesRestOn: Bool = false,
    beginsScene: Bool = false,
    examples: [(String, String)]
  ) {
    self.name = name
    self.summary = summary
    self.arguments = arguments
    self.operands = operands
    self.followers = followers
    argumentCount = count
    self.options = options
    self.details = details
    self.passesRestOn = passesRestOn
    self.beginsScene = beginsScene
    self.examples = examples.map { Example(line: $0.0, meaning: $0.1) }
  }
}

extension CommandSpecification {
  /// The command with what has to be given, for usage lines.
  ///
  /// - Parameter isWhole: whether it says that there are options as well.
  func usage(isWhole: Bool) -> String {
    let required = options.filter(\.isRequired).map { "--\($0.name) \($0.placeholder ?? "")" }
    let others = isWhole && options.count > required.count ? ["[OPTIONS]"] : []
    return (["pantler", name] + required + others + [arguments]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension CommandSpecification.Option {
  /// The line for people, which also says whether it has to be given.
  var fullHelp: String { isRequired ? help + "; has to be given" : help }

  static let json = flag("json", "write one JSON value")
  static let jsonLines = flag("jsonl", "write one JSON object a line")
  static let values = flag("values", "show the values, which are secrets")
  static let filter = value(
    "filter", "EXPR", .text, letter: "f",
    "only what fits a filter, such as 'site:example.org !guarded'")
  static let dryRun = flag("dry-run", "say what would be done, and do nothing")
  static let yes = flag("yes", "do it without asking")
  static let force = flag("force", "write although a program has the file open (for copies)")
  static let site = value(
    "site", "SITE", .text, repeatable: true, "only this site; may be repeated")
}
