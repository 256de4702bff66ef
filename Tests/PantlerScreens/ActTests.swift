import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Acts are planned, seen, and then done")
struct ActTests {
  @Test("FR-42: what was copied was sent to the terminal, no more is claimed")
  func copying() {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("t", "example.org", value: "grün\nblau", httpOnly: false)]
    ])
    session.press("2 y j Enter")
    #expect(
      session.effects.contains { if case .copy("grün\nblau", _) = $0 { true } else { false } })
    #expect(session.state.notice?.text.contains("sent to the terminal") == true)
    #expect(session.state.notice?.text.contains("copied") == false)
  }

  @Test(
    "FR-42: where the terminal takes no copy that is said, and the text is shown instead",
    arguments: [CopyOutcome.unsupported, .tooLarge(limit: 100)], [40, 80, 120])
  func copyingByHand(outcome: CopyOutcome, width: Int) {
    let value = "grün\nblau" + String(repeating: "x", count: 100)
    var session = Session.ready(
      width: width, height: 20,
      stores: [
        Samples.notes: [Samples.cookie("t", "example.org", value: value, httpOnly: false)]
      ])
    session.isHeld = { if case .copy = $0 { true } else { false } }
    session.press("2 y j Enter")
    guard case .copy(let text, let what)? = session.held.first else {
      Issue.record("nothing was to be copied")
      return
    }
    session.send(.copied(text, what: what, outcome))
    #expect(session.state.notice?.tone == .warning)
    #expect(session.state.notice?.text.contains("copied") == false)
    let shown = session.text.filter { !$0.isWhitespace && $0 != "│" && $0 != "|" }
    #expect(shown.contains("grün\\nblau" + String(repeating: "x", count: 100)))
    session.press("Esc")
    #expect(session.state.overlays.isEmpty)
  }

  @Test("FR-42: an HttpOnly value is a secret, and is asked about first")
  func copyingSecret() {
    var session = Session.ready(stores: [Samples.notes: [Samples.cookie("sid", "example.org")]])
    func isCopied() -> Bool {
      session.effects.contains { if case .copy = $0 { true } else { false } }
    }
    session.press("2 y j Enter Enter")
    session.wait(500)
    #expect(session.text.contains("HttpOnly"))
    session.press("Enter")
    #expect(!isCopied())
    session.press("y j Enter")
    session.wait(500)
    session.press("y")
    #expect(isCopied())
  }

  @Test("A theme of the settings that is not there is told, and another is taken")
  func missingTheme() {
    var session = Session()
    session.state.looks.theme = "drk"
    session.start()
    #expect(session.state.looks.theme == "auto")
    #expect(session.state.notice?.text == "There is no theme “drk”. Did you mean dark?")
  }

  @Test("A sync deletes nothing unless it is chosen, and tells what is lost")
  func syncing() {
    var session = Session.ready()
    session.press("5 l j j j j j s")
    if case .menu = session.state.overlays.last { session.press("Enter") }
    session.wait(500)
    guard case .sync(let review) = session.state.overlays.last else {
      Issue.record("no sync dialog")
      return
    }
    #expect(review.counts.deletions == 0)
    #expect(session.text.contains("0 deletions"))
    session.press("Enter")
    #expect(session.applied.isEmpty)
  }

  @Test("A sync is applied as its rows say")
  func applyingSync() {
    var session = Session.ready()
    session.state.scope = .store(Samples.notes)
    session.press("5 j j j s")
    session.wait(500)
    guard case .sync(let review) = session.state.overlays.last else {
      Issue.record("no sync dialog")
      return
    }
    #expect(review.terms.web == Samples.notes)
    #expect(review.terms.shared == Samples.shared)
    let counts = review.counts
    session.press("Tab Enter")
    #expect(session.applied.first?.items.count == counts.toShared + counts.toWeb)
    #expect(session.applied.first?.items.contains { $0.isRemoval } == false)
    session.press("s")
    session.wait(500)
    #expect(session.state.pairs.first?.agreedAt != nil || !session.state.overlays.isEmpty)
  }

  @Test("A refused edit stays on the screen with the reason")
  func editing() {
    var session = Session.ready(stores: [Samples.notes: [Samples.cookie("sid", "example.org")]])
    session.press("2 e C-u")
    session.type("new")
    session.press("Tab C-u Enter")
    guard case .form(let form) = session.state.overlays.last else {
      Issue.record("no form")
      return
    }
    #expect(form.complaints == ["This is no host."])
    #expect(form.text(.value) == "new")
    session.isHeld = { if case .plan = $0 { true } else { false } }
    session.type("example.org")
    session.press("Enter")
    guard case .plan(_, let token)? = session.held.first else {
      Issue.record("no plan")
      return
    }
    session.send(.planFailed(token: token, .rejected([.hostPrefixBroken])))
    #expect(session.text.contains("__Host-"))
    if case .form = session.state.overlays.last {} else { Issue.record("the form went") }
  }

  @Test("An edit that only changes the cookie is saved and read back")
  func saving() {
    var session = Session.ready(stores: [Samples.notes: [Samples.cookie("sid", "example.org")]])
    session.press("2 e C-u")
    session.type("fresh")
    session.press("Enter")
    #expect(session.stores[Samples.notes]?.first?.value == "fresh")
    #expect(session.state.overlays.isEmpty)
    #expect(
      session.state.library.entry(of: Samples.notes)?.contents?.cookies.first?.value == "fresh")
  }

  @Test("A guard is set by p and shown, and a guarded cookie is skipped")
  func guarding() {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("a", "example.org"), Samples.cookie("b", "example.org")]
    ])
    session.press("2 p")
    #expect(session.state.guards.count == 1)
    #expect(session.row(3).contains(" L "))
    session.press("* Enter d")
    session.wait(500)
    #expect(session.text.contains("1 guarded"))
    #expect(session.review?.acceptCount == 1)
    session.press("g")
    session.wait(500)
    #expect(session.review?.proposal.level == .typedCount)
  }

  @Test("Signing out clears both sides, the web views' stores first")
  func signingOut() {
    var session = Session.ready()
    session.press("j S")
    session.wait(500)
    #expect(session.text.contains("Sign out of example.org: delete 4 cookies from 2 stores"))
    #expect(session.text.contains("pantler signout example.org"))
    session.press("y")
    #expect(session.applied.first?.stores == [Samples.notes, Samples.shared])
    #expect(session.state.catalog.position(ofSite: "example.org") == nil)
  }

  @Test("Signing out finds linked stores that are out of scope, and offers the site's data by name")
  func signingOutOfCopies() {
    var session = Session.withData()
    session.links = [
      SyncPair(
        link: SyncLink(
          name: nil, terms: SyncTerms(web: Samples.notes, shared: Samples.shared, direction: .toWeb)
        ),
        differences: 0, agreedAt: nil)
    ]
    session.press("R j S")
    session.wait(500)
    #expect(session.text.contains("It also keeps 2 localStorage: w takes that, too."))
    #expect(session.text.contains("Saved passwords (credentials) stay"))
    session.press("w")
    session.wait(500)
    #expect(session.text.contains("Its data goes, too: w leaves it."))
    #expect(session.text.contains("--with-data"))
    #expect(session.review?.plan.removals.map(\.item.type) == [.localStorage, .localStorage])
    session.press("w")
    #expect(session.review?.plan.removals.isEmpty == true)
  }

  @Test("A removal by time asks like a large one")
  func clearing() {
    var session = Session.ready()
    session.press("D j j j j j Space Space Space Space k k k Enter")
    session.wait(500)
    #expect(session.review?.proposal.level ?? .line >= .delayedBox)
    #expect(session.applied.isEmpty)
  }

  @Test("In the list of stores, clearing and exporting are about the store or app under the cursor")
  func actsOnOneStore() throws {
    for keys in ["5 l j j", "5 j"] {
      var session = Session.ready()
      session.press(keys)
      let store = try #require(session.state.selectedStore)
      let count = try #require(session.stores[store]?.count)
      session.press("D o")
      session.wait(500)
      #expect(session.review?.plan.stores == [store])
      #expect(session.review?.plan.items.count == count)
      session.press("Esc E")
      guard case .exportPath(let request)? = session.state.prompt?.kind else {
        Issue.record("no path was asked for")
        return
      }
      #expect(request.items.keys.map { $0 } == [store])
      #expect(request.count == count)
    }
  }

  @Test("Expired cookies can be cleared by name of what they are")
  func clearingExpired() {
    var session = Session.ready()
    session.press("D Enter")
    session.wait(500)
    #expect(session.review?.plan.items.map(\.key.name.text) == ["seen"])
  }

  @Test("A box says who has the store open")
  func inUse() {
    var session = Session()
    session.holders[Samples.notes] = [ProcessReference(id: 4121, name: "notes")]
    session.start()
    #expect(session.text.contains("* notes"))
    session.press("2 * Enter d")
    session.wait(500)
    #expect(session.text.contains("In use by: notes (pid 4121)"))
    #expect(session.text.contains("nothing there changes until it is closed"))
  }

  @Test("Undo is offered when there is something to undo")
  func undoing() {
    var session = Session.ready()
    session.press("u")
    #expect(session.state.notice?.text == "undo: nothing was changed yet")
    let entry = TrashEntry(
      id: "7f20c1aa", time: Samples.now, kind: .removal, stores: [Samples.notes], count: 3,
      phase: .applied, bytes: 100, obstacle: nil)
    session.send(.trashListed([entry]))
    session.press("u")
    #expect(
      session.effects.contains { if case .undo(nil, false, false, _) = $0 { true } else { false } })
  }

  @Test("An undo in a store that is not shown asks first, naming it, and says what came back")
  func undoElsewhere() throws {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("sid", "example.org")],
      Samples.shared: [Samples.cookie("token", "example.net")],
    ])
    session.press("2 /")
    session.type("name:sid")
    session.press("Enter d")
    session.wait(500)
    session.press("y Esc")
    let plan = try #require(session.applied.first)
    let entry = TrashEntry(
      id: "7f20c1aa", time: Samples.now, kind: .removal, stores: [Samples.notes], count: 1,
      phase: .applied, bytes: 100, obstacle: nil)
    session.send(.trashListed([entry]))
    session.state.scope = .store(Samples.shared)
    func isUndone(_ effect: Effect) -> Bool {
      if case .undo("7f20c1aa", false, false, _) = effect { true } else { false }
    }
    session.press("u")
    #expect(!session.effects.contains(where: isUndone))
    #expect(session.text.contains("The last change was in Notes ▸ default store"))
    session.wait(500)
    session.press("y")
    #expect(session.effects.contains(where: isUndone))
    let result = PlanResult(plan: plan, outcomes: [.done], journalID: "7f20c1aa")
    let token = session.state.activity?.token ?? 0
    session.send(.undone(token: token, result, isRedo: false, at: Samples.now))
    #expect(
      session.state.notice?.text.contains("Notes ▸ default store: sid@example.org") == true)
  }

  @Test("What an undo cannot put back as it was is named, and only a yes undoes it")
  func lossyUndo() {
    var session = Session.ready()
    let entry = TrashEntry(
      id: "7f20c1aa", time: Samples.now, kind: .removal, stores: [Samples.notes], count: 3,
      phase: .applied, bytes: 100, obstacle: nil)
    session.send(.trashListed([entry]))
    session.press("u")
    let token = session.state.activity?.token ?? 0
    let key = Samples.cookie("sid", "example.org").key
    let losses = [
      ReplayLoss(key: key, reason: .number), ReplayLoss(key: key, reason: .column("note")),
    ]
    session.send(.undoIsLossy(token: token, id: entry.id, [Samples.notes: losses], force: false))
    #expect(session.text.contains("sid@"))
    #expect(session.text.contains("new row number"))
    #expect(session.text.contains("“note”"))
    session.press("y")
    #expect(!session.effects.contains { if case .undo(_, true, _, _) = $0 { true } else { false } })
    session.wait(500)
    session.press("Tab Enter")
    #expect(
      session.effects.contains {
        if case .undo("7f20c1aa", true, false, _) = $0 { true } else { false }
      })
  }

  @Test("A redo in a store that is not shown asks first, of what the last undo took back")
  func redoElsewhere() {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("sid", "example.org")],
      Samples.shared: [Samples.cookie("token", "example.net")],
    ])
    func entry(_ id: String, _ store: StoreID, undoNumber: Int) -> TrashEntry {
      TrashEntry(
        id: id, time: Samples.now, kind: .removal, stores: [store], count: 1, phase: .undone,
        bytes: 100, obstacle: nil, undoNumber: undoNumber)
    }
    let entries = [
      entry("7f20c1ab", Samples.shared, undoNumber: 1),
      entry("7f20c1aa", Samples.notes, undoNumber: 2),
    ]
    session.send(.trashListed(entries))
    session.state.scope = .store(Samples.shared)
    func isRedone(_ effect: Effect) -> Bool {
      if case .redo("7f20c1aa", _) = effect { true } else { false }
    }
    session.press("C-r")
    #expect(!session.effects.contains(where: isRedone))
    #expect(session.text.contains("What the last undo took back was in Notes ▸ default store"))
    session.wait(500)
    session.press("y")
    #expect(session.effects.contains(where: isRedone))
    // Where it is shown there is no question.
    session.send(.undoFailed(token: session.state.activity?.token ?? 0, isRedo: true, reason: "x"))
    session.send(.trashListed(entries))
    session.state.scope = .store(Samples.notes)
    session.press("C-r")
    #expect(session.effects.count(where: isRedone) == 2)
  }

  @Test("An undo over what was set since is asked for by name, and lists what is lost")
  func forcedUndo() {
    var session = Session.ready()
    let entry = TrashEntry(
      id: "7f20c1aa", time: Samples.now, kind: .removal, stores: [Samples.notes], count: 1,
      phase: .applied, bytes: 100, obstacle: nil)
    session.send(.trashListed([entry]))
    let key = Samples.cookie("sid", "example.org").key
    func answer(_ reason: ReplayLoss.Reason, force: Bool) {
      let token = session.state.activity?.token ?? 0
      session.send(
        .undoIsLossy(
          token: token, id: entry.id, [Samples.notes: [ReplayLoss(key: key, reason: reason)]],
          force: force))
    }
    session.press("u")
    answer(.occupied, force: false)
    #expect(session.text.contains(":undo force"))
    session.wait(500)
    session.press("Esc :")
    session.type("undo force")
    session.press("Enter")
    #expect(
      session.effects.contains { if case .undo(nil, false, true, _) = $0 { true } else { false } })
    answer(.overwritten, force: true)
    #expect(session.text.contains("over what was set or changed since"))
    #expect(session.text.contains("sid@"))
    session.wait(500)
    session.press("y")
    #expect(
      session.effects.contains {
        if case .undo("7f20c1aa", true, true, _) = $0 { true } else { false }
      })
  }

  @Test("Export goes to a path that is typed, and says how many")
  func exporting() {
    var session = Session.ready()
    session.press("2 /")
    session.type("example.org")
    session.press("Enter E Enter")
    #expect(session.state.notice?.text == "Exported 4 cookies to cookies.json.")
  }

  @Test("A file that is there is replaced only after a yes")
  func replacing() {
    var session = Session.ready()
    session.files = ["cookies.json"]
    session.press("2 E Enter")
    #expect(session.text.contains("cookies.json exists; replace it?"))
    session.wait(500)
    session.press("Esc")
    #expect(session.state.notice?.text == "Nothing was changed.")
    session.press("E Enter")
    session.wait(500)
    session.press("y")
    #expect(session.state.notice?.text == "Exported 10 cookies to cookies.json.")
  }

  @Test("Where the suffix of a file names no format, the one that is written is said")
  func unknownSuffix() {
    var session = Session.ready()
    session.press("2 E C-u")
    session.type("out.csv")
    #expect(session.row(-2).contains("written as JSON"))
    session.press("Enter")
    #expect(session.state.notice?.text == "Exported 10 cookies to out.csv, as JSON.")
  }

  @Test("A filter is saved by name and used by it")
  func saving2() {
    var session = Session.ready()
    session.press("2 /")
    session.type("name:sid")
    session.press("Enter :")
    session.type("save mine")
    session.press("Enter /")
    session.press("C-u")
    session.type("@mine")
    #expect(session.state.scan.cookies.count == 2)
  }

  @Test("A message that does not fit says where the rest of it is, and H shows it whole")
  func longMessage() {
    var session = Session.ready(width: 80, height: 24)
    let reason = "The rows were signed by a program whose key nobody else has, and are left alone"
    session.failures[Samples.shared] = .unsupported(path: "/home/me/cookies.txt", reason: reason)
    session.press("2 /")
    session.type("name:sid")
    session.press("Enter * Enter d")
    session.wait(500)
    session.press("y")
    #expect(session.applied.count == 1)
    let line = session.row(-2)
    #expect(line.contains("Deleted 1 of 2.") && line.contains("… u undo · H details"))
    session.press("H")
    guard case .page(let page)? = session.state.overlays.last else {
      Issue.record("no page was opened")
      return
    }
    let text = page.lines.map(\.text).joined(separator: " ")
    #expect(text.contains(reason) && text.contains("/home/me/cookies.txt"))
    #expect(text.contains("Notes ▸ default store: sid@example.org."))
    #expect(text.contains("Not done in cookies.txt ▸ shared storage: sid@example.org."))
    #expect(text.contains("export and import"))
    session.press("Esc H")
    // The message is gone, and the row is what is meant.
    #expect(session.state.view == .log)
  }

  @Test("Where the count has to be typed, y says so")
  func typedCount() {
    var session = Session.ready()
    session.press("2 * Enter d")
    session.wait(500)
    session.press("y")
    #expect(
      session.state.notice?.text
        == "For this much, type 10, go to the button Delete 10 and press Enter.")
    session.type("10")
    session.press("y")
    #expect(
      session.state.notice?.text == "For this much, go to the button Delete 10 and press Enter.")
  }
}
