import Glibc
import StoreModel

/// Runs one command line.
package struct CommandRunner: Sendable {
  private let host: CommandHost

  /// Takes everything from outside.
  package init(host: CommandHost) {
    self.host = host
  }

  /// Runs a command line as the system hands it over.
  package func run(bytes: [[UInt8]]) async -> CommandOutcome {
    do {
      return await run(try ArgumentBytes.words(bytes))
    } catch {
      defer { host.errors.flush() }
      return .exit(report(.usage(error), command: nil))
    }
  }

  /// Runs a command line and says how the program goes on.
  ///
  /// Everything is written when this returns. That the reader of the output went away is no failure; any other
  /// fault of writing is, with a status of its own where stores or rules were changed all the same.
  package func run(_ words: [String]) async -> CommandOutcome {
    let outcome = await dispatch(words)
    host.output.flush()
    defer { host.errors.flush() }
    guard case .exit(let status) = outcome, case .system(let code)? = host.output.failure else {
      return outcome
    }
    host.errors.line("pantler: the output cannot be written: \(SystemText.text(for: code)).")
    let results = host.output.unwrittenResults
    for line in results {
      host.errors.line(VisibleText.escaped("It would have said: " + line))
    }
    return .exit(status == .done ? results.isEmpty ? .failed : .untold : status)
  }

  private func dispatch(_ words: [String]) async -> CommandOutcome {
    guard let first = words.first, !first.hasPrefix("-") else { return await interface(words) }
    do {
      if first == "help" { return try help(Array(words.dropFirst())) }
    } catch {
      return .exit(report(.usage(error), command: nil))
    }
    let command: Command
    do {
      command = try CommandTable.command(named: first)
    } catch {
      return await openStore(first, with: Array(words.dropFirst()), unless: error)
    }
    do {
      let arguments = try ParsedArguments(Array(words.dropFirst()), for: command.specification)
      if arguments.has("help") { return try help([first]) }
      if first == SceneCommand.command.specification.name, SceneCommand.opensInterface(arguments) {
        return await openScene(arguments)
      }
      return .exit(await run(command, arguments))
    } catch {
      return .exit(report(.usage(error), command: first))
    }
  }

  private func interface(_ words: [String]) async -> CommandOutcome {
    if words.contains("--version") {
      host.output.line("pantler \(host.version)")
      return .exit(.done)
    }
    do throws(UsageFailure) {
      if words.contains("--help") || words.contains("-h") { return try help([]) }
      let arguments = try ParsedArguments(words, for: InterfaceOptions.specification)
      guard let name = arguments.arguments.first, let place = words.lastIndex(of: name) else {
        return .interface(try InterfaceOptions(words), in: host)
      }
      if CommandTable.all.contains(where: { $0.specification.name == name }) {
        throw UsageFailure.other(
          "“\(words[0])” is for the interface, and “\(name)” does not open it")
      }
      let others = Array(words[..<place]) + words[(place + 1)...]
      return await openStore(name, with: others, unless: .tooManyArguments(name))
    } catch {
      return .exit(report(.usage(error), command: nil))
    }
  }

  /// Opens the interface on the store that a word names, which is no command.
  ///
  /// - Parameters:
  ///   - options: the other words.
  ///   - failure: what is said when the word cannot be meant as a store.
  private func openStore(
    _ name: String, with options: [String], unless failure: UsageFailure
  ) async -> CommandOutcome {
    let isThere = access(name, F_OK) == 0
    guard isThere || name.contains(where: { "/:.".contains($0) }) else {
      return .exit(report(.usage(failure), command: nil))
    }
    do throws(CommandFailure) {
      let store = try await store(name, isThere: isThere)
      return .interface(try interfaceOptions(options, on: store, name), in: host)
    } catch {
      return .exit(report(error, command: nil))
    }
  }

  private func store(
    _ name: String, isThere: Bool
  ) async throws(CommandFailure) -> StoreDescription {
    guard !name.contains("://") else {
      let quoted = quotedForShell(name)
      throw .usage(
        .other(
          "“\(name)” is an address: “pantler open \(quoted)” loads it, and “pantler explain \(quoted) --store "
            + "STORE” says which cookies are sent there"))
    }
    // A name that says nothing of an engine is that of a file, which is not made here.
    guard isThere || name.contains(":") else { throw .store(.gone(path: name)) }
    let specification = InterfaceOptions.specification
    let session = try CommandSession(specification, ParsedArguments(), host: host)
    return try await session.store(name)
  }

  private func interfaceOptions(
    _ words: [String], on store: StoreDescription, _ name: String
  ) throws(CommandFailure) -> InterfaceOptions {
    do {
      return try InterfaceOptions(words, on: store)
    } catch {
      throw .usage(
        .other(
          "“\(name)” by itself opens the screens on it, and \(error.message); “pantler cookies "
            + "\(quotedForShell(name))” lists its cookies"))
    }
  }

  private func help(_ words: [String]) throws(UsageFailure) -> CommandOutcome {
    if let name = words.first {
      let specification = try CommandTable.command(named: name).specification
      host.output.write(HelpText.page(for: specification))
    } else {
      host.output.write(HelpText.page(for: CommandTable.all.map(\.specification)))
    }
    return .exit(.done)
  }

  private func openScene(_ arguments: ParsedArguments) async -> CommandOutcome {
    do {
      return try await SceneCommand.outcome(arguments, host)
    } catch {
      return .exit(report(error, command: SceneCommand.command.specification.name))
    }
  }

  private func run(_ command: Command, _ arguments: ParsedArguments) async -> ExitStatus {
    do {
      let session = try CommandSession(command.specification, arguments, host: host)
      guard let stage = host.stage, !command.specification.beginsScene else {
        return try await command.run(session)
      }
      let isWhole = await stage.begin(in: session)
      let status = try await command.run(session)
      // What the scene declares is asked for, too.
      return status == .done && !isWhole ? .partlyDone : status
    } catch {
      return report(error, command: command.specification.name)
    }
  }

  /// Says what is wrong and returns the status that goes with it.
  private func report(_ failure: CommandFailure, command: String?) -> ExitStatus {
    host.output.flush()
    var lines = FailureText.lines(for: failure)
    lines[0] = "pantler: " + lines[0]
    for line in lines { host.errors.line(VisibleText.escaped(line)) }
    if case .usage = failure {
      host.errors.line("Try “pantler \(command.map { $0 + " " } ?? "")--help”.")
    }
    return failure.status
  }
}
