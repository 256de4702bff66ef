import Glibc
import Synchronization

/// The signals that concern a terminal.
///
/// Those that ask for something are passed as a byte through a pipe to the thread that reads the
/// keys. Those that end the process give the terminal back first and then take their course, so
/// the status tells of the signal.
enum Signals {
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let formerActions = Atomic<UInt>(0)
  private static let isStopping = Atomic<Bool>(false)

  /// What asks: a new size, a stop, a continuation.
  private static let requests = [SIGWINCH, SIGTSTP, SIGCONT]

  /// What ends the process, by wish or by fault.
  private static let ends = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
    SIGXCPU, SIGXFSZ, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,
  ]

  /// What a fault of the program's own raises.
  private static func isCrash(_ number: Int32) -> Bool {
    switch number {
    case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: true
    default: false
    }
  }

  private static let lastWords: StaticString =
    "pantler: it crashed. Every store is as it was or wholly changed; “pantler trash” tells which.\n"

  /// Takes the signals over; requests are written to a pipe.
  static func install(pipe descriptor: Int32) {
    pipeEnd.store(descriptor, ordering: .relaxed)
    if formerActions.load(ordering: .relaxed) == 0 {
      let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
      memory.initialize(repeating: sigaction(), count: 65)
      formerActions.store(UInt(bitPattern: memory), ordering: .releasing)
      useOwnStack()
    }
    for number in requests { take(number, flags: SA_RESTART, pass) }
    let once = Int32(truncatingIfNeeded: SA_RESETHAND)
    for number in ends { take(number, flags: once | SA_NODEFER | SA_ONSTACK, end) }
  }

  /// Puts back what was there before.
  static func uninstall() {
    for number in requests + ends {
      guard let former = former(number) else { continue }
      sigaction(number, former, nil)
    }
    pipeEnd.store(-1, ordering: .relaxed)
  }

  /// Stops the process as the signal does by nature, and returns when it goes on.
  static func stop() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    var ours = sigaction()
    sigaction(SIGTSTP, &action, &ours)
    isStopping.store(true, ordering: .relaxed)
    // Sent to this thread, it takes effect before the call returns. In an orphaned group, which
    // nobody could continue, the system drops it.
    raise(SIGTSTP)
    isStopping.store(false, ordering: .relaxed)
    sigaction(SIGTSTP, &ours, nil)
  }

  private static func take(
    _ number: Int32, flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    guard let former = former(number) else { return }
    sigaction(number, nil, former)
    // Whoever started us may have asked to ignore it, as nohup does.
    let isIgnored = unsafeBitCast(former.pointee.__sigaction_handler.sa_handler, to: Int.self) == 1
    if isIgnored, number != SIGCONT, number != SIGWINCH { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }

  private static func former(_ number: Int32) -> UnsafeMutablePointer<sigaction>? {
    UnsafeMutablePointer(bitPattern: formerActions.load(ordering: .acquiring))
      .map { $0 + Int(number) }
  }

  /// Tells the reader; runs in a signal handler.
  private static let pass: @convention(c) (Int32) -> Void = { number in
    // We stopped ourselves and take up again where we stopped.
    if number == SIGCONT, isStopping.load(ordering: .relaxed) { return }
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    write(pipeEnd.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// Gives the terminal back and lets the signal do what it would have done.
  private static let end: @convention(c) (Int32) -> Void = { number in
    let isOurs = Emergency.isActive.load(ordering: .relaxed)
    Emergency.leave()
    if isOurs, isCrash(number) {
      write(STDERR_FILENO, lastWords.utf8Start, lastWords.utf8CodeUnitCount)
    }
    if let former = former(number) { sigaction(number, former, nil) }
    raise(number)
  }

  /// A fault by an overflowing stack needs another stack to be handled on.
  private static func useOwnStack() {
    var stack = stack_t()
    stack.ss_size = 64 * 1024
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
  }
}
