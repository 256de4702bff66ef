/// Which rows of a long list are on the screen, and which one is selected.
///
/// Every operation takes the same time however long the list is. The selected row is always one
/// of those on the screen.
package struct ListViewport: Equatable, Sendable {
  /// The number of rows in the list.
  package private(set) var count: Int

  /// The number of rows on the screen.
  package private(set) var height: Int

  /// The first row on the screen.
  package private(set) var offset = 0

  private var cursor = 0

  /// Makes a viewport at the beginning of a list.
  package init(count: Int = 0, height: Int = 0) {
    self.count = max(0, count)
    self.height = max(0, height)
  }

  /// The selected row, or nil when the list is empty.
  package var selected: Int? { count > 0 ? cursor : nil }

  /// The rows on the screen; fewer than its height when the list ends before.
  package var visible: Range<Int> { offset..<min(count, offset + height) }

  /// The line of the screen on which the selected row stands, or nil when none is seen.
  package var selectedLine: Int? { visible.contains(cursor) ? cursor - offset : nil }

  /// Whether the last row is on the screen.
  package var showsEnd: Bool { offset + height >= count }

  /// Takes a new length and height; selection and offset stay where they can.
  package mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(0, height)
    select(cursor)
  }

  /// Selects a row, or the nearest there is, and scrolls just far enough to show it.
  package mutating func select(_ index: Int) {
    cursor = min(max(0, index), max(0, count - 1))
    offset = min(max(offset, cursor - max(height, 1) + 1), cursor)
    clampOffset()
  }

  /// Selects a row and shows it in the middle of the screen.
  package mutating func center(on index: Int) {
    select(index)
    offset = cursor - height / 2
    clampOffset()
  }

  /// Moves the selection by some rows.
  package mutating func move(by rows: Int) {
    let (target, overflow) = cursor.addingReportingOverflow(rows)
    select(overflow ? (rows < 0 ? 0 : count) : target)
  }

  /// Moves by whole screens, less one row so that the eye finds its place.
  package mutating func movePages(_ pages: Int) {
    jump(by: pages * max(1, height - 1))
  }

  /// Moves by half screens.
  package mutating func moveHalfPages(_ pages: Int) {
    jump(by: pages * max(1, height / 2))
  }

  /// Selects the first row.
  package mutating func moveToStart() { select(0) }

  /// Selects the last row.
  package mutating func moveToEnd() { select(count - 1) }

  /// Scrolls by some rows; the selection follows only when it would leave the screen.
  package mutating func scroll(by rows: Int) {
    offset += rows
    clampOffset()
    cursor = min(max(cursor, offset), max(offset, visible.upperBound - 1))
    cursor = min(cursor, max(0, count - 1))
  }

  /// Moves selection and offset alike, so that the selection keeps its line on the screen.
  private mutating func jump(by rows: Int) {
    offset += rows
    clampOffset()
    move(by: rows)
  }

  private mutating func clampOffset() {
    offset = min(max(0, offset), max(0, count - height))
  }
}
