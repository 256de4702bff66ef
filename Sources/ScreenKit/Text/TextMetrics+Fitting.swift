/// Where text stands in a field that is wider than it.
package enum TextAlignment: Hashable, Sendable { case left, right, center }

/// Cutting and padding; every result is visible text of the promised width.
extension TextMetrics {
  /// Returns the beginning of a text that fits, with a sign at the end when something was cut.
  package func truncated(_ text: String, to width: Int, ellipsis: Character = "…") -> String {
    if fits(text, in: width) { return SafeText.escaped(text, asciiOnly: isASCIIOnly) }
    let sign = cutSign(ellipsis, in: width)
    return prefix(of: text, width: width - self.width(of: sign)) + sign
  }

  /// Returns the end of a text that fits, with a sign in front when something was cut.
  package func truncatedAtStart(
    _ text: String, to width: Int, ellipsis: Character = "…"
  ) -> String {
    if fits(text, in: width) { return SafeText.escaped(text, asciiOnly: isASCIIOnly) }
    let sign = cutSign(ellipsis, in: width)
    return sign + suffix(of: text, width: width - self.width(of: sign))
  }

  /// Returns a text cut in the middle so that a given ending stays whole.
  ///
  /// `sub.shop.example.org` with the ending `example.org` becomes `su….example.org`: the dot
  /// before the ending stays too where there is room. Where not even the ending fits it is cut at
  /// its start, as its end says most. Without an ending both ends are kept alike.
  package func cutInMiddle(
    _ text: String, to width: Int, keepingSuffix ending: String = "", ellipsis: Character = "…"
  ) -> String {
    if fits(text, in: width) { return SafeText.escaped(text, asciiOnly: isASCIIOnly) }
    let sign = cutSign(ellipsis, in: width)
    let room = width - self.width(of: sign)
    guard !ending.isEmpty, text.hasSuffix(ending) else {
      let tail = suffix(of: text, width: room / 2)
      return prefix(of: text, width: room - self.width(of: tail)) + sign + tail
    }
    let endingWidth = self.width(of: ending)
    guard endingWidth <= room else {
      return truncatedAtStart(ending, to: width, ellipsis: ellipsis)
    }
    let head = String(text.dropLast(ending.count))
    let dot = head.hasSuffix(".") && endingWidth < room ? "." : ""
    let kept = prefix(of: head, width: room - endingWidth - dot.utf8.count)
    return kept + sign + dot + SafeText.escaped(ending, asciiOnly: isASCIIOnly)
  }

  /// Returns a text of exactly the given width: cut at its end or padded with blanks.
  package func fitted(
    _ text: String, to width: Int, alignment: TextAlignment = .left, ellipsis: Character = "…"
  ) -> String {
    guard width > 0 else { return "" }
    let shown = truncated(text, to: width, ellipsis: ellipsis)
    let blanks = max(0, width - self.width(of: shown))
    switch alignment {
    case .left: return shown + String(repeating: " ", count: blanks)
    case .right: return String(repeating: " ", count: blanks) + shown
    case .center:
      let before = blanks / 2
      return String(repeating: " ", count: before) + shown
        + String(repeating: " ", count: blanks - before)
    }
  }

  /// Returns the longest beginning that takes no more than the given columns.
  package func prefix(of text: String, width: Int) -> String {
    if Self.isPrintableASCII(text) { return String(text.prefix(max(0, width))) }
    var result = ""
    var used = 0
    forEachCluster(of: text) { character, columns in
      guard used + columns <= width else { return false }
      result.append(character)
      used += columns
      return true
    }
    return result
  }

  /// Returns the longest end that takes no more than the given columns.
  package func suffix(of text: String, width: Int) -> String {
    if Self.isPrintableASCII(text) { return String(text.suffix(max(0, width))) }
    var clusters: [(character: Character, width: Int)] = []
    forEachCluster(of: text) { character, columns in
      clusters.append((character, columns))
      return true
    }
    var used = 0
    var start = clusters.count
    while start > 0, used + clusters[start - 1].width <= width {
      start -= 1
      used += clusters[start].width
    }
    return String(clusters[start...].map(\.character))
  }

  /// Reports whether a text fits, looking no further than it must.
  private func fits(_ text: String, in width: Int) -> Bool {
    if Self.isPrintableASCII(text) { return text.utf8.count <= width }
    var used = 0
    forEachCluster(of: text) { _, columns in
      used += columns
      return used <= width
    }
    return used <= width
  }

  private func cutSign(_ ellipsis: Character, in width: Int) -> String {
    guard width > 0 else { return "" }
    let shown = SafeText.isSafe(ellipsis) && (ellipsis.isASCII || !isASCIIOnly)
    let sign: Character = shown && self.width(of: ellipsis) == 1 ? ellipsis : "~"
    return String(sign)
  }
}
