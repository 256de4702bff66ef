import CookieCore
import StoreModel

/// What undo cannot put back as it was.
enum ReplayText {
  /// One line for each store and reason, with the cookies that it is about.
  static func lines(_ losses: [StoreID: [ReplayLoss]], library: Library) -> [String] {
    losses.sorted { $0.key < $1.key }.flatMap { store, losses in
      let name = library.entry(of: store)?.name ?? store.rawValue
      var order: [ReplayLoss.Reason] = []
      var labels: [ReplayLoss.Reason: [String]] = [:]
      for loss in losses {
        if labels[loss.reason] == nil { order.append(loss.reason) }
        let label = CookieFormat.label(loss.key)
        if labels[loss.reason]?.last != label { labels[loss.reason, default: []].append(label) }
      }
      return order.map { reason in
        let all = labels[reason] ?? []
        let more = all.count > mostNamed ? " and \(all.count - mostNamed) more" : ""
        let shown = all.prefix(mostNamed).joined(separator: ", ") + more
        return "\(name): \(shown) \(text(for: reason))."
      }
    }
  }

  private static let mostNamed = 4

  private static func text(for reason: ReplayLoss.Reason) -> String {
    switch reason {
    case .number: "with a new row number, because another cookie has the old one now"
    case .column(let name):
      "without what stood in the column “\(name)”, which is gone or keeps other values"
    case .occupied: "left as it is now, because it was set or changed since"
    case .rewritten:
      "written anew from what Pantler reads, because no copy of the file was kept or others "
        + "have written it since"
    }
  }
}
