import StoreModel

/// How many columns of plain output a text takes.
///
/// It serves to align tables in a scrolling terminal, where a column more or less does no harm.
enum TextWidth {
  static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

/// A table of plain text whose columns are aligned.
struct ColumnTable {
  private var rows: [[String]]

  /// Begins with the titles.
  init(_ titles: [String]) {
    rows = [titles]
  }

  /// Adds a row; its texts are escaped here.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map(VisibleText.escaped))
  }

  /// The number of rows without the titles.
  var count: Int { rows.count - 1 }

  /// Writes the table; nothing when it has no rows.
  func write(to output: Output) {
    guard count > 0 else { return }
    var widths = [Int](repeating: 0, count: rows[0].count)
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], min(60, TextWidth.columns(of: cell)))
      }
    }
    for row in rows {
      var line = ""
      for (index, cell) in row.enumerated() {
        line += cell
        guard index + 1 < row.count else { break }
        let gap = max(0, widths[index] - TextWidth.columns(of: cell)) + 2
        line += String(repeating: " ", count: gap)
      }
      while line.last == " " { line.removeLast() }
      output.line(line)
      if output.isBroken { return }
    }
  }
}
