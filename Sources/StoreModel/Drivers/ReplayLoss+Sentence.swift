package import CookieCore

extension ReplayLoss.Reason {
  /// What is otherwise, as the end of a sentence.
  package var sentence: String {
    switch self {
    case .number: "with a new row number, because another cookie has the old one now"
    case .column(let name):
      "without what stood in the column “\(name)”, which is gone or keeps other values"
    case .occupied: "left as it is now, because it was set or changed since"
    case .overwritten: "put over what was set or changed since, which is gone for good then"
    case .rewritten:
      "written anew from what Pantler reads, because no copy of the file was kept or others "
        + "have written it since"
    }
  }
}

extension ReplayLoss {
  /// The cookies that share a reason, as the beginning of a sentence; reasons come in the order of their first cookie.
  ///
  /// - Parameters:
  ///   - losses: those of one store.
  ///   - most: how many cookies are named for a reason; the rest is counted.
  ///   - label: the name of a cookie, of which one that repeats itself is said once.
  package static func subjects(
    of losses: [ReplayLoss], most: Int, label: (CookieKey) -> String
  ) -> [(names: String, reason: Reason)] {
    var order: [Reason] = []
    var labels: [Reason: [String]] = [:]
    for loss in losses {
      if labels[loss.reason] == nil { order.append(loss.reason) }
      let name = label(loss.key)
      if labels[loss.reason]?.last != name { labels[loss.reason, default: []].append(name) }
    }
    return order.map { reason in
      let all = labels[reason] ?? []
      let more = all.count > most ? " and \(all.count - most) more" : ""
      return (all.prefix(most).joined(separator: ", ") + more, reason)
    }
  }
}
