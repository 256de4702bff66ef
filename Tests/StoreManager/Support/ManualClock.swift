import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var id: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }
  private struct Watcher {
    var duration: Duration
    var continuation: CheckedContinuation<Void, Never>
  }
  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    /// Every sleep that was begun, as a length.
    var begun: [Duration] = []
    var watchers: [Watcher] = []
  }
  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: place)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the time and wakes whoever has slept long enough.
  func advance(by duration: Duration) {
    let woken = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return due
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until somebody sleeps for the given time; each sleep is seen once.
  func waitForSleep(of duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if let place = state.begun.firstIndex(of: duration) {
          state.begun.remove(at: place)
          return true
        }
        state.watchers.append(Watcher(duration: duration, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func begin(_ sleeper: Sleeper) {
    enum Next { case sleep, wake, cancel }
    let (next, watcher) = state.withLock { state -> (Next, Watcher?) in
      if state.cancelled.remove(sleeper.id) != nil { return (.cancel, nil) }
      let length = state.now.duration(to: sleeper.deadline)
      var watcher: Watcher?
      if let place = state.watchers.firstIndex(where: { $0.duration == length }) {
        watcher = state.watchers.remove(at: place)
      } else {
        state.begun.append(length)
      }
      guard sleeper.deadline > state.now else { return (.wake, watcher) }
      state.sleepers.append(sleeper)
      return (.sleep, watcher)
    }
    switch next {
    case .sleep: break
    case .wake: sleeper.continuation.resume()
    case .cancel: sleeper.continuation.resume(throwing: CancellationError())
    }
    watcher?.continuation.resume()
  }
}
