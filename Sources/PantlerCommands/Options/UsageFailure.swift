import StoreModel

/// Why a command line could not be understood.
package enum UsageFailure: Error, Hashable, Sendable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case repeatedOption(String)
  case missingArgument(String)
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
    let nearest = NearestName.find(word, among: words)
    return .unknownCommand("\(command) \(word)", nearest: nearest.map { "\(command) \($0)" })
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean “\($0)”?" } ?? ""
  }
}
