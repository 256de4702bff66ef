import StoreModel

/// Runs one command line.
package struct CommandRunner: Sendable {
  private let host: CommandHost

  /// Takes everything from outside.
  package init(host: CommandHost) {
    self.host = host
  }

  /// Runs a command line and says how the program goes on.
  ///
  /// Everything is written when this returns. That the reader of the output went away is no failure; any other
  /// fault of writing is.
  package func run(_ words: [String]) async -> CommandOutcome {
    let outcome = await dispatch(words)
    host.output.flush()
    defer { host.errors.flush() }
    guard case .exit(let status) = outcome, case .system(let code)? = host.output.failure else {
      return outcome
    }
    host.errors.line("pantler: the output cannot be written: \(SystemText.text(for: code)).")
    return .exit(status == .done ? .failed : status)
  }

  private func dispatch(_ words: [String]) async -> CommandOutcome {
    guard let first = words.first, !first.hasPrefix("-"), first != "help" else {
      do {
        return try words.first == "help" ? help(Array(words.dropFirst())) : interface(words)
      } catch {
        return .exit(report(.usage(error), command: nil))
      }
    }
    let command: Command
    do {
      command = try CommandTable.command(named: first)
    } catch {
      return .exit(report(.usage(error), command: nil))
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

  private func interface(_ words: [String]) throws(UsageFailure) -> CommandOutcome {
    if words.contains("--version") {
      host.output.line("pantler \(host.version)")
      return .exit(.done)
    }
    if words.contains("--help") || words.contains("-h") { return try help([]) }
    return .interface(try InterfaceOptions(words), in: host)
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
    let text = "pantler: " + FailureText.text(for: failure)
    host.errors.line(VisibleText.escapedLines(text))
    if case .usage = failure {
      host.errors.line("Try “pantler \(command.map { $0 + " " } ?? "")--help”.")
    }
    return failure.status
  }
}
