import Dispatch
import Glibc
import Synchronization

extension OwnThread {
  /// What the threads that share work have in common.
  private final class Pieces<Result: Sendable>: Sendable {
    private let next = Atomic<Int>(0)
    private let results = Mutex<[Int: Result]>([:])
    private let ready = DispatchSemaphore(value: 0)
    private let count: Int
    private let size: Int

    init(_ count: Int, _ size: Int) {
      self.count = count
      self.size = size
    }

    /// How many pieces there are.
    var pieceCount: Int { (count + size - 1) / size }

    /// Takes one piece after another until none is left.
    func run(_ work: (Range<Int>) -> Result) {
      while runOne(work) {}
    }

    /// Does the next piece; false when none is left.
    private func runOne(_ work: (Range<Int>) -> Result) -> Bool {
      let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard piece < pieceCount else { return false }
      let start = piece * size
      let result = work(start..<min(start + size, count))
      results.withLock { $0[piece] = result }
      ready.signal()
      return true
    }

    /// Has no more pieces begun.
    func stop() {
      next.store(pieceCount, ordering: .relaxed)
    }

    /// What came of a piece; waits for it, and does others meanwhile.
    func result(of piece: Int, _ work: (Range<Int>) -> Result) -> Result {
      while true {
        if let result = results.withLock({ $0.removeValue(forKey: piece) }) { return result }
        if !runOne(work) { ready.wait() }
      }
    }
  }

  /// More threads than this would only wait for the same disk.
  private static let mostThreads = 8

  /// Does work in pieces on as many threads as there are processors, and waits for all; blocks.
  ///
  /// - Parameters:
  ///   - count: how much work there is.
  ///   - size: how much of it is one piece.
  /// - Returns: what came of each piece, in order.
  static func pieces<Result: Sendable>(
    of count: Int, size: Int, _ work: @escaping @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    var results: [Result] = []
    pieces(of: count, size: size, work) {
      results.append($0)
      return true
    }
    return results
  }

  /// Does work in pieces on as many threads as there are processors, and takes what came of each; blocks.
  ///
  /// - Parameters:
  ///   - count: how much work there is.
  ///   - size: how much of it is one piece.
  ///   - take: gets one result after another, in order, on the thread of the caller while others go on; says
  ///     whether more are wanted.
  static func pieces<Result: Sendable>(
    of count: Int, size: Int, _ work: @escaping @Sendable (Range<Int>) -> Result,
    take: (Result) -> Bool
  ) {
    pieces(of: count, size: size, worker: { _ in work }, take: take)
  }

  /// Does work in pieces on as many threads as there are processors, each with memory of its own; blocks.
  ///
  /// - Parameters:
  ///   - count: how much work there is.
  ///   - size: how much of it is one piece.
  ///   - worker: is called once on each thread with a number that no other has, and answers what does the
  ///     pieces there.
  ///   - take: gets one result after another, in order, on the thread of the caller while others go on; says
  ///     whether more are wanted.
  static func pieces<Result: Sendable>(
    of count: Int, size: Int, worker: @escaping @Sendable (_ thread: Int) -> (Range<Int>) -> Result,
    take: (Result) -> Bool
  ) {
    let pieces = Pieces<Result>(count, size)
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var threads: [pthread_t] = []
    for thread in 1..<max(1, min(pieces.pieceCount, processors, mostThreads)) {
      threads += joinable { pieces.run(worker(thread)) }.map { [$0] } ?? []
    }
    let work = worker(0)
    for piece in 0..<pieces.pieceCount where !take(pieces.result(of: piece, work)) {
      pieces.stop()
      break
    }
    for thread in threads { pthread_join(thread, nil) }
  }
}
