import Foundation
import StoreModel

/// Reads hints one after another.
struct HintReader {
  private var iterator: AsyncStream<StoreHint>.Iterator

  init(_ hints: AsyncStream<StoreHint>) {
    iterator = hints.makeAsyncIterator()
  }

  mutating func next() async -> StoreHint? {
    await iterator.next(isolation: #isolation)
  }

  /// Waits until a hint comes.
  mutating func wait(for hint: StoreHint) async -> Bool {
    while let next = await next() {
      if next == hint { return true }
    }
    return false
  }

  /// Waits for a change after which the file has this content.
  mutating func wait(forContent content: String, of path: String) async -> Bool {
    while let hint = await next() {
      guard hint == .mayHaveChanged else { continue }
      if (try? String(contentsOfFile: path, encoding: .utf8)) == content { return true }
    }
    return false
  }
}
