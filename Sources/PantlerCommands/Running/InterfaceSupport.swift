package import CookieCore
import StoreFormats
package import StoreManager
package import StoreModel

/// What the terminal interface needs of the program around it, told in sentences for people.
package struct InterfaceSupport: Sendable {
  /// The manager of all stores.
  package let manager: StoreManager
  /// The settings.
  package let configuration: Configuration
  /// The rules that keep things from deletion.
  package let guards: [Guard]
  /// The directory of the user's own themes.
  package var themeDirectory: String { places.themes }
  /// The file that the log is written to as well; nil for none.
  package let logFile: LogFile?
  private let host: CommandHost
  private let places: Places

  /// Why the interface cannot start; the message is for people.
  package struct Failure: Error {
    /// A plain text.
    package let message: String
  }

  /// Reads the settings and makes the manager.
  package init(host: CommandHost) throws(Failure) {
    self.host = host
    places = Places(environment: host.environment)
    do {
      configuration = try ConfigurationReader.read(places, environment: host.environment)
        .configuration.adding(host.stage?.scene)
    } catch {
      throw Failure(message: "pantler: " + error.message)
    }
    do {
      logFile = try configuration.logFile.map { path throws(FileFailure) in
        try LogFile(path: path, publicSuffixes: host.publicSuffixes)
      }
    } catch {
      throw Failure(
        message: "pantler: " + FailureText.text(for: .file(error))
          + " “logFile” in the settings names it.")
    }
    do throws(CommandFailure) {
      manager = try CommandSession.manager(host, places, configuration)
      guards = try GuardCommand.read(places)
    } catch {
      throw Failure(message: "pantler: " + FailureText.text(for: error))
    }
  }

  /// Makes a store known that was named by its path, so that it is shown with those that are found.
  package func include(_ store: StoreDescription) async throws(Failure) {
    do {
      _ = try await manager.resolve(store.path)
    } catch {
      throw Failure(message: "pantler: " + FailureText.text(for: error))
    }
  }

  /// The links of the settings whose stores are found, and a sentence for each of the others.
  package func links() async -> (found: [SyncLink], unknown: [String]) {
    let (links, failures) = await ConfiguredLinks(
      links: configuration.links, manager: manager, publicSuffixes: host.publicSuffixes
    ).all()
    return (links, failures.map { "Link \($0.name): " + FailureText.text(for: $0.failure) })
  }

  /// Why pairs that were synced are not known, a sentence each.
  package func unknownPairs() async -> [String] {
    let unknown = await manager.unknownPairs().map {
      "The pairs that were synced are not known. " + FailureText.text(for: .journal($0))
    }
    return [unknown].compactMap { $0 }
      + (await manager.damagedBases()).map { FailureText.damagedPair($0) }
  }

  /// Changes the guards in their file, whatever other programs have put there meanwhile.
  ///
  /// - Returns: the guards that the file has then; on failure a sentence for people.
  package func changeGuards(
    adding added: [Guard], removing removed: [Guard]
  ) async -> Result<[Guard], Failure> {
    do {
      return .success(
        try await GuardFile.change(places.guardFile, places.turns) { guards in
          guards.removeAll { removed.contains($0) }
          guards += added.filter { !guards.contains($0) }
        }.guards)
    } catch {
      return .failure(Failure(message: FailureText.text(for: error)))
    }
  }

  /// Saves a filter by name; nil on success.
  package func saveFilter(_ name: String, _ text: String) async -> String? {
    do throws(CommandFailure) {
      try await SavedFilters.add(name, text, places)
      return nil
    } catch {
      return FailureText.text(for: error)
    }
  }

  /// Writes events to a file for their owner alone, one a line, but never over a store.
  ///
  /// `.txt` and `.log` make plain lines, and everything else JSON. Values stay masked.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  package func saveLog(
    _ events: [StoreEvent], to path: String, replaces: Bool
  ) async -> Exported {
    if let obstacle = await obstacle(toWriting: path, replaces: replaces) { return obstacle }
    let isPlain = path.hasSuffix(".txt") || path.hasSuffix(".log")
    let lines = events.map { event in
      isPlain
        ? Array(VisibleText.escaped(EventLine.text(event, showsValues: false)).utf8)
        : EventJSON.bytes(event, showsValues: false, publicSuffixes: host.publicSuffixes)
    }
    do {
      try PrivateFileWriter.write(
        Array(lines.map { $0 + [0x0A] }.joined()), to: places.resolvedFromHere(path))
      return .written
    } catch {
      return .failed(FailureText.text(for: .file(error)))
    }
  }

  /// Why a file is not written; nil when it is.
  private func obstacle(toWriting path: String, replaces: Bool) async -> Exported? {
    let target = places.resolvedFromHere(path)
    guard let present = PrivateFileWriter.identity(of: target) else { return nil }
    let stores = await manager.stores
    if let store = stores.first(where: { PrivateFileWriter.identity(of: $0.path) == present }) {
      return .failed("\(path) is the store \(store.id.rawValue); write to another file.")
    }
    return replaces ? nil : .exists
  }

  /// Keeps a plan in a file that `--plan` takes, without the values of its cookies, and returns the path.
  package func keepPlan(_ plan: Plan) throws(Failure) -> String {
    let folder = PlanFolder(path: places.plans, now: host.now())
    do {
      return try folder.keep(plan, randomID: host.randomID)
    } catch let failure as FileFailure {
      throw Failure(message: FailureText.text(for: .file(failure)))
    } catch let failure as PlanFileFailure {
      throw Failure(message: FailureText.text(for: .planFile(path: plan.fileName, failure)))
    } catch {
      throw Failure(message: "\(error)")
    }
  }

  /// What became of writing a file.
  package enum Exported: Equatable, Sendable {
    /// It was written.
    case written
    /// Nothing was written, as the file is there already.
    case exists
    /// It was not written; a sentence for people.
    case failed(String)
  }

  /// Writes cookies to a file in the format that its name asks for, but never over a store.
  ///
  /// `.binarycookies` is Apple's file, `.txt` cookies.txt, and everything else Pantler's own JSON. What the format
  /// does not carry counts as success; the file is there.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  package func export(
    _ cookies: [Cookie], to path: String, replaces: Bool
  ) async -> Exported {
    if let obstacle = await obstacle(toWriting: path, replaces: replaces) { return obstacle }
    let format: ExportFormat =
      path.hasSuffix(".binarycookies")
      ? .binarycookies : path.hasSuffix(".txt") ? .netscape : .json
    do {
      try PrivateFileWriter.write(
        CookieExport(cookies, as: format).bytes, to: places.resolvedFromHere(path))
      return .written
    } catch {
      return .failed(FailureText.text(for: .file(error)))
    }
  }

  /// Reads the cookies of a file of any known format.
  ///
  /// - Throws: also when the name of one breaks the rule of its prefix, because such a cookie is refused.
  package func cookies(in path: String) async throws(Failure) -> [Cookie] {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.readPlain(places.resolvedFromHere(path))
    } catch {
      throw Failure(message: FailureText.text(for: .file(error)))
    }
    let options = CookieImport.Options(now: host.now(), publicSuffixes: host.publicSuffixes)
    let found: [Cookie]
    do {
      found = try CookieImport(bytes, options: options).cookies
    } catch {
      throw Failure(message: FailureText.text(for: .importing(path: path, error)))
    }
    let cookies = ImportedCookies(
      found, now: options.now, publicSuffixes: host.publicSuffixes)
    guard let refusal = cookies.refusals.first else { return cookies.accepted }
    throw Failure(message: refusal + " Nothing was imported.")
  }
}
