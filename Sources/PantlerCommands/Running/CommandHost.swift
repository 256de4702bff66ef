package import CookieCore
package import StoreModel

/// Everything that commands take from outside.
package struct CommandHost: Sendable {
  /// The environment variables.
  package var environment: [String: String]
  /// Standard output.
  package var output: Output
  /// Standard error.
  package var errors: Output
  /// Whether a person answers on standard input.
  package var canAsk: Bool
  /// Whether standard output is a terminal, which acts upon control characters.
  package var showsOutput = false
  /// Reads a line from standard input, without its end; nil at the end.
  package var readLine: @Sendable () -> String?
  /// The present time.
  package var now: @Sendable () -> Timestamp
  /// A new id of eight lower-case hex digits.
  package var randomID: @Sendable () -> String
  /// The drivers of the stores, which also look at the named paths.
  package var drivers: @Sendable (_ namedPaths: [String]) -> [any StoreDriver]
  /// The list by which sites are told apart.
  package var publicSuffixes: PublicSuffixes
  /// The signals that ask for an end; a stream for each call.
  package var interruptions: @Sendable () -> AsyncStream<Int32>
  /// What loads pages into a live view.
  package var pages: any PageLoading
  /// Makes live engines.
  package var engines:
    @Sendable (_ order: LiveEngineOrder) async throws(LiveFailure) -> LiveEngineParts = {
      order throws(LiveFailure) in
      throw .engine(message: "there is no engine “\(order.name)”")
    }
  /// How long something may go on in silence.
  package var patience = Patience()
  /// The scene that is up; nil without one.
  package var stage: SceneStage?
  /// The themes.
  package var themes: ThemeCatalogue
  /// The keys.
  package var keys: KeyCatalogue
  /// The version of the program.
  package var version: String
  /// The file of the program, for the demo, which starts it again.
  package var programPath: String

  /// Takes every field as it is.
  package init(
    environment: [String: String], output: Output, errors: Output, canAsk: Bool,
    readLine: @escaping @Sendable () -> String?, now: @escaping @Sendable () -> Timestamp,
    randomID: @escaping @Sendable () -> String,
    drivers: @escaping @Sendable (_ namedPaths: [String]) -> [any StoreDriver],
    publicSuffixes: PublicSuffixes, interruptions: @escaping @Sendable () -> AsyncStream<Int32>,
    pages: any PageLoading,
    themes: ThemeCatalogue, keys: KeyCatalogue, version: String, programPath: String
  ) {
    self.environment = environment
    self.output = output
    self.errors = errors
    self.canAsk = canAsk
    self.readLine = readLine
    self.now = now
    self.randomID = randomID
    self.drivers = drivers
    self.publicSuffixes = publicSuffixes
    self.interruptions = interruptions
    self.pages = pages
    self.themes = themes
    self.keys = keys
    self.version = version
    self.programPath = programPath
  }
}

/// The themes as far as commands show them.
package struct ThemeCatalogue: Sendable {
  /// One theme.
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// Where it comes from, such as `built in` or a path.
    package var origin: String
    /// Roles with the spelling of their styles, in order.
    package var roles: [(role: String, style: String)] {
      zip(roleNames, styleTexts).map { ($0, $1) }
    }
    private var roleNames: [String]
    private var styleTexts: [String]
    /// What is wrong with it, one sentence each.
    package var problems: [String]

    /// Takes every field as it is.
    package init(
      name: String, origin: String, roles: [(role: String, style: String)], problems: [String]
    ) {
      self.name = name
      self.origin = origin
      roleNames = roles.map(\.role)
      styleTexts = roles.map(\.style)
      self.problems = problems
    }
  }

  /// The themes in the order they are listed.
  package var entries: @Sendable () -> [Entry]
  /// Looks at a theme file.
  package var check: @Sendable (_ path: String) -> Entry

  /// Takes both as they are.
  package init(
    entries: @escaping @Sendable () -> [Entry], check: @escaping @Sendable (_ path: String) -> Entry
  ) {
    self.entries = entries
    self.check = check
  }
}

/// The keys as far as commands show them.
package struct KeyCatalogue: Sendable {
  /// One binding.
  package struct Binding: Hashable, Sendable {
    package var context: String
    package var keys: String
    package var command: String
    package var title: String

    /// Takes every field as it is.
    package init(context: String, keys: String, command: String, title: String) {
      self.context = context
      self.keys = keys
      self.command = command
      self.title = title
    }
  }

  /// The presets by name.
  package var presets: [String]
  /// The bindings of a preset, in the order they are listed.
  package var bindings: @Sendable (_ preset: String) -> [Binding]
  /// What is wrong with a preset, one sentence each.
  package var problems: @Sendable (_ preset: String) -> [String]
  /// What can be typed where there is no screen, each with what it does.
  package var words: [(word: String, help: String)]

  /// Takes every field as it is.
  package init(
    presets: [String], bindings: @escaping @Sendable (_ preset: String) -> [Binding],
    problems: @escaping @Sendable (_ preset: String) -> [String],
    words: [(word: String, help: String)] = []
  ) {
    self.presets = presets
    self.bindings = bindings
    self.problems = problems
    self.words = words
  }
}
