import FoundationEssentials
import StoreFormats

/// Writes values as JSON, one object a line or one value in all.
enum JSONText {
  /// The JSON of a value on one line, with its members sorted; nil never happens for the values of this module.
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: escaped(data), as: UTF8.self)
  }

  /// JSON of an encoder, in which what could play tricks on a terminal is escaped.
  static func escaped(_ json: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendEscaped(json: String(decoding: Array(json), as: UTF8.self))
    return bytes
  }
}

/// A list in the form that was asked for: `--json`, `--jsonl`, or neither.
struct JSONList {
  private let output: Output
  private let isArray: Bool
  private var isFirst = true

  /// Begins a list, or returns nil when plain text is wanted.
  init?(_ session: CommandSession) throws(CommandFailure) {
    let isArray = session.arguments.has("json")
    let isLines = session.arguments.has("jsonl")
    guard isArray || isLines else { return nil }
    if isArray, isLines { throw .usage(.conflict("--json", "--jsonl")) }
    self.isArray = isArray
    output = session.output
    if isArray { output.write("[") }
  }

  /// Adds a value.
  mutating func add(_ value: some Encodable) {
    add(line: JSONText.line(value))
  }

  /// Adds a value that is JSON already, without a line end.
  mutating func add(line: String) {
    add(bytes: Array(line.utf8))
  }

  /// Adds a value that is JSON already, without a line end.
  mutating func add(bytes: [UInt8]) {
    if isArray {
      output.write(isFirst ? "\n" : ",\n")
      output.write(bytes: bytes)
    } else {
      output.write(bytes: bytes + [0x0A])
    }
    isFirst = false
  }

  /// Ends the list.
  func end() {
    if isArray { output.write(isFirst ? "]\n" : "\n]\n") }
  }
}
