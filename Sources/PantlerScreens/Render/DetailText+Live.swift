import ScreenKit
import StoreModel

extension DetailText {
  /// The details of a live pool or view.
  static func live(_ row: TableRow, _ state: BrowserState) -> [Line] {
    guard let (listing, pool, view) = state.live(row) else { return [] }
    let engine = "\(listing.engine.name), era \(listing.engine.era.rawValue)"
    guard let view else {
      return [fact("Pool", "\(pool.id) of \(listing.app.name)", .appName), fact("Engine", engine)]
        + listing.engine.remarks.map { [.init("! " + $0, .issue)] }
    }
    let live = view.view
    let name = state.library.entry(of: view.store)?.name ?? view.store.rawValue
    let others = listing.views.filter { $0.id != live.id && $0.view.jar == live.jar }
    var lines = [
      fact("View", LiveText.label(live), .appName), fact("Page", LiveText.page(live)),
      fact("State", live.stateWords), fact("Engine", "\(engine), pool \(live.pool)"),
      fact("Store", name, .storeName),
      fact(
        "Shares",
        others.isEmpty
          ? "cookies with no other view"
          : "cookies with " + others.map { LiveText.label($0.view) }.joined(separator: ", ")),
    ]
    if !live.heldSites.isEmpty {
      lines.append(fact("Held at", live.heldSites.joined(separator: ", ") + ", for cookies"))
    }
    // The newest is what one looks for first.
    for navigation in view.navigations.reversed() {
      lines.append(fact("Went to", LiveText.summary(of: navigation)))
      lines += navigation.hops.map { fact("Hop", $0.sentence) }
    }
    return lines
  }
}
