import StoreModel

/// The process pools and web processes of running apps, as they were seen last.
struct RunningState: Equatable, Sendable {
  /// What was seen.
  var listing = ProcessPoolListing()
  /// Whether anything was looked at yet.
  var isKnown = false
  /// The timer after which it is looked again; nil while the view is not shown.
  var token: Int?
  /// The pages that live views were told to load and that have not come, by the timer that tells of them.
  var loads: [Int: LiveAct] = [:]

  /// The number of web processes.
  var viewCount: Int {
    listing.pools.reduce(0) { $0 + $1.views.count }
      + listing.live.reduce(0) { $0 + $1.views.count }
  }

  /// The number of pools.
  var poolCount: Int { listing.pools.count + listing.live.reduce(0) { $0 + $1.pools.count } }

  /// The pool of this id.
  func pool(_ id: Int32) -> ProcessPool? { listing.pools.first { $0.id == id } }

  /// The pools that use a store.
  func pools(using store: StoreID) -> [ProcessPool] { listing.pools.filter { $0.uses(store) } }
}

extension RunningState {
  /// The heading of the view.
  var heading: String {
    let pools = AmountText.count(poolCount, "pool")
    return "Web views (\(AmountText.grouped(viewCount)) in \(pools))"
  }

  private static let mostProblems = 3

  /// Why the view is empty, and what to expect.
  var emptyText: [String] {
    guard isKnown else { return ["Looking for running programs…"] }
    guard listing.problems.isEmpty else { return Array(listing.problems.prefix(Self.mostProblems)) }
    return [
      "No WebKit app runs.",
      "The web processes of one appear here as it starts, with the stores they use.",
    ]
  }
}
