import StoreModel

/// What of a plan stays as it is, for people.
enum StayingText {
  /// That nothing at all would be done, and why.
  static func nothing(_ proposal: PlanProposal, _ library: Library) -> String {
    let sentences = sentences(proposal.staying, library).joined(separator: " ")
    switch proposal.plan.kind {
    case .removal: return "Nothing would be deleted: " + sentences
    case .import: return "Nothing would be imported: " + sentences
    case .sync, .undo: return "Nothing would be done: " + sentences
    case .edit:
      let stores = proposal.staying.map {
        "\(name($0.store, library)) cannot be changed now, \(reason($0.failure)). "
          + FailureText.nextStep($0.failure)
      }
      return "Not saved: " + stores.joined(separator: " ")
    }
  }

  /// One sentence for each store.
  private static func sentences(_ staying: [StayingItems], _ library: Library) -> [String] {
    staying.map { items in
      let stay = items.cookieCount + items.dataCount == 1 ? "stays" : "stay"
      return "\(amount(items)) \(stay) in \(name(items.store, library)), \(reason(items.failure))."
    }
  }

  /// What the box of a plan says.
  static func lines(_ staying: [StayingItems], _ library: Library) -> [String] {
    staying.map {
      "Stays: \(amount($0)) in \(name($0.store, library)), \(reason($0.failure))."
    }
  }

  /// The same at length, with what to do.
  static func paragraphs(_ proposal: PlanProposal, _ library: Library) -> [String] {
    [nothing(proposal, library)]
      + proposal.staying.flatMap { items in
        ["", name(items.store, library)] + (FailureText.path(items.failure).map { [$0] } ?? [])
          + [FailureText.nextStep(items.failure)]
      }
  }

  private static func amount(_ items: StayingItems) -> String {
    DataText.amount(cookies: items.cookieCount, items: items.dataCount)
  }

  private static func reason(_ failure: StoreFailure) -> String {
    guard case .inUse(_, let holders) = failure else {
      return "because it is " + FailureText.short(failure)
    }
    let have = holders.count == 1 ? "has" : "have"
    return "because \(FailureText.processes(holders)) \(have) it open"
  }

  private static func name(_ store: StoreID, _ library: Library) -> String {
    library.entry(of: store)?.name ?? store.rawValue
  }
}
