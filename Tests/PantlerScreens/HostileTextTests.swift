import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Text from a store cannot command the terminal")
struct HostileTextTests {
  static let hostile: [String] = [
    "\u{1B}[2J", "\u{1B}]0;x\u{07}", "\u{1B}]52;c;aGk=\u{07}", "\u{1B}[6n", "\u{1B}]open",
    "\u{1B}Pq\u{1B}\\", "\r", "\u{08}", "\u{07}", "\u{00}", "\u{7F}", "\u{202E}evil", "a\u{200B}b",
  ]

  @Test("FR-39: list, details, dialog and log hold no control character", arguments: hostile)
  func everywhere(text: String) {
    var cookie = Samples.cookie("n" + text, "example.org", value: "v" + text)
    cookie.path = CookieText("/" + text)
    var other = Samples.cookie("m", "host" + text)
    other.hostOnly = true
    var session = Session.ready(stores: [Samples.notes: [cookie, other]])
    session.send(.events([event(cookie)], dropped: 0, at: Samples.now))
    var screens = [session.text]
    for keys in [
      "2", "x", "i", "d", "Esc", "* Enter d", "v", "Esc Esc U Y", "q e", "Esc 7 Enter", "c",
    ] {
      session.press(keys)
      session.wait(500)
      screens.append(session.text)
    }
    for screen in screens { #expect(isSafe(screen)) }
  }

  private func isSafe(_ screen: String) -> Bool {
    screen.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || (scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)
          && scalar.value != 0x202E && scalar.value != 0x200B)
    }
  }

  private func event(_ cookie: Cookie) -> StoreEvent {
    StoreEvent(
      sequence: 1, time: Samples.now, store: Samples.notes, kind: .changed,
      site: Site(name: "example.org", kind: .registrableDomain), before: cookie, after: cookie,
      differences: [.value], cause: .response)
  }

  @Test("FR-34: columns begin at the same place in every row")
  func wideCharacters() {
    let names = ["日本", "e\u{301}", "🎉", "①", "\u{26A0}", "\u{26A0}\u{FE0F}", "", "plain"]
    let cookies = names.map { Samples.cookie($0, "example.org") }
    var session = Session.ready(width: 60, height: 24, stores: [Samples.notes: cookies])
    session.press("2")
    let grid = session.frame()
    let rows = (0..<24).filter { grid.rowText($0).contains(".example.org") }
    #expect(rows.count == names.count)
    let columns = rows.map { y in
      (0..<60).first { x in
        grid[GridPoint(x: x, y: y)].character == "."
          && grid[GridPoint(x: x + 1, y: y)].character == "e"
      }
    }
    #expect(Set(columns).count == 1)
    #expect(session.text.contains("(no name)"))
  }

  @Test("Values are masked until x, and again after 30 seconds")
  func masking() {
    var session = Session.ready()
    session.press("2")
    #expect(!session.text.contains("a41b77c09e51"))
    #expect(session.text.contains("a41…"))
    session.press("x")
    #expect(session.text.contains("a41b77c09e51"))
    session.wait(30_000)
    #expect(!session.text.contains("a41b77c09e51"))
    session.press("x x x")
    session.wait(1)
    #expect(session.text.contains("a41b77c09e51"))
  }
}
