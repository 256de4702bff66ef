/// Reads the filter language.
struct FilterParser {
  /// Deeper nesting than anybody writes; it keeps hostile text from exhausting the stack.
  private static let mostDepth = 64

  let scalars: [Unicode.Scalar]
  var position = 0
  private let saved: [String: String]
  /// The saved filters that are being read, outermost first.
  private let within: [String]
  private var depth = 0

  init(_ text: String, saved: [String: String], within: [String] = []) {
    scalars = Array(text.unicodeScalars)
    self.saved = saved
    self.within = within
  }

  mutating func parse() throws(FilterFailure) -> FilterExpression {
    skipBlanks()
    if position == scalars.count { return .all([]) }
    let expression = try parseAny()
    if next == ")" { throw failure(.unexpectedParenthesis) }
    return expression
  }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func failure(_ reason: FilterFailure.Reason, at place: Int? = nil) -> FilterFailure {
    let before = String(String.UnicodeScalarView(scalars[..<(place ?? position)]))
    return FilterFailure(column: before.count + 1, reason: reason)
  }

  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private mutating func skipBlanks() {
    while let scalar = next, scalar.properties.isWhitespace { position += 1 }
  }

  private mutating func parseAny() throws(FilterFailure) -> FilterExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw failure(.tooDeep) }
    var choices = [try parseAll(after: "")]
    while next == "|" {
      position += 1
      choices.append(try parseAll(after: "|"))
    }
    return choices.count == 1 ? choices[0] : .any(choices)
  }

  private mutating func parseAll(after sign: String) throws(FilterFailure) -> FilterExpression {
    skipBlanks()
    var parts = [try parseNot(after: sign)]
    while true {
      skipBlanks()
      if next == "&" {
        position += 1
        skipBlanks()
        parts.append(try parseNot(after: "&"))
        continue
      }
      guard let scalar = next, scalar != "|", scalar != ")" else { break }
      parts.append(try parseNot(after: ""))
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func parseNot(after sign: String) throws(FilterFailure) -> FilterExpression {
    var count = 0
    var sign = sign
    while let scalar = next, scalar == "!" || scalar == "-" {
      sign = String(scalar)
      position += 1
      count += 1
      skipBlanks()
    }
    let atom = try parseAtom(after: sign)
    return count.isMultiple(of: 2) ? atom : .not(atom)
  }

  private mutating func parseAtom(after sign: String) throws(FilterFailure) -> FilterExpression {
    switch next {
    case nil, "|", "&": throw failure(.missingTerm(after: sign))
    case ")":
      throw failure(depth > 1 ? .missingTerm(after: "(") : .unexpectedParenthesis)
    case "(":
      let open = position
      position += 1
      let inner = try parseAny()
      guard next == ")" else { throw failure(.unclosedParenthesis, at: open) }
      position += 1
      return inner
    case "@": return try parseSaved()
    case "\"":
      let open = position
      let word = try parseQuotation()
      guard !word.isEmpty else { throw failure(.emptyWord, at: open) }
      return .word(word)
    default: return try parseTerm()
    }
  }

  private mutating func parseSaved() throws(FilterFailure) -> FilterExpression {
    let start = position
    position += 1
    while let scalar = next, isNamePart(scalar) { position += 1 }
    let name = text(start + 1..<position)
    guard !within.contains(name) else { throw failure(.savedInItself(name), at: start) }
    guard within.count < 16 else { throw failure(.tooDeep, at: start) }
    guard let stored = saved[name] else {
      let nearest = NearestName.find(name, among: saved.keys.sorted())
      throw failure(.unknownSaved(name, nearest: nearest), at: start)
    }
    var parser = FilterParser(stored, saved: saved, within: within + [name])
    do {
      return .saved(name, try parser.parse())
    } catch {
      throw failure(.savedIsBroken(name, message: error.message), at: start)
    }
  }

  /// Reads a word, a flag, or a field with its operator and value.
  private mutating func parseTerm() throws(FilterFailure) -> FilterExpression {
    let start = position
    while let scalar = next, scalar.isASCII, scalar.properties.isAlphabetic { position += 1 }
    if position > start, let sign = takeOperator() {
      let name = text(start..<position - sign.rawValue.unicodeScalars.count)
      guard let field = FilterField(rawValue: name.lowercased()) else {
        let nearest = NearestName.find(name, among: FilterField.allCases.map(\.rawValue))
        throw failure(.unknownField(name, nearest: nearest), at: start)
      }
      guard field.operators.contains(sign) else {
        throw failure(.operatorNotTaken(field, sign), at: start)
      }
      // An expression between slashes says by itself how it is to be compared.
      let resembles = sign == .matches && beginsRegexLiteral(of: field)
      let asked = resembles ? .resembles : sign
      return .comparison(field, asked, try parseOperands(of: field, asked))
    }
    let word = try takeUnquoted(from: start)
    if let field = FilterField(rawValue: word.lowercased()), field.kind == .flag {
      return .flag(field)
    }
    return .word(word)
  }

  /// Takes what stands up to the next blank or sign, with commas but without conditions behind them.
  mutating func takeUnquoted(from start: Int) throws(FilterFailure) -> String {
    while let scalar = next, !isDelimiter(scalar) {
      if scalar == "," { try refuseField(behindCommaAt: position) }
      position += 1
    }
    return text(start..<position)
  }

  private mutating func takeOperator() -> FilterOperator? {
    let rest = scalars[position...]
    let ordered: [FilterOperator] = [
      .differs, .atMost, .atLeast, .less, .greater, .matches, .equals, .resembles,
    ]
    guard let sign = ordered.first(where: { rest.starts(with: $0.rawValue.unicodeScalars) }) else {
      return nil
    }
    position += sign.rawValue.unicodeScalars.count
    return sign
  }

  private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
      || scalar.properties.numericType != nil
  }
}

/// Reports whether a scalar ends a word.
func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "(" || scalar == ")" || scalar == "|" || scalar == "&"
    || scalar.properties.isWhitespace
}
