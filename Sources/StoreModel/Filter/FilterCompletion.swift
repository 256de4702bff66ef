/// A way to go on with a filter that is being typed.
public struct FilterCompletion: Hashable, Sendable {
  /// The characters of the text that are replaced.
  public var replaced: Range<Int>
  /// What stands there instead.
  public var text: String

  /// Takes both as they are.
  public init(replaced: Range<Int>, text: String) {
    self.replaced = replaced
    self.text = text
  }
}

/// The names that occur in what is filtered, for completing them.
public struct FilterVocabulary: Sendable {
  /// Values that occur, by field.
  public var values: [FilterField: [String]]
  /// The saved filters.
  public var saved: [String]

  /// Takes both as they are.
  public init(values: [FilterField: [String]] = [:], saved: [String] = []) {
    self.values = values
    self.saved = saved
  }
}

extension Filter {
  /// Returns the ways to complete the word before the cursor, best first.
  ///
  /// - Parameter cursor: the number of characters before the cursor.
  public static func completions(
    for text: String, cursor: Int, vocabulary: FilterVocabulary = FilterVocabulary()
  ) -> [FilterCompletion] {
    let before = Array(text.prefix(max(0, cursor)))
    let start = wordStart(in: before)
    var begin = start
    while begin < before.count, before[begin] == "!" || before[begin] == "-" { begin += 1 }
    let word = String(before[begin...])
    if word.hasPrefix("@") {
      return matching(word.dropFirst(), in: vocabulary.saved)
        .map { FilterCompletion(replaced: begin..<before.count, text: "@" + $0) }
    }
    if let split = splitTerm(word) {
      return valueCompletions(split, end: before.count, vocabulary)
    }
    guard !word.isEmpty else { return [] }
    return matching(word[...], in: FilterField.allCases.map(\.rawValue)).map { name in
      let isFlag = FilterField(rawValue: name)?.kind == .flag
      let sign = FilterField(rawValue: name)?.operators.first?.rawValue ?? ":"
      return FilterCompletion(
        replaced: begin..<before.count, text: isFlag ? name : name + sign)
    }
  }

  private static func valueCompletions(
    _ split: (field: FilterField, part: String), end: Int, _ vocabulary: FilterVocabulary
  ) -> [FilterCompletion] {
    let known = split.field.choices + (vocabulary.values[split.field] ?? []).sorted()
    var part = split.part[...]
    if part.hasPrefix("\"") { part = part.dropFirst() }
    return matching(part, in: known).map { value in
      let needsQuotes = value.unicodeScalars.contains { isDelimiter($0) || $0 == "," }
      return FilterCompletion(
        replaced: end - split.part.count..<end,
        text: needsQuotes ? FilterText.quoted(value) : value)
    }
  }

  /// Finds the field and the last value of `field:a,b`, or nil when there is no operator yet.
  private static func splitTerm(_ word: String) -> (field: FilterField, part: String)? {
    guard let end = word.firstIndex(where: { ":=!~<>".contains($0) }),
      let field = FilterField(rawValue: word[..<end].lowercased())
    else { return nil }
    let rest = word[end...].drop { ":=!~<>".contains($0) }
    let part = rest.lastIndex(of: ",").map { rest[rest.index(after: $0)...] } ?? rest
    return (field, String(part))
  }

  private static func wordStart(in text: [Character]) -> Int {
    var start = 0
    var isQuoted = false
    for (index, character) in text.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      let ends = character.unicodeScalars.allSatisfy { isDelimiter($0) }
      if ends, !isQuoted { start = index + 1 }
    }
    return start
  }

  private static func matching(_ part: Substring, in names: [String]) -> [String] {
    let folded = part.lowercased()
    let begins = names.filter { $0.lowercased().hasPrefix(folded) }
    return begins.isEmpty && folded.count >= 2
      ? names.filter { $0.lowercased().contains(folded) } : begins
  }
}
