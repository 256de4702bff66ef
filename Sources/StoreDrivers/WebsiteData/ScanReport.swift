import StoreModel
import Synchronization

/// Tells how far a scan has come, and whether it is to go on.
final class ScanReport: Sendable {
  private let progress: @Sendable (WebsiteDataProgress) -> Void
  private let stopped = Atomic<Bool>(false)
  private let lastTime = Mutex<ContinuousClock.Instant>(.now)

  /// The time between two reports of what is still unfinished.
  private static let interval = Duration.milliseconds(200)

  /// By default nobody listens.
  init(_ progress: @escaping @Sendable (WebsiteDataProgress) -> Void = { _ in }) {
    self.progress = progress
  }

  /// Whether the scan is to end early.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Ends the scan early; it answers with what it has.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Tells what is unfinished, unless that was done just now.
  func tell(_ current: () -> WebsiteDataProgress) {
    let isDue = lastTime.withLock { last in
      guard last.duration(to: .now) >= Self.interval else { return false }
      last = .now
      return true
    }
    if isDue { progress(current()) }
  }

  /// Tells that items are known whole.
  func finish(_ items: ArraySlice<WebsiteDataItem>, roots: [String], fileCount: Int) {
    progress(WebsiteDataProgress(roots: roots, fileCount: fileCount, finished: Array(items)))
  }
}
