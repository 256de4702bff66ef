import StoreModel

/// What undo cannot put back as it was, in plain words.
enum ReplayText {
  private static let mostNamed = 8

  /// One line for each store and reason, with the cookies that it is about.
  static func lines(_ losses: [StoreID: [ReplayLoss]]) -> [String] {
    losses.sorted { $0.key < $1.key }.flatMap { store, losses in
      ReplayLoss.subjects(of: losses, most: mostNamed, label: CookieLine.label).map {
        "Not as it was in \(store): \($0.names), \($0.reason.sentence)."
      }
    }
  }
}
