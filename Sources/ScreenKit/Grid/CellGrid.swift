/// A screen full of cells, drawn on in memory and then shown by a driver.
///
/// Each cell holds one grapheme cluster; a wide one owns a lead and a continuation cell. All
/// text is made safe as it enters a cell, so nothing that is drawn can command the terminal.
/// Whatever falls outside the grid, or outside the clip given, is cut off without complaint.
package struct CellGrid: Equatable, Sendable {
  /// The columns and rows.
  package let size: GridSize

  /// How text is measured and made visible.
  package let metrics: TextMetrics

  private var cells: [Cell]

  /// Makes an empty grid.
  package init(size: GridSize, style: Style = .plain, metrics: TextMetrics = .standard) {
    self.size = size
    self.metrics = metrics
    cells = Array(repeating: Cell(blank: style), count: size.width * size.height)
  }

  /// All cells as a block.
  package var bounds: Rect { Rect(origin: .origin, size: size) }

  /// The cell at a place inside the grid; outside is a programming error.
  package subscript(point: GridPoint) -> Cell {
    precondition(bounds.contains(point), "a cell outside the grid")
    return cells[point.y * size.width + point.x]
  }

  /// The cells of one row, from left to right.
  package func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Writes text and returns the number of columns it took, at most up to the edge of the clip.
  ///
  /// Text left of the clip is skipped and text right of it cut. A wide cluster that only half
  /// fits is replaced by blanks, never cut in two.
  @discardableResult
  package mutating func write(
    _ text: String, at point: GridPoint, style: Style, clip: Rect? = nil
  ) -> Int {
    let area = clip.map(bounds.intersection) ?? bounds
    guard area.rows.contains(point.y) else { return 0 }
    var x = point.x
    metrics.forEachCluster(of: text) { character, width in
      guard x < area.right else { return false }
      place(character, width: width, at: GridPoint(x: x, y: point.y), style: style, in: area)
      x += width
      return true
    }
    return min(x, max(area.right, point.x)) - point.x
  }

  /// Fills a block with one character of one column; a wide or unsafe one counts as a space.
  package mutating func fill(_ rect: Rect, with character: Character = " ", style: Style) {
    let area = bounds.intersection(rect)
    let filler = metrics.width(of: character) == 1 ? character : " "
    for y in area.rows {
      for x in area.columns {
        put(Cell(character: filler, width: 1, style: style), at: GridPoint(x: x, y: y))
      }
    }
  }

  /// Changes how a block looks and leaves its text alone.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = bounds.intersection(rect)
    for y in area.rows {
      for x in area.columns {
        let index = y * size.width + x
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Copies another grid onto this one with its upper left corner at a place.
  package mutating func draw(_ other: CellGrid, at point: GridPoint, clip: Rect? = nil) {
    let area = clip.map(bounds.intersection) ?? bounds
    for y in 0..<other.size.height where area.rows.contains(point.y + y) {
      for (x, cell) in other.row(y).enumerated() where !cell.isContinuation {
        place(
          cell.character, width: Int(cell.width), at: GridPoint(x: point.x + x, y: point.y + y),
          style: cell.style, in: area)
      }
    }
  }

  /// Puts one cluster in its cells, or blanks where only a half of it would be seen.
  private mutating func place(
    _ character: Character, width: Int, at point: GridPoint, style: Style, in area: Rect
  ) {
    guard width == 2 else {
      guard area.columns.contains(point.x) else { return }
      return put(Cell(character: character, width: 1, style: style), at: point)
    }
    let right = GridPoint(x: point.x + 1, y: point.y)
    switch (area.columns.contains(point.x), area.columns.contains(right.x)) {
    case (true, true):
      put(Cell(character: character, width: 2, style: style), at: point)
      put(Cell(character: " ", width: 0, style: style), at: right)
    case (true, false): put(Cell(blank: style), at: point)
    case (false, true): put(Cell(blank: style), at: right)
    case (false, false): break
    }
  }

  /// Stores a cell and blanks the orphaned half of a wide cell that it covers.
  private mutating func put(_ cell: Cell, at point: GridPoint) {
    let index = point.y * size.width + point.x
    let old = cells[index]
    if old.isContinuation, !cell.isContinuation {
      cells[index - 1] = Cell(blank: cells[index - 1].style)
    }
    cells[index] = cell
    guard old.width == 2, point.x + 1 < size.width, cells[index + 1].isContinuation else { return }
    cells[index + 1] = Cell(blank: cells[index + 1].style)
  }
}

extension CellGrid {
  /// The rows between bars, as tests compare them.
  ///
  /// A wide cluster stands for both of its cells, so each line has the right width when printed.
  package var text: String {
    (0..<size.height).map { "|" + rowText($0) + "|" }.joined(separator: "\n")
  }

  /// The text of one row without bars, trailing blanks included.
  package func rowText(_ y: Int) -> String {
    var line = ""
    for cell in row(y) where !cell.isContinuation { line.append(cell.character) }
    return line
  }

  /// The role of every cell as a letter, between bars; a dot for roles without a letter.
  package func roleText(_ legend: [Role: Character]) -> String {
    (0..<size.height).map { y in
      "|" + String(row(y).map { legend[$0.style.role] ?? "." }) + "|"
    }.joined(separator: "\n")
  }
}
