/// The newest events of the log; older ones are dropped and counted.
public struct EventRing: Sendable {
  /// The number that the last event got; 0 before the first.
  public private(set) var lastSequence: UInt64 = 0
  private var events: EventBlocks

  /// Makes an empty ring.
  public init(capacity: Int = 100_000) {
    precondition(capacity > 0, "a ring keeps at least one event")
    events = EventBlocks(capacity: capacity)
  }

  /// The most events that are kept.
  public var capacity: Int { events.capacity }

  /// The number of events that are kept.
  public var count: Int { events.count }

  /// How many events were dropped to make room.
  public var dropped: UInt64 { events.dropped }

  /// Adds an event and gives it the next number.
  ///
  /// - Returns: the event with its number.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func append(_ event: StoreEvent) -> StoreEvent {
    var event = event
    lastSequence += 1
    event.sequence = lastSequence
    events.append(event)
    return event
  }

  /// The newest events, oldest first.
  ///
  /// - Complexity: O(*limit*).
  public func newest(_ limit: Int) -> [StoreEvent] {
    let wanted = min(max(limit, 0), count)
    return (count - wanted..<count).map { events[$0] }
  }

  /// The event with a number, or nil when it was dropped or never was.
  ///
  /// - Complexity: O(1).
  public subscript(sequence sequence: UInt64) -> StoreEvent? {
    guard sequence <= lastSequence, lastSequence - sequence < UInt64(count) else { return nil }
    return events[count - 1 - Int(lastSequence - sequence)]
  }
}
