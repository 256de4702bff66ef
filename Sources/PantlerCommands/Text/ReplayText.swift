import CookieCore
import StoreModel

/// What undo cannot put back as it was, in plain words.
enum ReplayText {
  /// One line for each store and reason, with the cookies that it is about.
  static func lines(_ losses: [StoreID: [ReplayLoss]]) -> [String] {
    losses.sorted { $0.key < $1.key }.flatMap { store, losses in
      var order: [ReplayLoss.Reason] = []
      var names: [ReplayLoss.Reason: [String]] = [:]
      for loss in losses {
        if names[loss.reason] == nil { order.append(loss.reason) }
        let name = CookieLine.label(loss.key)
        if names[loss.reason]?.last != name { names[loss.reason, default: []].append(name) }
      }
      return order.map { reason in
        let all = names[reason] ?? []
        let more = all.count > mostNamed ? " and \(all.count - mostNamed) more" : ""
        let shown = all.prefix(mostNamed).joined(separator: ", ") + more
        return "Not as it was in \(store): \(shown), \(text(for: reason))."
      }
    }
  }

  private static let mostNamed = 8

  /// What is otherwise, as the end of a sentence.
  static func text(for reason: ReplayLoss.Reason) -> String {
    switch reason {
    case .number: "with a new row number, because another cookie has the old one now"
    case .column(let name):
      "without what stood in the column “\(name)”, which is not there any more or keeps other values"
    case .occupied: "left as it is now, because it was set or changed since"
    case .rewritten:
      "written anew from what Pantler reads of it, because no copy of its file was kept or "
        + "others have written it since"
    }
  }
}
