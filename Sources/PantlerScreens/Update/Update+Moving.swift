import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Selection and scrolling of the present view's list.
  var viewport: ListViewport {
    get { viewports[view] ?? ListViewport() }
    set { viewports[view] = newValue }
  }

  mutating func move(_ command: Command) -> [Effect] {
    switch command {
    case .detailsUp: scrollDetails(by: -1)
    case .detailsDown: scrollDetails(by: 1)
    case .fold: return setFolded(true)
    case .unfold: return setFolded(false)
    default:
      switch focus {
      case .sources: sources.viewport.apply(command)
      case .details: scrollDetails(by: command.rowStep)
      case .log: moveInLog(command)
      case .list where view == .log: moveInLog(command)
      case .list:
        let start = viewport.selected
        viewport.apply(command)
        extendRange(from: start)
        rememberSelection()
      }
    }
    return []
  }

  mutating func cycleFocus(forward: Bool) -> [Effect] {
    let panes = availablePanes
    guard let index = panes.firstIndex(of: focus) else {
      focus = .list
      return []
    }
    focus = panes[(index + (forward ? 1 : panes.count - 1)) % panes.count]
    return []
  }

  /// The panes that can have the focus, from left to right and top to bottom.
  private var availablePanes: [Pane] {
    Pane.allCases.filter { pane in
      switch pane {
      case .sources, .list: true
      case .details: looks.showsDetails
      case .log: looks.logDock != .off && view != .log
      }
    }
  }

  /// Shows another view.
  mutating func show(_ kind: ViewKind) -> [Effect] {
    focus = .list
    guard kind != view else { return [] }
    previousView = view
    view = kind
    rangeStart = nil
    detailsOffset = 0
    if kind == .sites, site != nil {
      site = nil
      return rearrange()
    }
    rebuildRows()
    return viewEffects()
  }

  /// Goes somewhere and remembers the way back.
  mutating func go(to view: ViewKind, scope: Scope, site: String?) -> [Effect] {
    places.append(Place(view: self.view, scope: self.scope, site: self.site))
    return enter(Place(view: view, scope: scope, site: site))
  }

  /// Goes back one step.
  ///
  /// - Parameter quitsAtTop: what happens where there is no step back; else only the key that quits is named.
  mutating func goBack(quitsAtTop: Bool) -> [Effect] {
    if rangeStart != nil {
      rangeStart = nil
      return []
    }
    if focus != .list {
      focus = .list
      return []
    }
    if let place = places.popLast() { return enter(place) }
    if site != nil || scope != firstScope {
      return enter(Place(view: view, scope: firstScope, site: nil))
    }
    guard quitsAtTop else {
      let keys = keymap.sequences(for: .quit, in: keyContexts).first.map { "; \($0) quits" } ?? ""
      notice = Notice("There is nothing to go back to\(keys).")
      return []
    }
    isEnding = true
    return [.quit]
  }

  private mutating func enter(_ place: Place) -> [Effect] {
    if place.view != view { previousView = view }
    let isSame = place.scope == scope && place.site == site
    (view, scope, site) = (place.view, place.scope, place.site)
    focus = .list
    detailsOffset = 0
    rangeStart = nil
    guard !isSame else {
      rebuildRows()
      return viewEffects()
    }
    return rearrange() + viewEffects()
  }

  /// Opens the selected row.
  mutating func openRow() -> [Effect] {
    if focus == .sources { return openSource() }
    if view == .log || focus == .log { return openEvent() }
    guard let row = selectedRow else { return [] }
    switch row {
    case .site(let index), .siteOfType(let index):
      guard view == .sites || view == .types else { return setFolded(!isFolded(row)) }
      guard scan.siteCounts[Int(index)] > 0 else { return goToData(ofSite: Int(index)) }
      return go(to: .cookies, scope: scope, site: catalog.sites[Int(index)].site.name)
    case .siteInStore(let index, let slot):
      guard shownSummary(ofSite: Int(index), inSlot: slot).tally.cookieCount > 0 else {
        notice = withoutCookies(site: Int(index), slot: slot)
        return []
      }
      let store = library[Int(slot)].id
      return go(to: .cookies, scope: .store(store), site: catalog.sites[Int(index)].site.name)
    case .store(let slot): return go(to: .sites, scope: .store(library[Int(slot)].id), site: nil)
    case .app(let app): return go(to: .sites, scope: .app(app), site: nil)
    case .type: return setFolded(!isFolded(row))
    case .data(let index, _): return openData(catalog.data[Int(index)])
    case .cookie: return openCookie()
    case .trash: return openTrashEntry()
    case .pair(let index):
      let pair = pairs[Int(index)]
      return planSync(pair.link.terms)
    case .pool, .webView: return openRunning(row)
    case .livePool: return setFolded(!isFolded(row))
    case .liveView: return openHops(of: row)
    }
  }

  private mutating func openCookie() -> [Effect] {
    looks.showsDetails = true
    focus = .details
    return []
  }

  private mutating func openSource() -> [Effect] {
    guard
      let node = sources.viewport.selected.flatMap({ index in
        sourceNodes.indices.contains(index) ? sourceNodes[index] : nil
      })
    else { return [] }
    let target: Scope =
      switch node {
      case .everything: .everything
      case .app(let app, _), .pool(let app, _), .webView(let app, _, _): .app(app)
      case .store(let slot): .store(library[slot].id)
      }
    if node.isRunning { return go(to: .webViews, scope: target, site: nil) }
    let view: ViewKind = self.view.showsCatalog ? self.view : .sites
    guard target != scope || view != self.view || site != nil else {
      focus = .list
      return []
    }
    return go(to: view, scope: target, site: nil)
  }
}

extension ListViewport {
  /// Moves as a command says.
  mutating func apply(_ command: Command) {
    switch command {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .top: moveToStart()
    case .bottom: moveToEnd()
    case .halfPageUp: moveHalfPages(-1)
    case .halfPageDown: moveHalfPages(1)
    case .pageUp: movePages(-1)
    case .pageDown: movePages(1)
    default: break
    }
  }
}

extension Command {
  /// How many lines a text scrolls by.
  var rowStep: Int {
    switch self {
    case .up: -1
    case .down: 1
    case .halfPageUp: -5
    case .halfPageDown: 5
    case .pageUp: -10
    case .pageDown: 10
    case .top: -1_000_000_000
    case .bottom: 1_000_000_000
    default: 0
    }
  }
}
