import CookieCore
import StoreModel

/// Why a command line could not be understood.
package enum UsageFailure: Error, Hashable, Sendable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case repeatedOption(String)
  case missingArgument(String)
  /// An option that has to be given, with its value, and the usage of its command.
  case missingOption(String, usage: String)
  case tooManyArguments(String)
  /// An option or argument has a value that it cannot have.
  case badValue(name: String, value: String, expected: String)
  case conflict(String, String)
  /// A sentence of the command's own.
  case other(String)

  /// One plain sentence without a full stop.
  var message: String {
    switch self {
    case .unknownCommand(let name, let nearest):
      "there is no command “\(name)”" + Self.hint(nearest)
    case .unknownOption(let name, let nearest):
      "there is no option “\(name)”" + Self.hint(nearest)
    case .missingValue(let option): "“--\(option)” needs a value"
    case .unexpectedValue(let option): "“--\(option)” takes no value"
    case .repeatedOption(let option): "“--\(option)” may be given once only"
    case .missingOption(let option, let usage): "“\(option)” is missing: \(usage)"
    case .missingArgument(let usage): "something is missing: \(usage)"
    case .tooManyArguments(let argument): "“\(argument)” is one argument too many"
    case .badValue(let name, let value, let expected):
      "“\(value)” is no value for \(name): \(expected)"
    case .conflict(let one, let other): "“\(one)” and “\(other)” exclude each other"
    case .other(let sentence): sentence
    }
  }

  /// A word that is none of a command's acts.
  static func unknownWord(_ word: String, of command: String, among words: [String]) -> Self {
    guard let nearest = NearestName.find(word, among: words) else {
      return .badValue(name: "pantler " + command, value: word, expected: there(are: words))
    }
    return .unknownCommand("\(command) \(word)", nearest: "\(command) \(nearest)")
  }

  /// An address that is none; most are without their scheme.
  static func noAddress(_ text: String, of name: String) -> Self {
    let whole = "https://" + text + (text.contains("/") ? "" : "/")
    let meant = !text.contains("://") && CookieURL(whole)?.host != nil
    return .badValue(
      name: name, value: text,
      expected: meant
        ? "did you mean “\(whole)”?" : "give an address such as https://shop.example/")
  }

  /// A value that is none of those that there are.
  static func unknownValue(_ value: String, of name: String, among words: [String]) -> Self {
    if let nearest = NearestName.find(value, among: words) {
      return .badValue(name: name, value: value, expected: "did you mean “\(nearest)”?")
    }
    return .badValue(name: name, value: value, expected: there(are: words))
  }

  private static func there(are words: [String]) -> String {
    let all = words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : ""
    return "there are \(all)\(words.last ?? "")"
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean “\($0)”?" } ?? ""
  }
}
