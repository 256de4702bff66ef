/// The newest events of the log; older ones are dropped and counted.
public struct EventRing: Sendable {
  /// The most events that are kept.
  public let capacity: Int
  /// How many events were dropped to make room.
  public private(set) var dropped: UInt64 = 0
  /// The number that the last event got; 0 before the first.
  public private(set) var lastSequence: UInt64 = 0
  private var slots: [StoreEvent] = []
  private var head = 0

  /// Makes an empty ring.
  public init(capacity: Int = 100_000) {
    precondition(capacity > 0, "a ring keeps at least one event")
    self.capacity = capacity
  }

  /// The number of events that are kept.
  public var count: Int { slots.count }

  /// Adds an event and gives it the next number.
  ///
  /// - Returns: the event with its number.
  /// - Complexity: O(1), amortized while the ring fills up.
  @discardableResult
  public mutating func append(_ event: StoreEvent) -> StoreEvent {
    var event = event
    lastSequence += 1
    event.sequence = lastSequence
    if slots.count < capacity {
      slots.append(event)
    } else {
      slots[head] = event
      head = head + 1 == capacity ? 0 : head + 1
      dropped += 1
    }
    return event
  }

  /// The newest events, oldest first.
  ///
  /// - Complexity: O(*limit*).
  public func newest(_ limit: Int) -> [StoreEvent] {
    let wanted = min(max(limit, 0), slots.count)
    return (slots.count - wanted..<slots.count).map { slots[(head + $0) % slots.count] }
  }

  /// The event with a number, or nil when it was dropped or never was.
  ///
  /// - Complexity: O(1).
  public subscript(sequence sequence: UInt64) -> StoreEvent? {
    guard sequence <= lastSequence, lastSequence - sequence < UInt64(slots.count) else {
      return nil
    }
    let place = slots.count - 1 - Int(lastSequence - sequence)
    return slots[(head + place) % slots.count]
  }
}
