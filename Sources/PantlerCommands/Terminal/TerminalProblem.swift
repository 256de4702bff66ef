import StoreModel

/// Why the terminal interface cannot start.
package enum TerminalProblem: Hashable, Sendable {
  case outputIsNoTerminal
  case inputIsNoTerminal
  /// `TERM` is unset or empty.
  case noType
  /// The terminal database does not know this value of `TERM`.
  case unknownType(String)
  case noDatabase
  /// The terminal cannot place the cursor, as `dumb` cannot.
  case tooSimple(String)
  case system(Int32)

  /// One line that names the problem and the way out.
  package var message: String {
    "pantler: \(what). “pantler --linear” works without a screen, as “pantler stores”, "
      + "“pantler cookies” and others do; see “pantler --help”."
  }

  private var what: String {
    switch self {
    case .outputIsNoTerminal:
      "the interface needs a terminal, and standard output is none"
    case .inputIsNoTerminal: "the interface needs a terminal to read keys from"
    case .noType: "the interface needs to know the terminal, and TERM is not set"
    case .unknownType(let type):
      "the terminal database has no entry for TERM=\(VisibleText.escaped(type))"
    case .noDatabase: "the terminal database is not there; install ncurses-base"
    case .tooSimple(let type):
      "the terminal TERM=\(VisibleText.escaped(type)) cannot place the cursor"
    case .system(let code): "the terminal cannot be opened: \(SystemText.text(for: code))"
    }
  }
}
