/// Why the screen could not be opened; nothing has been written to the terminal then.
package enum TerminalUnavailable: Error, Equatable, Sendable {
  /// Standard output goes to a file or a pipe.
  case outputIsNoTerminal

  /// There is no terminal to read keys from.
  case inputIsNoTerminal

  /// `TERM` is unset or empty.
  case kindUnknown

  /// The terminal database does not know this value of `TERM`.
  case noEntry(String)

  /// The terminal database cannot be found at all.
  case noDatabase

  /// The terminal cannot do what a screen needs, such as placing the cursor.
  case tooSimple(String)

  /// The operating system refused a file or a thread; the number is its error code.
  case system(Int32)
}
