/// The completions of zsh.
enum ZshCompletions {
  static func script(_ model: CompletionModel) -> String {
    """
    #compdef pantler
    # Completions of pantler for zsh; “pantler completions zsh >_pantler” in a folder of $fpath installs them.
    _pantler_stores() {
      local -a ids
      ids=(${(f)"$(pantler completions stores 2>/dev/null)"})
      compadd -a ids
      _files
    }
    _pantler_commands() {
      local -a commands
      commands=(
    \(model.commands.map { "    \(described($0))" }.joined(separator: "\n"))
      )
      _describe -t commands command commands
    }
    _pantler() {
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _pantler_commands
        return
      fi
      if [[ $words[2] == -* ]]; then
        _arguments \(model.options.flatMap(argument).joined(separator: " "))
        return
      fi
      shift words
      (( CURRENT -= 1 ))
      case $words[1] in
    \(model.commands.map(branch).joined(separator: "\n"))
      esac
    }
    _pantler "$@"

    """
  }

  private static func described(_ command: CompletionModel.Entry) -> String {
    quoted(command.name + ":" + command.summary.replacing(":", with: "\\:"))
  }

  private static func branch(_ command: CompletionModel.Entry) -> String {
    var arguments = command.options.flatMap(argument)
    if command.takesCommands {
      arguments.append("'*:command:_pantler_commands'")
    } else if !command.words.isEmpty {
      arguments.append(quoted("*:word:(\(command.words.joined(separator: " ")))"))
    } else {
      arguments.append(command.takesStores ? "'*:store:_pantler_stores'" : "'*:file:_files'")
    }
    return "    \(command.name)) _arguments \(arguments.joined(separator: " ")) ;;"
  }

  private static func argument(_ option: CommandSpecification.Option) -> [String] {
    var help = ""
    for character in option.help {
      if "[]:\\".contains(character) { help.append("\\") }
      help.append(character)
    }
    let value = option.placeholder.map { placeholder in
      let choices = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
      return ":\(placeholder):\(choices)"
    }
    let repeats = option.isRepeatable ? "*" : ""
    return option.spellings.map { quoted(repeats + $0 + "[" + help + "]" + (value ?? "")) }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
