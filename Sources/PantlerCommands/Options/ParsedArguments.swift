import StoreModel

/// A command line that fits its specification.
package struct ParsedArguments: Hashable, Sendable {
  /// The values of each option that was given; an empty list for one without values.
  package private(set) var options: [String: [String]] = [:]
  /// The other arguments.
  package private(set) var arguments: [String] = []

  /// An empty command line.
  init() {}

  /// Reads a command line.
  ///
  /// Options may stand anywhere before `--`; `--name value` and `--name=value` are the same.
  package init(
    _ words: [String], for specification: CommandSpecification
  ) throws(UsageFailure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        if specification.passesRestOn {
          arguments += rest
          break
        }
        continue
      }
      try take(word, &rest, specification)
    }
    guard arguments.count >= specification.argumentCount.lowerBound || has("help") else {
      throw .missingArgument(specification.usage(isWhole: false))
    }
    for option in specification.options where option.isRequired && !has(option.name) && !has("help")
    {
      throw .missingOption(
        "--\(option.name) \(option.placeholder ?? "")", usage: specification.usage(isWhole: false))
    }
    if arguments.count > specification.argumentCount.upperBound {
      throw .tooManyArguments(arguments[specification.argumentCount.upperBound])
    }
  }

  /// Reports whether an option was given.
  func has(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option; nil when it was not given.
  func value(_ name: String) -> String? { options[name]?.first }

  /// The values of an option that may be repeated.
  func values(_ name: String) -> [String] { options[name] ?? [] }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ specification: CommandSpecification
  ) throws(UsageFailure) {
    let isLong = word.hasPrefix("--")
    let body = word.dropFirst(isLong ? 2 : 1)
    let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    var attached = parts.count > 1 ? String(parts[1]) : nil
    let all = specification.options + [.flag("help", "")]
    var found = all.first { isLong ? $0.name == name : name == $0.letter.map(String.init) }
    if !isLong, name == "h" { found = all.last }
    if !isLong, found == nil, let letter = body.first,
      let option = all.first(where: { $0.letter == letter && $0.placeholder != nil })
    {
      (found, attached) = (option, String(body.dropFirst()))
    }
    guard let option = found else {
      let nearest = NearestName.find(name, among: all.map(\.name)).map { "--" + $0 }
      throw .unknownOption(isLong ? "--" + name : word, nearest: nearest)
    }
    guard option.isRepeatable || !has(option.name) else { throw .repeatedOption(option.name) }
    guard option.placeholder != nil else {
      if attached != nil { throw .unexpectedValue(option: option.name) }
      options[option.name] = []
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option: option.name) }
    if let unknown = option.value?.unknownWord(in: value) {
      throw .unknownValue(unknown.word, of: "--" + option.name, among: unknown.known)
    }
    options[option.name, default: []].append(value)
  }
}

extension CommandSpecification.Value {
  /// The first word of a value that is none of those that there are; nil where any will do.
  fileprivate func unknownWord(in text: String) -> (word: String, known: [String])? {
    switch self {
    case .words(let known): known.contains(text) ? nil : (text, known)
    case .list(let known):
      text.split(separator: ",").map(String.init).first { !known.contains($0) }.map { ($0, known) }
    case .text, .file, .store, .theme, .command, .link, .change: nil
    }
  }
}
