import ScreenKit

/// A terminal that understands what the painter sends, with its own idea of widths.
struct FakeScreen {
  let size: GridSize
  let widthOf: (Unicode.Scalar) -> Int
  private(set) var cells: [[String]]
  private(set) var looks: [[String]]
  private(set) var cursor = GridPoint.origin
  private(set) var isCursorShown = true
  private(set) var faults: [String] = []
  private var look = ""

  init(size: GridSize, widthOf: @escaping (Unicode.Scalar) -> Int) {
    self.size = size
    self.widthOf = widthOf
    let row = Array(repeating: " ", count: size.width)
    cells = Array(repeating: row, count: size.height)
    looks = Array(repeating: Array(repeating: "", count: size.width), count: size.height)
  }

  var text: String { cells.map { $0.joined() }.joined(separator: "\n") }

  mutating func receive(_ bytes: [UInt8]) {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}": escape(&scalars)
      case "\u{0F}": break
      case _ where scalar.value < 0x20: faults.append("control \(scalar.value)")
      default: put(scalar)
      }
    }
  }

  private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    guard let kind = rest.popFirst() else { return }
    guard kind == "[" else {
      if kind == "(" { _ = rest.popFirst() }
      return
    }
    var parameters = ""
    while let next = rest.popFirst() {
      guard next.value >= 0x40 else {
        parameters.unicodeScalars.append(next)
        continue
      }
      command(next, parameters)
      return
    }
  }

  private mutating func command(_ final: Unicode.Scalar, _ parameters: String) {
    switch final {
    case "H":
      let parts = parameters.split(separator: ";").compactMap { Int($0) }
      cursor = GridPoint(x: (parts.last ?? 1) - 1, y: (parts.first ?? 1) - 1)
      if !Rect(origin: .origin, size: size).contains(cursor) { faults.append("cursor \(cursor)") }
    case "J":
      let fresh = FakeScreen(size: size, widthOf: widthOf)
      (cells, looks) = (fresh.cells, fresh.looks)
    case "m": look = parameters.isEmpty || parameters == "0" ? "" : look + "[" + parameters + "]"
    case "h", "l": if parameters.hasSuffix("25") { isCursorShown = final == "h" }
    default: faults.append("sequence \(parameters)\(final)")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = widthOf(scalar)
    if width == 0 {
      if cursor.x > 0 { cells[cursor.y][cursor.x - 1].unicodeScalars.append(scalar) }
      return
    }
    cursor.x = min(cursor.x, size.width - 1)
    for offset in 0..<width where cursor.x + offset < size.width {
      cells[cursor.y][cursor.x + offset] = offset == 0 ? String(scalar) : ""
      looks[cursor.y][cursor.x + offset] = look
    }
    // Behind the last cell it waits there, for a mark that belongs to it.
    cursor.x = min(size.width, cursor.x + width)
  }
}
