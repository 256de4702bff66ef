import CookieCore
import Glibc
import Synchronization

/// What a jar holds without some of its cookies, made on a thread of its own while these are removed from the file.
///
/// Nothing follows from it before the file was read back and found to lack just these.
final class ForeseenJar: Sendable {
  /// The places of the cookies that are removed, in ascending order.
  let places: [Int]
  private let before: LibsoupDatabase
  private let made: Making
  private let thread: Mutex<pthread_t?>

  private final class Making: Sendable {
    let jar = Mutex<MergedJar?>(nil)
  }

  /// Begins to make it.
  ///
  /// - Parameters:
  ///   - places: in ascending order, each once.
  ///   - start: starts a thread that has to be waited for; nil when the system has none to give.
  /// - Returns: nil when there is no thread.
  init?(
    _ before: LibsoupDatabase, without places: [Int],
    _ start: (@escaping @Sendable () -> Void) -> pthread_t?
  ) {
    let making = Making()
    let started = start {
      var merged = MergedJar(before, room: 0)
      for place in places {
        merged.copy(to: place)
        merged.skip()
      }
      merged.copy(to: before.cookies.count)
      making.jar.withLock { $0 = merged }
    }
    guard let started else { return nil }
    self.places = places
    self.before = before
    made = making
    thread = Mutex(started)
  }

  deinit {
    if let left = takeThread() { pthread_detach(left) }
  }

  /// Reports whether rows are those of the cookies that are removed.
  func isRemoval(of rows: [Int64]) -> Bool {
    rows.count == places.count && rows.indices.allSatisfy { before.ids[places[$0]] == rows[$0] }
  }

  /// Waits until it is made, and takes it.
  func wait() -> MergedJar? {
    if let left = takeThread() { pthread_join(left, nil) }
    return made.jar.withLock { jar in
      defer { jar = nil }
      return jar
    }
  }

  private func takeThread() -> pthread_t? {
    thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
  }
}
