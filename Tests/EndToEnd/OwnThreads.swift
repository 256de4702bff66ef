import Dispatch
import Testing

/// Lets the tests of a suite wait for programs without holding up all other tests.
///
/// These tests block their thread while a program runs or a screen is waited for. On the threads that all tests
/// share, as many as there are processors, two of them would stop everything else for as long. They run on threads
/// of their own, a few at a time, so that the programs they start have the machine for themselves.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  private static let gate = Gate(places: 3)
  private static let executor = ThreadExecutor()

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    do {
      try await withTaskExecutorPreference(Self.executor) { try await function() }
    } catch {
      await Self.gate.leave()
      throw error
    }
    await Self.gate.leave()
  }
}

extension Trait where Self == OwnThreads {
  /// Runs the tests of a suite on threads that no other test waits for.
  static var onOwnThreads: Self { OwnThreads() }
}

/// Lets a number of tests in at once, the others in the order in which they came.
private actor Gate {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  func enter() async {
    guard places == 0 else {
      places -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// Runs every job on a thread that may block.
private final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "end-to-end tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
