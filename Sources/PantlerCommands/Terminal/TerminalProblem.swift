import StoreModel

/// Why the terminal interface cannot start.
package enum TerminalProblem: Hashable, Sendable {
  /// Standard output, or standard input, is no terminal.
  case notATerminal
  case noType
  case dumb
  case unknownType(String)

  /// Looks for a problem that can be seen without asking the terminal database.
  package init?(type: String?, isInputTerminal: Bool, isOutputTerminal: Bool) {
    switch type {
    case _ where !isInputTerminal || !isOutputTerminal: self = .notATerminal
    case nil, "": self = .noType
    case "dumb": self = .dumb
    default: return nil
    }
  }

  /// One line that names the problem and the way out.
  package var message: String {
    let what: String =
      switch self {
      case .notATerminal: "the interface needs a terminal for input and output"
      case .noType: "the interface needs a terminal, and TERM is not set"
      case .dumb: "the interface needs more than a dumb terminal (TERM=dumb)"
      case .unknownType(let type):
        "the terminal “\(VisibleText.escaped(type))” (TERM) is not known here"
      }
    return "pantler: \(what); “pantler stores”, “pantler cookies” and others work without it, "
      + "see “pantler --help”."
  }
}
