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

  @Test("FR-53: after a million events no more is held than the limit asks for")
  func memory() {
    var log = LogState(capacity: 10_000)
    for start in stride(from: 0, to: 1_000_000, by: 10_000) {
      let batch = (start..<(start + 10_000)).map { number in
        StoreEvent(
          sequence: UInt64(number), time: Timestamp(seconds: Int64(number) * 2), store: nil,
          kind: .note, cause: .unknown)
      }
      log.append(batch, now: Samples.now)
      #expect(log.buffer.count == 10_000)
      #expect(log.rows.count == 10_000)
      // Lines that went are given back now and then.
      #expect(log.rows.storage.count <= 30_000)
    }
    #expect(log.dropped == 990_000)
    #expect(log.events.first?.sequence == 990_000)
  }

  @Test("FR-52: what changed is said, and values stay masked")
  func texts() {
    let old = Samples.cookie("sid", "example.org", value: "old-value-0123456789")
    var other = old
    other.value = "new-value-0123456789"
    var later = old
    later.expiryTime = Samples.now.adding(seconds: 99)
    var moved = old
    moved.path = "/x"
    let rows: [(after: Cookie, words: [String])] = [
      (other, ["changed", "old…→new…"]), (later, ["changed", "expiry"]),
    ]
    var session = session()
    for (after, words) in rows {
      let entries = SnapshotDiff(from: [old], to: [after], now: Samples.now).entries
      #expect(entries.count == 1)
      for entry in entries {
        let event = StoreEvent(
          sequence: 1, time: Samples.now, store: Samples.notes, kind: entry.kind,
          before: entry.before, after: entry.after, differences: entry.differences,
          cause: .otherProcess)
        let line = LogText.line(event, library: session.state.library)
        for word in words { #expect(line.contains(word), "\(line)") }
        session.send(.events([event], dropped: 0, at: Samples.now))
        #expect(session.text.contains(words[1]))
      }
    }
    #expect(!session.text.contains("old-value"))
    #expect(!session.text.contains("new-value"))
    let kinds = SnapshotDiff(from: [old], to: [moved], now: Samples.now).entries.map(\.kind)
    #expect(kinds == [.removed, .added])
  }

  @Test("The log is saved where :log says")
  func saving() {
    var session = session()
    send(0..<10, to: &session)
    session.press(":")
    session.type("log /tmp/events.jsonl")
    session.press("Enter")
    let saved = session.effects.compactMap { effect -> [StoreEvent]? in
      if case .saveLog(let events, "/tmp/events.jsonl", false) = effect { events } else { nil }
    }
    #expect(saved.first?.map(\.sequence) == Array(0..<10))
    #expect(session.text.contains("Saved 10 events to /tmp/events.jsonl."))
    session.send(.logFileFailed(reason: "the disk is full"))
    #expect(session.text.contains("The log file ends here: the disk is full"))
  }

  @Test("A file that is there is replaced by the log only after a yes")
  func savingOver() {
    var session = session()
    session.files = ["events.jsonl"]
    send(0..<3, to: &session)
    func save() {
      session.press(":")
      session.type("log events.jsonl")
      session.press("Enter")
    }
    save()
    #expect(session.text.contains("events.jsonl exists; replace it?"))
    session.wait(500)
    session.press("Esc")
    #expect(session.state.notice?.text == "Nothing was changed.")
    save()
    session.wait(500)
    session.press("y")
    #expect(session.text.contains("Saved 3 events to events.jsonl."))
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

  @Test(
    "Enter on an entry goes to its cookie, and H on the cookie to its entries",
    arguments: [nil, StoreFailure.denied(path: "/home/me/Notes/cookies")])
  func going(failure: StoreFailure?) {
    var session = Session.ready()
    let cookie = Samples.cookies[Samples.notes]?[0]
    let event = StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.notes, kind: failure == nil ? .added : .failed,
      after: cookie, cause: .script, failure: failure)
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

  @Test("Why something failed stands in the line, in the details, and whole on the page of Enter")
  func failure() {
    var session = session()
    let reason = "The rows were signed by a program whose key nobody else has, and are left alone"
    let event = StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.notes, kind: .failed, cause: .user,
      level: .error, failure: .unsupported(path: "/home/me/Notes/cookies", reason: reason))
    session.send(.events([event], dropped: 0, at: Samples.now))
    #expect(session.text.contains("failed    not supported: The rows were signed"))
    #expect(session.text.contains("Reason"))
    session.press("Enter")
    guard case .page(let page)? = session.state.overlays.last else {
      Issue.record("no page was opened")
      return
    }
    let words = page.lines.flatMap { $0.text.split(separator: " ") }.joined(separator: " ")
    #expect(words.contains(reason) && words.contains("Path /home/me/Notes/cookies"))
    #expect(words.contains("What to do Use another store, or export and import."))
  }

  @Test("H on a site or a store shows its log")
  func history() {
    var session = Session.ready()
    session.press("1 g g")
    let site = session.state.selectedSiteName ?? ""
    session.press("H")
    #expect(session.state.view == .log)
    #expect(session.state.log.filter.text == "site=\"\(site)\"")
    session.press("5 j H")
    #expect(session.state.log.filter.text.hasPrefix("store=\""))
    #expect(session.state.log.filter.failure == nil)
  }

  @Test("Our own signs in a line of the log are plain ones where nothing else can be shown")
  func plainSigns() {
    var session = session()
    session.state.terminal.glyphs = .ascii
    session.state.terminal.metrics = TextMetrics(isASCIIOnly: true)
    send(0..<3, to: &session)
    let frame = render(session.state, theme: .plain, size: session.state.terminal.size).grid
    #expect(frame.text.contains("Notes > default store"))
    #expect(!frame.text.contains("\\u{25b8}"))
  }

  @Test("a store that was away is looked at again with the first that is heard of it")
  func away() {
    var session = session()
    let health = { (means: ObservationMeans?) in
      StoreHealth(
        store: Samples.notes, means: means, lastEvent: Samples.now, delayMilliseconds: 50,
        missedCount: 0)
    }
    session.send(.health([health(.engine)]))
    func asked(about event: StoreEvent) -> [Effect] {
      let before = session.effects.count
      session.send(.events([event], dropped: 0, at: Samples.now))
      return Array(session.effects[before...])
    }
    let missing = StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.notes, kind: .missing, cause: .unknown,
      level: .warning)
    let note = StoreEvent(
      sequence: 2, time: Samples.now, store: Samples.notes, kind: .note, cause: .unknown,
      level: .info, message: "The store can be read again.")
    #expect(asked(about: missing) == [.checkHealth])
    session.press("5")
    #expect(session.text.contains("! away since"))
    #expect(asked(about: note) == [.checkHealth])
    session.send(.health([health(.engine)]))
    #expect(!session.text.contains("! away since"))
    #expect(asked(about: note) == [])
  }

  @Test("A store without its file says so in its line")
  func missingFile() {
    var session = session()
    let event = StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.shared, kind: .missing, cause: .unknown,
      level: .warning)
    session.send(.events([event], dropped: 0, at: Samples.now))
    #expect(session.text.contains("missing   its file is not there, and is waited for"))
  }
}
