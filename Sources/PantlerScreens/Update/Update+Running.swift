import CookieCore
import StoreModel

extension BrowserState {
  /// How long the view of web views stands before it is looked again, in milliseconds.
  ///
  /// The process table gives no sign of a change, so it is read now and then, but only while the view is shown.
  static let runningInterval = 2000

  /// Takes over what runs now; rows are made anew only when they are others.
  mutating func take(_ listing: ProcessPoolListing) -> [Effect] {
    let isNews = listing != running.listing || !running.isKnown
    running.listing = listing
    running.isKnown = true
    if isNews, view == .webViews { rebuildRows() }
    return lookAgainLater()
  }

  /// Looks at the running apps, unless the view was left.
  mutating func lookAtRunning(token: Int) -> [Effect] {
    guard token == running.token else { return [] }
    running.token = nil
    return view == .webViews ? [.listPools] : []
  }

  /// Asks for what the view shows and nobody keeps up to date while it is not shown.
  mutating func viewEffects() -> [Effect] {
    switch view {
    case .webViews: [.listPools]
    case .sync: compareLinks()
    default: []
    }
  }

  private mutating func lookAgainLater() -> [Effect] {
    guard view == .webViews else {
      running.token = nil
      return []
    }
    let token = nextToken()
    running.token = token
    return [.after(milliseconds: Self.runningInterval, .runningIsOld(token: token))]
  }

  /// The rows of the view: pools, each with its web processes.
  var runningRows: [TableRow] {
    running.listing.pools.flatMap { pool -> [TableRow] in
      let row = TableRow.pool(pool.id)
      return [row] + (isFolded(row) ? [] : pool.views.map { .webView($0.id, pool: pool.id) })
    } + liveRows
  }

  /// The pool of a row, and the web process when the row is one.
  func running(_ row: TableRow) -> (pool: ProcessPool, view: WebViewProcess?)? {
    switch row {
    case .pool(let id): return running.pool(id).map { ($0, nil) }
    case .webView(let id, let poolID):
      guard let pool = running.pool(poolID), let view = pool.views.first(where: { $0.id == id })
      else { return nil }
      return (pool, view)
    default: return nil
    }
  }

  /// The stores that a pool or a web process uses.
  func stores(of row: TableRow) -> [StoreID] {
    if let live = live(row) {
      let used = live.view.map { [$0.store] } ?? live.listing.views(in: live.pool.id).map(\.store)
      return Set(used).sorted().filter { library.slot(of: $0) != nil }
    }
    guard let (pool, view) = running(row) else { return [] }
    return (view?.stores ?? pool.stores).filter { library.slot(of: $0) != nil }
  }

  /// Opens what a pool or web process keeps; says why when there is nothing to open.
  mutating func openRunning(_ row: TableRow) -> [Effect] {
    guard let (pool, view) = running(row) else { return [] }
    if let store = stores(of: row).first { return go(to: .sites, scope: .store(store), site: nil) }
    if view?.storage == .ephemeral {
      notice = Notice("Its data is in the memory of \(pool.app.name) only; no file holds it.")
    } else {
      notice = Notice("No store of it was found; the details say what is known.")
    }
    return []
  }
}
