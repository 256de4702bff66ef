import ScreenKit
import Testing

@testable import PantlerScreens

@Suite("Any window size is survived")
struct SmallWindowTests {
  @Test(
    "FR-35: a tiny window shows as much of the notice as fits",
    arguments: [(1, 1), (2, 2), (14, 3), (80, 1), (39, 40), (200, 9), (0, 0)])
  func tiny(width: Int, height: Int) {
    let session = Session.ready(width: width, height: height)
    let text = session.text
    if width >= 14 { #expect(text.contains("Window")) }
    #expect(session.frame().size == GridSize(width: width, height: height))
  }

  @Test("FR-35: dialog, filter line and help survive 200x60 to 1x1 and back")
  func resizing() {
    var session = Session.ready(width: 200, height: 60)
    session.press("2 Space Space d")
    session.wait(500)
    session.press("Tab")
    let before = session.state
    for (width, height) in [(120, 30), (50, 12), (14, 3), (2, 2), (1, 1), (200, 60)] {
      session.send(.terminal(.resize(GridSize(width: width, height: height))))
      _ = session.text
    }
    #expect(session.state.overlays == before.overlays)
    #expect(session.review?.focus == .viewList)

    session.press("Esc /")
    session.type("sid")
    session.send(.terminal(.resize(GridSize(width: 1, height: 1))))
    _ = session.text
    session.send(.terminal(.resize(GridSize(width: 200, height: 60))))
    #expect(session.state.prompt?.field.text == "sid")

    session.press("Esc ?")
    session.send(.terminal(.resize(GridSize(width: 1, height: 1))))
    _ = session.text
    session.send(.terminal(.resize(GridSize(width: 200, height: 60))))
    #expect(session.text.contains("Help: every key"))
  }

  @Test("FR-35: in a window too low for the text no key confirms", arguments: [10, 5, 1])
  func tooLow(height: Int) {
    var session = Session.ready(width: 100, height: 40)
    session.press("2 Space Space d")
    session.wait(500)
    session.send(.terminal(.resize(GridSize(width: 100, height: height))))
    session.press("y S-Tab Enter y Enter")
    #expect(session.applied.isEmpty)
    session.send(.terminal(.resize(GridSize(width: 100, height: 40))))
    #expect(session.review != nil || session.state.overlays.isEmpty)
  }

  @Test("Ten resizes in a row leave the selection where it was")
  func selection() {
    var session = Session.ready()
    session.press("2 j j j")
    let item = session.state.selectedItem
    for height in [40, 12, 25, 10, 33, 11, 18, 60, 9, 40] {
      session.send(.terminal(.resize(GridSize(width: 120, height: height))))
    }
    #expect(session.state.selectedItem == item)
  }

  @Test("Sources collapse below 120 columns, and one pane is left below 80")
  func regions() {
    func panes(_ width: Int, _ height: Int) -> Set<Pane> {
      Set(Session.ready(width: width, height: height).state.layout.panes.keys)
    }
    #expect(panes(120, 40) == [.sources, .list, .details, .log])
    #expect(panes(119, 40) == [.list, .details, .log])
    #expect(panes(79, 40) == [.list])
    #expect(panes(120, 19) == [.list])
  }
}
