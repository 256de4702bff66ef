/// The regular spelling of filters and of the values in them.
enum FilterText {
  private static let units: [(letter: Character, size: Int64)] = [
    ("g", 1 << 30), ("m", 1 << 20), ("k", 1 << 10),
  ]

  /// Reads a number of bytes with `k`, `m` or `g` behind it, which stand for powers of 1024.
  static func bytes(_ text: String) -> Int64? {
    let unit = units.first { text.lowercased().hasSuffix(String($0.letter)) }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard let first = digits.first, first.isASCIIDigit,
      digits.allSatisfy({ $0.isASCIIDigit || $0 == "." })
    else { return nil }
    if let whole = Int64(digits) {
      let (count, overflow) = whole.multipliedReportingOverflow(by: unit?.size ?? 1)
      return overflow ? nil : count
    }
    guard let unit, let number = Double(digits) else { return nil }
    let count = (number * Double(unit.size)).rounded()
    return count < 9e18 ? Int64(count) : nil
  }

  /// Writes a number of bytes with the largest unit that divides it.
  static func text(bytes: Int64) -> String {
    guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.size) }) else {
      return String(bytes)
    }
    return "\(bytes / unit.size)\(unit.letter)"
  }

  /// Writes a filter so that reading it gives the same filter.
  static func canonical(_ expression: FilterExpression) -> String {
    switch expression {
    case .any(let choices) where choices.count > 1:
      choices.map { inAny($0) }.joined(separator: " | ")
    case .all(let parts) where parts.count > 1:
      parts.map { inAll($0) }.joined(separator: " ")
    case .any(let parts), .all(let parts): parts.first.map { canonical($0) } ?? ""
    case .not(let inner): "!" + inNot(inner)
    case .word(let text): word(text)
    case .flag(let field): field.rawValue
    case .saved(let name, _): "@" + name
    case .comparison(let field, let sign, let operands):
      field.rawValue + sign.rawValue
        + operands.map { operand($0, of: field, sign) }.joined(separator: ",")
    }
  }

  private static func inAny(_ part: FilterExpression) -> String {
    if case .any = part { return "(" + canonical(part) + ")" }
    return canonical(part)
  }

  private static func inAll(_ part: FilterExpression) -> String {
    switch part {
    case .any, .all: "(" + canonical(part) + ")"
    default: canonical(part)
    }
  }

  private static func inNot(_ inner: FilterExpression) -> String {
    switch inner {
    case .any, .all, .not: "(" + canonical(inner) + ")"
    default: canonical(inner)
    }
  }

  private static func word(_ text: String) -> String {
    let isField = FilterField(rawValue: text.lowercased())?.kind == .flag
    let first = text.unicodeScalars.first
    let letters = text.unicodeScalars.prefix { $0.isASCII && $0.properties.isAlphabetic }
    let behind = text.unicodeScalars.dropFirst(letters.count).first
    let looksLikeOperator =
      !letters.isEmpty && behind.map { ":=!~<>".unicodeScalars.contains($0) } ?? false
    let commas = text.unicodeScalars.indices.filter { text.unicodeScalars[$0] == "," }
    let hasCondition = commas.contains {
      FilterParser.beginsComparison(text.unicodeScalars[$0...].dropFirst())
    }
    let needsQuotes =
      isField || hasCondition || looksLikeOperator
      || first.map { "!-@\"".unicodeScalars.contains($0) } ?? true
    return needsQuotes ? quoted(text) : quotedIfNeeded(text, besides: "")
  }

  private static func operand(
    _ operand: FilterOperand, of field: FilterField, _ sign: FilterOperator
  ) -> String {
    switch operand {
    case .text(let text) where FilterParser.beginsComparison(text.unicodeScalars): quoted(text)
    case .text(let text)
    where sign == .matches && FilterParser.mayBeRegexLiteral(text.unicodeScalars, of: field):
      quoted(text)
    case .text(let text):
      quotedIfNeeded(text, besides: sign == .matches ? ",\"*?" : ",\"")
    case .glob(let text): text
    case .regex(let source, let flags): "/" + escapedSlashes(source) + "/" + flags
    case .choice(let word): word
    case .bytes(let count): text(bytes: count)
    case .duration(let duration): duration.text
    case .moment(let moment): moment.text
    }
  }

  private static func escapedSlashes(_ source: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in source.unicodeScalars {
      if scalar == "/", !isEscaped { result += "\\" }
      isEscaped = scalar == "\\" && !isEscaped
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func quotedIfNeeded(_ text: String, besides more: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        !isDelimiter(scalar) && !more.unicodeScalars.contains(scalar) && !isInvisible(scalar)
      }
    return isPlain ? text : quoted(text)
  }

  /// Puts text in quotation marks, with what cannot be seen as escapes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        result +=
          isInvisible(scalar)
          ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
      }
    }
    return result + "\""
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
