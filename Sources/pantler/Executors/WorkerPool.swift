import Foundation
@_spi(ExperimentalScheduling) import _Concurrency

/// Runs what is bound to no actor's executor, on as many threads as there are processors.
///
/// The threads begin with the first job, and sleep without a timer while there is none.
final class WorkerPool: TaskExecutor, SchedulingExecutor {
  private let queue = JobQueue()
  private let timers: JobTimers

  init() {
    let queue = queue
    timers = JobTimers { queue.add(ExecutorJob($0)) }
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    for _ in 0..<processors {
      Thread.detachNewThread { [self] in
        ThreadSignals.leaveToOthers()
        while true { queue.take().runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) { queue.add(job) }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    guard let delay = delay as? Duration else {
      preconditionFailure("a clock with durations of its own sleeps on a clock of the system")
    }
    timers.add(UnownedJob(job), after: delay)
  }
}
