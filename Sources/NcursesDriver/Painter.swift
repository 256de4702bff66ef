import ScreenKit

/// Turns grids into the bytes that change what the terminal shows.
///
/// Only cells that differ from the last frame are written. The terminal may disagree about how
/// wide a cluster is, so the cursor is placed anew behind each one that terminals differ about.
struct Painter {
  private let terminal: Capabilities
  private let depth: ColorDepth
  private var shown: CellGrid?
  private var isCursorShown = true
  private var styles: [Style: [UInt8]] = [:]

  // What is known of the terminal while a frame is written; nil when it is not known.
  private var position: GridPoint?
  private var style: Style?
  private var output: [UInt8] = []
  private var size = GridSize(width: 0, height: 0)

  init(terminal: Capabilities, depth: ColorDepth) {
    self.terminal = terminal
    self.depth = depth
  }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  mutating func forget() {
    shown = nil
    isCursorShown = true
  }

  /// Returns the bytes that turn what is shown into a grid; none when nothing differs.
  mutating func frame(_ grid: CellGrid, cursor: GridPoint?) -> [UInt8] {
    output = []
    size = grid.size
    (position, style) = (nil, nil)
    if shown?.size != grid.size { shown = nil }
    if shown == nil {
      output += terminal.resetStyle + terminal.clear
    }
    for y in 0..<grid.size.height { paint(row: y, of: grid) }
    if style != nil { output += terminal.resetStyle }
    let hasPainted = !output.isEmpty
    if hasPainted, isCursorShown {
      output = terminal.hideCursor + output
      isCursorShown = false
    }
    shown = grid
    place(cursor.flatMap { grid.bounds.contains($0) ? $0 : nil })
    return output
  }

  private mutating func place(_ cursor: GridPoint?) {
    if let cursor {
      output += terminal.move(to: cursor)
      if !isCursorShown { output += terminal.showCursor }
      isCursorShown = true
    } else if isCursorShown {
      output += terminal.hideCursor
      isCursorShown = false
    }
  }

  private mutating func paint(row y: Int, of grid: CellGrid) {
    let new = grid.row(y)
    guard let shown else { return write(new, y: y) }
    let old = shown.row(y)
    if zip(old, new).allSatisfy({ Self.looksSame($0, $1) }) { return }
    // A joined cluster may have spilt over its cells, so nothing in such a row can be trusted.
    if old.contains(where: Self.maySpill) || new.contains(where: Self.maySpill) {
      return write(new, y: y)
    }
    var index = new.startIndex
    let shift = old.startIndex - new.startIndex
    while index < new.endIndex {
      guard !Self.looksSame(old[index + shift], new[index]) else {
        index += 1
        continue
      }
      // Either half of a wide cluster stands for both.
      if new[index].isContinuation { index -= 1 }
      var end = index + 1
      var same = 0
      var scan = end
      // A short stretch of equal cells is cheaper to write again than to jump over.
      while scan < new.endIndex, same < 4 {
        let isSame = Self.looksSame(old[scan + shift], new[scan]) && !new[scan].isContinuation
        same = isSame ? same + 1 : 0
        if !isSame { end = scan + 1 }
        scan += 1
      }
      write(new[index..<end], y: y, from: index - new.startIndex)
      index = end
    }
  }

  private mutating func write(_ cells: ArraySlice<Cell>, y: Int, from start: Int = 0) {
    for (offset, cell) in cells.enumerated() where !cell.isContinuation {
      write(cell, at: GridPoint(x: start + offset, y: y))
    }
  }

  private mutating func write(_ cell: Cell, at point: GridPoint) {
    let isLast = point.x == size.width - 1 && point.y == size.height - 1
    guard !isLast || terminal.canFillLastCell else { return }
    if position != point { output += terminal.move(to: point) }
    if style.map({ !$0.looksLike(cell.style) }) ?? true {
      output += bytes(for: cell.style)
      style = cell.style
    }
    let isCertain = Self.isWidthCertain(cell.character)
    if cell.width == 2, !isCertain {
      // Where the terminal draws it over one column, the other must not keep its old content.
      output += [0x20, 0x20] + terminal.move(to: point)
    }
    output += cell.character.utf8
    let next = GridPoint(x: point.x + Int(cell.width), y: point.y)
    position = isCertain && next.x < size.width ? next : nil
  }

  private mutating func bytes(for style: Style) -> [UInt8] {
    if let known = styles[style] { return known }
    var bytes = terminal.resetStyle
    let hasColor = style.foreground != .terminalDefault || style.background != .terminalDefault
    let marks =
      hasColor ? style.attributes.subtracting(terminal.marksLostInColor) : style.attributes
    bytes += color(style.foreground, "38", terminal.foregrounds)
    bytes += color(style.background, "48", terminal.backgrounds)
    if marks.contains(.bold) { bytes += terminal.bold }
    if marks.contains(.dim) { bytes += terminal.dim }
    if marks.contains(.italic) { bytes += terminal.italic }
    if marks.contains(.underline) { bytes += terminal.underline }
    if marks.contains(.reverse) { bytes += terminal.reverse }
    styles[style] = bytes
    return bytes
  }

  private func color(_ color: Color, _ kind: String, _ palette: [[UInt8]]) -> [UInt8] {
    switch color {
    case .terminalDefault: []
    case .palette(let number): Int(number) < palette.count ? palette[Int(number)] : []
    case .rgb(let rgb):
      depth == .trueColor
        ? Array("\u{1B}[\(kind);2;\(rgb.red);\(rgb.green);\(rgb.blue)m".utf8) : []
    }
  }

  private static func looksSame(_ one: Cell, _ two: Cell) -> Bool {
    one.width == two.width && one.style.looksLike(two.style) && one.character == two.character
  }

  /// Reports whether terminals may draw a cluster over more cells than it owns.
  private static func maySpill(_ cell: Cell) -> Bool {
    !cell.character.isASCII && cell.character.unicodeScalars.count > 1
  }

  /// Reports whether terminals agree about the width of a cluster.
  ///
  /// They do for single scalars that are no emoji and older than the newer symbols; about
  /// ambiguous ones the person has been asked.
  private static func isWidthCertain(_ character: Character) -> Bool {
    if character.isASCII { return true }
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return false }
    switch scalar.value {
    case 0..<0x2600: return !scalar.properties.isEmoji
    case 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF01...0xFFEE: return !scalar.properties.isEmoji
    default: return false
    }
  }
}
