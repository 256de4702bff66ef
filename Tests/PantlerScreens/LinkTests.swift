import CookieCore
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Links, what differs, and watching them")
struct LinkTests {
  private static let terms = SyncTerms(
    web: Samples.notes, shared: Samples.shared, direction: .both, prune: true)

  private static func pair(watched: Bool = false, _ trouble: SyncPair.Trouble? = nil) -> SyncPair {
    SyncPair(
      link: SyncLink(name: "notes", terms: terms, isWatched: watched), differences: 3,
      agreedAt: Samples.now.adding(seconds: -3600), trouble: trouble)
  }

  private static func session(_ pair: SyncPair = pair()) -> Session {
    var session = Session(width: 110, height: 26)
    session.links = [pair]
    session.start()
    session.press("6")
    return session
  }

  /// Has the selected link watched.
  private static func watch(_ session: inout Session) {
    session.press("W")
    session.wait(500)
    session.press("y")
  }

  private static func says(_ news: LinkNews) -> Message {
    .linkSays(web: terms.web, shared: terms.shared, news)
  }

  @Test("a link with its stores, what differs and how it stands")
  func list() {
    var session = Self.session()
    session.send(
      .health([
        StoreHealth(
          store: Samples.notes, means: .inotify, lastEvent: Samples.now, delayMilliseconds: 300,
          missedCount: 2)
      ]))
    #expect(
      session.text == """
        | pantler  All stores ▸ Sync                                  3 stores · 0 views · 10 cookies  [RW] ● live 1/3 |
        |┌ Links (1) ─────────────────────────────────────────────────────────────────────────────────────────────────┐|
        |│  Name         Store                      Store                       Differ State          Agreed  Observed│|
        |│  notes        Notes ▸ default store      cookies.… ▸ shared storage       3 by hand        1 h     1 of 2  │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |├ Details ───────────────────────────────────────────────────────────────────────────────────────────────────┤|
        |│ This store  Notes ▸ default store                                                                          █|
        |│             observed: by inotify, delay 300 ms, last event 03:33:20, 2 changes missed                      │|
        |│ Shared      cookies.txt ▸ shared storage                                                                   │|
        |│             observed: not yet                                                                              │|
        |└────────────────────────────────────────────────────────────────────────────────────────────────────────────┘|
        |┌ Log ── follow ● ── level info ── 0 dropped ────────────────────────────────────────────────────────────────┐|
        |│ Nothing happened yet.                                                                                      │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |│                                                                                                            │|
        |└────────────────────────────────────────────────────────────────────────────────────────────────────────────┘|
        |                                                                                                              |
        | Enter open  W watch  F forget  R re-read  : command  ? help  q back                                          |
        """)
  }

  @Test(
    "the details say what a link carries, leaves alone and waits for, and how its observers did in their test"
  )
  func details() throws {
    var terms = Self.terms
    terms.filter = try LinkFilter(parsing: "!name:_ga*")
    terms.guards = [try LinkFilter(parsing: "site:bank.example")]
    terms.carriesSessions = false
    terms.rule = .ask
    var link = SyncLink(name: "notes", terms: terms, isWatched: true)
    link.sitesBeforeLoading = ["shop.example"]
    var session = Session(width: 140, height: 50)
    session.links = [SyncPair(link: link, differences: 0, agreedAt: nil)]
    session.start()
    session.press("6")
    session.send(
      .health([
        StoreHealth(
          store: Samples.notes, means: .inotify, lastEvent: nil, delayMilliseconds: 300,
          test: .init(seenAfterMilliseconds: 3, isOnSameFileSystem: true)),
        StoreHealth(
          store: Samples.shared, means: .inotify, lastEvent: nil, delayMilliseconds: 300,
          test: .init(seenAfterMilliseconds: nil, isOnSameFileSystem: false)),
      ]))
    for text in [
      "Carries     both ways, deletions too, conflicts are left to you, no session cookies",
      "Only        what fits !name:_ga*",
      "left as it is: site:bank.example",
      "watched while Pantler runs, before loading shop.example",
    ] { #expect(session.text.contains(text), "\(text)") }
    session.press("J J J J J J J J")
    for text in [
      "This store: a change was seen after 3 ms",
      "Shared: a change was NOT seen, so only the slow poll finds any (on another file system)",
    ] { #expect(session.text.contains(text), "\(text)") }
    session.press("5 j j j")
    #expect(session.text.contains("by inotify, delay 300 ms, no event yet"))
    #expect(session.text.contains("Self-test"))
  }

  @Test("W keeps a link in step and ends that, and says what it means for deletions")
  func toggling() {
    var session = Self.session()
    session.press("W")
    #expect(session.text.contains("3 cookies differ now"))
    #expect(session.text.contains("Deletions are carried, too."))
    session.wait(500)
    session.press("n")
    #expect(!session.effects.contains(.watchLink(Self.terms)))
    Self.watch(&session)
    #expect(session.effects.contains(.watchLink(Self.terms)))
    #expect(session.text.contains("watched"))
    #expect(session.state.notice?.text.contains("deletions too") == true)
    session.press("W")
    #expect(session.effects.contains(.endWatch(web: Samples.notes, shared: Samples.shared)))
    session.send(Self.says(.ended(nil)))
    #expect(session.text.contains("by hand"))
  }

  @Test("W asks nothing where nothing differs, since nothing is carried then")
  func watchingEqualStores() {
    var session = Self.session(
      SyncPair(
        link: SyncLink(name: "notes", terms: Self.terms), differences: 0, agreedAt: Samples.now))
    session.press("W")
    #expect(session.effects.contains(.watchLink(Self.terms)))
  }

  @Test("F forgets a synced pair after asking, and says that no cookie goes")
  func forgetting() {
    var session = Self.session(
      SyncPair(
        link: SyncLink(name: nil, terms: Self.terms), differences: 0, agreedAt: Samples.now))
    session.press("F")
    session.wait(500)
    #expect(session.text.contains("No cookie is deleted."))
    #expect(session.text.contains("no pair any more"))
    session.links = []
    session.press("y")
    #expect(
      session.effects.contains(.forgetPair(web: Samples.notes, shared: Samples.shared)))
    #expect(session.state.pairs.isEmpty)
    #expect(session.state.notice?.text == "Forgotten; no cookie was touched.")
    session = Self.session()
    Self.watch(&session)
    session.press("F")
    #expect(session.state.notice?.text.contains("end its watch first") == true)
  }

  @Test("W says why it cannot where no link is selected")
  func unavailable() {
    var session = Session.ready()
    session.press("1 W")
    #expect(session.state.notice?.text.contains("select a link first") == true)
    #expect(!session.effects.contains { if case .watchLink = $0 { true } else { false } })
  }

  @Test("a link that the settings want watched is watched once, from the start")
  func fromTheStart() {
    var session = Self.session(Self.pair(watched: true))
    #expect(session.effects.count { $0 == .watchLink(Self.terms) } == 1)
    session.press("W")
    session.send(Self.says(.ended(nil)))
    session.press("1 6")
    #expect(session.effects.count { $0 == .watchLink(Self.terms) } == 1)
  }

  @Test("a store that is suddenly empty stops the link, in words, until it is known again")
  func standingStill() {
    var session = Self.session()
    Self.watch(&session)
    session.send(Self.says(.stopped(.obstacle(.emptied(Samples.notes, heldBefore: 6)))))
    #expect(session.text.contains("! stands still"))
    #expect(session.state.notice?.text.contains("unknown, not deleted") == true)
    session.press("1 6")
    #expect(session.text.contains("! stands still"))
    session.send(Self.says(.resumed))
    #expect(!session.text.contains("! stands still"))
  }

  @Test("a fight is told, and over when its time has passed")
  func fight() {
    var session = Self.session()
    Self.watch(&session)
    let key = Samples.cookie("sid", "example.org").key
    session.send(Self.says(.fight(key, until: Samples.now.adding(seconds: 60))))
    #expect(session.text.contains("! fight"))
    session.send(.events([], dropped: 0, at: Samples.now.adding(seconds: 61)))
    #expect(!session.text.contains("! fight"))
  }

  @Test("what a store did not take is told on the row and in the details, until it is over")
  func refused() {
    var session = Self.session()
    Self.watch(&session)
    let key = Samples.cookie("__Host-sid", "example.org").key
    let refusal = SyncPair.Refusal(
      store: Samples.shared, key: key, isRemoval: false, attribute: nil)
    session.send(Self.says(.refused([refusal])))
    #expect(session.text.contains("! 1 refused"))
    #expect(
      session.text.contains("! __Host-sid@example.org: not kept by cookies.txt ▸ shared storage"))
    #expect(session.state.notice?.text.contains("Not tried again until it changes.") == true)
    session.send(Self.says(.refused([])))
    #expect(!session.text.contains("refused"))
  }

  @Test("a cookie that no rule decides says so on its row, until a side is chosen")
  func undecided() {
    let stores = [
      Samples.notes: [Samples.cookie("sid", "shop.test")],
      Samples.shared: [Samples.cookie("sid", "shop.test", httpOnly: false)],
    ]
    var session = Session(width: 120, height: 40, stores: stores)
    var pair = Self.pair()
    pair.link.terms.rule = .ask
    session.links = [pair]
    session.start()
    session.press("6 Enter")
    #expect(session.text.contains("leave: no rule says which counts"))
    session.wait(500)
    session.press("Space")
    #expect(!session.text.contains("no rule says"))
  }

  @Test("where the newer one counts a conflict is said to have none, and x shows both values")
  func neitherNewer() {
    let stores = [
      Samples.notes: [Samples.cookie("sid", "shop.test", value: "first-one")],
      Samples.shared: [Samples.cookie("sid", "shop.test", value: "other-one")],
    ]
    var session = Session.ready(width: 120, height: 40, stores: stores)
    session.press("5 j s")
    session.wait(500)
    #expect(session.text.contains("leave: neither is known to be newer"))
    #expect(!session.text.contains("first-one"))
    session.press("x")
    #expect(session.text.contains("first-one"))
    #expect(session.text.contains("other-one"))
    session.press("x")
    #expect(!session.text.contains("other-one"))
  }

  @Test("a link that another program watches is told by its process")
  func taken() {
    var session = Self.session()
    Self.watch(&session)
    session.send(Self.says(.ended(.taken(by: 4711))))
    #expect(session.state.notice?.text.contains("pid 4711") == true)
    #expect(session.text.contains("! stands still"))
  }

  @Test("Enter opens the plan by the terms of the link, with deletions left to a person")
  func opening() {
    var session = Self.session()
    session.press("Enter")
    guard case .sync(let review) = session.state.overlays.last else {
      return #expect(Bool(false), "no sync dialog")
    }
    #expect(!review.terms.prune)
    #expect(review.counts.deletions == 0)
  }

  @Test("FR-18: a row names what its target drops, and why it is left where nothing can be chosen")
  func lossesOnRows() {
    var descriptions = Samples.descriptions
    for index in descriptions.indices where descriptions[index].id == Samples.shared {
      descriptions[index].capabilities.unrepresentable = [.httpOnly, .session]
    }
    let stores = [
      Samples.notes: [
        Samples.cookie("auth", "shop.test"),
        Samples.cookie("brief", "shop.test", httpOnly: false, expiresIn: nil),
        Samples.cookie("plain", "shop.test", httpOnly: false),
      ], Samples.shared: [Samples.cookie("anchor", "shop.test")],
    ]
    func rows(_ width: Int, _ height: Int) -> [Substring] {
      var session = Session(
        width: width, height: height, stores: stores, descriptions: descriptions)
      session.links = [Self.pair()]
      session.start()
      session.press("6 Enter")
      return session.text.split(separator: "\n").filter { $0.contains("@shop.test") }
    }
    let wide = rows(120, 40)
    #expect(wide.contains { $0.contains("auth@shop.test") && $0.contains("drops httpOnly") })
    #expect(
      wide.contains {
        $0.contains("brief@shop.test") && $0.contains("leave: session cookies do not fit")
      })
    #expect(wide.contains { $0.contains("plain@shop.test") && !$0.contains("drops") })
    let narrow = rows(80, 24)
    #expect(narrow.contains { $0.contains("auth@shop.test") && $0.contains("loss") })
    #expect(narrow.contains { $0.contains("brief@shop.test") && $0.contains("leave !") })
  }

  @Test("the third column says which side still has what both agreed on")
  func base() {
    var session = Self.session()
    let sid = Samples.cookies[Samples.notes]?.first { $0.name == "sid" }
    session.base = SyncBase(
      web: Samples.notes, shared: Samples.shared, takenAt: Samples.now, salt: "s",
      cookies: sid.map { [$0] } ?? [])
    session.press("Enter")
    #expect(session.text.contains("= this"))
    #expect(!session.text.contains("a41b77"))
  }

  @Test("comparing is asked for once at a time, and again for what came meanwhile")
  func comparing() {
    var session = Session(width: 110, height: 26)
    session.isHeld = { $0 == .listLinks }
    session.start()
    session.press("6 1 6 1 6")
    #expect(session.held.count == 1)
    session.send(.linksListed([Self.pair()], unknown: []))
    #expect(session.held.count == 2)
    session.send(.linksListed([Self.pair()], unknown: []))
    #expect(session.held.count == 2)
  }

  @Test("The command of a link names the link, where that does the same")
  func command() {
    var session = Self.session()
    session.press("Tab")
    let details = DetailText.lines(session.state).map { $0.map(\.text).joined() }
    #expect(details.contains("Same as     pantler sync notes"))
    // The link deletes, which the dialog leaves to a person.
    session.press("s")
    #expect(session.text.contains("pantler sync \(Samples.notes.rawValue)"))
    var careful = Self.pair()
    careful.link.terms.prune = false
    session = Self.session(careful)
    session.press("s")
    session.wait(500)
    #expect(session.text.contains("Same as: pantler sync notes "))
    session.press("Space")
    #expect(session.text.contains("Same as: pantler sync notes, but for 1 row"))
  }

  @Test("Why links and pairs are not known is said below those that are, and where there are none")
  func unknown() {
    var session = Session(width: 100, height: 26)
    session.links = [Self.pair()]
    session.unknownPairs = [
      "The pairs that were synced are not known. /state/links: no permission."
    ]
    session.start()
    session.press("6")
    #expect(session.text.contains("Links (1, others not known)"))
    #expect(session.text.contains("! The pairs that were synced are not known. /state/links: no"))
    #expect(session.text.contains("by hand"))
    session.links = []
    session.press("R")
    #expect(!session.text.contains("no pair was synced yet"))
    #expect(session.text.contains("The pairs that were synced are not known."))
  }

  @Test("A store that a program has open is not chosen as a direction, and the row says why")
  func closedStore() {
    var session = Session(
      width: 120, height: 30,
      descriptions: Samples.descriptions.map { description in
        var description = description
        description.capabilities.refusals[.writeWhileRunning] = "Close it first."
        return description
      })
    session.links = [Self.pair()]
    session.holders[Samples.shared] = [ProcessReference(id: 4121, name: "curl")]
    session.start()
    session.press("6 s")
    session.wait(500)
    let text = session.text
    #expect(text.contains("leave: in use by curl (pid 4121)"))
    #expect(text.contains("0 to shared"))
  }

  @Test("Why a link stands still is wrapped in its details, and not cut")
  func wrappedTrouble() {
    let path = "/home/someone/.local/state/pantler/links/c14344d8008bc192.base"
    let session = Self.session(Self.pair(.base("\(path): a part of the path is no folder (open)")))
    let details = DetailText.lines(session.state).map { $0.map(\.text).joined() }
    #expect(details.allSatisfy { $0.count <= 106 })
    #expect(details.joined(separator: " ").contains("no folder"))
    #expect(details.prefix(3).joined().contains("(open)"))
  }
}
