import ScreenKit

extension GlyphSet {
  private static let plainSigns: [Character: Character] = [
    "–": "-", "…": "~", "▸": ">", "▾": "v", "·": ".", "×": "x", "→": ">", "←": "<", "•": "*",
    "“": "\"", "”": "\"",
  ]

  /// Puts ASCII for the signs of our own sentences, where nothing else can be shown.
  ///
  /// A text that is wrapped needs this first, as wrapping escapes what the terminal cannot show.
  func signs(in text: String) -> String {
    guard kind == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return String(text.map { Self.plainSigns[$0] ?? $0 })
  }
}

extension TerminalProfile {
  /// Wraps a sentence of our own to a width.
  func wrapped(_ text: String, to width: Int) -> [String] {
    metrics.wrapped(glyphs.signs(in: text), to: width)
  }
}
