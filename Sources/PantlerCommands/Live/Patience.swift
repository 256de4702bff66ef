/// How long something may go on before a person is told that it still does.
package struct Patience: Sendable {
  /// Waits for so long; throws when it is called off.
  package var wait: @Sendable (Duration) async throws -> Void

  /// Takes every field as it is; by default time passes.
  package init(
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.wait = wait
  }

  /// The seconds after which it is told first, and then again and again.
  private static let steps = [2, 8, 20]

  /// Runs work, and tells after how many seconds it still goes on.
  package func telling<Value: Sendable, Failure: Error>(
    _ tell: @escaping @Sendable (Int) -> Void, while work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let wait = wait
    let teller = Task {
      var seconds = 0
      for step in Self.steps {
        do { try await wait(.seconds(step)) } catch { return }
        seconds += step
        tell(seconds)
      }
    }
    defer { teller.cancel() }
    return try await work()
  }
}
