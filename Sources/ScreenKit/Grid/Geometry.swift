/// A place on the screen, counted in cells from the upper left corner.
package struct GridPoint: Hashable, Sendable {
  /// Columns from the left edge.
  package var x: Int

  /// Rows from the upper edge.
  package var y: Int

  /// Makes a point from its column and row.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The upper left corner.
  package static let origin = GridPoint(x: 0, y: 0)
}

/// A number of columns and rows, neither of them negative.
package struct GridSize: Hashable, Sendable {
  /// The number of columns.
  package let width: Int

  /// The number of rows.
  package let height: Int

  /// Makes a size; a negative measure counts as zero.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Whether there is no cell at all.
  package var isEmpty: Bool { width == 0 || height == 0 }
}

/// A block of cells.
package struct Rect: Hashable, Sendable {
  /// The upper left cell.
  package var origin: GridPoint

  /// The columns and rows covered.
  package var size: GridSize

  /// Makes a block from its corner and size.
  package init(origin: GridPoint, size: GridSize) {
    self.origin = origin
    self.size = size
  }

  /// Makes a block from four numbers; negative measures count as zero.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: GridPoint(x: x, y: y), size: GridSize(width: width, height: height))
  }

  /// The first column.
  package var x: Int { origin.x }

  /// The first row.
  package var y: Int { origin.y }

  /// The number of columns.
  package var width: Int { size.width }

  /// The number of rows.
  package var height: Int { size.height }

  /// The column after the last.
  package var right: Int { x + width }

  /// The row after the last.
  package var bottom: Int { y + height }

  /// The columns covered.
  package var columns: Range<Int> { x..<right }

  /// The rows covered.
  package var rows: Range<Int> { y..<bottom }

  /// Whether no cell is covered.
  package var isEmpty: Bool { size.isEmpty }

  /// Reports whether a cell lies inside.
  package func contains(_ point: GridPoint) -> Bool {
    columns.contains(point.x) && rows.contains(point.y)
  }

  /// Returns the cells covered by both; empty when they do not meet.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top,
      width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }

  /// Returns the block without a border of the given thickness.
  package func inset(horizontally dx: Int = 1, vertically dy: Int = 1) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns one row of the block, counted from its top; empty when there is no such row.
  package func row(_ index: Int) -> Rect {
    let exists = (0..<height).contains(index)
    return Rect(x: x, y: y + index, width: exists ? width : 0, height: exists ? 1 : 0)
  }

  /// Cuts rows off the top and returns both parts; the cut part may be all there is.
  package func split(top count: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(0, count), height)
    return (
      Rect(x: x, y: y, width: width, height: taken),
      Rect(x: x, y: y + taken, width: width, height: height - taken)
    )
  }

  /// Cuts rows off the bottom and returns both parts.
  package func split(bottom count: Int) -> (rest: Rect, bottom: Rect) {
    let parts = split(top: height - min(max(0, count), height))
    return (parts.top, parts.rest)
  }

  /// Cuts columns off the left side and returns both parts.
  package func split(left count: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(0, count), width)
    return (
      Rect(x: x, y: y, width: taken, height: height),
      Rect(x: x + taken, y: y, width: width - taken, height: height)
    )
  }

  /// Cuts columns off the right side and returns both parts.
  package func split(right count: Int) -> (rest: Rect, right: Rect) {
    let parts = split(left: width - min(max(0, count), width))
    return (parts.left, parts.rest)
  }

  /// Returns a block of the given size in the middle, never larger than this one.
  package func centered(_ wanted: GridSize) -> Rect {
    let inner = GridSize(width: min(wanted.width, width), height: min(wanted.height, height))
    return Rect(
      origin: GridPoint(x: x + (width - inner.width) / 2, y: y + (height - inner.height) / 2),
      size: inner)
  }
}
