package import CookieCore
package import StoreManager
import StoreModel

/// What every command is given.
package struct CommandContext: Sendable {
  /// Holds the stores.
  package var manager: StoreManager
  /// Tells sites apart.
  package var publicSuffixes: PublicSuffixes
  /// The present time.
  package var now: @Sendable () -> Timestamp
  /// Reads a whole file; nil when it cannot be read.
  package var readFile: @Sendable (String) -> [UInt8]?
  /// Where results and messages go.
  package var output: CommandOutput

  /// Takes every field as it is.
  package init(
    manager: StoreManager, publicSuffixes: PublicSuffixes,
    now: @escaping @Sendable () -> Timestamp, readFile: @escaping @Sendable (String) -> [UInt8]?,
    output: CommandOutput
  ) {
    self.manager = manager
    self.publicSuffixes = publicSuffixes
    self.now = now
    self.readFile = readFile
    self.output = output
  }

  /// The name of the site that a cookie belongs to.
  func site(_ cookie: Cookie) -> String {
    publicSuffixes.site(ofHost: cookie.domain.text).name
  }

  /// The stores that a person means: those named, or all that are found.
  func stores(_ names: [String]) async throws(StoreFailure) -> [StoreDescription] {
    let discovery = await manager.discover()
    guard !names.isEmpty else {
      for problem in discovery.problems { output.message(FailureText.text(problem)) }
      return discovery.stores
    }
    var stores: [StoreDescription] = []
    for name in names { stores.append(try await manager.resolve(name)) }
    return stores
  }
}

/// How a command ended.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case partlyDone = 3
  case nothingMatched = 4
}
