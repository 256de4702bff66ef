import StoreModel

/// A command: what it takes, and what it does.
struct Command: Sendable {
  var specification: CommandSpecification
  var run: @Sendable (CommandSession) async throws(CommandFailure) -> ExitStatus
}

/// The commands in the order that help lists them.
enum CommandTable {
  static let all: [Command] = [
    StoresCommand.command, PoolsCommand.command, WebViewsCommand.command,
    CookiesCommand.command, RecordsCommand.command, RemoveCommand.command,
    SetCommand.command, SyncCommand.command, SignOutCommand.command, WatchCommand.command,
    OpenCommand.command, ExplainCommand.command, DiffCommand.command, ExportCommand.command,
    ImportCommand.command,
    UndoCommand.command, TrashCommand.command, GuardCommand.command, ThemeCommand.command,
    KeysCommand.command, ConfigCommand.command, DoctorCommand.command, DemoCommand.command,
    SceneCommand.command,
    CompletionsCommand.command, ManualCommand.command,
  ]

  static func command(named name: String) throws(UsageFailure) -> Command {
    if let command = all.first(where: { $0.specification.name == name }) { return command }
    let names = all.map(\.specification.name) + ["help"]
    throw .unknownCommand(name, nearest: NearestName.find(name, among: names))
  }
}
