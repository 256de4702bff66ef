/// The signs that are not letters: borders, arrows, marks and blocks.
///
/// Every sign takes one column in the terminals that the set is for.
package struct GlyphSet: Hashable, Sendable {
  /// Which of the two sets.
  package enum Kind: Hashable, Sendable { case unicode, ascii }

  /// Which of the two sets.
  package let kind: Kind

  /// Signs of Unicode, for UTF-8 terminals with narrow ambiguous characters.
  package static let unicode = GlyphSet(kind: .unicode)

  /// ASCII alone.
  package static let ascii = GlyphSet(kind: .ascii)

  private func pick(_ unicode: Character, _ ascii: Character) -> Character {
    kind == .unicode ? unicode : ascii
  }

  /// What stands for text that was cut off.
  package var ellipsis: Character { pick("…", "~") }

  /// A branch that is folded.
  package var folded: Character { pick("▸", "+") }

  /// A branch that is open.
  package var unfolded: Character { pick("▾", "-") }

  /// Something marked, live or chosen.
  package var dot: Character { pick("●", "*") }

  /// Something neither marked nor live.
  package var ring: Character { pick("○", "o") }

  /// A separator between steps of a path.
  package var breadcrumb: Character { pick("▸", ">") }

  /// A small separator.
  package var middleDot: Character { pick("·", ".") }

  /// From one value to the next.
  package var arrow: Character { pick("→", ">") }

  /// Towards the other side, for comparisons.
  package var leftArrow: Character { pick("←", "<") }

  /// Ascending order.
  package var ascending: Character { pick("▴", "^") }

  /// Descending order, or more below.
  package var descending: Character { pick("▾", "v") }

  /// Nothing to show.
  package var dash: Character { pick("–", "-") }

  /// A letter that is hidden.
  package var masked: Character { pick("•", "*") }

  /// Done.
  package var check: Character { pick("✓", "x") }

  /// The rail of a scroll bar.
  package var rail: Character { pick("│", "|") }

  /// The thumb of a scroll bar.
  package var thumb: Character { pick("█", "#") }

  /// The part of a bar that is still empty.
  package var barRest: Character { pick("░", ".") }

  /// Levels of a sparkline from the lowest to the highest.
  package var levels: [Character] {
    kind == .unicode ? Array("▁▂▃▄▅▆▇█") : Array("_.:-=+*#")
  }

  /// Parts of a bar in eighths, the full one last; in ASCII only the full one.
  package var eighths: [Character] { kind == .unicode ? Array("▏▎▍▌▋▊▉█") : ["#"] }
}

extension GlyphSet {
  /// Chooses the set and the metrics for a terminal from its kind and the locale.
  ///
  /// - Parameters:
  ///   - term: the value of `TERM`.
  ///   - locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set and not empty.
  ///   - ambiguousIsWide: whether the terminal draws ambiguous characters over two columns.
  ///   - ascii: whether the person asked for ASCII.
  package static func automatic(
    term: String, locale: String, ambiguousIsWide: Bool = false, ascii: Bool = false
  ) -> (glyphs: GlyphSet, metrics: TextMetrics) {
    let encoding = locale.lowercased().filter { $0 != "-" }
    let isUTF8 = encoding.contains("utf8")
    let isOld = term.hasPrefix("vt") && !term.hasPrefix("vte")
    let metrics = TextMetrics(
      ambiguousIsWide: ambiguousIsWide, isASCIIOnly: ascii || isOld || !isUTF8)
    let plain = metrics.isASCIIOnly || term.hasPrefix("linux") || ambiguousIsWide
    return (plain ? .ascii : .unicode, metrics)
  }
}
