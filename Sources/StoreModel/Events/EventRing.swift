/// The newest events of the log; older ones are dropped and counted.
public struct EventRing: Sendable {
  /// The number that the last event got; 0 before the first.
  public private(set) var lastSequence: UInt64 = 0
  private var events: EventBlocks
  /// What came after the events and is not made yet, in order.
  private var pending: [EventRun] = []
  private var pendingCount = 0

  /// Makes an empty ring.
  public init(capacity: Int = 100_000) {
    precondition(capacity > 0, "a ring keeps at least one event")
    events = EventBlocks(capacity: capacity)
  }

  /// The most events that are kept.
  public var capacity: Int { events.capacity }

  /// The number of events that are kept.
  public var count: Int { min(capacity, events.count + pendingCount) }

  /// How many events were dropped to make room.
  public var dropped: UInt64 { events.dropped + UInt64(events.count + pendingCount - count) }

  /// Adds an event and gives it the next number.
  ///
  /// - Returns: the event with its number.
  /// - Complexity: O(1), amortized over the events of runs.
  @discardableResult
  public mutating func append(_ event: StoreEvent) -> StoreEvent {
    settle()
    return add(event)
  }

  /// Adds many events at once, which get the next numbers and are made when somebody looks at the log.
  ///
  /// - Complexity: O(1).
  package mutating func append(_ run: EventRun) {
    // What is not looked at must not pile up.
    if pendingCount > 0, pendingCount + run.count > capacity { settle() }
    pending.append(run)
    pendingCount += run.count
    lastSequence += UInt64(run.count)
  }

  /// Makes the events that were put off.
  package mutating func settle() {
    guard !pending.isEmpty else { return }
    let runs = pending
    pending = []
    lastSequence -= UInt64(pendingCount)
    pendingCount = 0
    for run in runs {
      for event in run.events() { add(event) }
    }
  }

  /// The newest events, oldest first.
  ///
  /// - Complexity: O(*limit*), and in the events of runs that nobody has looked at before.
  public func newest(_ limit: Int) -> [StoreEvent] {
    guard pending.isEmpty else { return settled.newest(limit) }
    let wanted = min(max(limit, 0), count)
    return (count - wanted..<count).map { events[$0] }
  }

  /// The event with a number, or nil when it was dropped or never was.
  ///
  /// - Complexity: O(1), and in the events of runs that nobody has looked at before.
  public subscript(sequence sequence: UInt64) -> StoreEvent? {
    guard pending.isEmpty else { return settled[sequence: sequence] }
    guard sequence <= lastSequence, lastSequence - sequence < UInt64(count) else { return nil }
    return events[count - 1 - Int(lastSequence - sequence)]
  }

  private var settled: EventRing {
    var ring = self
    ring.settle()
    return ring
  }

  @discardableResult
  private mutating func add(_ event: StoreEvent) -> StoreEvent {
    var event = event
    lastSequence += 1
    event.sequence = lastSequence
    events.append(event)
    return event
  }
}
