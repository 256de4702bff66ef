import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Rows of sites tell of what the filter lets through")
struct ShownUseTests {
  /// The texts of some cells of a site's row, in one store or in all.
  private func cells(
    _ site: String, of store: StoreID? = nil, in session: Session
  ) throws -> [ColumnID: String] {
    let state = session.state
    let index = Int32(try #require(state.catalog.position(ofSite: site)))
    let slot = store.flatMap { state.library.slot(of: $0) }
    let row: TableRow =
      slot.map { .siteInStore(index, slot: Int32($0)) } ?? .site(index)
    let columns: [ColumnID] = [.count, .types, .size, .used]
    return Dictionary(
      uniqueKeysWithValues: columns.map { column in
        let cell = RowCells(state).cell(
          column, of: row, width: 10, metrics: TextMetrics(), glyphs: .unicode)
        return (column, cell.text)
      })
  }

  @Test(
    "counts, types, sizes and times are those of what is shown",
    arguments: [
      (filter: "type:diskCache", count: "0", types: "D", bytes: 40_000, used: "10 min"),
      (filter: "name:theme", count: "1", types: "C", bytes: 9, used: "2 min"),
    ], [nil, Samples.notes])
  func cells(
    row: (filter: String, count: String, types: String, bytes: Int, used: String), store: StoreID?
  ) throws {
    var session = Session.withData(width: 160)
    if store != nil { session.press("t") }
    #expect(try cells("example.org", of: store, in: session)[.used] == "1 min")
    session.type("/" + row.filter)
    session.press("Enter")
    let cells = try cells("example.org", of: store, in: session)
    #expect(cells[.count] == row.count && cells[.types] == row.types)
    #expect(cells[.size] == AmountText.bytes(row.bytes) && cells[.used] == row.used)
  }

  @Test("the order is by what is shown, too")
  func order() {
    var session = Session.withData(width: 160)
    session.type(":sort size")
    session.press("Enter")
    session.type("/name:theme | type:localStorage site:tracker.example")
    session.press("Enter")
    let sites = (0..<session.state.rows.count).compactMap { position -> String? in
      guard case .site(let index) = session.state.rows[position] else { return nil }
      return session.state.catalog.sites[Int(index)].site.name
    }
    #expect(sites == ["tracker.example", "example.org"])
  }

  @Test("the totals in the details are those of what is shown", arguments: ["", "t"])
  func together(key: String) {
    var session = Session.withData(width: 160, height: 60)
    session.press(key)
    session.type("/name:theme")
    session.press("Enter g g")
    #expect(session.text.contains("1 cookie, 0 for the session, 0 partitioned, 9 bytes"))
    session.press("/ C-u")
    session.type("name:csrf")
    session.press("Enter g g")
    #expect(session.text.contains("1 cookie, 1 for the session, 0 partitioned, 16 bytes"))
  }
}
