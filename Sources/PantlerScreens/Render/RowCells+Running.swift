import ScreenKit
import StoreModel

extension RowCells {
  /// The cells of a pool or of a web process.
  func running(_ column: ColumnID, _ row: TableRow, _ glyphs: GlyphSet) -> Content {
    guard let (pool, view) = state.running(row) else { return Content("") }
    switch column {
    case .process:
      if let view { return Content("    " + view.label) }
      let sign = state.isFolded(row) ? glyphs.folded : glyphs.unfolded
      return Content("\(sign) \(pool.app.name)  pool \(pool.id)", .appName)
    case .data:
      guard let view else {
        return Content(AmountText.count(pool.views.count, "view"), .textDim)
      }
      return Content(RunningText.storage(view), view.storage == .ephemeral ? .textDim : .text)
    case .store:
      let names = (view?.stores ?? pool.stores).map {
        state.library.entry(of: $0)?.name ?? $0.rawValue
      }
      return Content(names.joined(separator: ", "), .storeName)
    case .processor:
      let process = view?.process ?? pool.network
      let time = process.map { RunningText.processorTime($0.processorMilliseconds) }
      return Content(time ?? "", .time)
    case .memory:
      let process = view?.process ?? pool.network
      return Content(process.map { AmountText.bytes($0.residentBytes) } ?? "", .number)
    default: return Content("")
    }
  }
}
