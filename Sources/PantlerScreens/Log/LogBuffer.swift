import StoreModel

/// The newest events, up to a limit; older ones are dropped and counted.
struct LogBuffer: Equatable, Sendable {
  /// The most events that are kept.
  let capacity: Int
  /// How many were dropped to make room.
  private(set) var dropped: UInt64 = 0
  private var slots: [StoreEvent] = []
  private var head = 0

  init(capacity: Int = 100_000) { self.capacity = max(1, capacity) }

  var count: Int { slots.count }

  /// The number of the oldest event kept; events are numbered here in the order they came, from 0.
  var firstNumber: UInt64 { dropped }

  /// The number that the next event gets.
  var endNumber: UInt64 { dropped + UInt64(slots.count) }

  mutating func append(_ event: StoreEvent) {
    if slots.count < capacity {
      slots.append(event)
    } else {
      slots[head] = event
      head = head + 1 == capacity ? 0 : head + 1
      dropped += 1
    }
  }

  /// The event with a number, or nil when it was dropped or has not come.
  subscript(number: UInt64) -> StoreEvent? {
    guard number >= dropped, number < endNumber else { return nil }
    return slots[(head + Int(number - dropped)) % slots.count]
  }
}
