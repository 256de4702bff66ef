import Glibc
package import StoreModel
import Synchronization

/// Watches files on one thread of its own.
///
/// The thread runs only while something is observed; it then sleeps until the kernel reports something, or
/// until it is time for the slow look that catches what the kernel doesn't report, as on network drives.
package final class FileWatcher: Sendable {
  /// How often files are looked at.
  package struct Intervals: Sendable {
    /// The time between two looks at a file that has no watch.
    package var pollMilliseconds: Int32
    /// The time between two looks at a file that has one.
    package var netMilliseconds: Int32

    /// Takes every field as it is.
    package init(pollMilliseconds: Int32 = 2000, netMilliseconds: Int32 = 60_000) {
      self.pollMilliseconds = pollMilliseconds
      self.netMilliseconds = netMilliseconds
    }
  }

  private struct State {
    var requests: [WatchRequest] = []
    var nextID = 0
    /// The writing end of the pipe that wakes the thread; nil when no thread runs.
    var wakeEnd: Int32?
    var startCount = 0
  }

  private let calls: WatchCalls
  private let intervals: Intervals
  private let state = Mutex(State())

  /// Makes a watcher; nothing starts before the first observation.
  package init(calls: WatchCalls = .system, intervals: Intervals = Intervals()) {
    self.calls = calls
    self.intervals = intervals
  }

  /// Hints about a store's file, until the stream is let go.
  package func hints(path: String) -> AsyncStream<StoreHint> {
    // The newest hint stands for all before it.
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreHint.self, bufferingPolicy: .bufferingNewest(256))
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.send(.remove(id)) }
    send(.add(id: id, path: path, continuation))
    return stream
  }

  /// Whether the thread runs, and how many times it was started.
  var threadState: (isRunning: Bool, startCount: Int) {
    state.withLock { ($0.wakeEnd != nil, $0.startCount) }
  }

  private func send(_ request: WatchRequest) {
    let hopeless = state.withLock { state -> [WatchRequest] in
      if case .remove = request, state.wakeEnd == nil { return [] }
      state.requests.append(request)
      if let end = state.wakeEnd {
        var byte: UInt8 = 1
        _ = write(end, &byte, 1)
        return []
      }
      if start(&state) { return [] }
      defer { state.requests = [] }
      return state.requests
    }
    // Without a thread there is nothing to wait for. This comes after the lock, which ending a stream takes.
    for case .add(_, _, let continuation) in hopeless { continuation.finish() }
  }

  private func start(_ state: inout State) -> Bool {
    guard let ends = Self.wakePipe() else { return false }
    let wakeReader = ends.reader
    let loop = WatchLoop(calls: calls, intervals: intervals, wakeReader: wakeReader)
    let started = OwnThread.start { [self] in
      loop.run(
        takeRequests: { [self] in takeRequests() }, mayEnd: { [self] in mayEnd() })
      close(wakeReader)
    }
    guard started else {
      close(ends.reader)
      close(ends.writer)
      return false
    }
    state.wakeEnd = ends.writer
    state.startCount += 1
    return true
  }

  private static func wakePipe() -> (reader: Int32, writer: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  private func takeRequests() -> [WatchRequest] {
    state.withLock { state in
      let requests = state.requests
      state.requests = []
      return requests
    }
  }

  /// Lets the thread end when nobody asked for anything in the meantime.
  private func mayEnd() -> Bool {
    state.withLock { state in
      guard state.requests.isEmpty else { return false }
      if let end = state.wakeEnd { close(end) }
      state.wakeEnd = nil
      return true
    }
  }
}

/// What the thread of a watcher is asked for.
enum WatchRequest: Sendable {
  case add(id: Int, path: String, AsyncStream<StoreHint>.Continuation)
  case remove(Int)
}
