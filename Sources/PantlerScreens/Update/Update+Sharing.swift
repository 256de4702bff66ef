import ScreenKit
import StoreModel

extension BrowserState {
  /// Shows who shares cookies with whom among the web views that run, and by which rule.
  mutating func openSharing() -> [Effect] {
    let views = running.listing.pools.flatMap { pool in
      pool.views.map { SharingView(process: $0, pool: pool.id, app: pool.app.name) }
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
      TextPage.Line(
        "\(marks[index])  \(view.app), \(view.process.label)  \(place(of: view.process))")
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
    lines.append(TextPage.Line(""))
    lines += Sharing.allCases.map { TextPage.Line($0.mark + "  " + $0.rule) }
    return open(TextPage(title: "Who shares cookies", lines: lines))
  }

  private func place(of view: WebViewProcess) -> String {
    switch view.storage {
    case .ephemeral: "in memory"
    case .unknown: "not known where"
    case .persistent, .probablyPersistent:
      view.stores.map { library.entry(of: $0)?.name ?? $0.rawValue }.joined(separator: ", ")
    }
  }
}

/// A web process with the pool it belongs to.
private struct SharingView {
  var process: WebViewProcess
  var pool: Int32
  var app: String

  func sharing(with other: SharingView) -> Sharing {
    let storages = [process.storage, other.process.storage]
    if storages.contains(.unknown) { return .unknown }
    if storages == [.ephemeral, .ephemeral] {
      // Two views may have been given one session, which nothing outside shows.
      return pool == other.pool ? .unknown : .separate
    }
    if storages.contains(.ephemeral) { return .separate }
    let common = Set(process.stores).intersection(other.process.stores)
    if process.stores.isEmpty || other.process.stores.isEmpty { return .unknown }
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
