import CookieCore
import StoreModel

/// What became of a plan, in JSON.
struct ResultJSON: Encodable {
  struct Item: Encodable {
    var store: String
    var name: String
    var domain: String
    var path: String
    var partition: String?
    var act: String
    var outcome: String
    var message: String?
    var lost: [String]?
  }

  /// What of a record that was put back is not as it was.
  struct Otherwise: Encodable {
    var store: String
    var name: String
    var domain: String
    var path: String
    var why: String
  }

  var plan: String
  var kind: String
  var done: Int
  var total: Int
  var journal: String?
  var items: [Item]
  var skipped: [String: Int]
  var others: [String: Int]
  var websiteData: WebsiteDataJSON?
  /// For an undo; nil where every record is as it was.
  var notAsBefore: [Otherwise]?

  init(_ result: PlanResult) {
    plan = result.plan.id
    kind = result.plan.kind.rawValue
    done = result.doneCount
    total = result.allOutcomes.count
    journal = result.journalID
    items = zip(result.plan.items, result.outcomes).enumerated().map { index, pair in
      let (item, outcome) = pair
      return Item(
        store: item.store.rawValue, name: item.key.name.text, domain: item.key.domain.text,
        path: item.key.path.text, partition: item.key.partition?.topLevelSite,
        act: item.isRemoval ? "delete" : item.isAddition ? "add" : "change",
        outcome: outcome.word, message: outcome.message,
        lost: result.losses[index].map { $0.map(\.rawValue).sorted() })
    }
    var counts: [String: Int] = [:]
    for item in result.plan.skipped { counts[item.reason.rawValue, default: 0] += 1 }
    skipped = counts
    others = Dictionary(
      uniqueKeysWithValues: result.bystandersChanged.map { ($0.key.rawValue, $0.value) })
    websiteData = WebsiteDataJSON(result)
    let otherwise = result.replayLosses.sorted { $0.key < $1.key }.flatMap { store, losses in
      losses.map { loss in
        Otherwise(
          store: store.rawValue, name: loss.key.name.text, domain: loss.key.domain.text,
          path: loss.key.path.text, why: loss.reason.sentence)
      }
    }
    notAsBefore = otherwise.isEmpty ? nil : otherwise
  }
}

/// What became of website data, in JSON.
struct WebsiteDataJSON: Encodable {
  struct Item: Encodable {
    var store: String
    var type: String
    var site: String
    var topSite: String?
    var origin: String?
    var name: String?
    var bytes: Int?
    var outcome: String
    var message: String?
    var canBeUndone: Bool
  }

  struct Refusal: Encodable {
    var type: String
    var reason: String
  }

  var items: [Item]
  var skipped: Int
  var refused: [Refusal]
  var effects: [String]
  var filesCompared: Int
  var filesDisturbed: [String]

  init?(_ result: PlanResult) {
    guard let plan = result.plan.data else { return nil }
    items = zip(plan.removals, result.data?.outcomes ?? []).map { removal, outcome in
      let item = removal.item
      return Item(
        store: removal.store.rawValue, type: item.type.rawValue, site: item.site.name,
        topSite: item.topSite?.name, origin: item.origin, name: item.name,
        bytes: item.contentBytes ?? item.bytes, outcome: outcome.word, message: outcome.message,
        canBeUndone: removal.isKept)
    }
    skipped = plan.skipped.count
    refused = plan.refused.map { Refusal(type: $0.type.rawValue, reason: $0.reason) }
    effects = plan.effects.map(\.rawValue)
    filesCompared = result.data?.comparedFiles ?? 0
    filesDisturbed = result.data?.disturbedFiles ?? []
  }
}

extension PlanResult.Outcome {
  /// The outcome as one word.
  var word: String {
    switch self {
    case .done: "done"
    case .goneAlready: "goneAlready"
    case .thereAlready: "thereAlready"
    case .changed: "changed"
    case .failed: "failed"
    case .unrepresentable: "unrepresentable"
    case .cameBack: "cameBack"
    case .undecided: "undecided"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var message: String? {
    switch self {
    case .failed(let failure): FailureText.text(for: failure)
    case .unrepresentable(let attribute): attribute.rawValue
    default: nil
    }
  }
}
