import StoreModel

/// What may stand on a command line, as the completions of shells need it.
struct CompletionModel: Sendable {
  typealias Option = CommandSpecification.Option
  typealias Value = CommandSpecification.Value

  /// What can be completed in one place.
  struct Candidates: Hashable, Sendable {
    /// Words that are always the same.
    var words: [String] = []
    /// What `pantler completions` lists when it is asked.
    var lists: [Listing] = []
    /// Whether several words with commas between them may stand there.
    var isList = false
    /// Whether a file may stand there.
    var hasFiles = false
  }

  /// What is known only when it is asked for.
  enum Listing: String, CaseIterable, Sendable {
    case stores, links, changes
  }

  /// A command with what may follow it.
  struct Entry: Sendable {
    var name: String
    var summary: String
    var options: [Option]
    /// What may stand in each place; in further ones the same as in the last.
    var operands: [Candidates]
    /// What may stand behind a first word, in the order of the words.
    var followers: [(word: String, candidates: Candidates)]
    /// The place of another command that follows; nil for none.
    var commandPlace: Int?
  }

  /// The commands, in the order of the help.
  let commands: [Entry]
  /// The options of the interface.
  let options: [Option]
  /// What the interface itself can be opened on.
  let operands: Candidates
  private let themes: [String]
  private let names: [String]

  /// Takes over what the commands say of themselves.
  ///
  /// - Parameter themes: the names of the themes.
  init(_ commands: [CommandSpecification], themes: [String]) {
    self.themes = themes
    names = commands.map(\.name)
    let help = Option.flag("help", "show what there is to know")
    options =
      InterfaceOptions.specification.options + [.flag("version", "show the version"), help]
    let names = names
    func candidates(_ values: [Value]) -> Candidates {
      Candidates(values, themes: themes, commands: names)
    }
    operands = candidates(InterfaceOptions.specification.operands.first ?? [])
    self.commands = commands.map { command in
      Entry(
        name: command.name, summary: command.summary, options: command.options + [help],
        operands: command.operands.map(candidates),
        followers: command.followers.sorted { $0.key < $1.key }
          .map { ($0.key, candidates([$0.value])) },
        commandPlace: command.operands.firstIndex { $0.contains(.command) })
    }
  }

  /// What may follow an option; nil for an option without a value.
  func candidates(for option: Option) -> Candidates? {
    option.value.map { Candidates([$0], themes: themes, commands: names) }
  }
}

extension CompletionModel.Candidates {
  fileprivate init(
    _ values: [CommandSpecification.Value], themes: [String], commands: [String]
  ) {
    for value in values {
      switch value {
      case .text: break
      case .file: hasFiles = true
      case .store:
        lists.append(.stores)
        hasFiles = true
      case .link: lists.append(.links)
      case .change: lists.append(.changes)
      case .theme: words += themes
      case .command: words += commands
      case .words(let known): words += known
      case .list(let known):
        words += known
        isList = true
      }
    }
  }
}

extension CommandSpecification.Option {
  /// The spellings on a command line.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + name] }
}
