package import StoreModel

/// What the terminal interface is asked for on the command line.
package struct InterfaceOptions: Hashable, Sendable {
  /// The name of the theme; nil for the configured one.
  package var theme: String?
  /// Whether only ASCII is drawn.
  package var isASCII: Bool
  /// Whether the mouse is left alone.
  package var ignoresMouse: Bool
  /// Whether lines are answered with sentences, in place of a screen.
  package var isLinear: Bool
  /// The store to be opened on; nil for all that there are.
  package var store: StoreDescription?

  static let specification = CommandSpecification(
    "", "the terminal interface", arguments: "[STORE]", operands: [[.store]], count: 0...1,
    options: [
      .value("theme", "NAME", .theme, "the theme, as pantler theme list shows"),
      .flag("ascii", "draw with ASCII only"), .flag("no-mouse", "leave the mouse alone"),
      .flag("linear", "no screen: lines of words, for screen readers and any terminal or pipe"),
    ], examples: [])

  /// The words of a command line that ask for the same.
  static func words(of arguments: ParsedArguments) -> [String] {
    specification.options.flatMap { option in
      guard arguments.has(option.name) else { return [String]() }
      return ["--" + option.name] + (arguments.value(option.name).map { [$0] } ?? [])
    }
  }

  /// Reads the options.
  ///
  /// - Parameter store: the store that stands before them; nil for none.
  init(_ words: [String], on store: StoreDescription? = nil) throws(UsageFailure) {
    let parsed = try ParsedArguments(words, for: Self.specification)
    if let word = parsed.arguments.first { throw .tooManyArguments(word) }
    self.store = store
    theme = parsed.value("theme")
    isASCII = parsed.has("ascii")
    ignoresMouse = parsed.has("no-mouse")
    isLinear = parsed.has("linear")
  }

  /// Whether lines are asked for, by the option or by the environment.
  package func isLinear(in environment: [String: String]) -> Bool {
    isLinear || !["", "0"].contains(environment["PANTLER_ACCESSIBLE"] ?? "")
  }
}
