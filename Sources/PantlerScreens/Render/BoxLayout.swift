import ScreenKit
import StoreModel

/// How large boxes are.
enum BoxLayout {
  /// The room that boxes may take.
  static func room(in layout: ScreenLayout) -> Rect {
    let screen = layout.screen
    guard screen.height >= 3 else { return screen }
    // The message line and the hints stay visible.
    return Rect(x: 0, y: 1, width: screen.width, height: screen.height - 3)
  }

  /// A box around some lines, as wide as they need.
  static func box(lines: Int, width: Int, in layout: ScreenLayout) -> Rect {
    room(in: layout).centered(GridSize(width: width, height: lines + 2))
  }

  static func menu(_ menu: Menu, in layout: ScreenLayout, _ state: BrowserState) -> Rect {
    let metrics = state.terminal.metrics
    let widest = menu.items.map { metrics.width(of: $0.title) + metrics.width(of: $0.detail) }
    let width = max((widest.max() ?? 0) + 12, metrics.width(of: menu.title) + 8)
    return box(lines: menu.items.count, width: min(width, 76), in: layout)
  }

  /// Help, nearly as large as the screen.
  static func help(in layout: ScreenLayout) -> Rect {
    let room = room(in: layout)
    return room.centered(GridSize(width: min(room.width, 104), height: room.height))
  }

  /// The lines at the bottom of help that have the keys and the sentence of the selected line whole.
  static func helpFoot(in layout: ScreenLayout) -> Int {
    let inside = help(in: layout).inset(horizontally: 2)
    return min(inside.width < 56 ? 3 : 2, max(0, (inside.height - 1) / 2))
  }

  /// A page of text, as large as it needs.
  static func page(_ page: TextPage, in layout: ScreenLayout) -> Rect {
    let room = room(in: layout)
    let height = min(room.height, page.lines.count + 2)
    return room.centered(GridSize(width: min(room.width, 100), height: height))
  }

  /// The box of the sync dialog.
  static func sync(_ review: SyncReview, in layout: ScreenLayout) -> Rect {
    let room = room(in: layout)
    let (note, foot) = (syncNoteHeight(review, in: layout), syncFootHeight(review, in: layout))
    return room.centered(
      GridSize(
        width: min(room.width, 116), height: min(room.height, review.rows.count + 3 + note + foot)))
  }

  /// What the sync dialog says above its rows.
  static let syncNote =
    "Space changes a row's direction. Nothing is deleted unless you choose it."

  /// How many lines that takes; none in a low window, where the rows need them.
  static func syncNoteHeight(_ review: SyncReview, in layout: ScreenLayout) -> Int {
    isLow(review, in: layout) ? 0 : wholeNoteHeight(in: layout)
  }

  /// The lines below the rows: counts, what is to be known, the command line where there is room, and the buttons.
  static func syncFootHeight(_ review: SyncReview, in layout: ScreenLayout) -> Int {
    isLow(review, in: layout) ? 3 : 5
  }

  private static func wholeNoteHeight(in layout: ScreenLayout) -> Int {
    let width = min(room(in: layout).width, 116) - 4
    return TextMetrics.standard.wrapped(syncNote, to: max(1, width)).count
  }

  /// Whether what could be left out would leave too few rows to see.
  private static func isLow(_ review: SyncReview, in layout: ScreenLayout) -> Bool {
    let rows = room(in: layout).height - 2 - 1 - wholeNoteHeight(in: layout) - 5
    return rows < min(3, review.rows.count)
  }

  /// The rows of the sync dialog, under its headings and above its counts and buttons.
  static func syncRows(_ review: SyncReview, in layout: ScreenLayout) -> Rect {
    let inside = sync(review, in: layout).inset(horizontally: 2)
    let top = 1 + syncNoteHeight(review, in: layout)
    let foot = syncFootHeight(review, in: layout)
    return Rect(
      x: inside.x, y: inside.y + top, width: inside.width, height: inside.height - top - foot)
  }

  /// The width of text in the box of a plan.
  static func textWidth(in layout: ScreenLayout) -> Int {
    max(10, min(84, room(in: layout).width - 4) - 2)
  }
}

extension ScreenLayout {
  /// Whether a plan's box can be answered: a question of one line has to be readable whole, and a box scrolls.
  func fits(_ review: PlanReview, in state: BrowserState) -> Bool {
    guard !isTooSmall else { return false }
    return review.proposal.level > .line || ReviewText.fitsLine(review.plan, state: state)
  }

  /// Whether the sync dialog shows its counts and a row at least; the others are scrolled to.
  func fits(_ review: SyncReview) -> Bool {
    !isTooSmall && BoxLayout.syncRows(review, in: self).height >= 1
  }

  /// Whether the whole text of a question is on the screen.
  func fits(_ question: Question, in state: BrowserState) -> Bool {
    guard !isTooSmall else { return false }
    let width = BoxLayout.textWidth(in: self)
    let lines = question.lines.flatMap { state.terminal.wrapped($0, to: width) }
    return lines.count + 3 <= BoxLayout.room(in: self).height
  }
}
