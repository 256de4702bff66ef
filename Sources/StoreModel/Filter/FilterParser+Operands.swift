import CookieCore

extension FilterParser {
  /// Reads the values behind an operator.
  mutating func parseOperands(
    of field: FilterField, _ sign: FilterOperator
  ) throws(FilterFailure) -> [FilterOperand] {
    if sign == .resembles { return [try parseRegex(of: field)] }
    var operands = [try parseOperand(of: field, sign)]
    while next == "," {
      try refuseField(behindCommaAt: position)
      guard sign.takesList else { throw failure(.listNotTaken(sign)) }
      position += 1
      operands.append(try parseOperand(of: field, sign))
    }
    return operands
  }

  /// Stops where a comma is followed by a field with an operator, which was meant as a condition of its own.
  func refuseField(behindCommaAt comma: Int) throws(FilterFailure) {
    let rest = scalars[(comma + 1)...]
    guard Self.beginsComparison(rest) else { return }
    let end = rest.firstIndex { isDelimiter($0) || $0 == "," } ?? scalars.count
    throw failure(.fieldBehindComma(text(comma + 1..<end)), at: comma)
  }

  /// Reports whether text begins with the name of a field and an operator.
  static func beginsComparison(_ text: some Collection<Unicode.Scalar>) -> Bool {
    let name = text.prefix { $0.isASCII && $0.properties.isAlphabetic }
    guard let sign = text.dropFirst(name.count).first, ":=!~<>".unicodeScalars.contains(sign),
      sign != "!" || text.dropFirst(name.count + 1).first == "="
    else { return false }
    let word = String(String.UnicodeScalarView(name)).lowercased()
    return FilterField(rawValue: word) != nil
  }

  /// Reports whether a value that could as well be plain text is an expression between slashes.
  func beginsRegexLiteral(of field: FilterField) -> Bool {
    guard Self.mayBeRegexLiteral(scalars[position...], of: field) else { return false }
    var place = position + 1
    while place < scalars.count, scalars[place] != "/" { place += scalars[place] == "\\" ? 2 : 1 }
    guard place > position + 1, place < scalars.count else { return false }
    let behind = scalars[(place + 1)...].drop { "ims".unicodeScalars.contains($0) }.first
    return behind.map { isDelimiter($0) } ?? true
  }

  /// Reports whether text in a field begins as an expression does, where values themselves hardly do.
  static func mayBeRegexLiteral(
    _ text: some Collection<Unicode.Scalar>, of field: FilterField
  ) -> Bool {
    switch field {
    case .site, .host, .domain, .name, .issue, .view, .pool, .container: text.first == "/"
    default: false
    }
  }

  private mutating func parseOperand(
    of field: FilterField, _ sign: FilterOperator
  ) throws(FilterFailure) -> FilterOperand {
    let start = position
    let isQuoted = next == "\""
    let word = isQuoted ? try parseQuotation() : takeWord()
    guard isQuoted || !word.isEmpty else { throw failure(.missingValue(field, sign), at: start) }
    switch field.kind {
    case .host where word.contains("://"):
      guard let host = CookieURL(word)?.host else {
        throw failure(.notAnAddress(field, word), at: start)
      }
      // The address of a page stands for its site, or for its host.
      return .text(field == .site ? PublicSuffixes.system.site(of: host).name : host.name)
    case .text, .host, .identifier:
      let isGlob = !isQuoted && sign == .matches && word.contains { $0 == "*" || $0 == "?" }
      return isGlob ? .glob(word) : .text(word)
    case .flag, .choice:
      if let listed = FilterChoices.word(word, of: field) { return .choice(listed) }
      let nearest = NearestName.find(word, among: field.choices)
      throw failure(.notAChoice(field, word, nearest: nearest), at: start)
    case .size:
      guard let count = FilterText.bytes(word) else { throw failure(.notASize(word), at: start) }
      return .bytes(count)
    case .time, .age:
      if let duration = FilterDuration(word) { return .duration(duration) }
      if field.kind == .time, let moment = FilterMoment(word) { return .moment(moment) }
      throw failure(.notATime(field, word), at: start)
    }
  }

  private mutating func takeWord() -> String {
    let start = position
    while let scalar = next, !isDelimiter(scalar), scalar != "," { position += 1 }
    return text(start..<position)
  }

  /// Reads text in quotation marks with its escapes.
  mutating func parseQuotation() throws(FilterFailure) -> String {
    let open = position
    position += 1
    var result = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      switch scalar {
      case "\"": return String(result)
      case "\\": result.append(try parseEscape())
      default: result.append(scalar)
      }
    }
    throw failure(.unclosedQuote, at: open)
  }

  private mutating func parseEscape() throws(FilterFailure) -> Unicode.Scalar {
    let start = position - 1
    guard let scalar = next else { throw failure(.unclosedQuote, at: start) }
    position += 1
    switch scalar {
    case "\\", "\"": return scalar
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      if next == "{", let close = scalars[position...].prefix(8).firstIndex(of: "}"),
        let value = UInt32(text(position + 1..<close), radix: 16),
        let unicode = Unicode.Scalar(value)
      {
        position = close + 1
        return unicode
      }
    default: break
    }
    throw failure(.unknownEscape(text(start..<position)), at: start)
  }

  private mutating func parseRegex(of field: FilterField) throws(FilterFailure) -> FilterOperand {
    let start = position
    let source: String
    var flags = ""
    switch next {
    case "/": (source, flags) = try parseRegexLiteral()
    case "\"": source = try parseQuotation()
    default:
      source = try takeUnquoted(from: start)
    }
    guard !source.isEmpty else { throw failure(.missingValue(field, .resembles), at: start) }
    // Text without an upper-case letter is searched in either case, as everywhere else.
    let isLiteral = start < scalars.count && scalars[start] == "/"
    if !isLiteral, !source.contains(where: \.isUppercase) { flags = "i" }
    do {
      _ = try LinearPattern(source, ignoresCase: flags.contains("i"))
    } catch {
      throw failure(.regex(error), at: start)
    }
    return .regex(source, flags: flags)
  }

  /// Reads `/…/flags`; a slash inside is written `\/`.
  private mutating func parseRegexLiteral() throws(FilterFailure) -> (String, String) {
    let open = position
    position += 1
    var source = String.UnicodeScalarView()
    while let scalar = next, scalar != "/" {
      position += 1
      if scalar == "\\", let escaped = next {
        position += 1
        if escaped != "/" { source.append(scalar) }
        source.append(escaped)
      } else {
        source.append(scalar)
      }
    }
    guard next == "/" else { throw failure(.unclosedRegex, at: open) }
    position += 1
    var flags: Set<Character> = []
    while let scalar = next, !isDelimiter(scalar) {
      let flag = Character(scalar)
      guard "ims".contains(flag) else { throw failure(.unknownRegexFlag(flag)) }
      flags.insert(flag)
      position += 1
    }
    return (String(source), String(flags.sorted()))
  }
}
