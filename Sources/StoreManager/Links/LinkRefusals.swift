import CookieCore
import StoreModel

/// Remembers what stores did not take, so that a watched link does not try the same thing again and again.
struct LinkRefusals {
  private struct Refusal {
    var item: RefusedItem
    /// What was to be there; nil for none.
    var wanted: Cookie?
    /// What was there afterwards; nil for none.
    var found: Cookie?
  }

  private var refusals: [StoreID: [CookieKey: Refusal]] = [:]

  /// All that is known, in order.
  var items: [RefusedItem] {
    refusals.values.flatMap { $0.values.map(\.item) }
      .sorted { ($0.store, $0.key) < ($1.store, $1.key) }
  }

  /// Leaves out of a plan what was refused before and is the same still, and forgets what is not.
  mutating func leave(outOf plan: inout Plan) {
    guard !refusals.isEmpty else { return }
    var kept: [StoreID: [CookieKey: Refusal]] = [:]
    plan.items.removeAll { item in
      guard let refusal = refusals[item.store]?[item.key],
        same(refusal.wanted, item.after), same(refusal.found, item.before)
      else { return false }
      kept[item.store, default: [:]][item.key] = refusal
      return true
    }
    refusals = kept
  }

  /// Takes note of what a result says was not taken.
  ///
  /// - Parameter readings: what the stores held afterwards.
  mutating func note(_ result: PlanResult, readings: [StoreID: StoreSnapshot]) {
    var refused: [StoreID: [(item: PlanItem, attribute: CookieAttribute?)]] = [:]
    for (item, outcome) in zip(result.plan.items, result.outcomes) where outcome.isRefusal {
      var attribute: CookieAttribute?
      if case .unrepresentable(let lacking) = outcome { attribute = lacking }
      refused[item.store, default: []].append((item, attribute))
    }
    for (store, items) in refused {
      guard let reading = readings[store] else { continue }
      let present = PresentCookies(of: items.map(\.item), in: reading)
      for (place, (item, attribute)) in items.enumerated() {
        refusals[store, default: [:]][item.key] = Refusal(
          item: RefusedItem(
            store: store, key: item.key, isRemoval: item.isRemoval, attribute: attribute),
          wanted: item.after, found: present[place])
      }
    }
  }
}

extension PlanItem {
  /// Whether another item makes the same of the same cookie.
  func does(whatIsDoneBy other: PlanItem) -> Bool {
    store == other.store && key == other.key && same(before, other.before)
      && same(after, other.after)
  }
}

private func same(_ one: Cookie?, _ other: Cookie?) -> Bool {
  guard let one, let other else { return one == nil && other == nil }
  return one.agrees(with: other, ignoring: [])
}

extension PlanResult.Outcome {
  /// Whether the store was read back and shows that it did not take the change.
  var isRefusal: Bool {
    switch self {
    case .failed(.unverified), .unrepresentable, .cameBack: true
    case .done, .goneAlready, .thereAlready, .changed, .failed, .undecided, .cancelled: false
    }
  }
}
