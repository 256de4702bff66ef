import CookieCore
import StoreModel

/// What became of a plan, in one message.
enum ResultText {
  static func notice(_ result: PlanResult, library: Library) -> Notice {
    var parts = ["\(verb(result.plan.kind)) \(counts(result))."]
    let unfinished = UnfinishedItems(result)
    parts += unfinished.sentences(library)
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
    let sentences = unfinished.sentences(library)
    var details = parts.filter { !sentences.contains($0) } + done(result, library)
    details += unfinished.paragraphs(library) + (result.journalID == nil ? [] : [""])
    if let id = result.journalID { details.append("u undoes it; in Trash (8) it is \(id).") }
    return Notice(
      parts.joined(separator: " "), tone(result),
      hint: result.journalID == nil ? "" : "u undo · H details", details: details)
  }

  static func undoNotice(_ result: PlanResult, isRedo: Bool, library: Library) -> Notice {
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
    let unfinished = UnfinishedItems(result)
    let head = "\(isRedo ? "Done again" : "Undone"): \(counts(result))."
    let done = done(result, library)
    let parts = [head] + unfinished.sentences(library) + [check].filter { !$0.isEmpty } + done
    let isPartial = !unfinished.isEmpty
    return Notice(
      parts.joined(separator: " "),
      differing > 0 || isOtherwise || isPartial ? .warning : .success,
      hint: isPartial ? "H details" : "",
      details: isPartial
        ? [head] + unfinished.paragraphs(library) + [check].filter { !$0.isEmpty } + done : [])
  }

  /// What was done, by store, with the names of the first.
  private static func done(_ result: PlanResult, _ library: Library) -> [String] {
    let cookies = zip(result.plan.items, result.outcomes)
      .filter { $1 == .done }.map { ($0.0.store, CookieFormat.label($0.0.key)) }
    let data = zip(result.plan.removals, result.data?.outcomes ?? [])
      .filter { $1 == .done }.map { ($0.0.store, DataText.label($0.0.item)) }
    let labels = Dictionary(grouping: cookies + data, by: \.0)
    return result.plan.stores.compactMap { store in
      guard let done = labels[store] else { return nil }
      let name = library.entry(of: store)?.name ?? store.rawValue
      return "\(name): \(UnfinishedItems.names(done.map(\.1)))."
    }
  }

  private static func counts(_ result: PlanResult) -> String {
    let total = result.allOutcomes.count
    return result.doneCount == total ? "\(total)" : "\(result.doneCount) of \(total)"
  }

  static func verb(_ kind: Plan.Kind) -> String {
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
    return result.allOutcomes.allSatisfy(\.isAsWanted) ? .success : .warning
  }
}
