import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("What a running program keeps open stays, and is counted apart")
struct HeldStoreTests {
  /// A session in which a program has the store of Notes open.
  private static func session() -> Session {
    var session = Session(
      descriptions: Samples.descriptions.map { description in
        var description = description
        description.capabilities.refusals[.writeWhileRunning] = "Close it first."
        return description
      })
    session.holders[Samples.notes] = [ProcessReference(id: 4121, name: "notes")]
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: Samples.websiteData, totalBytes: 60_003)
    session.start()
    return session
  }

  @Test("Where nothing would go nothing is asked, and the way out is said")
  func nothing() {
    var session = Self.session()
    session.press("2 /")
    session.type("store:webkitgtk*")
    session.press("Enter * Enter d")
    session.wait(500)
    #expect(session.review == nil)
    let said = session.state.notice?.text ?? ""
    #expect(said.contains("Nothing would be deleted"))
    #expect(said.contains("6 cookies stay in Notes ▸ default store"))
    #expect(said.contains("notes (pid 4121) has it open"))
    #expect(session.state.marks.count == 6)
  }

  @Test("The question counts what goes, and says of the rest that it stays, and why")
  func part() throws {
    var session = Self.session()
    session.press("2 * Enter d")
    session.wait(500)
    let review = try #require(session.review)
    #expect(review.acceptCount == 4)
    let text = session.text
    #expect(text.contains("Delete 4 cookies from 2 stores"))
    #expect(text.contains("Stays: 6 cookies in Notes ▸ default store"))
    #expect(text.contains("notes (pid 4121) has it open"))
    #expect(!text.contains("everything that Notes"))
    session.press("c")
    #expect(!session.effects.contains { $0.copies(Samples.notes) })
    session.type("4")
    session.press("Tab Tab Tab Enter")
    #expect(session.applied.first?.stores == [Samples.fox, Samples.shared])
    #expect(session.state.notice?.text.hasPrefix("Deleted 4.") == true)
    // What stays keeps its marks.
    #expect(session.state.marks.count == 6)
  }

  @Test("Website data of a profile in use stays with its cookies")
  func websiteData() {
    var session = Self.session()
    session.press("1 /")
    session.type("site:tracker.example")
    session.press("Enter g g C-u \\ d")
    session.wait(500)
    #expect(session.review == nil)
    let said = session.state.notice?.text ?? ""
    #expect(said.contains("of website data stay in Notes ▸ default store"))
  }

  @Test("A cookie edited in a store in use is not saved, and the form stays with the reason")
  func editing() {
    var session = Self.session()
    session.press("2 /")
    session.type("name:theme")
    session.press("Enter e")
    session.press("Tab C-u")
    session.type("light")
    session.press("Enter")
    session.wait(500)
    guard case .form(let form)? = session.state.overlays.last else {
      Issue.record("the form went")
      return
    }
    #expect(session.applied.isEmpty)
    let complaint = form.complaints.joined(separator: " ")
    #expect(complaint.contains("Not saved: Notes ▸ default store cannot be changed now"))
    #expect(complaint.contains("notes (pid 4121) has it open"))
    #expect(session.text.contains("Not saved: Notes ▸ default store"))
  }
}

extension Effect {
  /// Whether the command of a plan is copied that touches a store.
  fileprivate func copies(_ store: StoreID) -> Bool {
    if case .copyCommand(let plan, _) = self { plan.stores.contains(store) } else { false }
  }
}
