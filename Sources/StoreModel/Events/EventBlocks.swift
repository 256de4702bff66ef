/// The newest events, in blocks that stay where they are.
///
/// One array would be moved as a whole whenever it outgrew its memory, which takes several frames when there are
/// a hundred thousand events.
package struct EventBlocks: Equatable, Sendable {
  private static let blockSize = 512

  /// The most events that are kept.
  package let capacity: Int
  /// The number of events that are kept.
  package private(set) var count = 0
  /// How many events were dropped to make room.
  package private(set) var dropped: UInt64 = 0
  private var blocks: [[StoreEvent]] = []
  /// The slot of the oldest event.
  private var head = 0

  /// Makes room for so many events, at least one; the memory is taken as they come.
  package init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Adds an event, in the place of the oldest one when there is no more room.
  ///
  /// - Complexity: O(1).
  package mutating func append(_ event: StoreEvent) {
    guard count == capacity else {
      if count.isMultiple(of: Self.blockSize) {
        blocks.append([])
        blocks[blocks.count - 1].reserveCapacity(min(Self.blockSize, capacity - count))
      }
      blocks[blocks.count - 1].append(event)
      count += 1
      return
    }
    blocks[head / Self.blockSize][head % Self.blockSize] = event
    head = head + 1 == capacity ? 0 : head + 1
    dropped += 1
  }

  /// The event at a position; the oldest one is at 0.
  package subscript(position: Int) -> StoreEvent {
    precondition(position >= 0 && position < count, "there is an event at every position")
    let slot = (head + position) % count
    return blocks[slot / Self.blockSize][slot % Self.blockSize]
  }
}
