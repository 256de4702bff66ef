import CookieCore

/// A filter as a list of questions, each with the next one to ask for either answer.
///
/// Running it is a loop without calls into a tree: a filter is run over every row after every key.
struct FilterProgram: Sendable {
  private struct Step: Sendable {
    var test: FilterTest
    var whenTrue: Int
    var whenFalse: Int
  }

  private static let accept = -1
  private static let reject = -2

  /// In reverse: the first question is the last step.
  private var steps: [Step] = []
  private let start: Int

  /// Makes the program that accepts everything.
  init() {
    start = Self.accept
  }

  init(_ expression: FilterExpression) throws(PatternFailure) {
    var builder = Builder()
    start = try builder.add(expression, Self.accept, Self.reject)
    steps = builder.steps
  }

  func matches(_ subject: borrowing FilterSubject) -> Bool {
    var index = start
    while index >= 0 {
      index =
        steps[index].test.holds(for: subject) ? steps[index].whenTrue : steps[index].whenFalse
    }
    return index == Self.accept
  }

  private struct Builder {
    var steps: [Step] = []

    /// Adds the steps of an expression and returns the first of them.
    ///
    /// - Parameter isNegated: whether its answer is turned round. What is not known answers neither a question
    ///   nor its opposite.
    mutating func add(
      _ expression: FilterExpression, _ whenTrue: Int, _ whenFalse: Int, isNegated: Bool = false
    ) throws(PatternFailure) -> Int {
      switch expression {
      case .not(let inner):
        return try add(inner, whenFalse, whenTrue, isNegated: !isNegated)
      case .saved(_, let inner):
        return try add(inner, whenTrue, whenFalse, isNegated: isNegated)
      case .all(let parts):
        var next = whenTrue
        for part in parts.reversed() {
          next = try add(part, next, whenFalse, isNegated: isNegated)
        }
        return next
      case .any(let parts):
        var next = whenFalse
        for part in parts.reversed() {
          next = try add(part, whenTrue, next, isNegated: isNegated)
        }
        return next
      case .word(let text): return append(.word(BytePattern(text)), whenTrue, whenFalse)
      case .flag(let field): return append(.flag(field), whenTrue, whenFalse)
      case .comparison(let field, .differs, let operands):
        return try add(
          .comparison(field, .equals, operands), whenFalse, whenTrue, isNegated: !isNegated)
      case .comparison(let field, let sign, let operands):
        var next = whenFalse
        for operand in operands.reversed() {
          if field.kind == .flag, operand == .choice("no") {
            next = append(.flag(field), next, whenTrue)
          } else {
            var test = try FilterTest(field, sign, operand)
            if isNegated { test = test.holdingWhenUnknown }
            next = append(test, whenTrue, next)
          }
        }
        return next
      }
    }

    private mutating func append(_ test: FilterTest, _ whenTrue: Int, _ whenFalse: Int) -> Int {
      steps.append(Step(test: test, whenTrue: whenTrue, whenFalse: whenFalse))
      return steps.count - 1
    }
  }
}

extension FilterTest {
  /// Prepares one comparison; the parser has seen to it that the three fit together.
  fileprivate init(
    _ field: FilterField, _ sign: FilterOperator, _ operand: FilterOperand
  ) throws(PatternFailure) {
    switch operand {
    case .text(let text): self = Self.exact(field, text)
    case .glob(let text): self = Self.glob(field, text)
    case .regex(let text, let flags):
      let pattern = try LinearPattern(
        text, ignoresCase: flags.contains("i"), isMultiline: flags.contains("m"),
        dotMatchesNewline: flags.contains("s"))
      self = field.kind == .host ? .host(field, .regex(pattern)) : .text(field, .regex(pattern))
    case .choice(let word): self = Self.choice(field, sign, word)
    case .bytes(let count):
      self =
        Self.range(sign, from: count, through: count).map { .size($0, whenUnknown: false) }
        ?? .never
    case .duration(let duration): self = Self.duration(field, sign, duration)
    case .moment(let moment):
      let (start, end) = (moment.start.microseconds, moment.end.microseconds - 1)
      self =
        Self.range(sign, from: start, through: end).map { .moment(field, $0, whenUnknown: false) }
        ?? .never
    }
  }

  /// The same question, which what is not known answers with yes: its opposite is what was asked.
  ///
  /// That a cookie has no expiry is known.
  fileprivate var holdingWhenUnknown: FilterTest {
    switch self {
    case .size(let range, _): .size(range, whenUnknown: true)
    case .moment(let field, let range, _):
      .moment(field, range, whenUnknown: field != .expires)
    case .distance(let field, let range, _):
      .distance(field, range, whenUnknown: field != .expires)
    default: self
    }
  }

  private static var never: FilterTest { .types([]) }

  private static func exact(_ field: FilterField, _ text: String) -> FilterTest {
    switch field.kind {
    case .host:
      let isDomainCookie = field == .domain && text.utf8.first == UInt8(ascii: ".")
      let name = CanonicalHost(domain: text)?.name ?? text
      let matcher = TextMatcher.folded(name.utf8.map(foldedASCII))
      return isDomainCookie ? .domainCookie(matcher) : .host(field, matcher)
    case .identifier: return .text(field, .identifier(Array(text.utf8)))
    default: return .text(field, .exact(Array(text.utf8)))
    }
  }

  private static func glob(_ field: FilterField, _ text: String) -> FilterTest {
    guard field.kind == .host else {
      return .text(field, .glob(GlobPattern(text == "*" ? "?*" : text, ignoringCase: false)))
    }
    let parent = text.dropFirst(2)
    if text.hasPrefix("*."), !parent.contains(where: { $0 == "*" || $0 == "?" }) {
      let name = CanonicalHost(domain: String(parent))?.name ?? String(parent)
      return .host(field, .hostAndBelow(name.utf8.map(foldedASCII)))
    }
    return .host(field, .glob(GlobPattern(text, ignoringCase: true)))
  }

  private static func choice(
    _ field: FilterField, _ sign: FilterOperator, _ word: String
  ) -> FilterTest {
    switch field {
    case .type:
      return .types(FilterChoices.types.first { $0.word == word }?.value ?? [])
    case .sameSite: return .sameSite(SameSite(rawValue: word) ?? .unspecified)
    case .cause: return .cause(StoreEvent.Cause(rawValue: word) ?? .unknown)
    case .level:
      let rank = Int64(rank(StoreEvent.Level(rawValue: word) ?? .debug))
      return range(sign, from: rank, through: rank)
        .map { .levels(Int(clamping: $0.lowerBound)...Int(clamping: $0.upperBound)) } ?? .never
    default: return .flag(field)
    }
  }

  private static func duration(
    _ field: FilterField, _ sign: FilterOperator, _ duration: FilterDuration
  ) -> FilterTest {
    let start = duration.microseconds
    // “age=3d” means the whole third day; the other signs take the length as it is.
    let unit = sign == .matches || sign == .equals ? duration.unit.seconds * 1_000_000 - 1 : 0
    let end = start.addingReportingOverflow(unit)
    return range(sign, from: start, through: end.overflow ? .max : end.partialValue)
      .map { .distance(field, $0, whenUnknown: false) } ?? .never
  }

  /// The numbers that stand in a relation to a range; nil when there are none.
  private static func range(
    _ sign: FilterOperator, from start: Int64, through end: Int64
  ) -> ClosedRange<Int64>? {
    switch sign {
    case .less: start == .min ? nil : .min...(start - 1)
    case .atMost: .min...end
    case .greater: end == .max ? nil : (end + 1)...(.max)
    case .atLeast: start...(.max)
    case .matches, .equals, .differs, .resembles: start...end
    }
  }
}
