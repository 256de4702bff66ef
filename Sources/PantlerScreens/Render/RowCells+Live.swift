import ScreenKit
import StoreModel

extension RowCells {
  /// The cells of a live pool or view.
  func live(_ column: ColumnID, _ row: TableRow, _ glyphs: GlyphSet) -> Content {
    guard let (listing, pool, view) = state.live(row) else { return Content("") }
    switch column {
    case .process:
      if let view { return Content("    " + LiveText.label(view.view)) }
      let sign = state.isFolded(row) ? glyphs.folded : glyphs.unfolded
      let name = pool.name == pool.id.rawValue ? "" : "  \(pool.name)"
      return Content("\(sign) \(listing.app.name)  live pool \(pool.id)\(name)", .appName)
    case .data:
      guard let view else { return Content(AmountText.count(pool.views.count, "view"), .textDim) }
      let isPersistent = listing.isPersistent(view.view.store)
      return Content(isPersistent ? "on disk" : "in memory", isPersistent ? .text : .textDim)
    case .store:
      // The app is that of the pool.
      let names = state.stores(of: row).map {
        state.library.entry(of: $0)?.description.title ?? $0.rawValue
      }
      return Content(names.joined(separator: ", "), .storeName)
    case .page:
      guard let view else { return Content("") }
      let state =
        if case .loaded(let status) = view.view.state { "\(status)" } else { view.view.stateWords }
      return Content("\(state)  \(LiveText.page(view.view))")
    case .engine:
      return Content("\(listing.engine.name), \(listing.engine.era.rawValue)", .textDim)
    default: return Content("")
    }
  }
}
