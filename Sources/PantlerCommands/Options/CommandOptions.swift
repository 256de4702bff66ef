import StoreModel

/// The options and operands of one command, as they were typed.
struct CommandOptions {
  /// What a command takes.
  struct Shape {
    /// Options without a value.
    var switches: Set<String> = []
    /// Options with a value, which may be given more than once.
    var values: Set<String> = []
    /// The smallest and the largest number of operands.
    var operands: ClosedRange<Int> = 0...0
  }

  private(set) var operands: [String] = []
  private var switches: Set<String> = []
  private var values: [String: [String]] = [:]

  /// Sorts arguments by what a command takes.
  ///
  /// - Throws: a sentence about the first argument that does not fit.
  init(_ arguments: some Sequence<String>, shape: Shape) throws(UsageFailure) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let name = String(argument.prefix { $0 != "=" })
      let inline = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
      if shape.values.contains(name) {
        guard let value = inline ?? rest.popFirst() else { throw .missingValue(name) }
        values[name, default: []].append(value)
      } else if shape.switches.contains(name), inline == nil {
        switches.insert(name)
      } else {
        throw .unknownOption(
          name, nearest: NearestName.find(name, among: shape.switches.union(shape.values).sorted()))
      }
    }
    guard operands.count >= shape.operands.lowerBound else { throw .missingOperand }
    guard operands.count <= shape.operands.upperBound else {
      throw .unexpectedOperand(operands[shape.operands.upperBound])
    }
  }

  /// Reports whether an option without a value was given.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The last value of an option; nil when it was not given.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }
}

/// Why a command line could not be understood.
enum UsageFailure: Error {
  case noSuchCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case missingValue(String)
  case missingOperand
  case unexpectedOperand(String)
  case notAURL(String)
  case notASite(String)
  case notATime(String)
  case notAChoice(option: String, value: String, choices: [String])
  case filter(FilterFailure)
  case unreadable(path: String)
}
