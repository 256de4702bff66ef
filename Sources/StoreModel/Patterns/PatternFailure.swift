/// Why a regular expression could not be understood.
public enum PatternFailure: Error, Hashable, Sendable {
  case unbalancedParenthesis
  case unclosedClass
  case emptyClass
  case nothingToRepeat
  case badRange
  case badCount
  case badEscape(String)
  /// A construct that cannot be matched in linear time, or that is not worth having.
  case unsupported(String)
  case tooLarge

  /// One plain sentence.
  public var message: String {
    switch self {
    case .unbalancedParenthesis: "the regular expression has a parenthesis too many or too few"
    case .unclosedClass: "the regular expression has a “[” that is not closed"
    case .emptyClass: "the regular expression has a class that nothing matches"
    case .nothingToRepeat: "the regular expression repeats nothing"
    case .badRange: "the regular expression has a range that ends before it begins"
    case .badCount: "the regular expression has a count that ends before it begins"
    case .badEscape(let text): "“\(text)” is no escape of a regular expression"
    case .unsupported(let text): "“\(text)” is not supported in a regular expression"
    case .tooLarge: "the regular expression is too large"
    }
  }
}
