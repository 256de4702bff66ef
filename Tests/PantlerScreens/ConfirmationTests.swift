import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("A deletion needs a yes that is meant")
struct ConfirmationTests {
  @Test("FR-48: d and Enter in one write delete nothing")
  func enterAfterDelete() {
    var session = Session.ready()
    session.press("2 d Enter")
    session.wait(500)
    #expect(session.applied.isEmpty)
    #expect(session.review != nil)
    session.press("Enter")
    #expect(session.applied.isEmpty)
    #expect(session.state.overlays.isEmpty)
  }

  @Test("The command of a box is copied with the plan as it would be applied now")
  func copiedCommand() {
    var session = Session.ready()
    session.press("2 Space Space d")
    session.wait(500)
    session.press("c")
    guard case .copyCommand(let plan, importedFile: nil)? = session.effects.last else {
      Issue.record("nothing was copied")
      return
    }
    #expect(plan == session.review?.approvedPlan)
    #expect(plan.items.count == 2)
    #expect(session.state.notice?.text == "The command was sent to the terminal.")
    session.send(.planNotKept(reason: "No space is left."))
    #expect(
      session.state.notice?.text == "Not copied, as the plan could not be kept: No space is left.")
    #expect(session.review != nil)
    #expect(session.applied.isEmpty)
  }

  @Test("FR-48: d and ten Enters delete nothing", arguments: [0, 150, 500, 1000])
  func tenEnters(waiting: Int) {
    var session = Session.ready()
    session.press("2 d")
    session.wait(waiting)
    for _ in 0..<10 { session.press("Enter") }
    #expect(session.applied.isEmpty)
  }

  @Test("FR-48: a pasted y and newline delete nothing", arguments: ["y", "y\n", "yes\ny\n"])
  func pasted(text: String) {
    var session = Session.ready()
    session.press("2 d")
    session.wait(500)
    session.send(.terminal(.paste(text)))
    #expect(session.applied.isEmpty)
    #expect(session.review != nil)
  }

  @Test(
    "FR-48: Esc, q, n, C-c and a vanishing terminal mean No", arguments: ["Esc", "q", "n", "C-c"])
  func refusals(key: String) {
    var session = Session.ready()
    session.press("2 d \(key)")
    session.wait(500)
    #expect(session.state.overlays.isEmpty)
    #expect(session.applied.isEmpty)
    session.press("d")
    session.wait(500)
    session.send(.terminal(.closed))
    #expect(session.effects.last == .quit)
    #expect(session.applied.isEmpty)
  }

  @Test("A key typed before the box was seen for 150 ms is discarded")
  func typedAhead() {
    var session = Session.ready()
    session.press("2 d y")
    #expect(session.applied.isEmpty)
    session.wait(150)
    #expect(session.review != nil)
    session.press("y")
    #expect(session.applied.count == 1)
  }

  @Test("y accepts small boxes only; a large one wants its button and half a second")
  func largeBox() {
    let many = (0..<40).map { Samples.cookie("c\($0)", "site\($0).test") }
    var session = Session.ready(stores: [Samples.notes: many])
    session.press("2 v")
    for _ in 0..<29 { session.press("j") }
    session.press("v d")
    session.wait(150)
    #expect(session.review?.proposal.level == .delayedBox)
    session.press("y")
    #expect(session.applied.isEmpty)
    session.press("S-Tab Enter")
    #expect(session.applied.isEmpty)
    session.wait(500)
    session.press("Enter")
    #expect(session.applied.first?.items.count == 30)
  }

  @Test("A whole store wants the count typed")
  func typedCount() {
    var session = Session.ready()
    session.press("5 j Enter 2 * Enter d")
    session.wait(500)
    #expect(session.review?.proposal.level == .typedCount)
    session.press("S-Tab Enter")
    #expect(session.applied.isEmpty)
    session.type("3")
    session.press("Enter")
    #expect(session.applied.isEmpty)
    session.press("Backspace")
    session.type("2")
    session.press("Enter")
    #expect(session.applied.first?.items.count == 2)
  }

  @Test("FR-44: the list moves while the question is open, and the same cookie is deleted")
  func listMoves() {
    let b = Samples.cookie("b", "example.org", expiresIn: 5)
    let stores = [Samples.notes: [Samples.cookie("c", "example.org", expiresIn: 9), b]]
    var session = Session.ready(stores: stores)
    session.press("2 o j j j j Enter")
    #expect(session.state.selectedItem?.key == b.key)
    session.press("d")
    session.wait(500)
    session.change(Samples.notes) { cookies in
      cookies.insert(Samples.cookie("a", "example.org", expiresIn: 1), at: 0)
      cookies[2].expiryTime = Samples.now.adding(seconds: 77)
    }
    #expect(session.row(-2).contains("b@example.org"))
    session.press("y")
    #expect(session.applied.flatMap(\.items).map(\.key) == [b.key])
    #expect(session.stores[Samples.notes]?.map(\.name.text) == ["a", "c"])
  }

  @Test("FR-44: a value that changed is asked about again")
  func valueChanges() {
    let b = Samples.cookie("b", "example.org")
    var session = Session.ready(stores: [Samples.notes: [b, Samples.cookie("c", "example.org")]])
    session.press("2 d")
    session.wait(500)
    session.change(Samples.notes) { $0[0].value = "another" }
    #expect(session.row(-2).contains("changed"))
    session.press("y")
    #expect(session.applied.isEmpty)
    session.press("r y")
    #expect(session.applied.first?.items.first?.before?.value == "another")
    #expect(session.stores[Samples.notes]?.map(\.name.text) == ["c"])
  }

  @Test("FR-44: a value that changed too late to be seen is asked about again")
  func valueChangesUnseen() {
    let b = Samples.cookie("b", "example.org")
    var session = Session.ready(stores: [Samples.notes: [b, Samples.cookie("c", "example.org")]])
    session.press("2 d")
    session.wait(500)
    session.stores[Samples.notes]?[0].value = "another"
    session.press("y")
    #expect(session.stores[Samples.notes]?.count == 2)
    #expect(session.review?.plan.items.map(\.key) == [b.key])
  }

  @Test("FR-44: the box names name, domain, path, partition and store")
  func identity() {
    var cookie = Samples.cookie("b", "example.org", path: "/in")
    cookie.partition = CookiePartition(topLevelSite: "https://news.example")
    var session = Session.ready(
      width: 140, stores: [Samples.notes: [cookie, Samples.cookie("c", "example.org")]])
    session.press("2 j d")
    session.wait(150)
    let line = session.row(-2)
    for part in ["b@example.org", "/in", "partition https://news.example", "Notes ▸ default store"]
    {
      #expect(line.contains(part))
    }
  }

  @Test("FR-44: where the line has no room for all of that a box has, or no key confirms")
  func narrowLine() {
    let stores = [Samples.notes: [Samples.cookie("a-rather-long-name", "example.org")]]
    var narrow = Session.ready(width: 44, height: 24, stores: stores)
    narrow.press("2 d")
    narrow.wait(500)
    #expect(narrow.review?.proposal.level == .box)
    #expect(narrow.text.contains("[ Delete 1 ]"))
    var session = Session.ready(width: 120, height: 24, stores: stores)
    session.press("2 d")
    session.wait(500)
    #expect(session.review?.proposal.level == .line)
    session.send(.terminal(.resize(GridSize(width: 50, height: 24))))
    session.press("y")
    #expect(session.applied.isEmpty)
    session.send(.terminal(.resize(GridSize(width: 120, height: 24))))
    session.press("y")
    #expect(session.applied.count == 1)
  }

  @Test("Nothing found is also answered")
  func nothing() {
    var session = Session.ready()
    session.press(":")
    session.type("delete host:none.test")
    session.press("Enter")
    #expect(session.state.notice?.text == "Nothing to delete: 0 cookies matched.")
  }

  @Test("FR-47: failures are named, still listed and still marked")
  func failures() {
    var session = Session.ready()
    session.press("2 * Enter d")
    session.wait(500)
    session.failures[Samples.notes] = .denied(path: "/home/me/Notes")
    session.failures[Samples.shared] = .locked(path: "/home/me/cookies.txt")
    session.press("1 0 S-Tab Enter")
    let notice = session.state.notice
    #expect(notice?.text.hasPrefix("Deleted 2 of 10.") == true)
    #expect(notice?.text.contains("no permission") == true)
    #expect(notice?.tone == .warning)
    #expect(session.state.marks.count == 8)
    #expect(session.state.scan.cookies.count == 8)
  }
}
