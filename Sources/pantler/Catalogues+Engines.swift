import CookieCore
import Foundation
import LiveEngines
import PantlerCommands
import StoreModel

extension Catalogues {
  /// Makes a live engine.
  static func engine(
    _ order: LiveEngineOrder, environment: [String: String],
    now: @escaping @Sendable () -> Timestamp
  ) async throws(LiveFailure) -> LiveEngineParts {
    let engine: any LiveEngine
    switch order.name {
    case EmbeddedEngine.name:
      engine = await EmbeddedEngine(
        EmbeddedApp.Surroundings(
          era: order.era, keeping: order.keeping, publicSuffixes: .system, now: now))
    case "webkit":
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      let remote = RemoteEngine(
        launcher: HostLauncher.webKit(
          beside: program.deletingLastPathComponent().path, environment: environment,
          data: order.directory))
      try await remote.start()
      engine = remote
    default:
      throw .engine(message: "there is no engine “\(order.name)”; there are embedded and webkit")
    }
    let driver = LiveStoreDriver(engine: engine, app: order.app, now: now)
    await driver.start()
    return LiveEngineParts(engine: engine, driver: driver) { driver.id($0.rawValue) }
  }
}
