/// What the terminal interface is asked for on the command line.
package struct InterfaceOptions: Hashable, Sendable {
  /// The name of the theme; nil for the configured one.
  package var theme: String?
  /// Whether only ASCII is drawn.
  package var isASCII: Bool
  /// Whether the mouse is left alone.
  package var ignoresMouse: Bool

  static let specification = CommandSpecification(
    "", "the terminal interface",
    options: [
      .value("theme", "NAME", "the theme, as pantler theme list shows"),
      .flag("ascii", "draw with ASCII only"), .flag("no-mouse", "leave the mouse alone"),
    ], examples: [])

  init(_ words: [String]) throws(UsageFailure) {
    let parsed = try ParsedArguments(words, for: Self.specification)
    theme = parsed.value("theme")
    isASCII = parsed.has("ascii")
    ignoresMouse = parsed.has("no-mouse")
  }
}
