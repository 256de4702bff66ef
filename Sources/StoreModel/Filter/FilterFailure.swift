/// Why a filter could not be understood.
public struct FilterFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    case missingTerm(after: String)
    case unclosedParenthesis
    case unexpectedParenthesis
    case unclosedQuote
    /// Quotation marks with nothing between them, which would be a part of everything.
    case emptyWord
    case unknownEscape(String)
    case unclosedRegex
    case unknownRegexFlag(Character)
    case regex(PatternFailure)
    case unknownField(String, nearest: String?)
    case operatorNotTaken(FilterField, FilterOperator)
    case missingValue(FilterField, FilterOperator)
    case notAChoice(FilterField, String, nearest: String?)
    case notASize(String)
    case notAnAddress(FilterField, String)
    case notATime(FilterField, String)
    case listNotTaken(FilterOperator)
    /// A comma, which stands between values, is followed by a condition.
    case fieldBehindComma(String)
    /// The field asks about something that a link does not know.
    case fieldNotOfLinks(FilterField)
    case unknownSaved(String, nearest: String?)
    case savedIsBroken(String, message: String)
    case savedInItself(String)
    case tooDeep
  }

  /// The column of the first character that does not fit, counted from 1.
  public var column: Int
  /// What is wrong.
  public var reason: Reason

  /// Takes every field as it is.
  public init(column: Int, reason: Reason) {
    self.column = column
    self.reason = reason
  }

  /// One plain sentence, without the column.
  public var message: String {
    switch reason {
    case .missingTerm(let after):
      after.isEmpty ? "something to look for is missing" : "something is missing after “\(after)”"
    case .unclosedParenthesis: "this parenthesis is not closed"
    case .unexpectedParenthesis: "there is no opening parenthesis for this one"
    case .unclosedQuote: "this quotation is not closed"
    case .emptyWord: "there is nothing to look for between these quotation marks"
    case .unknownEscape(let text): "“\(text)” is no escape; write \\\\ for a backslash"
    case .unclosedRegex: "this regular expression is not closed by “/”"
    case .unknownRegexFlag(let flag): "“\(flag)” is no flag; there are i, m and s"
    case .regex(let failure): failure.message
    default: fieldMessage
    }
  }

  private var fieldMessage: String {
    switch reason {
    case .unknownField(let name, let nearest):
      "there is no field “\(name)”\(Self.hint(nearest)); put quotation marks around plain text"
    case .operatorNotTaken(let field, let sign):
      "“\(field.rawValue)” cannot be compared by “\(sign.rawValue)”"
    case .missingValue(let field, let sign):
      "a value is missing after “\(field.rawValue)\(sign.rawValue)”"
    case .notAChoice(let field, let word, let nearest):
      "“\(word)” is no value of “\(field.rawValue)”\(Self.hint(nearest)); "
        + "there are \(field.choices.joined(separator: ", "))"
    case .notAnAddress(let field, let text):
      "“\(text)” is no address of a page; “\(field.rawValue)” takes a host, or an address such as https://example.org/"
    case .notASize(let text): "“\(text)” is no number of bytes, such as 100, 4k or 2m"
    case .notATime(let field, let text):
      field.kind == .age
        ? "“\(text)” is no length of time, such as 12h or 30d"
        : "“\(text)” is no length of time, such as 7d, and no date, such as 2026-11-30"
    case .listNotTaken(let sign): "“\(sign.rawValue)” takes one value, not a list"
    case .fieldBehindComma(let text):
      "no comma before “\(text)”, but a blank; in quotation marks it is plain text"
    case .fieldNotOfLinks(let field):
      "a link goes by the cookies alone and cannot ask for “\(field.rawValue)”"
    default: savedMessage
    }
  }

  private var savedMessage: String {
    switch reason {
    case .unknownSaved(let name, let nearest):
      "there is no saved filter “@\(name)”\(Self.hint(nearest.map { "@" + $0 }))"
    case .savedIsBroken(let name, let message): "the saved filter “@\(name)” is wrong: \(message)"
    case .savedInItself(let name): "the saved filter “@\(name)” contains itself"
    default: "the filter is nested too deeply"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean “\($0)”?" } ?? ""
  }
}
