/// A value that a filter compares a field with.
public enum FilterOperand: Hashable, Sendable {
  /// Text that stands for itself.
  case text(String)
  /// Text in which `*` stands for any characters and `?` for one.
  case glob(String)
  /// A regular expression with its flags.
  case regex(String, flags: String)
  /// One of the field's words, in the listed spelling.
  case choice(String)
  /// A number of bytes.
  case bytes(Int64)
  /// A length of time.
  case duration(FilterDuration)
  /// A date, or a date with a time, in UTC.
  case moment(FilterMoment)
}

/// A filter as it was understood.
public indirect enum FilterExpression: Hashable, Sendable {
  /// All hold; an empty list holds for everything.
  case all([FilterExpression])
  /// At least one holds.
  case any([FilterExpression])
  case not(FilterExpression)
  /// A part of the site, host or name.
  case word(String)
  /// A field of yes or no, alone.
  case flag(FilterField)
  /// A field, an operator, and the values of which one is enough.
  case comparison(FilterField, FilterOperator, [FilterOperand])
  /// A saved filter and what it stands for.
  case saved(String, FilterExpression)
}

extension FilterExpression {
  /// The expression with what saved filters stand for in their place.
  var writtenOut: FilterExpression {
    switch self {
    case .all(let parts): .all(parts.map(\.writtenOut))
    case .any(let parts): .any(parts.map(\.writtenOut))
    case .not(let inner): .not(inner.writtenOut)
    case .saved(_, let inner): inner.writtenOut
    case .word, .flag, .comparison: self
    }
  }

  /// Whether it sets no condition.
  var asksForNothing: Bool {
    switch self {
    case .all(let parts): parts.allSatisfy(\.asksForNothing)
    case .any(let parts): parts.contains(where: \.asksForNothing)
    case .saved(_, let inner): inner.asksForNothing
    case .word(let text): text.isEmpty
    case .comparison(let field, .matches, let operands),
      .comparison(let field, .resembles, let operands):
      field.isOfEveryCookie && operands.contains(where: \.standsForAnything)
    case .not, .flag, .comparison: false
    }
  }
}

extension FilterOperand {
  /// Whether it stands for any text there is.
  fileprivate var standsForAnything: Bool {
    switch self {
    case .glob(let text): text.allSatisfy { $0 == "*" }
    case .regex(let text, _): [".", ".*", ".+"].contains(text)
    default: false
    }
  }
}

extension FilterField {
  /// Whether every cookie has text there.
  fileprivate var isOfEveryCookie: Bool {
    switch self {
    case .site, .host, .domain, .name, .path, .store: true
    default: false
    }
  }
}
