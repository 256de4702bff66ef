/// The views on keys 1 to 8.
package enum ViewKind: Int, CaseIterable, Hashable, Sendable {
  case sites = 1
  case cookies, types, webViews, stores, sync, log, trash

  /// The title of the view.
  package var title: String {
    switch self {
    case .sites: "Sites"
    case .cookies: "Cookies"
    case .types: "Types"
    case .webViews: "Web views"
    case .stores: "Stores"
    case .sync: "Sync"
    case .log: "Log"
    case .trash: "Trash"
    }
  }

  /// Whether the view shows cookies, sites or types of the stores in scope.
  var showsCatalog: Bool { self == .sites || self == .cookies || self == .types }
}

/// The parts of the screen that can have the focus.
package enum Pane: CaseIterable, Hashable, Sendable {
  case sources, list, details, log
}

/// Where a person is: what `q` goes back to.
struct Place: Equatable, Sendable {
  var view: ViewKind
  var scope: Scope
  var site: String?
}

/// How much of the screen the log takes.
package enum LogDock: CaseIterable, Hashable, Sendable {
  case off, lines, half

  var next: LogDock {
    switch self {
    case .off: .lines
    case .lines: .half
    case .half: .off
    }
  }
}
