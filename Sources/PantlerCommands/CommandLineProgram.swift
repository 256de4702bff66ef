import StoreManager
import StoreModel

/// Runs the subcommands.
package enum CommandLineProgram {
  private struct Entry {
    var name: String
    var summary: String
    var help: String
    var shape: CommandOptions.Shape
    var run: @Sendable (CommandOptions, CommandContext) async throws -> ExitStatus
  }

  private static var entries: [Entry] {
    [
      Entry(
        name: "stores", summary: "list the stores that are found", help: StoresCommand.help,
        shape: StoresCommand.shape, run: StoresCommand.run),
      Entry(
        name: "cookies", summary: "list cookies", help: CookiesCommand.help,
        shape: CookiesCommand.shape, run: CookiesCommand.run),
      Entry(
        name: "rm", summary: "delete cookies", help: RemoveCommand.help,
        shape: RemoveCommand.shape, run: RemoveCommand.run),
      Entry(
        name: "undo", summary: "take a change back", help: UndoCommand.help,
        shape: UndoCommand.shape, run: UndoCommand.run),
      Entry(
        name: "explain", summary: "say why a cookie is stored, sent, or not",
        help: ExplainCommand.help, shape: ExplainCommand.shape, run: ExplainCommand.run),
    ]
  }

  /// Runs the command that the arguments name.
  ///
  /// - Parameter arguments: without the program's own name.
  /// - Returns: the exit status: 0 done, 1 failed, 2 usage, 3 partly done, 4 nothing matched.
  package static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
    guard let name = arguments.first, name != "--help", name != "-h", name != "help" else {
      _ = context.output.write(Array(overview.utf8))
      return arguments.isEmpty ? .usage : .done
    }
    guard let entry = entries.first(where: { $0.name == name }) else {
      let failure = UsageFailure.noSuchCommand(
        name, nearest: NearestName.find(name, among: entries.map(\.name)))
      context.output.message(FailureText.text(failure))
      return .usage
    }
    let rest = arguments.dropFirst()
    if rest.contains("--help") || rest.contains("-h") {
      _ = context.output.write(Array(entry.help.utf8))
      return .done
    }
    do {
      return try await entry.run(try CommandOptions(rest, shape: entry.shape), context)
    } catch let failure as UsageFailure {
      context.output.message("\(name): \(FailureText.text(failure))")
      return .usage
    } catch let failure as StoreFailure {
      context.output.message("\(name): \(FailureText.text(failure))")
    } catch let failure as JournalFailure {
      context.output.message("\(name): \(FailureText.text(failure))")
    } catch {
      context.output.message("\(name): the output could not be written")
    }
    return .failed
  }

  private static var overview: String {
    let width = entries.map(\.name.count).max() ?? 0
    let lines = entries.map { entry in
      "  " + entry.name + String(repeating: " ", count: width - entry.name.count + 2)
        + entry.summary
    }
    return """
      usage: pantler COMMAND [ARGUMENT…]

      \(lines.joined(separator: "\n"))

      pantler COMMAND --help tells more about one.

      """
  }
}
