import CookieCore
import StoreModel

/// What of a plan was not done, grouped by why.
struct UnfinishedItems {
  /// Items that were not done for one reason.
  private struct Group {
    /// Why, as it follows a count; nil for a failure.
    var words: String?
    /// The store and what it says, for a failure.
    var failure: (store: StoreID, reason: StoreFailure)?
    var labels: [String]
  }

  private var groups: [Group] = []

  init(_ result: PlanResult) {
    for (item, outcome) in zip(result.plan.items, result.outcomes) {
      add(outcome, CookieFormat.label(item.key), in: item.store)
    }
    for (removal, outcome) in zip(result.plan.removals, result.data?.outcomes ?? []) {
      add(outcome, DataText.label(removal.item), in: removal.store)
    }
    groups.sort { ($0.words ?? "\u{10FFFF}") < ($1.words ?? "\u{10FFFF}") }
  }

  var isEmpty: Bool { groups.isEmpty }

  private mutating func add(_ outcome: PlanResult.Outcome, _ label: String, in store: StoreID) {
    if case .failed(let reason) = outcome {
      let position = groups.firstIndex { $0.failure.map { $0 == (store, reason) } ?? false }
      if let position {
        groups[position].labels.append(label)
      } else {
        groups.append(Group(failure: (store, reason), labels: [label]))
      }
    } else if let words = Self.words(for: outcome) {
      if let position = groups.firstIndex(where: { $0.words == words }) {
        groups[position].labels.append(label)
      } else {
        groups.append(Group(words: words, labels: [label]))
      }
    }
  }

  private static func words(for outcome: PlanResult.Outcome) -> String? {
    switch outcome {
    case .done, .failed: nil
    case .goneAlready: "gone already"
    case .thereAlready: "there already"
    case .changed: "changed meanwhile"
    case .cameBack: "came back"
    case .undecided: "undecided"
    case .cancelled: "not begun"
    case .unrepresentable(let attribute): "cannot be held there (\(attribute.rawValue))"
    }
  }

  /// One sentence for each way in which items were not done; failures by name.
  func sentences(_ library: Library) -> [String] {
    let counts = groups.compactMap { group in group.words.map { "\(group.labels.count) \($0)." } }
    let failures = groups.compactMap { group -> String? in
      guard let (store, reason) = group.failure else { return nil }
      let count = group.labels.count
      let what = count == 1 ? group.labels[0] : AmountText.grouped(count)
      return "\(what) in \(Self.name(store, library)): \(FailureText.short(reason))."
    }
    return counts + failures.prefix(3)
      + (failures.count > 3 ? ["More failed; see the log."] : [])
  }

  /// The same at length: what by name, where, why, and what to do.
  func paragraphs(_ library: Library) -> [String] {
    groups.flatMap { group -> [String] in
      let names = Self.names(group.labels)
      guard let (store, reason) = group.failure else {
        return ["", "\(group.labels.count) \(group.words ?? ""): \(names)."]
      }
      let path = FailureText.path(reason).map { [$0] } ?? []
      return ["", "Not done in \(Self.name(store, library)): \(names)."]
        + ["Because: \(FailureText.short(reason))."] + path + [FailureText.nextStep(reason)]
    }
  }

  /// The first of many names, and how many more there are.
  static func names(_ labels: [String]) -> String {
    let more = labels.count > mostNamed ? " and \(labels.count - mostNamed) more" : ""
    return labels.prefix(mostNamed).joined(separator: ", ") + more
  }

  private static let mostNamed = 20

  private static func name(_ store: StoreID, _ library: Library) -> String {
    library.entry(of: store)?.name ?? store.rawValue
  }
}
