import StoreModel

/// The newest events, up to a limit; older ones are dropped and counted.
struct LogBuffer: Equatable, Sendable {
  private var events: EventBlocks

  init(capacity: Int = 100_000) { events = EventBlocks(capacity: capacity) }

  /// The most events that are kept.
  var capacity: Int { events.capacity }

  /// How many were dropped to make room.
  var dropped: UInt64 { events.dropped }

  var count: Int { events.count }

  /// The number of the oldest event kept; events are numbered here in the order they came, from 0.
  var firstNumber: UInt64 { dropped }

  /// The number that the next event gets.
  var endNumber: UInt64 { dropped + UInt64(count) }

  mutating func append(_ event: StoreEvent) { events.append(event) }

  /// The event with a number, or nil when it was dropped or has not come.
  subscript(number: UInt64) -> StoreEvent? {
    guard number >= dropped, number < endNumber else { return nil }
    return events[Int(number - dropped)]
  }
}
