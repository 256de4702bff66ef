import Glibc
import StoreModel

/// What the thread of a watcher does; only that thread sees it.
struct WatchLoop: Sendable {
  let calls: WatchCalls
  let intervals: FileWatcher.Intervals
  let wakeReader: Int32

  /// Runs until nothing is observed any more.
  func run(takeRequests: () -> [WatchRequest], mayEnd: () -> Bool) {
    var board = WatchBoard(calls: calls)
    var lastLook = Self.now()
    repeat {
      board.handle(takeRequests())
      while !board.isEmpty {
        let interval = board.hasPolled ? intervals.pollMilliseconds : intervals.netMilliseconds
        let elapsed = Self.now() - lastLook
        wait(for: board.instance, milliseconds: Int32(clamping: max(Int64(interval) - elapsed, 0)))
        drainWakeups()
        board.handle(takeRequests())
        board.handle(readEvents(board.instance))
        if Self.now() - lastLook >= Int64(interval) {
          lastLook = Self.now()
          board.lookAtAll()
        }
      }
      board.close()
    } while !mayEnd()
  }

  private func wait(for instance: Int32?, milliseconds: Int32) {
    var polled = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
    if let instance { polled.append(pollfd(fd: instance, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&polled, nfds_t(polled.count), milliseconds)
  }

  private func drainWakeups() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeReader, &bytes, bytes.count) > 0 {}
  }

  private func readEvents(_ instance: Int32?) -> [WatchEvent] {
    guard let instance else { return [] }
    var events: [WatchEvent] = []
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(read(instance, buffer.baseAddress, buffer.count), 0)
      }
      if bytes.isEmpty { return events }
      events += WatchEvent.parse(bytes)
    }
  }

  /// Milliseconds of a clock that nobody sets.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
