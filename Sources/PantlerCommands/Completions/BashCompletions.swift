/// The completions of bash.
///
/// Ids of stores are compared and quoted one by one: the word lists of `compgen` would be expanded by the shell.
enum BashCompletions {
  static func script(_ model: CompletionModel) -> String {
    """
    # Completions of pantler for bash; “source <(pantler completions bash)” loads them.
    _pantler() {
      local line=${COMP_LINE:0:COMP_POINT} word command= previous= item stores= IFS=$' \\t\\n'
      local -a before words=()
      word=${line##*[[:space:]]}
      read -ra before <<<"${line%"$word"}"
      for item in "${before[@]:1}"; do
        case $item in -*) ;; *) [ -n "$command" ] || command=$item ;; esac
        previous=$item
      done
      case "$command $previous" in
    \(valueCases(model).joined(separator: "\n"))
        *) case $command in
            '') words=(\((model.commands.map(\.name) + spellings(model.options)).joined(separator: " "))) ;;
    \(commandCases(model).joined(separator: "\n"))
          esac ;;
      esac
      COMPREPLY=()
      while IFS= read -r item; do
        [[ -n $item && $item == "$word"* ]] || continue
        printf -v item '%q' "$item"
        # Bash takes a colon for the end of a word.
        case $word in *:*) item=${item#"${word%"${word##*:}"}"} ;; esac
        COMPREPLY+=("$item")
      done < <(
        printf '%s\\n' "${words[@]}"
        [ -z "$stores" ] || pantler completions stores 2>/dev/null
      )
    }
    complete -o default -F _pantler pantler

    """
  }

  private static func spellings(_ options: [CommandSpecification.Option]) -> [String] {
    options.map { "--" + $0.name }
  }

  /// What may follow an option; where nothing is known of that, bash completes files.
  private static func valueCases(_ model: CompletionModel) -> [String] {
    let interface = model.options.map { ("", $0) }
    let ofCommands = model.commands.flatMap { command in
      command.options.map { (command.name, $0) }
    }
    return (interface + ofCommands).filter { $0.1.placeholder != nil }.map { command, option in
      let patterns = option.spellings.map { "'\(command) \($0)'" }.joined(separator: "|")
      return "    \(patterns)) words=(\(option.choices.joined(separator: " "))) ;;"
    }
  }

  private static func commandCases(_ model: CompletionModel) -> [String] {
    model.commands.map { command in
      let more = command.takesCommands ? model.commands.map(\.name) : command.words
      let words = (more + spellings(command.options)).joined(separator: " ")
      return "        \(command.name)) words=(\(words))\(command.takesStores ? " stores=1" : "") ;;"
    }
  }
}
