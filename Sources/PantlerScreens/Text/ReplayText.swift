import StoreModel

/// What undo cannot put back as it was, under the short names of stores.
enum ReplayText {
  private static let mostNamed = 4

  /// One line for each store and reason, with the cookies that it is about.
  static func lines(_ losses: [StoreID: [ReplayLoss]], library: Library) -> [String] {
    losses.sorted { $0.key < $1.key }.flatMap { store, losses in
      let name = library.entry(of: store)?.name ?? store.rawValue
      return ReplayLoss.subjects(of: losses, most: mostNamed) { CookieFormat.label($0) }.map {
        "\(name): \($0.names) \($0.reason.sentence)."
      }
    }
  }
}
