import ScreenKit
import StoreModel

extension BrowserState {
  /// Shows who shares cookies with whom among the web views that run, and by which rule.
  mutating func openSharing() -> [Effect] {
    let views =
      running.listing.pools.flatMap { pool in
        pool.views.map { SharingView.process($0, pool: pool.id, app: pool.app.name) }
      }
      + running.listing.live.flatMap { listing in
        listing.views.map {
          .live($0, app: listing.app, isPersistent: listing.isPersistent($0.view.store))
        }
      }
    guard !views.isEmpty else {
      notice = Notice("No web view runs, so nothing is shared.")
      return []
    }
    guard views.count > 1 else {
      notice = Notice("Only one web process runs; there is no other to share cookies with.")
      return []
    }
    let digits = String(views.count).count
    let marks = views.indices.map { padded(String($0 + 1), digits) }
    var lines = views.enumerated().map { index, view in
      TextPage.Line("\(marks[index])  \(view.label)  \(place(of: view))")
    }
    lines += [
      TextPage.Line(""), TextPage.Line(padded("", digits) + "  " + marks.joined(separator: " ")),
    ]
    for (row, view) in views.enumerated() {
      let cells = views.indices.map { column in
        padded(row == column ? " " : view.sharing(with: views[column]).mark, digits)
      }
      lines.append(TextPage.Line(marks[row] + "  " + cells.joined(separator: " "), .chartBar))
    }
    if !running.listing.pools.isEmpty {
      lines.append(TextPage.Line(""))
      lines += Sharing.allCases.map { TextPage.Line($0.mark + "  " + $0.rule) }
    }
    lines += pairs(of: views)
    return open(TextPage(title: "Who shares cookies", lines: lines))
  }

  /// For each rule of live engines the pairs of views that it decides.
  private func pairs(of views: [SharingView]) -> [TextPage.Line] {
    var found: [(rule: LiveView.Sharing, pairs: [String])] = []
    for (row, view) in views.enumerated() {
      for (column, other) in views.enumerated() where column > row {
        guard let rule = view.liveRule(with: other) else { continue }
        let pair = "\(row + 1)-\(column + 1)"
        if let place = found.firstIndex(where: { $0.rule == rule }) {
          found[place].pairs.append(pair)
        } else {
          found.append((rule, [pair]))
        }
      }
    }
    guard !found.isEmpty else { return [] }
    return [TextPage.Line(""), TextPage.Line("Live views", .helpHeading)]
      + found.map { rule, pairs in
        TextPage.Line(
          (rule.isShared ? "=  " : "-  ") + pairs.joined(separator: ", ") + ": " + rule.rule)
      }
  }

  private func place(of view: SharingView) -> String {
    switch view {
    case .live(let view, _, _): library.entry(of: view.store)?.name ?? view.store.rawValue
    case .process(let process, _, _):
      switch process.storage {
      case .ephemeral: "in memory"
      case .unknown: "not known where"
      case .persistent, .probablyPersistent:
        process.stores.map { library.entry(of: $0)?.name ?? $0.rawValue }.joined(separator: ", ")
      }
    }
  }
}

/// A web view, seen from outside or live.
private enum SharingView {
  /// A web process with the pool it belongs to.
  case process(WebViewProcess, pool: Int32, app: String)
  case live(LiveListing.View, app: App, isPersistent: Bool)

  var label: String {
    switch self {
    case .process(let process, _, let app): "\(app), \(process.label)"
    case .live(let view, let app, _):
      "\(app.name), \(LiveText.label(view.view)), pool \(view.view.pool)"
    }
  }

  /// The rule that decides between two live views; nil for others.
  func liveRule(with other: SharingView) -> LiveView.Sharing? {
    guard case .live(let view, let app, let isPersistent) = self,
      case .live(let otherView, app, _) = other
    else { return nil }
    return view.view.sharing(with: otherView.view, isPersistent: isPersistent)
  }

  func sharing(with other: SharingView) -> Sharing {
    if let rule = liveRule(with: other) { return rule.isShared ? .shared : .separate }
    guard case .process(let process, let pool, _) = self,
      case .process(let otherProcess, let otherPool, _) = other
    else { return .separate }
    let storages = [process.storage, otherProcess.storage]
    if storages.contains(.unknown) { return .unknown }
    if storages == [.ephemeral, .ephemeral] {
      // Two views may have been given one session, which nothing outside shows.
      return pool == otherPool ? .unknown : .separate
    }
    if storages.contains(.ephemeral) { return .separate }
    let common = Set(process.stores).intersection(otherProcess.stores)
    if process.stores.isEmpty || otherProcess.stores.isEmpty { return .unknown }
    return common.isEmpty ? .separate : .shared
  }
}

/// Whether two web views have their cookies in common.
private enum Sharing: CaseIterable {
  case shared
  case separate
  case unknown

  var mark: String {
    switch self {
    case .shared: "="
    case .separate: "-"
    case .unknown: "?"
    }
  }

  var rule: String {
    switch self {
    case .shared:
      "shared: both use one store, and a store has one set of cookies, whatever the pool."
    case .separate: "separate: different stores, or one keeps its cookies in memory only."
    case .unknown:
      "not known: sessions in memory, or a store that is not seen, cannot be told apart."
    }
  }
}
