/// The completions of bash.
///
/// Ids of stores are compared and quoted one by one: the word lists of `compgen` would be expanded by the shell.
enum BashCompletions {
  static func script(_ model: CompletionModel) -> String {
    """
    # Completions of pantler for bash; “source <(pantler completions bash)” loads them.
    _pantler() {
      local line=${COMP_LINE:0:COMP_POINT} word command= previous= first= place=0 item kind start=
      local asked= list= files= IFS=$' \\t\\n'
      local -a before words=()
      word=${line##*[[:space:]]}
      read -ra before <<<"${line%"$word"}"
      for item in "${before[@]:1}"; do
        case "$command $previous" in
    \(valuePatterns(model))) ;;
          *) case $item in
            -*) ;;
            *) case "${command:--} $place" in
    \(nestingCases(model).joined(separator: "\n"))
              *)
                [ "$place" != 0 ] || first=$item
                place=$((place + 1)) ;;
            esac ;;
          esac ;;
        esac
        previous=$item
      done
      case $word in
        # Bash takes an equals sign for the end of a word.
        --*=*) previous=${word%%=*} word=${word#*=} ;;
      esac
      case "$command $previous" in
    \(valueCases(model).joined(separator: "\n"))
        *)
          case $command in
            '') words=(\(spelled(model.options))); \(assignments(model.operands, adds: true)) ;;
    \(optionCases(model).joined(separator: "\n"))
          esac
          case "$command $place $first" in
            ' '*) words+=(\(model.commands.map(\.name).joined(separator: " "))) ;;
    \(operandCases(model).joined(separator: "\n"))
          esac ;;
      esac
      COMPREPLY=()
      if [ -n "$list" ]; then
        start=${word%"${word##*,}"}
        compopt -o nospace 2>/dev/null
      fi
      while IFS= read -r item; do
        [[ -n $item && $start$item == "$word"* ]] || continue
        [[ -z $files || ! -d ${item/#\\~\\//$HOME/} || $item == */ ]] || item+=/
        case $item in
          '~'/*) printf -v item '~/%q' "${item:2}" ;;
          *) printf -v item '%q' "$item" ;;
        esac
        item=$start$item
        # Bash takes a colon for the end of a word.
        case $word in *:*) item=${item#"${word%"${word##*:}"}"} ;; esac
        COMPREPLY+=("$item")
      done < <(
        printf '%s\\n' "${words[@]}"
        [ -z "$files" ] || compgen -f -- "$word"
        for kind in $asked; do pantler completions "$kind" 2>/dev/null; done
      )
      case "${#COMPREPLY[@]} ${COMPREPLY[0]}" in
        # A folder is not the end of a path.
        '1 '*/) compopt -o nospace 2>/dev/null ;;
      esac
    }
    complete -o default -F _pantler pantler

    """
  }

  private static func spelled(_ options: [CommandSpecification.Option]) -> String {
    options.map { "--" + $0.name }.joined(separator: " ")
  }

  private static func allOptions(
    _ model: CompletionModel
  ) -> [(command: String, option: CommandSpecification.Option)] {
    let ofCommands = model.commands.flatMap { command in
      command.options.map { (command.name, $0) }
    }
    return (model.options.map { ("", $0) } + ofCommands).filter { $0.1.value != nil }
  }

  private static func pattern(_ command: String, _ option: CommandSpecification.Option) -> String {
    option.spellings.map { "'\(command) \($0)'" }.joined(separator: "|")
  }

  /// The options whose values are no arguments.
  private static func valuePatterns(_ model: CompletionModel) -> String {
    "      " + allOptions(model).map(pattern).joined(separator: "|")
  }

  /// What may follow an option; where nothing is known of that, bash completes files.
  private static func valueCases(_ model: CompletionModel) -> [String] {
    allOptions(model).compactMap { command, option in
      model.candidates(for: option).map {
        "    \(pattern(command, option))) \(assignments($0, adds: false)) ;;"
      }
    }
  }

  /// The places where a word is the command that the rest belongs to.
  private static func nestingCases(_ model: CompletionModel) -> [String] {
    let places = model.commands.compactMap { command in
      command.commandPlace.map { "'\(command.name) \($0)'" }
    }
    return ["          \((["'- 0'"] + places).joined(separator: "|"))) command=$item place=0 ;;"]
  }

  private static func optionCases(_ model: CompletionModel) -> [String] {
    model.commands.map { "        \($0.name)) words=(\(spelled($0.options))) ;;" }
  }

  private static func operandCases(_ model: CompletionModel) -> [String] {
    model.commands.flatMap { command -> [String] in
      let after = command.followers.map {
        "        '\(command.name) '[1-9]*' \($0.word)') \(assignments($0.candidates, adds: true)) ;;"
      }
      let placed = command.operands.enumerated().map { place, candidates in
        // The last is for all further places.
        let isLast = place == command.operands.count - 1 && command.followers.isEmpty
        let pattern = isLast ? "'\(command.name) '*" : "'\(command.name) \(place) '*"
        return "        \(pattern)) \(assignments(candidates, adds: true)) ;;"
      }
      return after + placed
    }
  }

  private static func assignments(
    _ candidates: CompletionModel.Candidates, adds: Bool
  ) -> String {
    var parts: [String] = []
    let words = candidates.words.joined(separator: " ")
    if !adds || !words.isEmpty { parts.append("words\(adds ? "+" : "")=(\(words))") }
    if !candidates.lists.isEmpty {
      parts.append("asked='\(candidates.lists.map(\.rawValue).joined(separator: " "))'")
    }
    if candidates.isList { parts.append("list=1") }
    // Where nothing else can stand, bash completes files by itself.
    if candidates.hasFiles, !candidates.lists.isEmpty || !candidates.words.isEmpty {
      parts.append("files=1")
    }
    return parts.isEmpty ? ":" : parts.joined(separator: " ")
  }
}
