import Foundation

/// What happens when the program crashes in a terminal.
enum Crashes {
  /// Lets a crash end the program at once.
  ///
  /// Swift's runtime would first show where it happened, page by page, and for half a minute take the keys that are
  /// meant for the shell. Whoever sets `SWIFT_BACKTRACE` gets what that asks for.
  static func prepare(environment: [String: String]) {
    guard environment["SWIFT_BACKTRACE"] == nil else { return }
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // Whoever started us may have asked to ignore it.
      let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      if !isIgnored { signal(number, SIG_DFL) }
    }
  }
}
