import ScreenKit
import StoreModel

/// Where the parts of a plan's box stand: the buttons and what has to be typed are always there, and the rest scrolls.
struct ReviewLayout {
  /// The box with its border.
  let box: Rect
  /// The rows of the text or of the items.
  let body: Rect
  /// The rows of what has to be typed.
  let demandRows: Rect
  /// The rows of the buttons.
  let buttons: Rect
  /// What is asked, wrapped.
  let text: [ReviewText.Line]
  /// What has to be typed, wrapped; empty where nothing has.
  let demand: [ReviewText.Line]

  /// Whether nothing has to be scrolled to read the whole text.
  var showsAllText: Bool { text.count <= textRoom }

  private let textRoom: Int

  init(_ review: PlanReview, state: BrowserState, layout: ScreenLayout) {
    let width = BoxLayout.textWidth(in: layout)
    text = ReviewText.text(review, state: state, width: width)
    demand = ReviewText.demand(review, state: state, width: width)
    let fixed = demand.count + ReviewText.buttonLines(review, state: state, width: width)
    let room = max(0, BoxLayout.room(in: layout).height - 2)
    textRoom = max(0, room - fixed)
    let count = review.showsList ? max(1, review.plan.itemCount) : text.count
    let height = min(room, count + fixed + 1)
    box = BoxLayout.box(lines: height, width: width + 4, in: layout)
    let inside = box.inset(horizontally: 2)
    let foot = inside.split(bottom: fixed - demand.count)
    buttons = foot.bottom
    // An empty line stands above the buttons where there is room for one.
    let upper = foot.rest.split(bottom: height > count + fixed ? 1 : 0).rest
    let rows = upper.split(bottom: demand.count)
    demandRows = rows.bottom
    body = rows.rest
  }
}
