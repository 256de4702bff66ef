import CookieCore
import PantlerScreens
import StoreModel
import Synchronization

/// The one stream of messages, with a count of those that wait.
///
/// The count lets the loop draw once for all that came together. Events of the log are collected here, so
/// that ten thousand a second are a few messages and not ten thousand.
final class Mailbox: Sendable {
  /// What stands in the stream.
  enum Item: Sendable {
    case message(Message)
    /// Collected events are to be fetched.
    case events
    /// The state is to be shown, for what a person wrote.
    case wrote
  }

  private struct Waiting {
    var count = 0
    var events: [StoreEvent] = []
    var lastSequence: UInt64 = 0
    var dropped: UInt64 = 0
  }

  /// The messages in the order they came.
  let items: AsyncStream<Item>
  private let continuation: AsyncStream<Item>.Continuation
  private let waiting = Mutex(Waiting())

  init() {
    (items, continuation) = AsyncStream.makeStream()
  }

  /// Adds a message.
  func post(_ message: Message) {
    waiting.withLock { $0.count += 1 }
    continuation.yield(.message(message))
  }

  /// Adds an event of the log; a gap in the numbers is counted as dropped.
  func post(_ event: StoreEvent) {
    let isFirst = waiting.withLock { waiting in
      if waiting.lastSequence > 0, event.sequence > waiting.lastSequence + 1 {
        waiting.dropped += event.sequence - waiting.lastSequence - 1
      }
      waiting.lastSequence = event.sequence
      waiting.events.append(event)
      if waiting.events.count == 1 { waiting.count += 1 }
      return waiting.events.count == 1
    }
    if isFirst { continuation.yield(.events) }
  }

  /// Adds the wish that the state be shown.
  func post(_ event: FrontEvent) {
    switch event {
    case .did(let message): post(message)
    case .wrote:
      waiting.withLock { $0.count += 1 }
      continuation.yield(.wrote)
    }
  }

  /// Makes the message of an item that was taken from the stream; nil where it has none.
  func open(_ item: Item, at time: Timestamp) -> Message? {
    waiting.withLock { waiting in
      waiting.count -= 1
      switch item {
      case .message(let message): return message
      case .wrote: return nil
      case .events:
        defer { waiting.events = [] }
        return .events(waiting.events, dropped: waiting.dropped, at: time)
      }
    }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Ends the stream.
  func close() { continuation.finish() }
}
