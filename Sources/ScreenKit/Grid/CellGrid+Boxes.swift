/// The four directions in which a border leaves a cell.
struct BorderArms: OptionSet {
  let rawValue: UInt8

  static let up = BorderArms(rawValue: 1)
  static let right = BorderArms(rawValue: 2)
  static let down = BorderArms(rawValue: 4)
  static let left = BorderArms(rawValue: 8)

  /// Signs by the bits of their arms; a single arm looks like a whole line.
  private static let unicode: [Character] = Array(" │─└││┌├─┘─┴┐┤┬┼")
  private static let ascii: [Character] = Array(" |-+||++-+-+++++")

  /// Returns the sign that shows these arms.
  func character(_ glyphs: GlyphSet) -> Character {
    (glyphs.kind == .unicode ? Self.unicode : Self.ascii)[Int(rawValue & 15)]
  }

  /// Returns the arms that a sign shows; none for anything that is not a border.
  static func of(_ character: Character) -> BorderArms {
    switch character {
    case "│", "|": [.up, .down]
    case "─", "-": [.left, .right]
    case "┌": [.right, .down]
    case "┐": [.down, .left]
    case "└": [.up, .right]
    case "┘": [.up, .left]
    case "├": [.up, .right, .down]
    case "┤": [.up, .down, .left]
    case "┬": [.right, .down, .left]
    case "┴": [.up, .right, .left]
    case "┼", "+": [.up, .right, .down, .left]
    default: []
    }
  }
}

/// A part of a title that stands in a border.
package struct TitlePart: Equatable, Sendable {
  /// The words.
  package let text: String

  /// How they look.
  package let style: Style

  /// Makes a part.
  package init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }
}

extension CellGrid {
  /// Draws a border around the inside of a block.
  ///
  /// - Parameter joining: whether lines that are already there are joined (`├`, `┬`, `┼`). A box
  ///   that lies above text does not join, as text may contain the same signs.
  package mutating func drawBox(
    _ rect: Rect, style: Style, glyphs: GlyphSet, joining: Bool = false
  ) {
    guard !rect.isEmpty else { return }
    let (left, right) = (rect.x, rect.right - 1)
    let (top, bottom) = (rect.y, rect.bottom - 1)
    for y in rect.rows {
      for x in rect.columns where x == left || x == right || y == top || y == bottom {
        var arms: BorderArms = []
        if y == top || y == bottom {
          if x > left { arms.insert(.left) }
          if x < right { arms.insert(.right) }
        }
        if x == left || x == right {
          if y > top { arms.insert(.up) }
          if y < bottom { arms.insert(.down) }
        }
        drawBorder(arms, at: GridPoint(x: x, y: y), style, glyphs, joining)
      }
    }
  }

  /// Draws a line from edge to edge of a bordered block, joined to its sides.
  package mutating func drawDivider(inRow y: Int, of rect: Rect, style: Style, glyphs: GlyphSet) {
    for x in rect.columns {
      var arms: BorderArms = []
      if x > rect.x { arms.insert(.left) }
      if x < rect.right - 1 { arms.insert(.right) }
      drawBorder(arms, at: GridPoint(x: x, y: y), style, glyphs, true)
    }
  }

  /// Draws an upright line from edge to edge of a bordered block, joined to its sides.
  package mutating func drawDivider(
    inColumn x: Int, of rect: Rect, style: Style, glyphs: GlyphSet
  ) {
    for y in rect.rows {
      var arms: BorderArms = []
      if y > rect.y { arms.insert(.up) }
      if y < rect.bottom - 1 { arms.insert(.down) }
      drawBorder(arms, at: GridPoint(x: x, y: y), style, glyphs, true)
    }
  }

  /// Writes titles into the upper border of a block, two border signs apart.
  ///
  /// What does not fit is cut at its end; corners are never covered.
  package mutating func drawTitle(_ parts: [TitlePart], on rect: Rect, glyphs: GlyphSet) {
    var x = rect.x + 1
    let last = rect.right - 1
    for part in parts where !part.text.isEmpty {
      let room = last - x - 2
      guard room > 0 else { return }
      let text = " " + metrics.truncated(part.text, to: room, ellipsis: glyphs.ellipsis) + " "
      x += write(text, at: GridPoint(x: x, y: rect.y), style: part.style, clip: rect)
      x += 2
    }
  }

  private mutating func drawBorder(
    _ arms: BorderArms, at point: GridPoint, _ style: Style, _ glyphs: GlyphSet, _ joining: Bool
  ) {
    guard bounds.contains(point) else { return }
    let present = joining ? BorderArms.of(self[point].character) : []
    let sign = arms.union(present).character(glyphs)
    write(String(sign), at: point, style: style)
  }
}
