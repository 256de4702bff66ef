/// What a program must know of its terminal before it draws.
package struct TerminalProfile: Equatable, Sendable {
  /// The size of the window when it was opened.
  package var size: GridSize

  /// How many colours it shows.
  package var depth: ColorDepth

  /// How it measures and shows text.
  package var metrics: TextMetrics

  /// The signs for borders, bars and marks.
  package var glyphs: GlyphSet

  /// Makes a profile.
  package init(
    size: GridSize, depth: ColorDepth = .trueColor, metrics: TextMetrics = .standard,
    glyphs: GlyphSet = .unicode
  ) {
    self.size = size
    self.depth = depth
    self.metrics = metrics
    self.glyphs = glyphs
  }
}

/// What became of a text that was to be copied.
package enum CopyOutcome: Equatable, Sendable {
  /// It was sent to the terminal, which does not say whether it took it.
  case sentToTerminal

  /// It has more bytes than terminals take.
  case tooLarge(limit: Int)

  /// The terminal knows no such request, or is gone.
  case unsupported

  /// It was written out in a line of its own.
  case written
}

/// A screen that grids are shown on and keys come from.
@MainActor package protocol TerminalDriver: AnyObject {
  /// What the terminal can do.
  var profile: TerminalProfile { get }

  /// Keys, mouse, resizing, resuming, in order; ends after the terminal is closed.
  var events: AsyncStream<TerminalEvent> { get }

  /// Shows a grid and puts the cursor at a place, or hides it.
  func present(_ grid: CellGrid, cursor: GridPoint?)

  /// Draws everything anew at the next showing, as after a program wrote over the screen.
  func invalidate()

  /// Gives the terminal back to the shell until the program is continued.
  func suspend()

  /// Sends a text to the clipboard of the terminal's own machine.
  func copy(_ text: String) -> CopyOutcome

  /// Puts the terminal back as it was found; safe to call twice.
  func restore()
}
