/// Says a filter in English.
enum FilterSentence {
  static func sentence(for expression: FilterExpression) -> String {
    let text = expression == .all([]) ? "everything" : clause(expression, isInner: false)
    return "Shows " + (expression == .all([]) ? text : "what " + text) + "."
  }

  private static func clause(_ expression: FilterExpression, isInner: Bool) -> String {
    switch expression {
    case .any(let choices):
      let text = choices.map { clause($0, isInner: true) }.joined(separator: " or ")
      return isInner && choices.count > 1 ? "either (" + text + ")" : text
    case .all(let parts):
      guard !parts.isEmpty else { return "is anything" }
      let text = parts.map { clause($0, isInner: true) }.joined(separator: " and ")
      return isInner && parts.count > 1 ? "both (" + text + ")" : text
    case .not(let inner): return negated(inner)
    case .word(let text): return "has " + FilterText.quoted(text) + " in its site, host or name"
    case .flag(let field): return flag(field, is: true)
    case .saved(let name, let inner):
      return "fits @" + name + " (" + clause(inner, isInner: false) + ")"
    case .comparison(let field, let sign, let operands):
      return comparison(field, sign, operands)
    }
  }

  private static func negated(_ inner: FilterExpression) -> String {
    switch inner {
    case .flag(let field): flag(field, is: false)
    case .comparison(let field, .matches, let operands) where field.kind == .flag:
      flag(field, is: operands.first == .choice("no"))
    case .word(let text): "has no " + FilterText.quoted(text) + " in its site, host or name"
    default: "is not what " + clause(inner, isInner: true)
    }
  }

  private static func flag(_ field: FilterField, is value: Bool) -> String {
    let not = value ? "" : "not "
    return switch field {
    case .secure: "is \(not)sent on secure connections only"
    case .httpOnly: "is \(not)hidden from scripts"
    case .hostOnly: "is \(not)for its very host only"
    case .session: "\(value ? "ends" : "does not end") with the session"
    default: "is \(not)\(field.rawValue)"
    }
  }

  private static func comparison(
    _ field: FilterField, _ sign: FilterOperator, _ operands: [FilterOperand]
  ) -> String {
    if field.kind == .flag {
      let flags = operands.map { flag(field, is: ($0 == .choice("no")) == (sign == .differs)) }
      return flags.joined(separator: " or ")
    }
    if case .duration(let duration)? = operands.first, field.kind != .choice {
      return time(field, sign, operands, duration)
    }
    let values = operands.map { value($0) }
      .joined(separator: sign == .differs ? " nor " : " or ")
    return possessive(field) + " " + relation(sign, of: field, operands) + " " + values
  }

  private static func possessive(_ field: FilterField) -> String {
    switch field {
    case .expires: "has an expiry time that"
    case .created: "has a creation time that"
    case .used: "has a time of last use that"
    case .type: "has data whose type"
    case .sameSite: "has a SameSite attribute that"
    case .issue: "has a fault that"
    default: "has a \(field.rawValue) that"
    }
  }

  private static func relation(
    _ sign: FilterOperator, of field: FilterField, _ operands: [FilterOperand]
  ) -> String {
    let isTime = field.kind == .time
    switch sign {
    case .matches:
      if case .glob? = operands.first { return "looks like" }
      return isTime ? "is within" : "is"
    case .equals: return isTime ? "is within" : "is exactly"
    case .differs: return "is neither".replacingIfSingle(operands.count)
    case .resembles: return "matches the expression"
    case .less: return isTime ? "is before" : "is less than"
    case .atMost: return isTime ? "is not after" : "is at most"
    case .greater: return isTime ? "is after" : "is more than"
    case .atLeast: return isTime ? "is not before" : "is at least"
    }
  }

  private static func time(
    _ field: FilterField, _ sign: FilterOperator, _ operands: [FilterOperand],
    _ duration: FilterDuration
  ) -> String {
    let lengths = operands.map { value($0) }.joined(separator: " or ")
    let amount: String =
      switch sign {
      case .less: "less than"
      case .atMost: "at most"
      case .greater: "more than"
      case .atLeast: "at least"
      case .differs: "not within"
      case .matches, .equals, .resembles: "about"
      }
    return switch field {
    case .expires: "expires in \(amount) \(lengths)"
    case .used: "was last used \(amount) \(lengths) ago"
    case .created: "was created \(amount) \(lengths) ago"
    default: "is \(amount) \(lengths) old"
    }
  }

  private static func value(_ operand: FilterOperand) -> String {
    switch operand {
    case .text(let text), .glob(let text): return FilterText.quoted(text)
    case .regex(let source, let flags): return "/" + source + "/" + flags
    case .choice(let word): return word
    case .bytes(let count): return count == 1 ? "1 byte" : FilterText.text(bytes: count) + " bytes"
    case .moment(let moment): return moment.text + " UTC"
    case .duration(let duration):
      let unit: String =
        switch duration.unit {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        }
      return "\(duration.count) \(unit)" + (duration.count == 1 ? "" : "s")
    }
  }
}

extension String {
  fileprivate func replacingIfSingle(_ count: Int) -> String { count == 1 ? "is not" : self }
}
