/// A regular expression as a tree.
indirect enum PatternNode {
  case nothing
  case set(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case `repeat`(PatternNode, atLeast: Int, atMost: Int?)
  case assertion(PatternAssertion)
}

/// A condition on a place in the text.
enum PatternAssertion {
  case start, end, boundary, noBoundary
}

/// Reads the syntax of regular expressions.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private let ignoresCase: Bool
  private let dotMatchesNewline: Bool

  init(_ text: String, ignoresCase: Bool, dotMatchesNewline: Bool) {
    scalars = Array(text.unicodeScalars)
    self.ignoresCase = ignoresCase
    self.dotMatchesNewline = dotMatchesNewline
  }

  mutating func parse() throws(PatternFailure) -> PatternNode {
    let node = try parseChoice()
    guard position == scalars.count else { throw .unbalancedParenthesis }
    return node
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func parseChoice() throws(PatternFailure) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 64 else { throw .tooLarge }
    var choices = [try parseSequence()]
    while skip("|") { choices.append(try parseSequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func parseSequence() throws(PatternFailure) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      parts.append(try parseRepeats(of: try parseAtom()))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func parseRepeats(
    of atom: PatternNode
  ) throws(PatternFailure) -> PatternNode {
    guard let bounds = try parseBounds() else { return atom }
    if case .assertion = atom { throw .nothingToRepeat }
    // A lazy repeat finds the same texts; only its extent differs, which nobody asks for here.
    _ = skip("?")
    if try parseBounds() != nil { throw .nothingToRepeat }
    return .repeat(atom, atLeast: bounds.0, atMost: bounds.1)
  }

  private mutating func parseBounds() throws(PatternFailure) -> (Int, Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    return try parseCounts()
  }

  /// Reads `{2}`, `{2,}` or `{2,5}`; any other brace stands for itself.
  private mutating func parseCounts() throws(PatternFailure) -> (Int, Int?)? {
    guard next == "{", let close = scalars[position...].firstIndex(of: "}") else { return nil }
    let parts = scalars[position + 1..<close]
      .split(separator: ",", omittingEmptySubsequences: false)
      .map { part in String(String.UnicodeScalarView(part)) }
    guard (1...2).contains(parts.count), let least = Int(parts[0]), least >= 0 else { return nil }
    var most: Int? = least
    if parts.count == 2 {
      most = parts[1].isEmpty ? nil : Int(parts[1])
      guard parts[1].isEmpty || most != nil else { return nil }
    }
    guard least <= 1000, most ?? 0 <= 1000 else { throw .tooLarge }
    if let most, most < least { throw .badCount }
    position = close + 1
    return (least, most)
  }

  private mutating func parseAtom() throws(PatternFailure) -> PatternNode {
    guard let scalar = next else { return .nothing }
    position += 1
    switch scalar {
    case "(": return try parseGroup()
    case "[": return .set(try parseClass())
    case ".": return .set(dotMatchesNewline ? .everything : .anyButNewline)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "*", "+", "?": throw .nothingToRepeat
    case "\\": return try parseEscape()
    default: return .set(cased(ScalarSet([scalar.value...scalar.value])))
    }
  }

  private mutating func parseGroup() throws(PatternFailure) -> PatternNode {
    if skip("?") {
      guard skip(":") else {
        throw .unsupported("(?" + (next.map { String($0) } ?? ""))
      }
    }
    let node = try parseChoice()
    guard skip(")") else { throw .unbalancedParenthesis }
    return node
  }

  private mutating func parseEscape() throws(PatternFailure) -> PatternNode {
    switch next {
    case "b":
      position += 1
      return .assertion(.boundary)
    case "B":
      position += 1
      return .assertion(.noBoundary)
    default:
      return .set(cased(try parseEscapedSet()))
    }
  }

  /// Reads what follows a backslash, in a class or outside.
  private mutating func parseEscapedSet() throws(PatternFailure) -> ScalarSet {
    guard let scalar = next else { throw .badEscape("\\") }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .wordParts
    case "W": return ScalarSet.wordParts.inverted
    case "s": return .spaces
    case "S": return ScalarSet.spaces.inverted
    case "1"..."9", "k": throw .unsupported("\\" + String(scalar))
    default:
      let value = try parseEscapedScalar(scalar)
      return ScalarSet([value...value])
    }
  }

  private mutating func parseEscapedScalar(
    _ scalar: Unicode.Scalar
  ) throws(PatternFailure) -> UInt32 {
    switch scalar {
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "f": return 0x0C
    case "v": return 0x0B
    case "e": return 0x1B
    case "0": return 0
    case "x": return try parseHex(digits: 2)
    case "u": return try parseHex(digits: 4)
    default:
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      guard !isLetter else { throw .badEscape("\\" + String(scalar)) }
      return scalar.value
    }
  }

  private mutating func parseHex(digits count: Int) throws(PatternFailure) -> UInt32 {
    var digits: ArraySlice<Unicode.Scalar>
    if next == "{", let close = scalars[position...].firstIndex(of: "}") {
      digits = scalars[position + 1..<close]
      position = close + 1
    } else {
      digits = scalars[position...].prefix(count)
      position += digits.count
      guard digits.count == count else { throw .badEscape("\\x") }
    }
    let text = String(String.UnicodeScalarView(digits))
    guard let value = UInt32(text, radix: 16), value <= 0x10FFFF else {
      throw .badEscape("\\x" + text)
    }
    return value
  }

  private mutating func parseClass() throws(PatternFailure) -> ScalarSet {
    let isInverted = skip("^")
    var set = ScalarSet()
    var isFirst = true
    while true {
      guard let scalar = next else { throw .unclosedClass }
      position += 1
      if scalar == "]", !isFirst { break }
      isFirst = false
      set.formUnion(try parseClassPart(scalar))
    }
    let result = isInverted ? cased(set).inverted : cased(set)
    guard !result.isEmpty else { throw .emptyClass }
    return result
  }

  private mutating func parseClassPart(
    _ scalar: Unicode.Scalar
  ) throws(PatternFailure) -> ScalarSet {
    var lower = scalar.value
    if scalar == "\\" {
      if let letter = next, "dDwWsS".unicodeScalars.contains(letter) {
        return try parseEscapedSet()
      }
      lower = try parseClassEscape()
    }
    guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
      return ScalarSet([lower...lower])
    }
    position += 1
    var upper = scalars[position].value
    position += 1
    if upper == 0x5C { upper = try parseClassEscape() }
    guard lower <= upper else { throw .badRange }
    return ScalarSet([lower...upper])
  }

  private mutating func parseClassEscape() throws(PatternFailure) -> UInt32 {
    guard let scalar = next else { throw .unclosedClass }
    position += 1
    return scalar == "b" ? 8 : try parseEscapedScalar(scalar)
  }

  private func cased(_ set: ScalarSet) -> ScalarSet {
    ignoresCase ? set.ignoringCase : set
  }
}
