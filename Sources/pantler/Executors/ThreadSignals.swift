import Foundation

/// Which threads are interrupted by the signals of the process.
enum ThreadSignals {
  /// Has the calling thread take every signal, whatever the process that started this one had blocked.
  static func acceptAll() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Has signals interrupt other threads, and so no system call of the calling one.
  static func leaveToOthers() {
    var all = sigset_t()
    sigfillset(&all)
    // These are about the thread that caused them.
    for number in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGABRT] { sigdelset(&all, number) }
    pthread_sigmask(SIG_SETMASK, &all, nil)
  }
}
