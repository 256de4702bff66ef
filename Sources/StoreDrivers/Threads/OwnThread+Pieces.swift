import Glibc
import Synchronization

extension OwnThread {
  /// What the threads that share work have in common.
  private final class Pieces<Result: Sendable>: Sendable {
    let next = Atomic<Int>(0)
    let results = Mutex<[Int: Result]>([:])
    let count: Int
    let size: Int
    let work: @Sendable (Range<Int>) -> Result

    init(_ count: Int, _ size: Int, _ work: @escaping @Sendable (Range<Int>) -> Result) {
      self.count = count
      self.size = size
      self.work = work
    }

    /// Takes one piece after another until none is left.
    func run() {
      while true {
        let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let start = piece * size
        guard start < count else { return }
        let result = work(start..<min(start + size, count))
        results.withLock { $0[piece] = result }
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
    let pieces = Pieces(count, size, work)
    let needed = (count + size - 1) / size
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var threads: [pthread_t] = []
    for _ in 1..<max(1, min(needed, processors, mostThreads)) {
      threads += joinable { pieces.run() }.map { [$0] } ?? []
    }
    pieces.run()
    for thread in threads { pthread_join(thread, nil) }
    return pieces.results.withLock { results in (0..<needed).compactMap { results[$0] } }
  }
}
