/// What a terminal tells the program.
package enum TerminalEvent: Equatable, Sendable {
  /// What a pointing device did.
  package enum MouseKind: Equatable, Sendable {
    case press, release, drag, move, wheelUp, wheelDown
  }

  /// Which button did it.
  package enum MouseButton: Equatable, Sendable { case left, middle, right, none }

  /// What a pointing device did, and where.
  package struct Mouse: Equatable, Sendable {
    /// What happened.
    package let kind: MouseKind

    /// The cell under the pointer.
    package let point: GridPoint

    /// The button.
    package let button: MouseButton

    /// The keys held down.
    package let modifiers: Key.Modifiers

    /// Makes a mouse report.
    package init(
      _ kind: MouseKind, at point: GridPoint, button: MouseButton = .none,
      modifiers: Key.Modifiers = []
    ) {
      self.kind = kind
      self.point = point
      self.button = button
      self.modifiers = modifiers
    }
  }

  /// A key was pressed.
  case key(Key)

  /// Text was pasted; it is never a key press, whatever it contains.
  case paste(String)

  /// A pointing device was used.
  case mouse(Mouse)

  /// The window has a new size.
  case resize(GridSize)

  /// The program was stopped and runs again; the screen must be drawn anew.
  case resumed

  /// The window was given or lost the focus.
  case focus(Bool)

  /// The terminal says, or is assumed, to be dark or light.
  case backgroundReply(Theme.Appearance)

  /// The terminal is gone; nothing follows.
  case closed
}
