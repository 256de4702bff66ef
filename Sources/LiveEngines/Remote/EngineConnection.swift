/// A way to an engine's host: bytes there and bytes back.
package protocol EngineConnection: Sendable {
  /// Waits for bytes of the host; nil when there will be no more.
  ///
  /// Only one task reads, and what it does not take the host cannot go on writing for ever.
  func read() async -> [UInt8]?

  /// Sends bytes after those that were sent before; never waits, and does nothing when the host is gone.
  func send(_ bytes: [UInt8])

  /// Ends the connection and the host, by force after a while; waits until it is gone.
  ///
  /// - Returns: how the host ended, in words for the end of a sentence.
  func close() async -> String
}

/// Starts hosts.
package protocol EngineLauncher: Sendable {
  /// The name of the engine that its hosts have.
  var name: String { get }

  /// Starts a host.
  ///
  /// - Throws: a sentence that says why there is none, and what to do.
  func launch() throws(LaunchFailure) -> any EngineConnection
}

/// Why a host could not be started.
package enum LaunchFailure: Error, Hashable, Sendable {
  /// The program is not where it was looked for.
  case notFound(program: String)
  /// The system refused; the sentence is its own.
  case refused(program: String, message: String)
}
