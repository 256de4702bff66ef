/// What a command takes, from which parsing, usage errors and help are made.
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
    /// One line for people.
    package var help: String
    /// The values that it takes; empty when there are others, or none.
    package var choices: [String] = []

    /// Describes an option without a value.
    static func flag(_ name: String, _ help: String) -> Option {
      Option(name: name, letter: nil, placeholder: nil, isRepeatable: false, help: help)
    }

    /// Describes an option with a value.
    static func value(
      _ name: String, _ placeholder: String, letter: Character? = nil, repeatable: Bool = false,
      among choices: [String] = [], _ help: String
    ) -> Option {
      Option(
        name: name, letter: letter, placeholder: placeholder, isRepeatable: repeatable, help: help,
        choices: choices)
    }
  }

  /// The word that calls it.
  package var name: String
  /// One line for people.
  package var summary: String
  /// The arguments as the usage line shows them.
  package var arguments: String
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
    _ name: String, _ summary: String, arguments: String = "", count: ClosedRange<Int> = 0...0,
    options: [Option] = [], details: String = "", passesRestOn: Bool = false,
    beginsScene: Bool = false,
    examples: [(String, String)]
  ) {
    self.name = name
    self.summary = summary
    self.arguments = arguments
    argumentCount = count
    self.options = options
    self.details = details
    self.passesRestOn = passesRestOn
    self.beginsScene = beginsScene
    self.examples = examples.map { Example(line: $0.0, meaning: $0.1) }
  }
}

extension CommandSpecification.Option {
  static let json = flag("json", "write one JSON value")
  static let jsonLines = flag("jsonl", "write one JSON object a line")
  static let values = flag("values", "show the values, which are secrets")
  static let filter = value(
    "filter", "EXPR", letter: "f", "only what fits a filter, such as 'site:example.org !guarded'")
  static let dryRun = flag("dry-run", "say what would be done, and do nothing")
  static let yes = flag("yes", "do it without asking")
  static let force = flag("force", "write although a program has the file open (for copies)")
  static let site = value("site", "SITE", repeatable: true, "only this site; may be repeated")
}
