/// A screen that keeps what it is shown, for tests.
@MainActor package final class RecordingDriver: TerminalDriver {
  /// What it claims to be.
  package let profile: TerminalProfile

  /// The events that were sent, in order.
  package let events: AsyncStream<TerminalEvent>

  /// Every grid that was shown, in order.
  package private(set) var frames: [CellGrid] = []

  /// Where the cursor stood in the last frame.
  package private(set) var cursor: GridPoint?

  /// Every text that was copied, in order.
  package private(set) var copied: [String] = []

  /// How often the program asked to be suspended.
  package private(set) var suspensions = 0

  /// Whether the terminal was put back.
  package private(set) var isRestored = false

  private let continuation: AsyncStream<TerminalEvent>.Continuation

  /// Makes a screen of the given kind.
  package init(_ profile: TerminalProfile) {
    self.profile = profile
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Sends an event to the program; the stream ends after `closed`.
  package func send(_ event: TerminalEvent) {
    continuation.yield(event)
    if event == .closed { continuation.finish() }
  }

  /// Keeps the grid.
  package func present(_ grid: CellGrid, cursor: GridPoint?) {
    frames.append(grid)
    self.cursor = cursor
  }

  /// Does nothing: every frame is kept whole.
  package func invalidate() {}

  /// Counts the wish and resumes at once.
  package func suspend() {
    suspensions += 1
    continuation.yield(.resumed)
  }

  /// Keeps the text.
  package func copy(_ text: String) -> CopyOutcome {
    copied.append(text)
    return .sentToTerminal
  }

  /// Notes the wish and ends the events.
  package func restore() {
    isRestored = true
    continuation.finish()
  }
}
