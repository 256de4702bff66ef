import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  /// Draws a question about cookies with its answer.
  mutating func draw(_ page: ExplainPage, state: BrowserState, layout: ScreenLayout) {
    let rect = BoxLayout.help(in: layout)
    box(rect, title: "Why: " + ReviewText.name(page.store, state))
    let inside = rect.inset(horizontally: 2)
    for (index, position) in page.viewport.visible.enumerated() where index < inside.height {
      let row = inside.row(index)
      let ground: Role = position == page.viewport.selected ? .listSelected : .dialog
      fill(row, ground)
      line(page.lines[position].parts, in: row, on: ground)
    }
    grid.drawScrollbar(
      page.viewport, in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height),
      theme: theme, glyphs: glyphs)
  }
}
