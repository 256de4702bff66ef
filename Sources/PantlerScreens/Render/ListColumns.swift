import CookieCore
import ScreenKit
import StoreModel

/// The columns of each view's list.
enum ListColumns {
  /// A column with what it wants.
  struct Column {
    var id: ColumnID
    var layout: TableColumn
  }

  /// The columns that the view has, whether switched on or not.
  static func columns(of view: ViewKind, state: BrowserState) -> [Column] {
    switch view {
    case .sites: sites(showsBar: state.looks.charts.contains(.size), state)
    case .cookies:
      state.looks.treeViews.contains(.cookies) ? sites(showsBar: false, state) : cookies(state)
    case .types: types(showsBar: state.looks.charts.contains(.size))
    case .stores: stores
    case .sync: pairs
    case .trash: trash
    case .webViews: webViews(state)
    case .log: []
    }
  }

  /// The columns that are switched on.
  static func shown(in view: ViewKind, state: BrowserState) -> [Column] {
    columns(of: view, state: state).filter { !state.looks.hiddenColumns.contains($0.id) }
  }

  private static func column(
    _ id: ColumnID, _ priority: Int, _ minimum: Int, _ ideal: Int = 0, stretch: Int = 0,
    _ alignment: TextAlignment = .left, heading: String? = nil
  ) -> Column {
    Column(
      id: id,
      layout: TableColumn(
        heading ?? id.title, priority: priority, minimum: minimum, ideal: ideal, stretch: stretch,
        alignment: alignment))
  }

  private static func sites(showsBar: Bool, _ state: BrowserState) -> [Column] {
    var columns = [
      column(.site, 100, 18, 28, stretch: 3), column(.count, 80, 5, 6, .right),
      column(.issues, 90, 1), column(.guarded, 85, 5),
      state.catalog.data.isEmpty ? column(.types, 20, 5, 6) : column(.types, 72, 9, 20),
      column(.size, 60, showsBar ? 14 : 6, showsBar ? 18 : 6, .right),
      column(.used, 70, 10), column(.expires, 50, 8, 10),
    ]
    let isFlat = !state.looks.treeViews.contains(state.view)
    // A row of one store is told from the others of its site by that first.
    columns.append(column(.inUse, isFlat ? 45 : 75, 10, 16, stretch: 1))
    if isFlat {
      columns.insert(column(.store, 95, 20, 30, stretch: 2), at: 1)
    } else if state.scopeHasManyStores {
      columns.append(column(.store, 40, 14, 20, stretch: 1))
    }
    return columns
  }

  private static func cookies(_ state: BrowserState) -> [Column] {
    var columns = [
      column(.name, 100, 12, 18, stretch: 2), column(.domain, 105, 18, 26, stretch: 2),
      column(.path, 55, 5, 10, stretch: 1), column(.value, 60, 6, 8),
      column(.flags, 75, 5), column(.sameSite, 65, 6), column(.issues, 90, 1),
      column(.guarded, 85, 5), column(.expires, 80, 9, 10), column(.size, 35, 5, 5, .right),
      column(.partition, 50, 9, 14, stretch: 1),
    ]
    if state.scopeHasContainers { columns.append(column(.container, 45, 9, 16)) }
    if state.scopeHasManyStores { columns.append(column(.store, 70, 16, 20, stretch: 1)) }
    return columns
  }

  private static func types(showsBar: Bool) -> [Column] {
    [
      column(.types, 100, 16, 30, stretch: 2), column(.count, 90, 6, 8, .right, heading: "Items"),
      column(.size, 80, showsBar ? 14 : 7, showsBar ? 24 : 8, .right), column(.used, 70, 10),
    ]
  }

  private static let stores = [
    column(.title, 102, 24, 30, stretch: 2), column(.count, 90, 6, 8, .right),
    column(.state, 103, 27, 27, stretch: 1), column(.observed, 60, 8, 18),
    column(.engine, 50, 10, 10), column(.format, 40, 8, 20), column(.inUse, 70, 6, 18),
    column(.location, 30, 12, 30, stretch: 2),
  ]

  private static let running = [
    column(.process, 100, 24, 41, stretch: 1), column(.data, 95, 9),
    column(.store, 90, 14, stretch: 2), column(.processor, 50, 5, 7, .right),
    column(.memory, 60, 6, 6, .right),
  ]

  /// Live views have no process of their own, and an address instead.
  private static func webViews(_ state: BrowserState) -> [Column] {
    guard !state.running.listing.live.isEmpty else { return running }
    let live = [
      column(.process, 100, 24, 30), column(.data, 95, 9), column(.store, 90, 14, 22, stretch: 1),
      column(.page, 97, 34, 34, stretch: 3), column(.engine, 80, 16),
    ]
    return state.running.listing.pools.isEmpty
      ? live : live + running.filter { [.processor, .memory].contains($0.id) }
  }

  private static let pairs = [
    column(.name, 85, 8, 12), column(.title, 100, 15, 26, stretch: 1),
    column(.store, 95, 15, 26, stretch: 1), column(.differences, 90, 6, 7, .right),
    column(.state, 92, 14), column(.agreed, 80, 7, 8), column(.observed, 70, 8, 16),
  ]

  private static let trash = [
    column(.time, 90, 19, 19), column(.kind, 100, 8, 10),
    column(.count, 95, 6, 8, .right, heading: "Items"),
    column(.store, 80, 12, 30, stretch: 2), column(.size, 40, 6, 8, .right),
    column(.undo, 85, 12, 30, stretch: 1), column(.id, 60, 8),
  ]
}

extension ColumnID {
  /// What the column chooser calls the column.
  var chooserTitle: String {
    switch self {
    case .count: "Cookies"
    case .issues: "Issues (!)"
    case .guarded: "Guard (L)"
    case .inUse: "In use (*)"
    case .sameSite: "SameSite"
    case .flags: "Flags: Secure, HttpOnly, host-Only, Partitioned"
    default: title
    }
  }
}

extension BrowserState {
  /// Whether rows of several stores are shown together.
  var scopeHasManyStores: Bool { catalog.siteMaps.count > 1 }

  /// Whether a store in scope tells containers apart.
  var scopeHasContainers: Bool {
    library.entries.contains {
      scope.contains($0.description) && $0.description.app.engine == .firefox
    }
  }

  /// The scope for people.
  var scopeTitle: String { title(of: scope) }

  /// A scope for people.
  func title(of scope: Scope) -> String {
    switch scope {
    case .everything: "all stores"
    case .app(let app):
      library.entries.first { AppID($0.description.app) == app }?.description.app.name ?? app.id
    case .store(let id): library.entry(of: id)?.name ?? id.rawValue
    }
  }
}
