/// The completions of fish.
enum FishCompletions {
  static func script(_ model: CompletionModel) -> String {
    var lines = [
      "# Completions of pantler for fish; "
        + "“pantler completions fish >~/.config/fish/completions/pantler.fish” installs them."
    ]
    for option in model.options {
      lines.append("complete -c pantler -n __fish_use_subcommand \(words(of: option))")
    }
    for command in model.commands {
      lines.append(
        "complete -c pantler -f -n __fish_use_subcommand -a \(command.name) "
          + "-d \(quoted(command.summary))")
      let seen = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        lines.append("complete -c pantler \(seen) \(words(of: option))")
      }
      let more = command.takesCommands ? model.commands.map(\.name) : command.words
      if !more.isEmpty {
        lines.append("complete -c pantler -f \(seen) -a \(quoted(more.joined(separator: " ")))")
      }
      if command.takesStores {
        lines.append("complete -c pantler \(seen) -a '(pantler completions stores 2>/dev/null)'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(of option: CommandSpecification.Option) -> String {
    var words = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
    if option.placeholder != nil {
      words +=
        option.choices.isEmpty
        ? " -r" : " -x -a \(quoted(option.choices.joined(separator: " ")))"
    }
    return words + " -d \(quoted(option.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
