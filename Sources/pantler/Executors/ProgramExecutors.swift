@_spi(ExperimentalCustomExecutors) import _Concurrency

/// The threads that everything asynchronous in this program runs on.
///
/// Swift's own are those of the dispatch library, which looks after its threads once a second for as long as the
/// process lives. A terminal program that is left open all day must not wake the processor when nothing happens.
/// The interface to Swift's runtime that is used here is not declared stable; it is that of Swift 6.3.
enum ProgramExecutors: ExecutorFactory {
  private static let mainQueue = MainQueue()
  private static let workerPool = WorkerPool()

  static var mainExecutor: any MainExecutor { mainQueue }
  static var defaultExecutor: any TaskExecutor { workerPool }

  /// Runs a program on the calling thread, which has to be the first one; it ends when the program exits.
  static func run(_ program: @escaping @MainActor @Sendable () async -> Never) -> Never {
    ThreadSignals.acceptAll()
    _createExecutors(factory: ProgramExecutors.self)
    Task { @MainActor in await program() }
    while true { mainQueue.run() }
  }
}
