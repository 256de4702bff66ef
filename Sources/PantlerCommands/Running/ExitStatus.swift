/// The exit status of a command.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The number that the system gets.
  package var rawValue: Int32

  /// Takes the number, for a program that was run on behalf of a person.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  static let done = ExitStatus(rawValue: 0)
  static let failed = ExitStatus(rawValue: 1)
  static let usage = ExitStatus(rawValue: 2)
  /// Some of it was done; the output says what failed.
  static let partlyDone = ExitStatus(rawValue: 3)
  /// What was named matched nothing.
  static let nothingMatched = ExitStatus(rawValue: 4)
  /// What was asked was done, but the output that says so could not be written.
  static let untold = ExitStatus(rawValue: 5)
}

/// What a command line leads to.
package enum CommandOutcome: Sendable {
  /// The program ends.
  case exit(ExitStatus)
  /// The terminal interface is wanted, maybe on a scene.
  case interface(InterfaceOptions, in: CommandHost)
}
