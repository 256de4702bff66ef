/// What stands in one cell of the screen.
package struct Cell: Equatable, Sendable {
  /// One grapheme cluster, already safe to send to a terminal; a space in a continuation cell.
  package let character: Character

  /// How many columns the cluster takes: 1, 2, or 0 for the right half of a wide one.
  package let width: UInt8

  /// How the cell looks.
  package var style: Style

  /// Makes a cell without checking the cluster; only the grid knows what it may hold.
  init(character: Character, width: UInt8, style: Style) {
    self.character = character
    self.width = width
    self.style = style
  }

  /// Makes an empty cell.
  package init(blank style: Style) {
    self.init(character: " ", width: 1, style: style)
  }

  /// Whether this is the right half of the wide cell to the left.
  package var isContinuation: Bool { width == 0 }
}
