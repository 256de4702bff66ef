import Foundation
import Synchronization
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// Runs the main actor on the thread that the program began with.
final class MainQueue: MainExecutor {
  private let queue = JobQueue()
  private let isStopped = Atomic(false)
  private let thread = pthread_self()

  func enqueue(_ job: consuming ExecutorJob) { queue.add(job) }

  /// Runs jobs until it is stopped; blocks.
  func run() {
    while !isStopped.exchange(false, ordering: .relaxed) {
      queue.take().runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  /// Ends `run()`; is called by a job.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  func isIsolatingCurrentContext() -> Bool? { pthread_equal(thread, pthread_self()) != 0 }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "this belongs to the main thread")
  }
}
