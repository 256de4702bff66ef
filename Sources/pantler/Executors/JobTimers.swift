import CTimers
import Foundation
import Synchronization

/// Jobs that wait for their time, with one timer of the system for all.
final class JobTimers: Sendable {
  private struct Waiting {
    var deadline: timespec
    var job: UnownedJob
  }

  /// What waits, the latest first.
  private let waiting = Mutex<[Waiting]>([])
  /// The timer, which counts the time while the machine is asleep as well.
  private let timer: Int32

  /// Makes the timer, and the thread that waits for it.
  ///
  /// - Parameter deliver: gets each job when its time has come.
  init(_ deliver: @escaping @Sendable (UnownedJob) -> Void) {
    timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC))
    precondition(timer >= 0, "the system has no timer to give")
    Thread.detachNewThread { [self] in
      var rings: UInt64 = 0
      while true {
        // An interrupted wait looks at the jobs once more, which does no harm.
        _ = read(timer, &rings, MemoryLayout.size(ofValue: rings))
        for job in takeDue() { deliver(job) }
      }
    }
  }

  /// Adds a job.
  ///
  /// - Parameters:
  ///   - job: what is to run.
  ///   - delay: from now.
  func add(_ job: UnownedJob, after delay: Duration) {
    let added = Waiting(deadline: Self.now.advanced(by: max(delay, .zero)), job: job)
    waiting.withLock { waiting in
      let place = waiting.firstIndex { !(added.deadline < $0.deadline) } ?? waiting.endIndex
      waiting.insert(added, at: place)
      if place == waiting.endIndex - 1 { wake(at: added.deadline) }
    }
  }

  /// The jobs whose time has come, the earliest first.
  private func takeDue() -> [UnownedJob] {
    waiting.withLock { waiting in
      let now = Self.now
      var due: [UnownedJob] = []
      while let last = waiting.last, !(now < last.deadline) {
        due.append(last.job)
        waiting.removeLast()
      }
      if let last = waiting.last { wake(at: last.deadline) }
      return due
    }
  }

  private func wake(at deadline: timespec) {
    var setting = itimerspec()
    setting.it_value = deadline
    let result = timerfd_settime(
      timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    precondition(result == 0, "a timer takes any time after the machine was started")
  }

  private static var now: timespec {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now
  }
}

extension timespec {
  fileprivate static func < (one: timespec, other: timespec) -> Bool {
    (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
  }

  fileprivate func advanced(by duration: Duration) -> timespec {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = tv_nsec + Int((attoseconds + 999_999_999) / 1_000_000_000)
    let second = 1_000_000_000
    // Nobody waits for longer than the system's timer can.
    let sum = tv_sec.addingReportingOverflow(Int(min(seconds, Int64(Int32.max))))
    return timespec(
      tv_sec: (sum.overflow ? Int.max - 1 : sum.partialValue) + nanoseconds / second,
      tv_nsec: nanoseconds % second)
  }
}
