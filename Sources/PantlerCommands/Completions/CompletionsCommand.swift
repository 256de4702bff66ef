import StoreManager
import StoreModel

/// `pantler completions`: what shells complete.
enum CompletionsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "completions", "write the completions of a shell",
      arguments: (shells + listings).joined(separator: "|"),
      operands: [[.words(shells + listings)]],
      count: 1...1,
      options: [],
      details:
        "The scripts ask for the ids of stores, the names of links, and the changes in the trash by\n"
        + "themselves.",
      examples: [
        ("source <(pantler completions bash)", "in ~/.bashrc"),
        ("pantler completions zsh >~/.zfunc/_pantler", "in a folder of $fpath"),
        ("pantler completions fish >~/.config/fish/completions/pantler.fish", "for fish"),
      ]), run: run)

  private static let shells = ["bash", "zsh", "fish"]
  private static let listings = CompletionModel.Listing.allCases.map(\.rawValue)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let word = session.arguments.arguments[0]
    let model = CompletionModel(
      CommandTable.all.map(\.specification), themes: session.host.themes.entries().map(\.name))
    switch word {
    case "bash": session.output.write(BashCompletions.script(model))
    case "zsh": session.output.write(ZshCompletions.script(model))
    case "fish": session.output.write(FishCompletions.script(model))
    default:
      guard let listing = CompletionModel.Listing(rawValue: word) else {
        throw .usage(.unknownWord(word, of: "completions", among: shells + listings))
      }
      for name in try await names(listing, session) {
        // One that cannot be printed as it is cannot be completed either.
        if VisibleText.escaped(name) == name { session.output.line(name) }
      }
    }
    return .done
  }

  private static func names(
    _ listing: CompletionModel.Listing, _ session: CommandSession
  ) async throws(CommandFailure) -> [String] {
    switch listing {
    case .stores: return await session.discover().stores.map(\.id.rawValue)
    case .links: return session.configuration.links.keys.sorted()
    case .changes:
      do {
        return try await session.manager.journalEntries().map(\.id)
      } catch {
        throw .journal(error)
      }
    }
  }
}
