/// The colours that terminals have numbers for.
enum Palette {
  /// The sixteen of xterm; terminals differ, but keep their order and rough lightness.
  static let ansi16: [RGB] = [
    RGB(red: 0, green: 0, blue: 0), RGB(red: 205, green: 0, blue: 0),
    RGB(red: 0, green: 205, blue: 0), RGB(red: 205, green: 205, blue: 0),
    RGB(red: 0, green: 0, blue: 238), RGB(red: 205, green: 0, blue: 205),
    RGB(red: 0, green: 205, blue: 205), RGB(red: 229, green: 229, blue: 229),
    RGB(red: 127, green: 127, blue: 127), RGB(red: 255, green: 0, blue: 0),
    RGB(red: 0, green: 255, blue: 0), RGB(red: 255, green: 255, blue: 0),
    RGB(red: 92, green: 92, blue: 255), RGB(red: 255, green: 0, blue: 255),
    RGB(red: 0, green: 255, blue: 255), RGB(red: 255, green: 255, blue: 255),
  ]

  /// Returns the colour of a number: the sixteen, a cube of 216, and 24 greys.
  static func rgb(_ number: UInt8) -> RGB {
    switch Int(number) {
    case let n where n < 16: ansi16[n]
    case let n where n < 232:
      RGB(red: step((n - 16) / 36), green: step((n - 16) / 6 % 6), blue: step((n - 16) % 6))
    case let n:
      RGB(red: grey(n - 232), green: grey(n - 232), blue: grey(n - 232))
    }
  }

  /// The numbers that a depth has; at 256 the sixteen are left out, as people repaint them.
  static func numbers(of depth: ColorDepth) -> ClosedRange<UInt8> {
    switch depth {
    case .ansi8, .mono: 0...7
    case .ansi16: 0...15
    case .palette256, .trueColor: 16...255
    }
  }

  /// Returns the number of the nearest colour.
  static func nearest(to color: RGB, depth: ColorDepth) -> UInt8 {
    let candidates = numbers(of: depth)
    var best = candidates.lowerBound
    var least = Int.max
    for number in candidates {
      let distance = rgb(number).distance(to: color)
      if distance < least { (best, least) = (number, distance) }
    }
    return best
  }

  private static func step(_ level: Int) -> UInt8 { level == 0 ? 0 : UInt8(55 + 40 * level) }

  private static func grey(_ level: Int) -> UInt8 { UInt8(8 + 10 * level) }
}

extension Color {
  /// The components, or nil for the terminal's own colour, which nobody knows.
  package var rgb: RGB? {
    switch self {
    case .terminalDefault: nil
    case .palette(let number): Palette.rgb(number)
    case .rgb(let color): color
    }
  }
}
