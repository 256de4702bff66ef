/// Numbers as pictures in a line of text.
package enum Bars {
  /// Returns the last values as a line of small columns, scaled to the largest of them.
  ///
  /// Zero and less is the lowest level, anything above at least the second. Where there are fewer
  /// values than cells, the line is padded on the left.
  package static func sparkline(_ values: [Int], width: Int, glyphs: GlyphSet) -> String {
    guard width > 0 else { return "" }
    let shown = values.suffix(width)
    let largest = max(1, shown.max() ?? 1)
    let levels = glyphs.levels
    let steps = Double(levels.count - 1)
    let line = shown.map { value -> Character in
      guard value > 0 else { return levels[0] }
      let level = (Double(value) / Double(largest) * steps).rounded(.up)
      return levels[min(levels.count - 1, max(1, Int(level)))]
    }
    return String(repeating: " ", count: width - line.count) + String(line)
  }

  /// Returns a bar of the given width, padded with blanks, whose full length is the maximum.
  ///
  /// Anything above zero shows at least the smallest mark.
  package static func bar(_ value: Int, of maximum: Int, width: Int, glyphs: GlyphSet) -> String {
    guard width > 0 else { return "" }
    let parts = glyphs.eighths
    let units = width * parts.count
    var filled = 0
    if value > 0, maximum > 0 {
      let share = min(1, Double(value) / Double(maximum))
      filled = max(1, Int((share * Double(units)).rounded()))
    }
    var text = String(repeating: parts[parts.count - 1], count: filled / parts.count)
    let rest = filled % parts.count
    if rest > 0 { text.append(parts[rest - 1]) }
    return text + String(repeating: " ", count: width - text.count)
  }

  /// Returns a bar of done and left, such as `███░░░`; the total 0 counts as nothing to do.
  package static func progress(_ done: Int, of total: Int, width: Int, glyphs: GlyphSet) -> String {
    guard width > 0 else { return "" }
    let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1
    // Rounded down, so that a full bar means that all is done.
    let filled = Int(share * Double(width))
    return String(repeating: glyphs.thumb, count: filled)
      + String(repeating: glyphs.barRest, count: width - filled)
  }

  /// Returns the part of a scroll bar's length that stands for the rows on the screen.
  ///
  /// The thumb has at least one cell, and touches an end only when the list is there.
  package static func scrollThumb(of viewport: ListViewport, length: Int) -> Range<Int> {
    guard length > 0, viewport.count > viewport.height, viewport.height > 0 else {
      return 0..<max(0, length)
    }
    let size = max(1, length * viewport.height / viewport.count)
    let hidden = viewport.count - viewport.height
    var start = Int(Double(length - size) * Double(viewport.offset) / Double(hidden))
    if viewport.offset > 0, start == 0, length > size { start = 1 }
    if !viewport.showsEnd, start == length - size, start > 0, length - size > 1 { start -= 1 }
    return start..<min(length, start + size)
  }
}

extension CellGrid {
  /// Draws an upright scroll bar in the first column of a block; nothing when all rows are seen.
  package mutating func drawScrollbar(
    _ viewport: ListViewport, in rect: Rect, theme: Theme, glyphs: GlyphSet
  ) {
    guard viewport.count > viewport.height else { return }
    let thumb = Bars.scrollThumb(of: viewport, length: rect.height)
    for line in 0..<rect.height {
      let isThumb = thumb.contains(line)
      write(
        String(isThumb ? glyphs.thumb : glyphs.rail), at: GridPoint(x: rect.x, y: rect.y + line),
        style: theme[isThumb ? .scrollbarThumb : .scrollbar], clip: rect)
    }
  }
}
