import ScreenKit
import StoreModel

extension BrowserState {
  /// The rows of live engines: pools, each with its views.
  var liveRows: [TableRow] {
    running.listing.live.flatMap { listing in
      listing.pools.flatMap { pool -> [TableRow] in
        let row = TableRow.livePool(pool.id, app: listing.app.id)
        guard !isFolded(row) else { return [row] }
        return [row]
          + listing.views(in: pool.id).map { .liveView($0.id, app: listing.app.id) }
      }
    }
  }

  /// The engine and the pool of a row, and the view when the row is one.
  func live(
    _ row: TableRow
  ) -> (listing: LiveListing, pool: LivePool, view: LiveListing.View?)? {
    switch row {
    case .livePool(let id, let app):
      guard let listing = running.listing.live.first(where: { $0.app.id == app }),
        let pool = listing.pools.first(where: { $0.id == id })
      else { return nil }
      return (listing, pool, nil)
    case .liveView(let id, let app):
      guard let listing = running.listing.live.first(where: { $0.app.id == app }),
        let view = listing.views.first(where: { $0.id == id }),
        let pool = listing.pools.first(where: { $0.id == view.view.pool })
      else { return nil }
      return (listing, pool, view)
    default: return nil
    }
  }

  /// The live view of the selected row; nil for other rows.
  var selectedLiveView: LiveListing.View? {
    view == .webViews ? selectedRow.flatMap { live($0)?.view } : nil
  }

  mutating func performLive(_ command: Command) -> [Effect] {
    if command == .openView {
      prompt = Prompt(.address(nil), history: urlHistory)
      return []
    }
    guard let view = selectedLiveView?.view else { return [] }
    switch command {
    case .loadPage:
      prompt = Prompt(.address(view.id), text: view.url ?? "", history: urlHistory)
      return []
    case .reloadView: return act(.reload(view.id))
    case .viewBack: return act(.go(-1, view.id))
    case .viewForward: return act(.go(1, view.id))
    case .stopView: return act(.stop(view.id))
    case .closeView: return act(.close(view.id))
    default: return []
    }
  }

  /// Loads a page in the selected live view, or in a new one.
  mutating func open(page url: String) -> [Effect] {
    if let reason = unavailability(of: .openView) {
      notice = Notice(reason, .warning)
      return []
    }
    guard !url.isEmpty else { return performLive(selectedLiveView == nil ? .openView : .loadPage) }
    return load(url, in: selectedLiveView?.id)
  }

  /// Loads a page; nil for the view opens one with the store of the selected row.
  mutating func load(_ url: String, in view: LiveView.ID?) -> [Effect] {
    if let view { return act(.load(url: url, view)) }
    let known = Set(running.listing.live.flatMap(\.stores).map(\.id))
    let store = selectedStore.flatMap { store -> StoreID? in
      let name = store.rawValue.split(separator: ":").last.map(String.init) ?? ""
      return store.isLive && known.contains(LiveStore.ID(rawValue: name))
        ? store : nil
    }
    return act(.open(url: url, store: store))
  }

  /// Starts the live engine again, whose host may have gone with all its rows.
  mutating func restartEngine() -> [Effect] { [.live(.restart)] }

  /// After so many seconds a person is told that a page is still being loaded.
  private static let patience = 2

  /// Asks for it, and looks soon at what came of it.
  private mutating func act(_ act: LiveAct) -> [Effect] {
    let effects: [Effect] = [.live(act), .listPools]
    guard act.isLoad else { return effects }
    let token = nextToken()
    running.loads[token] = act
    return effects + [
      .after(
        milliseconds: Self.patience * 1000, .stillLoading(token: token, seconds: Self.patience))
    ]
  }

  /// Tells that a page is still being loaded, and looks again later.
  mutating func tellLoading(token: Int, seconds: Int) -> [Effect] {
    guard let act = running.loads[token] else { return [] }
    let what = act.view.map(\.rawValue) ?? "The page"
    notice = Notice("\(what): still loading after \(seconds) s. Esc stops it.")
    let next = seconds < 10 ? 10 : seconds + 20
    return [
      .listPools,
      .after(milliseconds: (next - seconds) * 1000, .stillLoading(token: token, seconds: next)),
    ]
  }

  /// Stops what live views load; nil when nothing is being loaded, as far as is known.
  mutating func stopLoads() -> [Effect]? {
    var views = Set(running.loads.values.compactMap(\.view))
    let opens = running.loads.values.contains { $0.view == nil }
    // What is listed is old where nobody looks at it.
    if view == .webViews || opens {
      for listed in running.listing.live.flatMap(\.views) {
        switch listed.view.state {
        case .loading, .held: views.insert(listed.id)
        case .blank, .loaded, .failed, .processDied: break
        }
      }
    }
    guard !views.isEmpty else { return nil }
    notice = Notice("Stopping the load.", .warning)
    return views.sorted().map { .live(.stop($0)) } + [.listPools]
  }

  /// Says what a live view did, and looks at the views again.
  mutating func take(_ answer: LiveAnswer, to act: LiveAct) -> [Effect] {
    if let token = running.loads.first(where: { $0.value == act })?.key {
      running.loads[token] = nil
    }
    switch answer {
    case .done: notice = nil
    case .navigated(let navigation):
      let hops = AmountText.count(navigation.hops.count, "hop")
      switch navigation.outcome {
      case .loaded(let status, _):
        notice = Notice(
          "\(navigation.view): loaded with status \(status), in \(hops). Enter shows them.")
      case .failed(.cancelled): notice = Notice("\(navigation.view): stopped.", .warning)
      case .failed:
        notice = Notice("\(navigation.view): not loaded. Enter shows how far it came.", .failure)
      }
    case .restarted(true):
      notice = Notice("The engine runs again. Its views are blank; e goes to a page.")
    case .restarted(false): notice = Notice("The engine runs already.")
    case .failed(let reason): notice = Notice(reason, .failure)
    }
    switch act {
    // A new view may have brought a store with it, and a new engine has other ones.
    case .open, .restart: return [.listPools, .discover]
    case .load, .reload, .go, .stop, .close: return [.listPools]
    }
  }

  /// Shows the hops of the view's last navigations, the newest first.
  mutating func openHops(of row: TableRow) -> [Effect] {
    guard let (listing, _, found) = live(row), let view = found else { return [] }
    guard !view.navigations.isEmpty else {
      notice = Notice("\(view.id) has not been anywhere yet; e goes to a page.")
      return []
    }
    var lines: [TextPage.Line] = []
    for (age, navigation) in view.navigations.reversed().enumerated() {
      if age > 0 {
        lines += [TextPage.Line(""), TextPage.Line(LiveText.heading(age: age), .helpHeading)]
      }
      for (index, hop) in navigation.hops.enumerated() {
        lines += LiveText.lines(of: hop, number: index + 1)
      }
      let end = LiveText.end(of: navigation, runsScripts: listing.engine.allows(.runScripts))
      lines.append(TextPage.Line(end, .helpHeading))
    }
    return open(TextPage(title: "\(LiveText.label(view.view)): hop by hop", lines: lines))
  }
}
