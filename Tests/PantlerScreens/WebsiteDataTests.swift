import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Website data is shown by site and by type, and deleted from both")
struct WebsiteDataTests {

  @Test("by site: types in letters, sizes together, sites without cookies too")
  func sites() {
    var session = Session.withData()
    session.press("g g")
    let text = session.text
    #expect(text.contains("Sites (8)"))
    #expect(text.contains("C·D·LS"))
    #expect(text.contains("LS·H"))
    let row = session.row(3)
    #expect(row.contains("example.com") || row.contains("example.org"))
    #expect(
      session.state.catalog.sites.first { $0.site.name == "example.org" }?.bytes ?? 0 > 44_000)
  }

  @Test("a site unfolds into its types, those inside other pages with their page")
  func unfolds() {
    var session = Session.withData(width: 160)
    select("tracker.example", in: &session)
    session.press("l j")
    #expect(session.text.contains("hstsCache"))
    #expect(session.text.contains("localStorage in exa"))
    let row = (0..<40).map { session.row($0) }.first { $0.contains("hstsCache") }
    #expect(row?.contains(" ? ") == true)
  }

  @Test("by type: every type with its sites, sorted as sites are")
  func types() {
    var session = Session.withData()
    session.press("3")
    let names = session.state.rows.all.compactMap { row -> String? in
      switch row {
      case .type(let type): type.rawValue
      case .data(let index, _):
        session.state.catalog.sites[Int(session.state.catalog.data[Int(index)].site)].site.name
      default: nil
      }
    }
    #expect(
      names == [
        "cookies", "localStorage", "example.org", "tracker.example", "diskCache", "example.org",
        "hstsCache", "tracker.example",
      ])
    #expect(session.text.contains("tracker.example in example.org"))
    session.type(":chart size")
    session.press("Enter")
    #expect(session.text.contains("█"))
  }

  @Test("a filter chooses among website data as well")
  func filters() {
    var session = Session.withData()
    session.type("/type:hstsCache")
    session.press("Enter")
    #expect(session.state.rows.count == 1)
    session.press("3")
    let types = session.state.rows.all.filter { if case .data = $0 { true } else { false } }
    #expect(types.count == 1)
  }

  @Test("one type of one site is deleted, after a box that says what comes of it")
  func deletesType() throws {
    var session = Session.withData()
    select("example.org", in: &session)
    session.press("l j d")
    let review = try #require(session.review)
    #expect(review.plan.removals.map(\.item.type) == [.localStorage])
    #expect(review.plan.items.isEmpty && review.proposal.level == .delayedBox)
    #expect(session.text.contains("Delete 1 item of website data from Notes"))
    #expect(session.text.contains("drafts and settings"))
    #expect(session.text.contains("Can be undone"))
    session.press("y")
    #expect(session.review != nil)
    session.wait(500)
    session.press("Tab Tab Enter")
    #expect(session.applied.count == 1)
    #expect(session.text.contains("Deleted 1. 12 other files compared: as before."))
    let left = session.websiteData[Samples.notes]?.items.map(\.type)
    #expect(left == [.diskCache, .localStorage, .hstsCache])
    #expect(session.stores[Samples.notes]?.count == Samples.cookies[Samples.notes]?.count)
  }

  @Test("a site is deleted with its cookies and its website data; what cannot be undone is said")
  func deletesSite() throws {
    var session = Session.withData()
    select("example.org", in: &session)
    session.press("d")
    let review = try #require(session.review)
    #expect(review.plan.items.count == 4 && review.plan.removals.count == 3)
    let text = session.text
    #expect(text.contains("1 diskCache (40 K bytes): not undoable") || text.contains("39 K"))
    #expect(text.contains("CANNOT be undone") && text.contains("The rest can be undone"))
    #expect(text.contains("sign in again"))
  }

  @Test("what a filter keeps out of a deletion is said in its box")
  func filteredDeletion() throws {
    var session = Session.withData()
    session.type("/name:sid")
    session.press("Enter")
    select("example.org", in: &session)
    session.press("d")
    var review = try #require(session.review)
    #expect(review.plan.items.count == 2 && review.plan.removals.isEmpty)
    #expect(review.proposal.level >= .box)
    #expect(session.text.contains("The filter leaves out: 2 cookies, 1 diskCache, 1 localStorage."))
    session.press("Esc")
    // Of a type the rows that are shown go, and those that are not are told.
    session.press("/ C-u")
    session.type("site:tracker.example")
    session.press("Enter 3")
    let row = try #require(
      session.state.rows.all.firstIndex { $0 == .type(.localStorage) })
    session.press("g g" + String(repeating: " j", count: row) + " d")
    review = try #require(session.review)
    #expect(review.plan.removals.map(\.item.site.name) == ["tracker.example"])
    #expect(session.text.contains("The filter leaves out: 1 localStorage."))
    session.press("Esc 1 / C-u")
    session.type("type:hstsCache")
    session.press("Enter")
    select("tracker.example", in: &session)
    session.press("d")
    review = try #require(session.review)
    #expect(review.plan.removals.map(\.item.type) == [.hstsCache] && review.plan.items.isEmpty)
    #expect(session.text.contains("The filter leaves out: 1 localStorage."))
    // What is not the same types of each owner is deleted row by row.
    session.press("Esc / C-u")
    session.type("type:hstsCache | type:localStorage site:tracker.example")
    session.press("Enter")
    select("tracker.example", in: &session)
    session.press("d")
    #expect(session.review == nil)
    let said = session.state.notice?.text ?? ""
    #expect(said.hasPrefix("Nothing to delete: 0 cookies matched. The filter leaves out: "))
  }

  @Test(
    "the menu of what is cleared has one key for caches, for cookies, and for everything",
    arguments: [
      (key: "c", cookies: 0, types: [DataType.diskCache]), (key: "o", cookies: 10, types: []),
      (key: "a", cookies: 10, types: [.diskCache, .hstsCache, .localStorage]),
    ])
  func clears(key: String, cookies: Int, types: [DataType]) throws {
    var session = Session.withData()
    session.press("D")
    #expect(session.text.contains("Caches but not cookies  key c"))
    session.press(key)
    let review = try #require(session.review)
    #expect(review.plan.items.count == cookies)
    #expect(Set(review.plan.removals.map(\.item.type)) == Set(types))
    #expect(review.proposal.level == .typedCount)
  }

  @Test("what WebKit takes along goes along, is said, and stays when it is switched off")
  func companions() throws {
    for (keys, types) in [("o", [DataType.hashSalt]), ("End Space o", [])] {
      var session = Session.withData()
      let salt = Samples.item(.hashSalt, "example.org", bytes: 10, usedAgo: 60)
      session.websiteData[Samples.notes]?.items.append(salt)
      session.press("D")
      #expect(session.text.contains("Take hashSalt with cookies"))
      session.press(keys)
      let review = try #require(session.review)
      #expect(review.plan.items.count == 10)
      #expect(review.plan.removals.map(\.item.type) == types)
      #expect(session.text.contains("goes along with their cookies") == !types.isEmpty)
    }
  }

  @Test(
    "what cannot be deleted is named with the reason, in its details, in a plan and in its place",
    arguments: [
      (type: DataType.hstsCache, says: "a form that is not known"),
      (type: .searchFieldRecentSearches, says: "a form that does not say whose it is"),
    ])
  func opaque(row: (type: DataType, says: String)) throws {
    var session = Session(width: 160, height: 60)
    var item = Samples.item(row.type, "example.org", bytes: 5, usedAgo: 60)
    item.site = row.type == .hstsCache ? .unknownOrigin : .noSite
    item.doubt = .unknownForm
    item.place = .init()
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"],
      items: Samples.websiteData.filter { $0.type != .hstsCache } + [item])
    session.start()
    session.press("3")
    let position = try #require(session.state.rows.all.firstIndex { $0 == .type(row.type) })
    session.press("g g" + String(repeating: " j", count: position + 1))
    #expect(session.text.contains("It cannot be deleted here: "))
    #expect(session.text.contains(row.says))
    session.press("d")
    #expect(session.review == nil)
    #expect(
      session.state.notice?.text.contains("\(row.type.rawValue) is left out, because") == true)
    #expect(session.state.notice?.text.contains(row.says) == true)
    session.press("D a")
    let review = try #require(session.review)
    #expect(review.plan.removals.count == 3)
    #expect(session.text.contains("Left out: \(row.type.rawValue), because"))
  }

  @Test("orphans are told with the reason")
  func orphans() {
    var session = Session(width: 160, height: 60)
    var item = Samples.item(.diskCache, "old.example", bytes: 5, usedAgo: 60)
    item.doubt = .oldVersion
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: [item])
    session.start()
    select("old.example", in: &session)
    #expect(session.text.contains("! diskCache"))
    session.press("l j")
    #expect(session.text.contains("! Some is an orphan: it is of an older version"))
  }

  @Test("a range of time is chosen for any types, and types without dates are left out and named")
  func window() throws {
    var session = Session.withData()
    let worker = Samples.item(
      .serviceWorkerRegistrations, "example.org", bytes: 10, usedAgo: 60)
    session.websiteData[Samples.notes]?.items.append(worker)
    session.press("D End k")
    #expect(session.text.contains("what changed at any time"))
    session.press("Space")
    #expect(session.text.contains("what changed within the last hour"))
    session.press("a")
    var review = try #require(session.review)
    let found = review.plan.removals.map { "\($0.item.type) \($0.item.site.name)" }
    #expect(found.sorted() == ["diskCache example.org", "localStorage example.org"])
    #expect(session.text.contains("Left out: serviceWorkerRegistrations, because"))
    session.press("Esc")
    // The row alone, in the same range of time and outside of it.
    session.press("3")
    let row = try #require(session.state.rows.all.firstIndex { $0 == .type(.localStorage) })
    session.press("g g" + String(repeating: " j", count: row) + " D End k k")
    #expect(session.text.contains("▸ Only localStorage"))
    session.press("Enter")
    review = try #require(session.review)
    #expect(review.plan.removals.map(\.item.site.name) == ["example.org", "tracker.example"])
    session.press("Esc D End k Space k Enter")
    review = try #require(session.review)
    #expect(review.plan.removals.map(\.item.site.name) == ["example.org"])
  }

  @Test("rows appear while a profile is read, with a count, and C-c stops that")
  func listingUnderWay() {
    var session = Session.withData()
    session.isHeld = { if case .readData = $0 { true } else { false } }
    session.websiteData[Samples.notes] = nil
    session.press("R")
    let generation = session.state.library.entry(of: Samples.notes)?.generation ?? 0
    session.send(
      .dataProgressed(Samples.notes, generation: generation, fileCount: 61_000, nil))
    #expect(session.text.contains("Reading website data…"))
    #expect(session.text.contains("C-c stops"))
    session.press("C-c")
    #expect(session.effects.contains(.stopReadingData(Samples.notes)))
    var part = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: Array(Samples.websiteData.prefix(1)))
    part.isComplete = false
    session.send(.dataListed(Samples.notes, generation: generation, StoreData(part)))
    #expect(session.text.contains("stopped, and not all is shown"))
    session.send(
      .dataProgressed(Samples.notes, generation: generation, fileCount: 70_000, StoreData(part)))
    #expect(!session.text.contains("70"))
  }

  @Test("Enter on local storage shows its keys, and the values when x is pressed")
  func keys() {
    var session = Session.withData()
    select("example.org", in: &session)
    session.press("l j")
    #expect(session.text.contains("Enter shows the keys"))
    session.press("Enter")
    #expect(session.text.contains("Keys (1)") && session.text.contains("theme"))
    #expect(!session.text.contains("dark"))
    session.press("x")
    #expect(session.text.contains("dark"))
  }

  @Test("in a small window the details scroll to the keys that were asked for")
  func keysInSmallWindow() {
    var session = Session.withData(width: 80, height: 24)
    select("example.org", in: &session)
    session.press("l j Enter")
    #expect(session.text.contains("Keys (1)") && session.text.contains("theme  "))
    session.press("K")
    #expect(session.text.contains("Store"))
  }

  @Test("the second store of a profile does not show its data again, and late answers are dropped")
  func once() {
    var session = Session.withData()
    let listing = session.websiteData[Samples.notes] ?? WebsiteDataListing()
    let before = session.state.catalog.data
    session.websiteData[Samples.shared] = listing
    session.send(.dataListed(Samples.shared, generation: 1, StoreData(listing)))
    #expect(session.state.catalog.data == before)
    session.send(
      .dataListed(Samples.notes, generation: 99, StoreData(WebsiteDataListing(roots: ["/x"]))))
    #expect(session.state.catalog.data == before)
  }

  @Test("the details of a store say where the bytes of its profile are")
  func profile() {
    var session = Session.withData()
    session.press("5 j")
    for _ in 0..<8 where !session.text.contains("not attributed") { session.press("J j") }
    #expect(session.text.contains("not attributed"))
  }

  @Test("Under a filter types tell of what is shown, and those of which nothing is are not listed")
  func filteredTypes() {
    var session = Session.withData()
    session.press("3 /")
    session.type("site:shop.test")
    session.press("Enter")
    #expect(session.state.rows.all == [.type(.cookies), session.state.rows[1]])
    #expect(session.text.contains("Types (1 of 4)"))
    let row = (0..<40).map { session.row($0) }.first { $0.contains("▾ cookies") }
    // cart, with its value.
    #expect(row?.contains(" 1       16 1 h") == true)
    session.press("t")
    #expect(session.state.notice?.text.contains("types are always grouped") == true)
  }

  @Test("a host that WebKit's own records do not list is marked, an address and localhost are not")
  func bareHosts() throws {
    var session = Session(width: 160, height: 60)
    var items = Samples.websiteData
    for (name, kind) in [
      ("intranet", Site.Kind.bareHost), ("localhost", .bareHost), ("192.0.2.1", .address),
    ] {
      var item = Samples.item(.localStorage, name, bytes: 10, usedAgo: 5)
      item.site = Site(name: name, kind: kind)
      items.append(item)
    }
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: items, totalBytes: 60_000)
    session.start()
    #expect(session.text.contains("intranet (bare host)"))
    #expect(session.text.contains("localhost") && !session.text.contains("localhost (bare"))
    #expect(session.text.contains("192.0.2.1") && !session.text.contains("192.0.2.1 (bare"))
    session.type("/site:intranet")
    session.press("Enter")
    #expect(session.text.contains("no registrable domain; WebKit's own records do not list it"))
  }

  @Test("what belongs to no site is named with its path, what was not looked into first")
  func unattributed() {
    var session = Session(width: 160, height: 60)
    let odd = (0..<202).map {
      WebsiteDataListing.Unattributed(path: "/home/me/Notes/odd-\($0)", bytes: 3)
    }
    let link = WebsiteDataListing.Unattributed(
      path: "/home/me/Notes/away", bytes: 9, reason: .link(to: "/elsewhere"))
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: Samples.websiteData, unattributed: odd + [link],
      totalBytes: 60_000)
    session.start()
    session.press("5 g g")
    for _ in 0..<3
    where session.state.selectedRow.flatMap(session.state.rowID) != .store(Samples.notes) {
      session.press("j")
    }
    #expect(session.state.selectedRow.flatMap(session.state.rowID) == .store(Samples.notes))
    let lines = DetailText.lines(session.state).map { $0.map(\.text).joined() }
    let first = lines.firstIndex { $0.contains("/home/me/Notes/away") }
    #expect(first.map { lines[$0 + 1].contains("odd-0") } == true)
    #expect(lines.last?.contains("odd-201") == true)
    // All can be seen, and from the end it goes back at once.
    session.press("Tab")
    while session.state.focus != .details { session.press("Tab") }
    session.press("G")
    #expect(session.text.contains("odd-201"))
    session.press("C-b")
    #expect(!session.text.contains("odd-201") && session.text.contains("odd-191"))
    session.press("g g")
    #expect(session.text.contains("Path") && !session.text.contains("odd-191"))
  }

  @Test("Enter on a site of which no cookies are shown goes to what it keeps besides, and says so")
  func opensData() {
    var session = Session.withData(width: 160)
    session.type("/type:localStorage site:example.org")
    session.press("Enter g g Enter")
    #expect(session.state.view == .sites)
    #expect(session.text.contains("The filter shows no cookies of example.org, but localStorage."))
    guard case .data(let index, _) = session.state.selectedRow else {
      Issue.record("\(String(describing: session.state.selectedRow)) is selected")
      return
    }
    #expect(session.state.catalog.data[Int(index)].type == .localStorage)
    session.press("t g g Enter")
    #expect(session.state.view == .sites)
    #expect(session.text.contains("The filter shows no cookies of example.org, but localStorage."))
    session.press("\\ g g Enter")
    #expect(session.state.view == .cookies)
  }

  @Test("localhost is marked where a store of Cocoa keeps it, whose records leave it out")
  func localhost() {
    let cocoa = StoreID(rawValue: "apple:com.example.notes:default")
    let stores = [Samples.notes, cocoa]
    let description = Samples.description(
      cocoa, app: "Container", engine: .apple, title: "default", format: .binarycookies)
    var session = Session(
      width: 160, height: 60, stores: [Samples.notes: [], cocoa: []],
      descriptions: Samples.descriptions + [description])
    var item = Samples.item(.localStorage, "localhost", bytes: 10, usedAgo: 5)
    item.site = Site(name: "localhost", kind: .bareHost)
    for store in stores {
      session.websiteData[store] = WebsiteDataListing(
        roots: ["/home/me/" + store.rawValue], items: [item], totalBytes: 60)
    }
    session.start()
    session.type("/site:localhost")
    session.press("Enter")
    #expect(session.text.contains("localhost (bare host)"))
    #expect(session.text.contains("WebKit's own records in Cocoa do not list it: Container"))
    session.press("3")
    #expect(session.text.contains("localhost (bare host)"))
    session.press("1 t g g")
    let rows = session.text.split(separator: "\n").filter { $0.contains("localhost") }
    #expect(rows.contains { $0.contains("Notes") && !$0.contains("(bare host)") })
    #expect(rows.contains { $0.contains("Container") && $0.contains("(bare host)") })
  }

  private func select(_ site: String, in session: inout Session) {
    session.press("g g")
    for _ in 0..<20 where session.state.selectedSiteName != site { session.press("j") }
    #expect(session.state.selectedSiteName == site)
  }
}

extension RowList {
  /// The rows one by one.
  fileprivate var all: [TableRow] { (0..<count).compactMap { self[$0] } }
}
