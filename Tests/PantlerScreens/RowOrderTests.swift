import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Rows are in the order of what is shown beside them, and what is unknown comes last")
struct RowOrderTests {
  /// Website data that is newer, and greater, than the cookies of its site.
  private func session() -> Session {
    var session = Session(width: 160, height: 60)
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"],
      items: Samples.websiteData + [
        Samples.item(.localStorage, "news.example", bytes: 90_000, usedAgo: 1),
        Samples.item(.indexedDBDatabases, "shop.test", bytes: nil, usedAgo: nil),
        Samples.item(.indexedDBDatabases, "example.org", bytes: 70, usedAgo: nil),
        Samples.item(.hstsCache, "plain.example", bytes: nil, usedAgo: nil),
      ], totalBytes: 60_000)
    session.start()
    return session
  }

  /// The cells of a column, from top to bottom.
  private func cells(_ column: ColumnID, in session: Session, _ isMeant: (TableRow) -> Bool)
    -> [String]
  {
    (0..<session.state.rows.count).compactMap { session.state.rows[$0] }.filter(isMeant).map {
      RowCells(session.state)
        .cell(column, of: $0, width: 40, metrics: TextMetrics(), glyphs: .unicode).text
        .trimmingPrefix(while: \.isWhitespace).description
    }
  }

  private func isSite(_ row: TableRow) -> Bool {
    switch row {
    case .site, .siteOfType: true
    default: false
    }
  }

  private func isType(_ row: TableRow) -> Bool { if case .type = row { true } else { false } }

  private func isCookie(_ row: TableRow) -> Bool { if case .cookie = row { true } else { false } }

  private func data(_ type: DataType, _ session: Session) -> (TableRow) -> Bool {
    { row in
      guard case .data(let index, _) = row else { return false }
      return session.state.catalog.data[Int(index)].type == type
    }
  }

  @Test(
    "sites below cookies go by their cookies, in the list of types and among cookies",
    arguments: ["3", "2 t"])
  func cookies(keys: String) {
    var session = session()
    session.press(keys)
    session.type(":sort used")
    session.press("Enter")
    #expect(
      cells(.used, in: session, isSite) == [
        "1 min", "2 min", "1 h", "2 h", "1 d", "3 d", "?",
      ])
    session.type(":sort size")
    session.press("Enter")
    let sizes = cells(.size, in: session, isSite).compactMap(Int.init)
    #expect(sizes.count == 7 && sizes == sizes.sorted(by: >))
    session.press("O")
    #expect(cells(.size, in: session, isSite).compactMap(Int.init) == sizes.sorted())
  }

  @Test("types go by their totals, and rows of one by theirs; the unknown is last either way")
  func types() {
    var session = session()
    session.press("3")
    session.type(":sort size")
    session.press("Enter")
    #expect(cells(.size, in: session, isType) == ["94 K", "39 K", "151", "70", "?"])
    #expect(cells(.size, in: session, data(.indexedDBDatabases, session)) == ["70", "?"])
    session.press("O")
    #expect(cells(.size, in: session, isType) == ["70", "151", "39 K", "94 K", "?"])
    #expect(cells(.size, in: session, data(.indexedDBDatabases, session)) == ["70", "?"])
    session.type(":sort site reverse")
    session.press("Enter")
    #expect(cells(.types, in: session, isType).first?.hasSuffix("cookies") == true)
    #expect(
      cells(.types, in: session, data(.localStorage, session)) == [
        "tracker.example in example.org", "news.example", "example.org",
      ])
  }

  @Test("what is below a site goes by the same, and an unknown size is not 0")
  func sites() {
    var session = session()
    session.type(":sort size")
    session.press("Enter g g")
    #expect(cells(.size, in: session, isSite).last == "?")
    while session.state.selectedSiteName != "example.org", session.state.viewport.selected != 7 {
      session.press("j")
    }
    session.press("l")
    let all = cells(.size, in: session) { _ in true }
    #expect(all.contains("39 K"))
    let data = cells(.size, in: session) { if case .data = $0 { true } else { false } }
    #expect(data == ["39 K", "3.9 K", "70"])
    let cookies = cells(.size, in: session, isCookie).compactMap(Int.init)
    #expect(cookies.count == 4 && cookies == cookies.sorted(by: >))
  }
}
