/// The completions of fish.
enum FishCompletions {
  static func script(_ model: CompletionModel) -> String {
    var lines = [
      "# Completions of pantler for fish; "
        + "“pantler completions fish >~/.config/fish/completions/pantler.fish” installs them."
    ]
    let atBeginning = "-n __fish_use_subcommand"
    for option in model.options {
      lines.append("complete -c pantler \(atBeginning) \(words(of: option, model))")
    }
    lines += arguments(model.operands, when: atBeginning)
    for command in model.commands {
      lines.append(
        "complete -c pantler -f \(atBeginning) -a \(command.name) "
          + "-d \(quoted(command.summary))")
      let seen = "__fish_seen_subcommand_from \(command.name)"
      for option in command.options {
        lines.append("complete -c pantler -n '\(seen)' \(words(of: option, model))")
      }
      let followed = command.followers.map(\.word).joined(separator: " ")
      let first =
        followed.isEmpty ? seen : "\(seen); and not __fish_seen_subcommand_from \(followed)"
      for candidates in command.operands { lines += arguments(candidates, when: "-n '\(first)'") }
      for (word, candidates) in command.followers {
        lines += arguments(
          candidates, when: "-n '\(seen); and __fish_seen_subcommand_from \(word)'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines that complete arguments; files are completed unless only words can stand there.
  private static func arguments(
    _ candidates: CompletionModel.Candidates, when condition: String
  ) -> [String] {
    let files = candidates.hasFiles ? "" : " -f"
    var lines: [String] = []
    if !candidates.words.isEmpty { lines.append(quoted(candidates.words.joined(separator: " "))) }
    lines += candidates.lists.map { "'(pantler completions \($0.rawValue) 2>/dev/null)'" }
    return lines.map { "complete -c pantler\(files) \(condition) -a \($0)" }
  }

  private static func words(
    of option: CommandSpecification.Option, _ model: CompletionModel
  ) -> String {
    var words = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
    if let candidates = model.candidates(for: option) { words += value(candidates) }
    return words + " -d \(quoted(option.fullHelp))"
  }

  private static func value(_ candidates: CompletionModel.Candidates) -> String {
    let all = candidates.words.joined(separator: " ")
    if candidates.isList { return " -x -a '(__fish_append , \(all))'" }
    if !all.isEmpty { return " -x -a \(quoted(all))" }
    let lists = candidates.lists.map { " -a '(pantler completions \($0.rawValue) 2>/dev/null)'" }
    return " -r" + (candidates.hasFiles ? " -F" : "") + lists.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
