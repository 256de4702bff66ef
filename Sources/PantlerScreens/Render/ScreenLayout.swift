import ScreenKit
import StoreModel

/// Where the parts of the screen stand, worked out from its size alone.
struct ScreenLayout: Equatable, Sendable {
  /// The smallest screen on which anything can be done.
  static let minimum = GridSize(width: 40, height: 10)

  /// The whole screen.
  let screen: Rect
  /// The line at the top; empty when the screen is too small.
  private(set) var top = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The panes with their borders; those that are not shown are absent.
  private(set) var panes: [Pane: Rect] = [:]
  /// The line for messages and what is typed.
  private(set) var message = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The line of hints.
  private(set) var hints = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Whether there is too little room for anything but a notice.
  var isTooSmall: Bool { Self.isTooSmall(screen.size) }

  static func isTooSmall(_ size: GridSize) -> Bool {
    size.width < minimum.width || size.height < minimum.height
  }

  init(_ state: BrowserState, size: GridSize) {
    screen = Rect(origin: .origin, size: size)
    guard !Self.isTooSmall(size) else { return }
    let head = screen.split(top: 1)
    top = head.top
    let foot = head.rest.split(bottom: 2)
    message = foot.bottom.row(0)
    hints = foot.bottom.row(1)
    let isSingle = size.width < 80 || size.height < 20 || state.looks.isZoomed
    if isSingle {
      panes[state.focus] = foot.rest
    } else {
      place(state, in: foot.rest)
    }
  }

  /// Places several panes: sources on the left, the log below, details under the list.
  private mutating func place(_ state: BrowserState, in body: Rect) {
    var middle = body
    if state.looks.logDock != .off, state.view != .log {
      let height = state.looks.logDock == .lines ? 6 : body.height / 2
      let parts = middle.split(bottom: height)
      panes[.log] = parts.bottom
      middle = parts.rest
    }
    if body.width >= 120 || state.focus == .sources {
      let parts = middle.split(left: body.width >= 120 ? 30 : 26)
      panes[.sources] = parts.left
      middle = parts.rest
    }
    if state.looks.showsDetails, middle.height >= 12 {
      // The border between is shared, so that no line is lost.
      let height = min(11, max(5, middle.height * 2 / 5))
      let parts = middle.split(bottom: height - 1)
      panes[.details] = Rect(
        x: middle.x, y: parts.bottom.y - 1, width: middle.width, height: height)
      middle = parts.rest
    }
    panes[.list] = middle
  }

  /// The inside of a pane, without its borders; empty when it is not shown.
  func inside(_ pane: Pane) -> Rect {
    panes[pane]?.inset() ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// The rows of a pane's list, under its heading where it has one.
  func listRows(_ pane: Pane, hasHeading: Bool) -> Rect {
    let inside = inside(pane)
    return pane == .list && hasHeading ? inside.split(top: 1).rest : inside
  }

  /// The pane under a cell; nil for lines that are none.
  func pane(at point: GridPoint) -> Pane? {
    Pane.allCases.first { panes[$0]?.contains(point) ?? false }
  }

  /// The line of a pane's list under a cell; nil for its border and heading.
  func line(of point: GridPoint, in pane: Pane) -> Int? {
    let rows = listRows(pane, hasHeading: hasHeading)
    return rows.contains(point) ? point.y - rows.y : nil
  }

  /// Whether the list has a line of headings.
  var hasHeading = true
}

extension BrowserState {
  /// Where the parts of the screen stand.
  var layout: ScreenLayout {
    var layout = ScreenLayout(self, size: terminal.size)
    layout.hasHeading = view != .log
    return layout
  }

  /// Fits every list to the room it has, after each message.
  mutating func settle() {
    let layout = layout
    let list = layout.listRows(.list, hasHeading: layout.hasHeading)
    let listHeight = list.height - listRemarks(in: list).count
    if view == .log {
      log.viewport.resize(count: log.rows.count, height: listHeight)
    } else {
      var viewport = self.viewport
      viewport.resize(count: rows.count, height: listHeight)
      self.viewport = viewport
      log.viewport.resize(count: log.rows.count, height: layout.inside(.log).height)
    }
    if log.follows { log.viewport.moveToEnd() }
    sources.viewport.resize(count: sourceNodes.count, height: layout.inside(.sources).height)
    settleOverlays(layout)
  }

  private mutating func settleOverlays(_ layout: ScreenLayout) {
    for index in overlays.indices {
      switch overlays[index] {
      case .menu(var menu):
        menu.viewport.resize(
          count: menu.items.count, height: BoxLayout.menu(menu, in: layout, self).inset().height)
        overlays[index] = .menu(menu)
      case .help(var page):
        page.resize(
          height: BoxLayout.help(in: layout).inset().height - 1 - BoxLayout.helpFoot(in: layout))
        overlays[index] = .help(page)
      case .page(var page):
        page.viewport.resize(
          count: page.lines.count, height: BoxLayout.page(page, in: layout).inset().height)
        overlays[index] = .page(page)
      case .explain(var page):
        let inside = BoxLayout.help(in: layout).inset(horizontally: 2)
        let look = ExplainPage.Look(
          width: inside.width, isUnmasked: looks.isUnmasked, glyphs: terminal.glyphs)
        page.settle(height: inside.height, look: look, state: self)
        overlays[index] = .explain(page)
      case .review(var review):
        let parts = ReviewLayout(review, state: self, layout: layout)
        review.viewport.resize(count: review.plan.itemCount, height: parts.body.height)
        if !review.showsList {
          // What was read in a larger window is not what is on the screen now.
          if review.text.height != parts.body.height { review.isRead = false }
          review.text.resize(count: parts.text.count, height: parts.body.height)
          review.isRead = review.isRead || (review.text.showsEnd && parts.body.height > 0)
        }
        overlays[index] = .review(review)
      case .sync(var review):
        review.viewport.resize(
          count: review.rows.count, height: BoxLayout.syncRows(review, in: layout).height)
        overlays[index] = .sync(review)
      case .planning, .form, .question: break
      }
    }
  }
}
