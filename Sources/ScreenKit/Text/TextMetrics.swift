/// How text is made visible and how many columns it takes.
///
/// Everything that measures text goes through here, so columns cannot disagree. Widths are those
/// of what is shown: a control character counts as its visible escape.
package struct TextMetrics: Hashable, Sendable {
  /// Whether characters of ambiguous width take two columns, as in some East Asian terminals.
  package var ambiguousIsWide: Bool

  /// Whether the terminal shows ASCII only; everything else then appears as an escape.
  package var isASCIIOnly: Bool

  /// Makes metrics for a kind of terminal.
  package init(ambiguousIsWide: Bool = false, isASCIIOnly: Bool = false) {
    self.ambiguousIsWide = ambiguousIsWide
    self.isASCIIOnly = isASCIIOnly
  }

  /// A UTF-8 terminal where ambiguous characters take one column.
  package static let standard = TextMetrics()

  /// Returns the columns that a text takes once it is made visible.
  ///
  /// - Complexity: O(*n*) in the length of the text; ASCII is counted without decoding.
  package func width(of text: String) -> Int {
    if Self.isPrintableASCII(text) { return text.utf8.count }
    var total = 0
    forEachCluster(of: text) { _, width in
      total += width
      return true
    }
    return total
  }

  /// Returns the columns of one cluster once it is made visible; more than 2 for an escape.
  package func width(of character: Character) -> Int {
    if SafeText.isSafe(character), !isASCIIOnly || character.isASCII {
      return safeWidth(of: character)
    }
    return character.unicodeScalars.reduce(0) { total, scalar in
      let part = Character(scalar)
      return total
        + (SafeText.isSafe(part) && (!isASCIIOnly || part.isASCII)
          ? safeWidth(of: part) : SafeText.escape(for: scalar).utf8.count)
    }
  }

  /// Visits the visible clusters of a text with their widths (1 or 2) until told to stop.
  package func forEachCluster(
    of text: String, _ body: (_ character: Character, _ width: Int) -> Bool
  ) {
    if Self.isPrintableASCII(text) {
      for byte in text.utf8 where !body(Self.ascii[Int(byte)], 1) { return }
      return
    }
    for character in text {
      if SafeText.isSafe(character), !isASCIIOnly || character.isASCII {
        guard body(character, safeWidth(of: character)) else { return }
        continue
      }
      for scalar in character.unicodeScalars {
        let part = Character(scalar)
        if SafeText.isSafe(part), !isASCIIOnly || part.isASCII {
          guard body(part, safeWidth(of: part)) else { return }
          continue
        }
        for letter in SafeText.escape(for: scalar) where !body(letter, 1) { return }
      }
    }
  }

  /// The characters of ASCII, so that they need not be cut out of a text one by one.
  private static let ascii = (0..<128).map { Character(Unicode.Scalar($0)) }

  /// Reports whether a text is nothing but printable ASCII, which needs no decoding.
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Returns the columns of a cluster that is shown as it is.
  ///
  /// Emoji take two columns when they are drawn as pictures: by nature, by U+FE0F, as keycap or
  /// as flag. Other clusters take what their first letter takes; a second full letter, as in an
  /// Indic conjunct, adds its own, and no cluster takes more than two.
  private func safeWidth(of character: Character) -> Int {
    if character.utf8.count == 1 { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let base = width(ofScalar: first)
    if base == 2 { return scalars.contains("\u{FE0E}") ? 1 : 2 }
    var extra = 0
    for scalar in scalars.dropFirst() {
      if scalar == "\u{FE0F}" || Self.isRegionalIndicator(scalar) { return 2 }
      if scalar == "\u{FE0E}" { return 1 }
      if !SafeText.isMark(scalar) { extra += width(ofScalar: scalar) }
    }
    return min(2, base + extra)
  }

  private func width(ofScalar scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0xA1 { return 1 }
    if Self.contains(Self.wideRanges, scalar.value) { return 2 }
    guard ambiguousIsWide else { return 1 }
    return Self.contains(Self.ambiguousRanges, scalar.value) ? 2 : 1
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}
