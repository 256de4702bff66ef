import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the box of a plan: its text or its items, what has to be typed, and the buttons.
  mutating func draw(_ review: PlanReview, state: BrowserState, layout: ScreenLayout) {
    guard review.proposal.level > .line || review.showsList else { return }
    let parts = ReviewLayout(review, state: state, layout: layout)
    box(parts.box, title: ReviewText.title(review, state: state))
    if review.showsList {
      drawItems(review, state: state, in: parts.body)
    } else {
      for (index, position) in review.text.visible.enumerated()
      where index < parts.body.height && position < parts.text.count {
        let text = parts.text[position]
        line([Part(text.text, text.role)], in: parts.body.row(index), on: .dialog)
      }
    }
    grid.drawScrollbar(
      review.showsList ? review.viewport : review.text,
      in: Rect(x: parts.box.right - 1, y: parts.body.y, width: 1, height: parts.body.height),
      theme: theme, glyphs: glyphs)
    for (index, text) in parts.demand.enumerated() where index < parts.demandRows.height {
      line([Part(text.text, text.role)], in: parts.demandRows.row(index), on: .dialog)
    }
    placeCountCursor(review, parts)
    grid.drawButtons(ReviewText.buttons(review, state: state), in: parts.buttons, theme: theme)
  }

  private mutating func placeCountCursor(_ review: PlanReview, _ parts: ReviewLayout) {
    guard let last = parts.demand.last, parts.demandRows.height == parts.demand.count else {
      return
    }
    let back = 1 + (review.typed.isEmpty ? 2 : 0)
    cursor = GridPoint(
      x: parts.demandRows.x + metrics.width(of: last.text) - back, y: parts.demandRows.bottom - 1)
  }

  private mutating func drawItems(_ review: PlanReview, state: BrowserState, in rect: Rect) {
    for (index, position) in review.viewport.visible.enumerated() where index < rect.height {
      let row = rect.row(index)
      let ground: Role? = position == review.viewport.selected ? .menuSelected : nil
      if let ground { fill(row, ground) }
      guard position < review.plan.items.count else {
        let removal = review.plan.removals[position - review.plan.items.count]
        line(DataText.parts(of: removal, state), in: row, on: ground ?? .dialog)
        continue
      }
      let item = review.plan.items[position]
      let sign =
        review.gone.contains(position) ? "gone " : review.changed.contains(position) ? "~ " : ""
      line(
        [
          Part(sign, .dialogDanger), Part(CookieFormat.name(item.key.name), .cookieName),
          Part("  " + CookieFormat.domainInFull(item.key), .cookieDomain),
          Part("  " + CookieFormat.place(item.key), .cookiePath),
          Part("  " + ReviewText.name(item.store, state), .storeName),
        ], in: row, on: ground ?? .dialog)
    }
  }
}
