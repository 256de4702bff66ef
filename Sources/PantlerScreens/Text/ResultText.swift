import CookieCore
import StoreModel

/// What became of a plan, in one message.
enum ResultText {
  static func notice(_ result: PlanResult, library: Library) -> Notice {
    let total = result.allOutcomes.count
    let done = result.doneCount
    let counts = done == total ? "\(done)" : "\(done) of \(total)"
    var parts = ["\(verb(result.plan.kind)) \(counts)."]
    parts += problems(result, library: library)
    if !result.bystandersChanged.isEmpty {
      let count = result.bystandersChanged.values.reduce(0, +)
      parts.append("FAULT: \(AmountText.count(count, "other cookie")) changed, too; see the log.")
    }
    if let disturbed = result.data?.disturbedFiles, !disturbed.isEmpty {
      parts.append(
        "FAULT: \(AmountText.count(disturbed.count, "other file")) changed, too; see the log.")
    } else if let compared = result.data?.comparedFiles, compared > 0 {
      parts.append("\(AmountText.count(compared, "other file")) compared: as before.")
    }
    if !result.losses.isEmpty {
      parts.append("\(AmountText.grouped(result.losses.count)) with loss.")
    }
    if result.journalID != nil { parts.append("u undo · H details") }
    return Notice(parts.joined(separator: " "), tone(result))
  }

  static func undoNotice(_ result: PlanResult, isRedo: Bool) -> Notice {
    let total = result.allOutcomes.count
    let counts =
      result.doneCount == total ? "\(total)" : "\(result.doneCount) of \(total)"
    let proof = result.proofs.values.allSatisfy { $0 == .identicalBytes || $0 == .noFile }
    let differing = result.proofs.values.reduce(0) { sum, proof in
      if case .differing(let count) = proof { sum + count } else { sum }
    }
    let isOtherwise = !result.replayLosses.isEmpty
    let check =
      isOtherwise
      ? "Not all as it was; see what was said before."
      : differing > 0
        ? "\(AmountText.count(differing, "cookie")) not as before."
        : result.proofs.isEmpty
          ? "" : proof ? "Checked: same bytes." : "Checked: equal in all that is read."
    return Notice(
      "\(isRedo ? "Done again" : "Undone"): \(counts). \(check)",
      differing > 0 || isOtherwise || result.doneCount < total ? .warning : .success)
  }

  private static func verb(_ kind: Plan.Kind) -> String {
    switch kind {
    case .removal: "Deleted"
    case .sync: "Synced"
    case .edit: "Saved"
    case .import: "Imported"
    case .undo: "Undone"
    }
  }

  private static func tone(_ result: PlanResult) -> Notice.Tone {
    let isDisturbed = result.data?.disturbedFiles.isEmpty == false
    if !result.bystandersChanged.isEmpty || isDisturbed || result.doneCount == 0 {
      return .failure
    }
    return result.allOutcomes.allSatisfy(\.isSettled) ? .success : .warning
  }

  /// One sentence for each way in which items were not done; failures by name.
  private static func problems(_ result: PlanResult, library: Library) -> [String] {
    var counts: [String: Int] = [:]
    var failures: [Failure] = []
    let data = zip(result.plan.removals, result.data?.outcomes ?? []).map {
      (store: $0.store, label: DataText.label($0.item), outcome: $1)
    }
    let cookies = zip(result.plan.items, result.outcomes).map {
      (store: $0.store, label: CookieFormat.label($0.key), outcome: $1)
    }
    for item in cookies + data {
      switch item.outcome {
      case .done: break
      case .goneAlready: counts["gone already", default: 0] += 1
      case .changed: counts["changed meanwhile", default: 0] += 1
      case .cameBack: counts["came back", default: 0] += 1
      case .undecided: counts["undecided", default: 0] += 1
      case .cancelled: counts["not begun", default: 0] += 1
      case .unrepresentable(let attribute):
        counts["cannot be held there (\(attribute.rawValue))", default: 0] += 1
      case .failed(let failure):
        let position = failures.firstIndex { $0.store == item.store && $0.reason == failure }
        if let position {
          failures[position].count += 1
        } else {
          failures.append(Failure(store: item.store, reason: failure, first: item.label))
        }
      }
    }
    return counts.keys.sorted().map { "\(counts[$0] ?? 0) \($0)." }
      + failures.prefix(3).map { $0.text(library) }
      + (failures.count > 3 ? ["More failed; see the log."] : [])
  }

  /// Items of one store that failed for one reason.
  private struct Failure {
    var store: StoreID
    var reason: StoreFailure
    var first: String
    var count = 1

    func text(_ library: Library) -> String {
      let what = count == 1 ? first : "\(AmountText.grouped(count))"
      let name = library.entry(of: store)?.name ?? store.rawValue
      return "\(what) in \(name): \(FailureText.short(reason))."
    }
  }
}
