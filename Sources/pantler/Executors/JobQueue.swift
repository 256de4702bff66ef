import Dispatch
import Synchronization

/// Jobs that wait for a thread; the most urgent first, and of the same urgency the oldest.
final class JobQueue: Sendable {
  private let lines = Mutex<[Line]>([])
  /// Counts the jobs that are there; a semaphore needs no thread of the dispatch library.
  private let count = DispatchSemaphore(value: 0)

  /// Jobs of one priority.
  private struct Line {
    var priority: UInt8
    /// The jobs; those before the first one are taken already.
    var jobs: [UnownedJob] = []
    var first = 0

    mutating func take() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      defer {
        first += 1
        if first == jobs.count { (jobs, first) = ([], 0) }
      }
      return jobs[first]
    }
  }

  /// Adds a job, which some thread will take.
  func add(_ job: consuming ExecutorJob) {
    let priority = job.priority.rawValue
    let waiting = UnownedJob(job)
    lines.withLock { lines in
      // There are a handful of priorities at most.
      let place = lines.firstIndex { $0.priority <= priority } ?? lines.endIndex
      if place == lines.endIndex || lines[place].priority != priority {
        lines.insert(Line(priority: priority), at: place)
      }
      lines[place].jobs.append(waiting)
    }
    count.signal()
  }

  /// Takes a job; blocks until there is one.
  func take() -> UnownedJob {
    while true {
      count.wait()
      let job = lines.withLock { lines in
        for place in lines.indices {
          if let job = lines[place].take() { return UnownedJob?.some(job) }
        }
        return nil
      }
      if let job { return job }
    }
  }
}
