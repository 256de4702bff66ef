import CookieCore
import ScreenKit
import StoreModel

/// The cells of website data and of types.
extension RowCells {
  func data(
    _ column: ColumnID, _ row: DataRow, depth: Int, _ width: Int, _ glyphs: GlyphSet
  ) -> Content {
    let site = state.catalog.sites[Int(row.site)].site
    let top = row.topSite.map { " in " + CookieFormat.site($0) } ?? ""
    let indent = String(repeating: " ", count: depth * (state.view == .types ? 2 : 4))
    switch column {
    case .site: return Content(indent + row.type.rawValue + top, .typeName)
    case .types where state.view == .types:
      return Content(indent + state.name(of: site, inSlots: row.slots) + top, .siteName)
    case .types: return Content(row.type.letters, .typeName)
    case .count: return Content(row.usage.count.map(AmountText.grouped) ?? "?", .number)
    case .size: return size(row.usage.bytes, of: largest, width: width, glyphs)
    case .used: return Content(TimeText.age(row.lastUsed, asOf: state.asOf), .time)
    case .issues: return Content(row.doubts.isEmpty ? "" : "!", .issue)
    case .guarded: return Content(state.isGuarded(row, in: state.catalog) ? "L" : "", .guarded)
    case .inUse: return Content(holders(of: row.slots), .inUse)
    case .store: return Content(storeNames(row.slots), .storeName)
    default: return Content("")
    }
  }

  func type(
    _ column: ColumnID, _ type: DataType, _ row: TableRow, _ width: Int, _ glyphs: GlyphSet
  ) -> Content {
    let totals = state.shownTotals(of: type)
    switch column {
    case .types:
      let sign = state.isFolded(row) ? glyphs.folded : glyphs.unfolded
      return Content("\(sign) \(type.rawValue)", .typeName)
    case .count: return Content(totals.count.map(AmountText.grouped) ?? "?", .number)
    case .size: return size(totals.bytes, of: largestType, width: width, glyphs)
    case .used: return Content(TimeText.age(totals.lastUsed, asOf: state.asOf), .time)
    default: return Content("")
    }
  }

  /// The letters of what a site keeps, in one store or in all, such as `C·LS`.
  func typeLetters(ofSite index: Int, slot: Int32?) -> String {
    let summary =
      slot.map { state.shownSummary(ofSite: index, inSlot: $0) }
      ?? state.shownSummary(ofSite: index)
    let types = state.shownDataTypes(ofSite: index, inSlot: slot)
    let cookies = summary.tally.cookieCount > 0 ? ["C"] : []
    return (cookies + types.map(\.letters)).joined(separator: "·")
  }

  /// A size with its bar, where bars are wanted and there is room.
  func size(_ bytes: Int?, of largest: Int, width: Int, _ glyphs: GlyphSet) -> Content {
    guard let bytes else { return Content("?", .number) }
    let text = AmountText.bytes(bytes)
    guard state.looks.charts.contains(.size), width > 10 else { return Content(text, .number) }
    let bar = Bars.bar(bytes, of: largest, width: width - 7, glyphs: glyphs)
    return Content(
      bar + " " + String(repeating: " ", count: max(0, 6 - text.count)) + text, .chartBar)
  }

  /// The size that a full bar of a type stands for.
  private var largestType: Int {
    guard state.looks.charts.contains(.size) else { return 0 }
    return state.catalog.types.compactMap { state.shownTotals(of: $0).bytes }.max() ?? 0
  }
}
