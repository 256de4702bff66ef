extension TextMetrics {
  /// Breaks a text into lines of at most the given width.
  ///
  /// Lines break at newlines and at spaces; a word wider than a line is broken where it must be.
  /// Spaces at a break are dropped, those at the beginning of a paragraph stay. At least one line
  /// comes back, and none when there is no column.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func wrapped(_ text: String, to width: Int) -> [String] {
    guard width > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrappedParagraph(String($0), to: width) }
  }

  private func wrappedParagraph(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = LineInProgress()
    var word: [(character: Character, width: Int)] = []
    forEachCluster(of: text) { character, columns in
      guard character == " " else {
        word.append((character, columns))
        return true
      }
      line.add(word, to: &lines, limit: width)
      word = []
      line.blanks += 1
      return true
    }
    line.add(word, to: &lines, limit: width)
    lines.append(line.text)
    return lines
  }
}

/// A line that words are added to.
private struct LineInProgress {
  var text = ""
  var width = 0
  /// Blanks seen since the last word; they are written only if a word follows on this line.
  var blanks = 0

  mutating func add(
    _ word: [(character: Character, width: Int)], to lines: inout [String], limit: Int
  ) {
    guard !word.isEmpty else { return }
    let wordWidth = word.reduce(0) { $0 + $1.width }
    if width + blanks + wordWidth > limit, width > 0 {
      lines.append(text)
      self = LineInProgress()
    }
    let indent = min(blanks, max(0, limit - wordWidth))
    text += String(repeating: " ", count: indent)
    width += indent
    blanks = 0
    for (character, columns) in word {
      if width + columns > limit, width > 0 {
        lines.append(text)
        (text, width) = ("", 0)
      }
      // A wide character that fits on no line at all is not shown.
      guard columns <= limit else { continue }
      text.append(character)
      width += columns
    }
  }
}
