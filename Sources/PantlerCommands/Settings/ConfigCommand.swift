import StoreModel

/// `pantler config`: the settings.
enum ConfigCommand {
  static let command = Command(
    specification: CommandSpecification(
      "config", "show and check the settings", arguments: "[show|path|check]",
      operands: [[.words(["show", "path", "check"])]], count: 0...1,
      options: [.flag("origin", "say where each setting comes from"), .json],
      details:
        "The settings are in $XDG_CONFIG_HOME/pantler/config.json5: jars, containers, theme, "
        + "ascii, mouse,\nkeys, filters, links.",
      examples: [
        ("pantler config show --origin", "shows each setting and where it comes from"),
        ("pantler config path", "shows where the file is"),
      ]), run: run)

  private struct SettingJSON: Encodable {
    var name: String
    var value: String
    var origin: String
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    switch session.arguments.arguments.first {
    case nil, "show":
      show(session)
      return .done
    case "path":
      session.output.line(VisibleText.escaped(session.places.configurationFile))
      return .done
    case "check":
      // What is wrong was said when the session read the settings.
      guard session.hasSoundSettings else { return .failed }
      session.output.line("The settings are sound.")
      return .done
    case let word?:
      throw .usage(.unknownWord(word, of: "config", among: ["show", "path", "check"]))
    }
  }

  private static func show(_ session: CommandSession) {
    let configuration = session.configuration
    let settings = Configuration.Setting.allCases.map { setting in
      SettingJSON(
        name: setting.rawValue, value: configuration.text(of: setting),
        origin: origin(of: setting, session))
    }
    if session.arguments.has("json") {
      session.output.line(JSONText.line(settings))
      return
    }
    let showsOrigin = session.arguments.has("origin")
    var table = ColumnTable(["SETTING", "VALUE"] + (showsOrigin ? ["FROM"] : []))
    for setting in settings {
      table.add([setting.name, setting.value] + (showsOrigin ? [setting.origin] : []))
    }
    table.write(to: session.output)
  }

  private static func origin(
    of setting: Configuration.Setting, _ session: CommandSession
  ) -> String {
    switch session.configuration.origins[setting] {
    case nil: "usual value"
    case .file(let line): "\(session.places.configurationFile):\(line)"
    case .environment(let name): "environment variable \(name)"
    }
  }
}
