import CookieCore
import StoreManager
import StoreModel

/// One run of a command: what it was asked, and what it works with.
struct CommandSession: Sendable {
  let host: CommandHost
  let specification: CommandSpecification
  let arguments: ParsedArguments
  let places: Places
  let configuration: Configuration
  /// Whether all of the settings have an effect.
  let hasSoundSettings: Bool
  let manager: StoreManager

  var output: Output { host.output }

  /// Prepares a run.
  init(
    _ specification: CommandSpecification, _ arguments: ParsedArguments, host: CommandHost
  ) throws(CommandFailure) {
    self.host = host
    self.specification = specification
    self.arguments = arguments
    places = Places(environment: host.environment)
    let read: ConfigurationReader.Result
    do {
      read = try ConfigurationReader.read(places, environment: host.environment)
    } catch {
      throw .configuration(error)
    }
    configuration = read.configuration.adding(host.stage?.scene)
    hasSoundSettings = read.warnings.isEmpty
    for warning in read.warnings {
      host.errors.line(VisibleText.escaped("pantler: " + warning.message))
    }
    manager = try Self.manager(host, places, configuration)
  }

  /// Makes the manager of everything that the settings name.
  static func manager(
    _ host: CommandHost, _ places: Places, _ configuration: Configuration
  ) throws(CommandFailure) -> StoreManager {
    let guards: [Guard]
    do {
      guards = try GuardFile.read(places.guardFile)
    } catch {
      throw .journal(error)
    }
    let settings = ManagerConfiguration(
      stateDirectory: places.state, guards: guards, now: host.now, randomID: host.randomID)
    let jars = configuration.jars + configuration.containers + (host.stage?.scene.jars ?? [])
    return StoreManager(
      drivers: host.drivers(jars) + (host.stage.map { [$0.driver] } ?? []),
      publicSuffixes: host.publicSuffixes, configuration: settings)
  }

  /// The links of the settings.
  var links: ConfiguredLinks {
    ConfiguredLinks(
      links: configuration.links, manager: manager, publicSuffixes: host.publicSuffixes)
  }

  /// The command that takes a change back; what is in a scene is known only in it.
  var undoCommand: String {
    host.stage.map { "pantler scene \(quotedForShell($0.scene.path)) undo" } ?? "pantler undo"
  }

  /// Says something to a person, on standard error, in one line.
  func say(_ text: String) {
    host.errors.line(VisibleText.escaped(text))
  }

  /// The filter that was asked for; everything when none was.
  func filter() throws(CommandFailure) -> Filter {
    guard let text = arguments.value("filter") else { return .everything }
    do {
      return try Filter(parsing: text, saved: configuration.filters)
    } catch {
      throw .filter(error, text: text)
    }
  }

  /// Looks for stores: those that are found, those that the settings name, and those of links and of synced pairs.
  func discover() async -> Discovery {
    var discovery = await manager.discover()
    discovery.stores = await manager.storesWithLinked(await links.all().links)
    return discovery
  }

  /// The stores that were named, each once, or all that are found.
  func stores(_ names: [String]) async throws(CommandFailure) -> [StoreDescription] {
    let discovery = await discover()
    guard !names.isEmpty else {
      for problem in discovery.problems.map(FailureText.text)
      where host.stage?.wasTold(problem) != true {
        say("pantler: " + problem)
      }
      return discovery.stores
    }
    var found: [StoreDescription] = []
    for name in names {
      let store = try await store(name, isDiscovered: true)
      if !found.contains(where: { $0.id == store.id }) { found.append(store) }
    }
    return found
  }

  /// The store that was named.
  func store(
    _ name: String, isDiscovered: Bool = false
  ) async throws(CommandFailure) -> StoreDescription {
    if !isDiscovered { _ = await discover() }
    do {
      return try await manager.resolve(name)
    } catch {
      throw .store(error)
    }
  }

  /// Reads a store.
  func read(_ store: StoreID) async throws(CommandFailure) -> StoreSnapshot {
    do {
      return try await manager.read(store)
    } catch {
      throw .store(error)
    }
  }

  /// The result of reading one of several stores.
  typealias Reading = (store: StoreDescription, result: Result<StoreSnapshot, StoreFailure>)

  /// Reads several stores at once and hands them back in their order.
  ///
  /// One that cannot be read does not keep the others back.
  func read(_ stores: [StoreDescription]) async -> [Reading] {
    let manager = manager
    return await withTaskGroup(of: (Int, Result<StoreSnapshot, StoreFailure>).self) { group in
      for (index, store) in stores.enumerated() {
        // A tuple that is made around the reading gets a wrong index from an optimizing compiler (Swift 6.3).
        group.addTask { (index, await Self.result(of: store.id, manager)) }
      }
      var results = [Int: Result<StoreSnapshot, StoreFailure>]()
      for await (index, result) in group { results[index] = result }
      return stores.enumerated().compactMap { index, store in results[index].map { (store, $0) } }
    }
  }

  private static func result(
    of store: StoreID, _ manager: StoreManager
  ) async -> Result<StoreSnapshot, StoreFailure> {
    do throws(StoreFailure) {
      return .success(try await manager.read(store))
    } catch {
      return .failure(error)
    }
  }

  /// Says which stores could not be read, and what is odd about the others.
  ///
  /// - Returns: done when all were read, partly done when some were, failed when none was.
  func report(_ readings: [Reading]) -> ExitStatus {
    var failed = 0
    for (store, result) in readings {
      switch result {
      case .failure(let failure):
        failed += 1
        say(FailureText.text(for: failure, of: store.id))
      case .success(let snapshot):
        for notice in snapshot.notices where notice.level != .information {
          say("\(store.id): " + NoticeText.text(for: notice))
        }
      }
    }
    if failed == 0 { return .done }
    return failed == readings.count ? .failed : .partlyDone
  }
}

/// What is odd about a store's content, as a line.
enum NoticeText {
  static func text(for notice: StoreNotice) -> String {
    let place = notice.line.map { "line \($0): " } ?? notice.offset.map { "byte \($0): " } ?? ""
    return place + notice.message
  }
}
