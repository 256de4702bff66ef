import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Boxes can be answered in small windows")
struct SmallBoxTests {
  @Test(
    "A box that asks for the count has its buttons and that line in every window",
    arguments: [
      GridSize(width: 60, height: 20), .init(width: 40, height: 12), ScreenLayout.minimum,
    ]
  )
  func typedCount(size: GridSize) {
    var session = Session.ready(width: size.width, height: size.height)
    session.press("2 * Enter d")
    session.wait(500)
    #expect(session.text.contains("Cancel"))
    #expect(session.text.contains("[ Delete 10 ]"))
    #expect(session.text.contains("Type 10 to allow"))
    session.press("v")
    #expect(session.text.contains("[ Delete 10 ]"))
    session.press("Esc 1 0")
    for _ in 0..<40 { session.press("j") }
    #expect(session.text.contains("copies all)"))
    session.press("S-Tab Enter")
    #expect(session.applied.count == 1)
  }

  @Test("What scrolls is read to its end before it can be accepted, and the bottom line says how")
  func readFirst() {
    let many = (0..<12).map { Samples.cookie("c\($0)", "site\($0).test") }
    var session = Session.ready(width: 40, height: 12, stores: [Samples.notes: many])
    session.press("2 v j j j v d")
    session.wait(500)
    #expect(session.review?.proposal.level == .box)
    #expect(!session.row(-1).contains("y "))
    #expect(session.row(-1).contains("j "))
    session.press("y")
    #expect(session.applied.isEmpty)
    #expect(session.state.notice?.text == "Read it to its end first (j).")
    for _ in 0..<20 { session.press("j") }
    #expect(session.row(-1).contains("y "))
    session.press("y")
    #expect(session.applied.first?.items.count == 4)
  }

  @Test(
    "The sync dialog shows its rows, counts and buttons in every window, and is answered there",
    arguments: [
      GridSize(width: 60, height: 20), .init(width: 40, height: 12), ScreenLayout.minimum,
    ]
  )
  func sync(size: GridSize) {
    var session = Session.ready(width: size.width, height: size.height)
    session.state.scope = .store(Samples.notes)
    session.press("5 j j j s")
    session.wait(500)
    guard case .sync(let review) = session.state.overlays.last else {
      Issue.record("no sync dialog")
      return
    }
    let counts = review.counts
    let total = counts.toShared + counts.toWeb
    #expect(total > 0)
    #expect(session.text.contains("[ Apply \(total) ]"))
    #expect(session.text.contains("\(counts.toShared) to shared"))
    #expect(session.text.contains("0 delet"))
    // Every row can be reached.
    for row in review.rows {
      #expect(session.text.contains(row.key.name.text.prefix(3)))
      session.press("j")
    }
    session.press("Tab Enter")
    #expect(session.applied.first?.items.count == total)
  }

  @Test("Where the window has no room for the log beside the list, its key says so")
  func noRoomForLog() {
    var session = Session.ready(width: 60, height: 20)
    session.press("L")
    #expect(
      session.state.notice?.text
        == "The window is too small for the log beside the list: 7 shows it alone.")
    session.press("7")
    #expect(session.state.view == .log)
  }

  @Test("Going back ends at the store that the program was started with")
  func firstScope() {
    var session = Session.ready()
    session.state.firstScope = .store(Samples.notes)
    session.state.scope = session.state.firstScope
    session.press("1 Enter Esc Esc Esc")
    #expect(session.state.scope == .store(Samples.notes))
    #expect(session.state.site == nil)
  }

  @Test("An unset SameSite is told apart from None, and from what the store cannot hold")
  func sameSite() {
    let (unset, none) = (
      Samples.cookie("a", "a.test", sameSite: .unspecified),
      Samples.cookie("b", "b.test", sameSite: .none)
    )
    let session = Session.ready(stores: [Samples.notes: [unset, none], Samples.shared: [unset]])
    func fact(_ store: StoreID, _ name: String) -> String? {
      session.state.library.reference(
        to: ItemID(store: store, key: name == "a" ? unset.key : none.key)
      ).flatMap { session.state.facts(of: $0)?.first { $0.name == "SameSite" }?.text }
    }
    #expect(fact(Samples.notes, "a") == "not set")
    #expect(fact(Samples.notes, "b") == "None")
    #expect(fact(Samples.shared, "a") == "not recorded")
  }

  @Test("Where a question cannot be shown the bottom line has only the key that leaves it")
  func onlyEscape() {
    var session = Session.ready()
    session.press("2 j d")
    session.wait(500)
    #expect(session.review?.proposal.level == .line)
    session.send(.terminal(.resize(GridSize(width: 40, height: 12))))
    #expect(HintBar.hints(session.state).map(\.title) == [Command.cancel.title])
  }
}
