import CookieCore
import Testing

@testable import StoreModel

@Suite("A fight between two programs is told from a renewal")
struct SyncFightTests {
  private let key = sample("sid").key

  /// Plays changes two seconds apart and returns the number of the one that was a fight, from 1.
  private func fight(
    _ changes: [(store: StoreID, isRemoval: Bool)], apart: Int64 = 2
  ) -> Int? {
    var fights = SyncFights()
    for (number, change) in changes.enumerated() {
      let now = present.adding(seconds: Int64(number) * apart)
      let end = fights.note(key, in: change.store, isRemoval: change.isRemoval, at: now)
      if end != nil { return number + 1 }
    }
    return nil
  }

  @Test("a cookie that is renewed again and again on one side is no fight")
  func renewal() {
    #expect(fight((0..<50).map { _ in (shared, false) }) == nil)
  }

  @Test("G: old and new value that alternate between the sides are one")
  func alternation() {
    #expect(fight((0..<50).map { ($0 % 2 == 0 ? shared : web, false) }) == 4)
    #expect(fight((0..<50).map { ($0 % 2 == 0 ? shared : web, false) }, apart: 40) == nil)
  }

  @Test("H: a cookie that is written back after each deletion is one")
  func writtenBack() {
    #expect(fight((0..<50).map { _ in (web, true) }) == 4)
  }

  @Test("the cookie is left alone, longer each time, and only that one")
  func pauses() {
    var fights = SyncFights()
    var now = present
    var lengths: [Int64] = []
    for number in 0..<40 {
      guard !fights.isPaused(key, at: now) else { return #expect(Bool(false)) }
      let store = number % 2 == 0 ? shared : web
      if let end = fights.note(key, in: store, isRemoval: false, at: now) {
        lengths.append(end.seconds - now.seconds)
        #expect(fights.isPaused(key, at: now))
        #expect(!fights.isPaused(sample("other").key, at: now))
        #expect(fights.nextEnd(after: now) == end)
        now = end
      }
      now = now.adding(seconds: 1)
    }
    #expect(Array(lengths.prefix(4)) == [60, 120, 240, 480])
    #expect(lengths.allSatisfy { $0 <= 3600 })
  }
}
