import Glibc

/// How long to wait for a file that is being written.
package struct RetryBudget: Sendable {
  /// How many times to try before giving up.
  package var attempts: Int
  /// The pause between two tries.
  package var pauseMilliseconds: Int
  /// Waits; blocks the calling thread.
  package var pause: @Sendable (_ milliseconds: Int) -> Void

  /// Takes every field as it is; by default it adds up to two seconds.
  package init(
    attempts: Int = 100, pauseMilliseconds: Int = 20,
    pause: @escaping @Sendable (_ milliseconds: Int) -> Void = RetryBudget.sleep
  ) {
    self.attempts = attempts
    self.pauseMilliseconds = pauseMilliseconds
    self.pause = pause
  }

  /// Blocks the calling thread for a time.
  package static func sleep(milliseconds: Int) {
    var time = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    var rest = timespec()
    while nanosleep(&time, &rest) != 0 && errno == EINTR { time = rest }
  }

  /// Tries until something comes out, and pauses in between; nil when the budget is used up.
  func firstResult<Result, Failure: Error>(
    _ attempt: () throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    for number in 0..<max(attempts, 1) {
      if number > 0 { pause(pauseMilliseconds) }
      if let result = try attempt() { return result }
    }
    return nil
  }
}
