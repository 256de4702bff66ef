import StoreModel

/// `pantler manual`: the manual pages.
enum ManualCommand {
  static let command = Command(
    specification: CommandSpecification(
      "manual", "write a manual page", arguments: "[pantler|pantler-config|pantler-filter]",
      operands: [[.words(["pantler", "pantler-config", "pantler-filter"])]],
      count: 0...1,
      options: [],
      details: "The pages are made from the tables that the program itself works by.",
      examples: [
        ("pantler manual | man -l -", "shows pantler(1)"),
        ("pantler manual pantler-filter >pantler-filter.7", "for a folder of the manual"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let host = session.host
    let page: Roff
    switch session.arguments.arguments.first {
    case nil, "pantler":
      page = ManualPages.program(
        CommandTable.all.map(\.specification), keys: host.keys, version: host.version)
    case "pantler-config": page = ManualPages.settings(version: host.version)
    case "pantler-filter": page = ManualPages.filters(version: host.version)
    case let word?:
      throw .usage(
        .unknownWord(
          word, of: "manual", among: ["pantler", "pantler-config", "pantler-filter"]))
    }
    session.output.write(page.text)
    return .done
  }
}
