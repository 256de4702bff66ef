import Glibc

/// Threads outside the cooperative pool, for calls that block.
enum OwnThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with its body.
  ///
  /// - Returns: whether the system had a thread to give.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = joinable(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Starts a thread that ends with its body and has to be waited for; nil when the system has none to give.
  static func joinable(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    // The thread releases what is retained here, or this function when there is no thread.
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard result == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  /// Runs blocking work on a thread of its own and waits for it without blocking.
  ///
  /// When the system has no thread to give, the work runs where the caller is.
  static func run<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Swift.Result<Result, Failure>, Never>) in
      let body: @Sendable () -> Void = {
        continuation.resume(returning: Swift.Result(catching: work))
      }
      if !start(body) { body() }
    }
    return try outcome.get()
  }
}
