import ScreenKit
import StoreModel

extension DetailText {
  /// The details of a pool or of a web process.
  static func running(_ row: TableRow, _ state: BrowserState) -> [Line] {
    guard let (pool, view) = state.running(row) else { return [] }
    let process = pool.appProcess.map { " (pid \($0.id))" } ?? ""
    var lines = [fact("App", pool.app.name + process + ", pool \(pool.id)", .appName)]
    if let view {
      lines += [
        fact("Process", "\(view.process.name) \(view.id)"),
        fact("Data", RunningText.storage(view)), fact("Because", view.evidence),
      ]
      if let directory = view.directory { lines.append(fact("Profile", directory)) }
      lines += names(view.stores, state)
    } else {
      lines.append(fact("Id", pool.app.id))
      if let network = pool.network {
        lines.append(fact("Network", "\(network.name) \(network.id)"))
      }
      lines += names(pool.stores, state)
      lines += pool.directories.map { fact("Profile", $0) }
      lines += pool.remarks.map { [.init("! " + $0, .issue)] }
    }
    return lines
  }

  private static func names(_ stores: [StoreID], _ state: BrowserState) -> [Line] {
    stores.map { fact("Store", state.library.entry(of: $0)?.name ?? $0.rawValue, .storeName) }
  }
}
