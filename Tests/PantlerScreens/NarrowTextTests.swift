import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Sentences are shown whole in narrow windows")
struct NarrowTextTests {
  /// The words on a screen, without frames.
  private func words(_ text: String) -> String {
    text.split { $0.isWhitespace || $0 == "│" || $0 == "|" || $0 == "█" }.joined(separator: " ")
  }

  @Test(arguments: [(120, 40), (80, 24), (60, 20), (44, 24)])
  func `help shows the selected line with all its keys and its whole sentence`(
    width: Int, height: Int
  ) {
    var session = Session.ready(width: width, height: height)
    session.press("?")
    var seen: Set<Command> = []
    for _ in 0..<300 {
      guard case .help(let page) = session.state.overlays.last,
        let selected = page.selectedCommand?.command
      else {
        Issue.record("no line is selected")
        return
      }
      let reason = session.state.reasonAside(from: selected)
      let sentence = reason.map { "Not now: \($0)" } ?? selected.help
      #expect(words(session.text).contains(words(sentence)), "\(selected)")
      seen.insert(selected)
      session.press("j")
    }
    #expect(seen.count > 60)
  }

  @Test(arguments: [(116, 40), (80, 24), (60, 20), (44, 20)])
  func `the sync dialog says whole that nothing is deleted`(width: Int, height: Int) {
    var session = Session.ready(width: width, height: height)
    session.state.scope = .store(Samples.notes)
    session.press("2 s")
    if case .menu = session.state.overlays.last { session.press("Enter") }
    session.wait(500)
    guard case .sync = session.state.overlays.last else {
      Issue.record("no sync dialog")
      return
    }
    #expect(words(session.text).contains(words(BoxLayout.syncNote)))
  }

  @Test(arguments: [(120, 40), (80, 24), (60, 24)])
  func `pages wrap sentences below their signs`(width: Int, height: Int) {
    var session = Session.ready(width: width, height: height)
    let sentence =
      "shared: both use one store, and a store has one set of cookies, whatever the pool is."
    _ = session.state.open(
      TextPage(title: "Rules", lines: [.init("=  " + sentence), .init("- = ?", .chartBar)]))
    session.press("C-l")
    #expect(words(session.text).contains(words("=  " + sentence)))
    guard case .page(let page) = session.state.overlays.last else { return }
    #expect(page.lines.dropFirst().dropLast().allSatisfy { $0.text.hasPrefix("   ") })
    #expect(page.lines.last?.text == "- = ?")
  }
}
