/// The completions of zsh.
enum ZshCompletions {
  static func script(_ model: CompletionModel) -> String {
    """
    #compdef pantler
    # Completions of pantler for zsh; “pantler completions zsh >_pantler” in a folder of $fpath installs them.
    _pantler_asked() {
      local kind
      local -a found
      for kind in $=1; do
        found=(${(f)"$(pantler completions $kind 2>/dev/null)"})
        compadd -a found
      done
    }
    _pantler_commands() {
      local -a commands
      commands=(
    \(model.commands.map { "    \(described($0))" }.joined(separator: "\n"))
      )
      _describe -t commands command commands
    }
    \(model.commands.map { places($0) }.joined(separator: "\n"))
    _pantler_command() {
      case $words[1] in
    \(model.commands.map { branch($0, model) }.joined(separator: "\n"))
      esac
    }
    _pantler_nested() {
      if (( CURRENT == 1 )); then _pantler_commands; else _pantler_command; fi
    }
    _pantler() {
      if [[ $words[2] == -* ]]; then
        _arguments \(model.options.flatMap { argument($0, model) }.joined(separator: " "))
      elif (( CURRENT == 2 )); then
        _pantler_commands
        \(actions(model.operands).joined(separator: "; "))
      else
        shift words
        (( CURRENT -= 1 ))
        _pantler_command
      fi
    }
    _pantler "$@"

    """
  }

  private static func described(_ command: CompletionModel.Entry) -> String {
    quoted(command.name + ":" + command.summary.replacing(":", with: "\\:"))
  }

  /// The function that completes the arguments of a command, by how many of them stand before.
  private static func places(_ command: CompletionModel.Entry) -> String {
    var cases = command.followers.map {
      "    <1->' \($0.word)') \(actions($0.candidates).joined(separator: "; ")) ;;"
    }
    for (place, candidates) in command.operands.enumerated() {
      let isLast = place == command.operands.count - 1 && command.followers.isEmpty
      cases.append(
        "    \(isLast ? "" : "\(place)' '")*) \(actions(candidates).joined(separator: "; ")) ;;")
    }
    if cases.isEmpty { cases = ["    *) _files ;;"] }
    return """
      _pantler_of_\(command.name)() {
        local place=$(( $#line - 1 )) first=$line[1]
        (( place >= 0 )) || place=0
        case "$place $first" in
      \(cases.joined(separator: "\n"))
        esac
      }
      """
  }

  private static func branch(_ command: CompletionModel.Entry, _ model: CompletionModel) -> String {
    let options = command.options.flatMap { argument($0, model) }
    let rest =
      switch command.commandPlace {
      case nil: ["'*:argument:_pantler_of_\(command.name)'"]
      case let place?:
        (0..<place).map { _ in "':argument:_pantler_of_\(command.name)'" }
          + ["'*:::command:_pantler_nested'"]
      }
    return
      "    \(command.name)) local -a line; _arguments \((options + rest).joined(separator: " ")) ;;"
  }

  /// What completes something.
  private static func actions(_ candidates: CompletionModel.Candidates) -> [String] {
    var actions: [String] = []
    if !candidates.words.isEmpty {
      actions.append("compadd -- \(candidates.words.joined(separator: " "))")
    }
    if !candidates.lists.isEmpty {
      let lists = candidates.lists.map(\.rawValue).joined(separator: " ")
      actions.append("_pantler_asked '\(lists)'")
    }
    if candidates.hasFiles { actions.append("_files") }
    return actions.isEmpty ? ["_message argument"] : actions
  }

  private static func argument(
    _ option: CommandSpecification.Option, _ model: CompletionModel
  ) -> [String] {
    var help = ""
    for character in option.fullHelp {
      if "[]:\\".contains(character) { help.append("\\") }
      help.append(character)
    }
    let value = model.candidates(for: option).map {
      ":\(option.placeholder ?? "value"):\(action($0, option))"
    }
    let repeats = option.isRepeatable ? "*" : ""
    return option.spellings.map { spelling in
      // Both “--name value” and “--name=value” are meant.
      let sign = value != nil && spelling.hasPrefix("--") ? "=" : ""
      return quoted(repeats + spelling + sign + "[" + help + "]" + (value ?? ""))
    }
  }

  private static func action(
    _ candidates: CompletionModel.Candidates, _ option: CommandSpecification.Option
  ) -> String {
    let words = candidates.words.joined(separator: " ")
    if candidates.isList { return "_values -s , \(option.name) \(words)" }
    if !words.isEmpty { return "(\(words))" }
    if candidates.lists.isEmpty { return candidates.hasFiles ? "_files" : " " }
    let lists = candidates.lists.map(\.rawValue).joined(separator: " ")
    return "{ _pantler_asked \"\(lists)\"\(candidates.hasFiles ? "; _files" : "") }"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
