package import ScreenKit

/// A screen and where the text cursor stands on it.
package struct Frame: Equatable, Sendable {
  /// The cells.
  package var grid: CellGrid
  /// The cursor; nil to hide it.
  package var cursor: GridPoint?
}

/// Draws a state.
package func render(_ state: BrowserState, theme: Theme, size: GridSize) -> Frame {
  var canvas = Canvas(
    grid: CellGrid(size: size, style: theme[.text], metrics: state.terminal.metrics),
    theme: theme, glyphs: state.terminal.glyphs)
  let layout = ScreenLayout(state, size: size)
  guard !layout.isTooSmall else {
    canvas.drawTooSmall(size)
    return Frame(grid: canvas.grid, cursor: nil)
  }
  canvas.drawTop(state, in: layout.top)
  for pane in Pane.allCases {
    guard let rect = layout.panes[pane] else { continue }
    switch pane {
    case .sources: canvas.drawSources(state, in: rect)
    case .list: canvas.drawMiddle(state, in: rect)
    case .details: canvas.drawDetails(state, in: rect, joining: layout.panes[.list] != nil)
    case .log: canvas.drawLog(state, in: rect, isFocused: state.focus == .log)
    }
  }
  for overlay in state.overlays { canvas.draw(overlay, state: state, layout: layout) }
  canvas.drawMessage(state, in: layout.message)
  canvas.drawHints(state, in: layout.hints)
  return Frame(grid: canvas.grid, cursor: canvas.cursor)
}

extension Canvas {
  /// Says as much of "too small" as fits.
  fileprivate mutating func drawTooSmall(_ size: GridSize) {
    let minimum = ScreenLayout.minimum
    let text = "Window too small: \(minimum.width)×\(minimum.height) at least"
    line(
      [Part(text, .messageWarning)],
      in: Rect(x: 0, y: size.height / 2, width: size.width, height: 1))
  }

  fileprivate mutating func drawMiddle(_ state: BrowserState, in rect: Rect) {
    if state.view == .log {
      drawLog(state, in: rect, isFocused: state.focus == .list)
    } else {
      drawList(state, in: rect)
    }
  }
}
