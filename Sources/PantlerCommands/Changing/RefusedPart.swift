import StoreManager
import StoreModel

/// What a deletion asks for in stores that would refuse it now, such as those that a running program has open.
struct RefusedPart {
  /// The plan without it.
  private(set) var going: Plan
  private let staying: [StayingItems]
  private let items: [PlanItem]
  private let removals: [DataRemoval]

  /// Parts a deletion; plans of another kind go as they are.
  init(of plan: Plan, _ session: CommandSession) async {
    going = plan
    guard plan.kind == .removal else {
      (staying, items, removals) = ([], [], [])
      return
    }
    staying = going.takeOutStaying(
      in: await session.manager.planContext(), force: session.arguments.has("force"))
    let cookies = Set(staying.filter { $0.cookieCount > 0 }.map(\.store))
    let data = Set(staying.filter { $0.dataCount > 0 }.map(\.store))
    items = plan.items.filter { cookies.contains($0.store) }
    removals = plan.removals.filter { data.contains($0.store) }
  }

  /// One line for each store, with the reason and what to do.
  var lines: [String] {
    staying.map {
      let amount = DataText.count(cookies: $0.cookieCount, items: $0.dataCount)
      let stay = $0.cookieCount + $0.dataCount == 1 ? "stays" : "stay"
      return "\(amount) \(stay) in \($0.store). \(FailureText.text(for: $0.failure))"
    }
  }

  /// The result of what went, with what stayed as failed.
  func adding(to result: PlanResult) -> PlanResult {
    var result = result
    func failure(in store: StoreID) -> PlanResult.Outcome {
      staying.first { $0.store == store }.map { .failed($0.failure) } ?? .cancelled
    }
    result.plan.items += items
    result.outcomes += items.map { failure(in: $0.store) }
    if !removals.isEmpty {
      result.plan.data?.removals += removals
      if result.data == nil { result.data = DataResult(outcomes: []) }
      result.data?.outcomes += removals.map { failure(in: $0.store) }
    }
    return result
  }
}
