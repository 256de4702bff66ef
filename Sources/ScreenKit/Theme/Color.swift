/// A colour in 8-bit sRGB.
package struct RGB: Hashable, Sendable {
  /// The three components.
  package let red, green, blue: UInt8

  /// Makes a colour from its components.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb` or `#rgb`; nil for anything else.
  package init?(hex text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    switch (text.utf8.count, digits.count) {
    case (7, 6):
      self.init(
        red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
        blue: UInt8(digits[4] * 16 + digits[5]))
    case (4, 3):
      self.init(
        red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
    default: return nil
    }
  }

  /// The relative luminance, from 0 for black to 1 for white.
  ///
  /// - Source: WCAG 2.2, “relative luminance”.
  package var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// Returns the contrast with another colour, from 1 for equal to 21 for black and white.
  ///
  /// - Source: WCAG 2.2, “contrast ratio”.
  package func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns a squared distance as the eye sees it, good enough to choose a nearest colour.
  func distance(to other: RGB) -> Int {
    // The weights follow the mean of red, as in the low-cost approximation of CIE L*u*v*.
    let mean = (Int(red) + Int(other.red)) / 2
    let (r, g, b) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return (((512 + mean) * r * r) >> 8) + 4 * g * g + (((767 - mean) * b * b) >> 8)
  }

  /// The light of each 8-bit value of a component.
  private static let linear: [Double] = (0...255).map { value in
    let x = Double(value) / 255
    return x <= 0.04045 ? x / 12.92 : power2point4((x + 0.055) / 1.055)
  }

  /// Returns x to the power of 2.4 for 0 < x ≤ 1 without a mathematics library.
  private static func power2point4(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0  // the fifth root of the square, by Newton's method
    for _ in 0..<40 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}

/// A colour that a terminal can be asked for.
package enum Color: Hashable, Sendable {
  /// What the terminal uses for plain text or its ground.
  case terminalDefault

  /// A number in the terminal's palette, 0 to 255.
  case palette(UInt8)

  /// A true colour.
  case rgb(RGB)
}

/// How many colours a terminal shows.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
  /// None; only bold, underline and reverse.
  case mono = 1

  /// The eight classic ones.
  case ansi8 = 8

  /// The eight and their bright versions.
  case ansi16 = 16

  /// The palette of 256.
  case palette256 = 256

  /// All.
  case trueColor = 16_777_216

  /// Orders depths from few to many colours.
  package static func < (lhs: ColorDepth, rhs: ColorDepth) -> Bool { lhs.rawValue < rhs.rawValue }
}
