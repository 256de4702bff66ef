import StoreManager
import StoreModel

/// `pantler completions`: what shells complete.
enum CompletionsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "completions", "write the completions of a shell", arguments: "bash|zsh|fish|stores",
      count: 1...1,
      options: [],
      details: "The scripts ask “pantler completions stores” for the ids of the stores.",
      examples: [
        ("source <(pantler completions bash)", "in ~/.bashrc"),
        ("pantler completions zsh >~/.zfunc/_pantler", "in a folder of $fpath"),
        ("pantler completions fish >~/.config/fish/completions/pantler.fish", "for fish"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let word = session.arguments.arguments[0]
    let model = CompletionModel(
      CommandTable.all.map(\.specification), themes: session.host.themes.entries().map(\.name))
    switch word {
    case "bash": session.output.write(BashCompletions.script(model))
    case "zsh": session.output.write(ZshCompletions.script(model))
    case "fish": session.output.write(FishCompletions.script(model))
    case "stores":
      for store in await session.manager.discover().stores {
        let id = store.id.rawValue
        // An id that cannot be printed as it is cannot be completed either.
        if VisibleText.escaped(id) == id { session.output.line(id) }
      }
    default:
      throw .usage(
        .unknownWord(word, of: "completions", among: ["bash", "zsh", "fish", "stores"]))
    }
    return .done
  }
}
