import Synchronization

/// A place for text that remembers when it can take no more.
///
/// Text is gathered and written in large pieces. After the first error nothing more is written; whoever writes
/// much asks `isBroken` now and then and stops.
package final class Output: Sendable {
  /// Why nothing more can be written.
  package enum Failure: Hashable, Sendable {
    /// The reader went away, which is its good right.
    case closed
    /// Any other error, by its errno.
    case system(Int32)
  }

  private struct State {
    var pending: [UInt8] = []
    var failure: Failure?
    /// What was done, one sentence each.
    var results: [String] = []
  }

  private static let pieceSize = 1 << 16
  private let state = Mutex(State())
  private let sink: @Sendable ([UInt8]) -> Failure?

  /// Takes what writes bytes.
  ///
  /// - Parameter sink: writes all of the bytes, or says why not.
  package init(sink: @escaping @Sendable ([UInt8]) -> Failure?) {
    self.sink = sink
  }

  /// Why nothing more can be written; nil while all is well.
  package var failure: Failure? { state.withLock(\.failure) }

  /// Whether nothing more can be written.
  package var isBroken: Bool { failure != nil }

  /// Adds text.
  package func write(_ text: String) {
    write(bytes: Array(text.utf8))
  }

  /// Adds text and a line end.
  package func line(_ text: String) {
    write(text + "\n")
  }

  /// Adds what tells of something that was done.
  ///
  /// - Parameter sentence: the same in plain words, for where the output cannot be written.
  func result(_ text: String, meaning sentence: String) {
    state.withLock { $0.results.append(sentence) }
    line(text)
  }

  /// What was done and could not be told, in plain words; empty while the output can be written.
  var unwrittenResults: [String] {
    state.withLock { $0.failure == nil ? [] : $0.results }
  }

  /// Adds bytes.
  func write(bytes: [UInt8]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      state.pending += bytes
      if state.pending.count >= Self.pieceSize { flush(&state) }
    }
  }

  /// Writes what was gathered.
  package func flush() {
    state.withLock { flush(&$0) }
  }

  private func flush(_ state: inout State) {
    guard state.failure == nil, !state.pending.isEmpty else { return }
    state.failure = sink(state.pending)
    state.pending.removeAll(keepingCapacity: true)
  }
}
