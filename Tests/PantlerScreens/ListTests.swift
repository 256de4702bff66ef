import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Lists follow what is known, and late answers are dropped")
struct ListTests {
  @Test("The first paint comes before anything is read")
  func firstPaint() {
    var session = Session()
    #expect(session.text.contains("Looking for stores"))
    session.isHeld = { if case .read = $0 { true } else { false } }
    session.start()
    #expect(session.text.contains("Reading…"))
    let reads = session.held
    session.held = []
    session.isHeld = { _ in false }
    session.carryOut(reads[0])
    #expect(session.state.catalog.cookies.count == 2)
    #expect(session.text.contains("Sites ("))
  }

  @Test("A reading that was overtaken is dropped")
  func late() {
    var session = Session.ready()
    let slot = session.state.library.slot(of: Samples.notes) ?? 0
    let generation = session.state.library[slot].generation
    _ = session.state.read(slot: slot)
    let empty = Samples.contents(Samples.snapshot(Samples.notes, []))
    session.send(.loaded(Samples.notes, generation: generation, empty))
    #expect(session.state.library[slot].contents?.cookies.count == 6)
  }

  @Test("A store that cannot be read says so in its row, and the others are shown")
  func failing() {
    var session = Session()
    session.failures[Samples.notes] = .locked(path: "/home/me/Notes")
    session.start()
    #expect(session.state.catalog.cookies.count == 4)
    session.press("5")
    #expect(session.text.contains("! locked by another program"))
    session.press("j j j")
    #expect(session.text.contains("press R"))
  }

  @Test("The filter narrows as one types, and says whether it is valid")
  func filtering() {
    var session = Session.ready()
    session.press("2 /")
    session.type("example.org")
    #expect(session.state.scan.cookies.count == 4)
    #expect(session.row(-2).contains("valid, 4 cookies match"))
    session.type(" secure:")
    #expect(session.row(-2).contains("not valid, column"))
    #expect(session.state.scan.cookies.count == 4)
    session.press("C-u Enter /")
    session.type("secur")
    session.press("Tab")
    #expect(session.state.prompt?.field.text == "secure")
    session.press("Esc")
    #expect(session.state.scan.cookies.count == 10)
  }

  @Test("A long list is filtered in parts, and an overtaken part is dropped")
  func parts() {
    let many = (0..<40_000).map { Samples.cookie("c\($0)", "h\($0 % 500).test") }
    var session = Session.ready(stores: [Samples.notes: many])
    #expect(session.state.catalog.cookies.count == 40_000)
    session.isHeld = { if case .continueScan = $0 { true } else { false } }
    session.press("2 /")
    session.type("c1")
    #expect(!session.state.scan.isComplete)
    #expect(session.row(-2).contains("so far"))
    session.isHeld = { _ in false }
    for effect in session.held { session.carryOut(effect) }
    #expect(session.state.scan.isComplete)
    #expect(session.state.scan.cookies.count == many.count { $0.name.text.contains("c1") })
  }

  @Test("The selection stays on its cookie when rows move")
  func anchored() {
    var session = Session.ready()
    session.press("2 j j j")
    let item = session.state.selectedItem
    session.change(Samples.fox) { $0.insert(Samples.cookie("a", "aaa.test"), at: 0) }
    #expect(session.state.selectedItem == item)
    session.press("o j Enter O")
    #expect(session.state.selectedItem == item)
  }

  @Test("A site is never given fewer than 16 cells, and keeps its registrable domain")
  func siteColumn() {
    let long = Samples.cookie(
      "c", "a-very-long-subdomain.of-a-site.shop.example.org", hostOnly: true)
    var session = Session.ready(width: 60, height: 20, stores: [Samples.notes: [long]])
    session.press("2")
    #expect(session.text.contains("example.org"))
    #expect(session.text.contains("….example.org") || session.text.contains("shop.example.org"))
    for width in [40, 50, 64] {
      let columns = ListColumns.shown(in: .sites, state: session.state)
      let layout = TableLayout(columns.map(\.layout), width: width - 4)
      #expect((layout.placements.first { columns[$0.column].id == .site }?.width ?? 0) >= 16)
    }
  }

  @Test("An unknown time is a question mark, and Unicode sites are found by either spelling")
  func honest() {
    var session = Session.ready()
    #expect(session.text.contains("bücher.example"))
    #expect(session.text.contains("?"))
    session.press("/")
    session.type("xn--bcher")
    #expect(session.state.scan.cookies.count == 1)
    session.press("C-u")
    session.type("bücher")
    #expect(session.state.scan.cookies.count == 1)
  }

  @Test("q goes back the way one came and quits at the top")
  func back() {
    var session = Session.ready()
    session.press("j Enter")
    #expect(session.state.view == .cookies)
    #expect(session.row(0).contains("example.org ▸ Cookies"))
    session.press("q")
    #expect(session.state.view == .sites)
    session.press("q")
    #expect(session.effects.last == .quit)
  }

  @Test("FR-37: after a suspension the stores are read again, and the dialog is still there")
  func resuming() {
    var session = Session.ready()
    session.press("2 d C-z")
    #expect(session.effects.last == .suspend)
    let review = session.review
    let count = session.effects.count
    session.send(.terminal(.resumed))
    #expect(session.effects[count...].contains(.redraw))
    #expect(session.effects[count...].contains { if case .read = $0 { true } else { false } })
    #expect(session.review?.plan == review?.plan)
    session.press("Esc")
    session.send(.terminal(.resumed))
    #expect(session.row(-2).contains("reading the stores again"))
  }

  @Test("A theme is seen while it is chosen, and Esc goes back")
  func themes() {
    var session = Session.ready()
    session.press("T j")
    #expect(session.state.looks.theme == "dark")
    session.press("Esc")
    #expect(session.state.looks.theme == "auto")
    session.press("T j j Enter")
    #expect(session.state.looks.theme == "light")
  }

  @Test("A click selects and never deletes")
  func mouse() {
    var session = Session.ready()
    session.press("2")
    let list = session.state.layout.inside(.list)
    for y in 0..<40 {
      for x in stride(from: 0, to: 120, by: 7) {
        session.send(.terminal(.mouse(.init(.press, at: GridPoint(x: x, y: y), button: .left))))
      }
    }
    #expect(session.applied.isEmpty && session.state.overlays.isEmpty)
    session.send(
      .terminal(.mouse(.init(.press, at: GridPoint(x: list.x + 5, y: list.y + 3), button: .left))))
    #expect(session.state.viewport.selected == 2)
  }

  @Test("The same state gives the same screen, also in ASCII")
  func deterministic() {
    let first = Session.ready(glyphs: .ascii).text
    #expect(first == Session.ready(glyphs: .ascii).text)
    #expect(!first.contains("▸"))
  }

  @Test("The box of a plan has plain signs where only ASCII can be shown")
  func plainBox() {
    var session = Session.ready(glyphs: .ascii)
    session.state.terminal.metrics.isASCIIOnly = true
    session.press("2 Space Space d")
    #expect(session.review != nil)
    #expect(session.text.contains("Delete 2 cookies"))
    #expect(!session.text.contains("\\u{b7}") && !session.text.contains("\\u{25b8}"))
    #expect(!session.text.utf8.contains { $0 > 0x7F })
  }

  @Test("Help begins with the heading of its first command")
  func helpHeading() {
    var session = Session.ready(width: 80, height: 24)
    session.press("?")
    #expect(session.row(3).contains(KeyContext.table.title))
    session.press("j k")
    #expect(session.row(3).contains(KeyContext.table.title))
  }

  @Test("Flat rows of sites tell what their own store has, and which store that is")
  func flatSites() throws {
    var session = Session.withData(width: 150)
    session.press("1 t")
    #expect(session.text.contains("Sites (8 in 9 rows)"))
    let rows = (0..<40).map { session.row($0) }.filter { $0.contains("  example.org ") }
    let notes = try #require(rows.first { $0.contains("Notes ▸ default store") })
    let shared = try #require(rows.first { $0.contains("shared storage") })
    #expect(notes.contains("C·D·LS") && notes.contains("43 K"))
    #expect(shared.contains(" C ") && shared.contains(" 15 "))
    session.press("/")
    session.type("store:jar*")
    session.press("Enter")
    #expect(session.state.rows.count == 2)
    session.press("j")
    #expect(session.text.contains("1 cookie, 0 for the session"))
  }

  @Test("What a store cannot do reads as a sentence, each reason once and whole")
  func refusals() {
    let capabilities = StoreCapabilities(refusals: [
      .listViews: "A file does not know its web views; a live engine does.",
      .deleteByType: "The file holds cookies only.", .sizes: "The file holds cookies only.",
    ])
    var session = Session.ready(
      width: 80, height: 30,
      descriptions: [
        Samples.description(
          Samples.notes, app: "Notes", engine: .webkitgtk, title: "default store",
          format: .libsoupDatabase, capabilities: capabilities)
      ])
    session.press("5 j i i Tab")
    let details = DetailText.lines(session.state).map { $0.map(\.text).joined() }
    let sentences = details.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(
      sentences.contains(
        "Cannot list web views: A file does not know its web views; a live engine does. delete by "
          + "type, tell sizes: The file holds cookies only."))
    #expect(details.allSatisfy { $0.count <= 76 })
  }

  @Test("The row selected among what a filter leaves is kept when the filter is set aside")
  func keptSelection() {
    var session = Session.ready()
    session.press("1 g g /")
    session.type("site:shop.test")
    session.press("Enter \\")
    #expect(session.state.selectedSiteName == "shop.test")
  }

  @Test(
    "The name of a store is cut so that something of both its parts is left",
    arguments: [
      (40, "Notes ▸ default store"), (20, "Not… ▸ default store"), (18, "Notes ▸ d…lt store"),
      (10, "Notes ▸ d…"),
    ])
  func storeNames(width: Int, text: String) {
    let entry = StoreEntry(description: Samples.descriptions[0])
    #expect(entry.name(fitting: width, .standard, .unicode) == text)
  }

  @Test("in 80 columns the stores of cookies can be told apart")
  func storesInFewColumns() {
    var session = Session(width: 80, height: 24)
    session.start()
    session.press("2")
    #expect(session.text.contains("Notes ▸ …t store"))
    #expect(session.text.contains("cookies.…storage"))
  }
}
