import StoreModel

/// Hands notifications to everybody who listens, and tells many changes of one store at once.
@EngineActor final class NewsDesk {
  /// Changes of one store that were not told yet.
  private struct Collected {
    var count = 0
    var sequence: UInt64 = 0
    var views: Set<LiveView.ID?> = []
    var causes: Set<LiveNotification.ChangeCause> = []
  }

  private let clock: any Clock<Duration>
  private let collectingTime: Duration
  private var listeners: [Int: AsyncStream<LiveNotification>.Continuation] = [:]
  private var nextListener = 0
  private var collected: [LiveStore.ID: Collected] = [:]
  private var telling: Task<Void, Never>?

  init(clock: any Clock<Duration>, collectingTime: Duration) {
    self.clock = clock
    self.collectingTime = collectingTime
  }

  /// What is told from now on; a listener that is too slow loses the oldest, and sees it by the numbers.
  func listen() -> AsyncStream<LiveNotification> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveNotification.self, bufferingPolicy: .bufferingNewest(10_000))
    listeners[nextListener] = continuation
    nextListener += 1
    return stream
  }

  /// Tells something at once, behind what was collected.
  func tell(_ notification: LiveNotification) {
    tellCollected()
    pass(notification)
  }

  /// Collects changes of a store; they are told after a while, or with what is told next.
  func collect(
    _ count: Int, in store: LiveStore.ID, sequence: UInt64, view: LiveView.ID?,
    cause: LiveNotification.ChangeCause
  ) {
    collected[store, default: Collected()].count += count
    collected[store]?.sequence = sequence
    collected[store]?.views.insert(view)
    collected[store]?.causes.insert(cause)
    guard telling == nil else { return }
    let (clock, wait) = (clock, collectingTime)
    telling = Task { [weak self] in
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      self?.tellCollected()
    }
  }

  /// Tells what was collected.
  func tellCollected() {
    telling?.cancel()
    telling = nil
    for (store, changes) in collected.sorted(by: { $0.key < $1.key }) {
      pass(
        .cookiesChanged(
          store: store, sequence: changes.sequence, count: changes.count,
          view: changes.views.count == 1 ? changes.views.first ?? nil : nil,
          cause: changes.causes.count == 1 ? changes.causes.first ?? .unknown : .unknown))
    }
    collected = [:]
  }

  /// Ends every stream.
  func close() {
    tellCollected()
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  private func pass(_ notification: LiveNotification) {
    for (id, listener) in listeners {
      if case .terminated = listener.yield(notification) { listeners[id] = nil }
    }
  }
}
