/// A question about cookies, records and events, as a person writes it.
///
/// One language for tables, the log, deletions, guards, saved views and the command line:
///
///     expr  = or
///     or    = and { "|" and }
///     and   = not { [ "&" ] not }
///     not   = [ "!" | "-" ] atom
///     atom  = "(" or ")" | field op value { "," value } | flag | "@" saved | word
///     op    = ":" | "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
///     value = word | "quoted" | /regex/flags | number unit | duration | date
///
/// A bare word is a part of the site, host or name, never of the value. An empty filter matches everything.
public struct Filter: Sendable {
  /// What was understood.
  public let expression: FilterExpression
  private let program: FilterProgram

  /// The filter that matches everything.
  public static let everything = Filter()

  private init() {
    expression = .all([])
    program = FilterProgram()
  }

  /// Understands a filter.
  ///
  /// - Parameter saved: the texts of saved filters by name, for `@name`.
  public init(parsing text: String, saved: [String: String] = [:]) throws(FilterFailure) {
    var parser = FilterParser(text, saved: saved)
    let expression = try parser.parse()
    self.expression = expression
    do {
      program = try FilterProgram(expression)
    } catch {
      // The parser tries every expression where it stands, so only their sum can still be too much.
      throw FilterFailure(column: 1, reason: .regex(error))
    }
  }

  /// Makes the filter of an expression that was understood or built.
  public init(_ expression: FilterExpression) throws(PatternFailure) {
    self.expression = expression
    program = try FilterProgram(expression)
  }

  /// Whether the filter matches everything.
  public var isEmpty: Bool { expression == .all([]) }

  /// Whether the filter sets no condition, however it is written: by an empty saved filter, or by signs that stand
  /// for any text.
  ///
  /// Where everything has to be asked for in so many words, such a filter does not ask for it.
  public var asksForNothing: Bool { expression.asksForNothing }

  /// Reports whether a subject fits.
  public func matches(_ subject: borrowing FilterSubject) -> Bool {
    program.matches(subject)
  }

  /// The filter in its shortest regular spelling, which is understood as the same filter.
  public var canonicalText: String { FilterText.canonical(expression) }

  /// The regular spelling without saved filters, for those who do not know them.
  var writtenOut: String { FilterText.canonical(expression.writtenOut) }

  /// The filter as an English sentence.
  public var sentence: String { FilterSentence.sentence(for: expression) }
}

extension Filter: Equatable {
  /// Compares what was understood, not how it was written.
  public static func == (left: Filter, right: Filter) -> Bool {
    left.expression == right.expression
  }
}
