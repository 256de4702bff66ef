import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("The log keeps still under the reader and counts what it drops")
struct LogTests {
  private func event(
    _ number: Int, level: StoreEvent.Level = .info, kind: StoreEvent.Kind = .changed
  ) -> StoreEvent {
    let cookie = Samples.cookie("c\(number)", "example.org")
    return StoreEvent(
      sequence: UInt64(number), time: Samples.now.adding(seconds: Int64(number) * 2),
      store: Samples.notes, kind: kind, before: cookie, after: cookie, differences: [.value],
      cause: .response, level: level)
  }

  private func session(capacity: Int = 100_000) -> Session {
    var session = Session.ready()
    session.state.log = LogState(capacity: capacity)
    session.press("7")
    return session
  }

  private func send(_ range: Range<Int>, to session: inout Session) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 1000) {
      let batch = (start..<min(start + 1000, range.upperBound)).map { event($0) }
      session.send(.events(batch, dropped: 0, at: Samples.now))
    }
  }

  @Test("FR-53: the opened entry stays until it is dropped itself, and that is said")
  func reading() {
    var session = session(capacity: 1000)
    send(0..<1000, to: &session)
    for _ in 0..<50 { session.press("k") }
    let opened = session.state.log.selectedEvent
    #expect(opened?.sequence == 949)
    send(1000..<1900, to: &session)
    #expect(session.state.log.selectedEvent == opened)
    #expect(session.text.contains("c949@example.org"))
    #expect(session.text.contains("▾ 900 new"))
    send(1900..<2500, to: &session)
    #expect(session.text.contains("was dropped"))
    #expect(session.text.contains("1,500 dropped"))
    session.press("G")
    #expect(session.state.log.follows)
    #expect(session.state.log.selectedEvent?.sequence == 2499)
    send(2500..<2510, to: &session)
    #expect(session.state.log.selectedEvent?.sequence == 2509)
    #expect(session.state.log.buffer.count == 1000)
    #expect(session.state.log.rows.count == 1000)
  }

  @Test("A pause keeps new entries waiting and loses none")
  func pausing() {
    var session = session()
    send(0..<10, to: &session)
    session.press("=")
    send(10..<20, to: &session)
    #expect(session.text.contains("paused, 10 waiting"))
    #expect(session.state.log.rows.count == 10)
    session.press("=")
    #expect(session.state.log.rows.count == 20)
  }

  @Test("Repeats within a second are one line")
  func repeats() {
    var session = session()
    var same = (0..<5).map { _ in event(1) }
    for index in same.indices { same[index].time = Samples.now }
    session.send(.events(same + [event(2)], dropped: 0, at: Samples.now))
    #expect(session.state.log.rows.count == 2)
    #expect(session.text.contains("×5"))
    session.press("c")
    #expect(session.state.log.rows.count == 6)
  }

  @Test("Level and filter are separate switches, both in the title")
  func switches() {
    var session = session()
    session.send(
      .events(
        [event(1), event(2, level: .error), event(3, level: .debug)], dropped: 7, at: Samples.now))
    #expect(session.state.log.rows.count == 2)
    #expect(session.text.contains("7 dropped"))
    session.press("_")
    #expect(session.state.log.rows.count == 3)
    session.press("+ + +")
    #expect(session.state.log.rows.count == 1)
    #expect(session.text.contains("level error"))
    session.press("_ _ _ /")
    session.type("name:c3")
    session.press("Enter")
    #expect(session.state.log.rows.count == 1)
    #expect(session.text.contains("filter: name:c3"))
    session.press("\\")
    #expect(session.state.log.rows.count == 3)
  }

  @Test("Clearing the screen keeps the memory")
  func clearing() {
    var session = session()
    send(0..<10, to: &session)
    session.press("X")
    #expect(session.state.log.rows.count == 0)
    #expect(session.state.log.buffer.count == 10)
  }

  @Test("Enter on an entry goes to its cookie, and H on the cookie to its entries")
  func going() {
    var session = Session.ready()
    let cookie = Samples.cookies[Samples.notes]?[0]
    let event = StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.notes, kind: .added, after: cookie,
      cause: .script)
    session.send(.events([event, self.event(2)], dropped: 0, at: Samples.now))
    session.press("7 g g Enter")
    #expect(session.state.view == .cookies)
    #expect(session.state.selectedItem?.key == cookie?.key)
    session.press("H")
    #expect(session.state.view == .log)
    #expect(session.state.log.rows.count == 1)
  }

  @Test("A burst of events asks for the new content of a store once at a time, and sets no timer")
  func refreshing() {
    var session = session()
    session.isHeld = { if case .refresh = $0 { true } else { false } }
    send(0..<5000, to: &session)
    #expect(session.held.count == 1)
    #expect(session.timers.isEmpty)
    session.isHeld = { _ in false }
    let count = session.effects.count
    session.carryOut(session.held[0])
    #expect(session.effects.count == count + 1)
    let slot = session.state.library.slot(of: Samples.notes) ?? 0
    #expect(session.state.library[slot].isRefreshing == false)
  }
}
