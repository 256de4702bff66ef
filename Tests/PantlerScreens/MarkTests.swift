import CookieCore
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Marks stay with cookies, not with rows")
struct MarkTests {
  private func stores(_ names: String...) -> [StoreID: [Cookie]] {
    [Samples.notes: names.map { Samples.cookie($0, "example.org") }]
  }

  @Test("FR-45: marks of what was deleted are gone, and the next deletion is of the row alone")
  func afterDeletion() {
    var session = Session.ready(stores: stores("a", "b", "c", "d", "e"))
    session.press("2 Space Space Space d")
    session.wait(500)
    session.press("y")
    #expect(session.applied.last?.items.map(\.key.name.text) == ["a", "b", "c"])
    #expect(session.state.marks.count == 0)
    session.press("d")
    session.wait(500)
    session.press("y")
    #expect(session.applied.last?.items.count == 1)
    #expect(session.stores[Samples.notes]?.count == 1)
  }

  @Test("FR-45: of two marked one went; the box says 1 of 2 still exists, and one is deleted")
  func oneWent() {
    var session = Session.ready(stores: stores("a", "b", "c"))
    session.press("2 Space Space")
    session.change(Samples.notes) { $0.remove(at: 0) }
    #expect(session.state.marks.count == 1)
    session.press("d")
    session.wait(500)
    #expect(session.text.contains("1 of 2 still exists"))
    session.press("y")
    #expect(session.applied.flatMap(\.items).map(\.key.name.text) == ["b"])
  }

  @Test("FR-45: what went unseen is said, too")
  func oneWentUnseen() {
    var session = Session.ready(stores: stores("a", "b", "c"))
    session.press("2 Space Space")
    session.stores[Samples.notes]?.remove(at: 0)
    session.press("d")
    session.wait(500)
    #expect(session.text.contains("1 of 2 still exists"))
  }

  @Test("Where all marks are hidden a deletion says so, and what shows them")
  func allHidden() {
    var session = Session.ready()
    session.press("2 Space Space /")
    session.type("nothing-is-called-so")
    session.press("Enter d")
    #expect(session.state.overlays.isEmpty)
    #expect(
      session.state.notice?.text
        == "All 2 marked cookies are hidden by the filter: \\ sets the filter aside, U takes the marks off."
    )
  }

  @Test("FR-46: hidden marks are told apart, and by default only the visible ones are taken")
  func hidden() {
    let names = (0..<20).map { ($0 < 10 ? "left\($0)" : "right\($0)") }
    let cookies = names.map { Samples.cookie($0, "example.org") }
    var session = Session.ready(stores: [Samples.notes: cookies])
    session.press("2 Space Space Space G Space k Space /")
    session.type("left")
    session.press("Enter")
    #expect(session.row(-1).contains("5 marked (2 hidden)"))
    session.press("d")
    session.wait(500)
    #expect(session.text.contains("3 visible, 2 hidden by the filter"))
    #expect(session.review?.acceptCount == 3)
    session.press("a")
    session.wait(500)
    #expect(session.review?.acceptCount == 5)
    session.press("a")
    session.wait(500)
    session.press("y")
    #expect(session.applied.last?.items.count == 3)
  }

  @Test("FR-46: all shown means exactly those the filter shows")
  func allShown() {
    let cookies = (0..<20).map {
      Samples.cookie($0 < 4 ? "keep\($0)" : "other\($0)", "example.org")
    }
    var session = Session.ready(stores: [Samples.notes: cookies])
    session.press("2 /")
    session.type("keep")
    session.press("Enter * Enter d")
    session.wait(500)
    #expect(session.review?.acceptCount == 4)
  }

  @Test("A mark on a site is a mark on each of its cookies")
  func sites() {
    var session = Session.ready()
    session.press("1 j Space")
    #expect(session.state.marks.count == 4)
    #expect(session.row(4).contains("● ▸ example.org"))
  }

  @Test("A range marks every row on the way")
  func range() {
    var session = Session.ready(stores: stores("a", "b", "c", "d"))
    session.press("2 v j j v j")
    #expect(session.state.marks.count == 3)
  }
}
