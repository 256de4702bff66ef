import CookieCore
import StoreModel

/// Plans in plain words.
struct PlanText {
  let plan: Plan
  let site: (Cookie) -> String

  init(_ plan: Plan, _ session: CommandSession) {
    self.plan = plan
    let suffixes = session.host.publicSuffixes
    site = { suffixes.site(ofHost: $0.domain.text).name }
  }

  /// What the plan does, as a phrase such as `3 deleted, 1 added`.
  var counts: String {
    let summary = plan.summary(site: site)
    var parts: [String] = []
    if summary.removals > 0 { parts.append("\(summary.removals) deleted") }
    if summary.additions > 0 { parts.append("\(summary.additions) added") }
    if summary.changes > 0 { parts.append("\(summary.changes) changed") }
    if summary.undecided > 0 { parts.append("\(summary.undecided) undecided") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// One line for each item, such as `- sid@.shop.example/`.
  var items: [String] {
    let showsStore = plan.stores.count > 1
    return plan.items.map { item in
      let sign = item.conflict != nil ? "?" : item.isRemoval ? "-" : item.isAddition ? "+" : "~"
      var line = "\(sign) \(CookieLine.label(item.key))"
      if showsStore || plan.kind == .sync { line += "  in \(item.store)" }
      if !item.losses.isEmpty { line += "  loses " + Self.words(item.losses) }
      if item.conflict != nil { line += "  differs; " + undecided }
      return line
    } + plan.removals.map { "- " + DataText.line($0, showsStore: showsStore) }
  }

  /// Why a conflict was not decided, and what decides it.
  private var undecided: String {
    plan.sync?.rule == .newer
      ? "neither is known to be newer; --prefer first or second decides"
      : "--prefer says which side counts"
  }

  /// What a person should know before it is applied.
  var remarks: [String] {
    plan.warnings.map { Self.text(for: $0) } + skipped + returned + DataText.remarks(of: plan)
  }

  /// What is deleted although somebody may have put it back on purpose.
  private var returned: [String] {
    let count = plan.items.count { $0.reason == .cameBack }
    guard count > 0 else { return [] }
    let those =
      count == 1
      ? "was deleted from both stores before and is"
      : "were deleted from both stores before and are"
    let they = count == 1 ? "it stays" : "they stay"
    return [
      "Deletes \(amount(count, "cookie")) that \(those) in one again; without --prune \(they), "
        + "and --anew takes what is there for new."
    ]
  }

  /// What nothing was found of, such as `0 cookies matched`.
  var nothingMatched: String {
    plan.data == nil ? "0 cookies matched" : "0 items of the types and sites were found"
  }

  private var skipped: [String] {
    var counts: [SkippedItem.Reason: Int] = [:]
    for item in plan.skipped where item.reason != .unrepresentable {
      counts[item.reason, default: 0] += 1
    }
    return unrepresentable
      + counts.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { reason, count in
        Self.text(for: reason, count)
      }
  }

  /// What a store cannot keep at all, each cookie by name, for there is no other trace of it.
  private var unrepresentable: [String] {
    let left = plan.skipped.filter { $0.reason == .unrepresentable }
    let shown = left.prefix(Self.mostNamed).map { item in
      let why = item.attribute.map { "cannot keep \($0.word)" } ?? "cannot keep it"
      return "Skipped: \(CookieLine.label(item.key)); \(item.store) \(why)."
    }
    let more = left.count - shown.count
    return shown
      + (more > 0 ? ["Skipped: \(amount(more, "more cookie")) that cannot be kept."] : [])
  }

  private static let mostNamed = 20

  private static func text(for reason: SkippedItem.Reason, _ count: Int) -> String? {
    let cookies = amount(count, "cookie")
    switch reason {
    case .guarded:
      return "Skipped: \(cookies), guarded; --include-guarded takes guarded ones too."
    case .hiddenByFilter: return "Skipped: \(cookies), hidden by the filter."
    case .goneAlready: return "Skipped: \(cookies), gone already."
    case .expired: return "Skipped: \(cookies), expired."
    case .unrepresentable, .equal: return nil
    case .deletionNotChosen:
      return "\(cookies) \(count == 1 ? "is" : "are") in one store only and deletions are not "
        + "carried; --prune carries them."
    case .cameBack:
      return "Skipped: \(cookies), deleted from both stores before and back in one."
    case .unreadInSource:
      return
        "Skipped: \(cookies) that \(count == 1 ? "is" : "are") in one store only, for the other has records "
        + "that cannot be read; nothing is deleted for what may be among them."
    case .newerInTarget: return "Skipped: \(cookies), newer in the target."
    }
  }

  private static func text(for warning: PlanWarning) -> String {
    switch warning {
    case .inUse(let store, let holders):
      let names = holders.map { FailureText.process($0) }
      return
        "\(store) is open in \(names.joined(separator: ", ")), so it is not written until that "
        + "ends, unless --force is given."
    case .memoryCopyStays(let store):
      return "The program that has \(store) open keeps its copy in memory until it restarts."
    case .cannotBeUndone(let store, let why): return "\(store): this cannot be undone: \(why)"
    case .notUndoneExactly(let store, let count):
      return
        "\(store): this cannot be undone exactly: its \(count) bytes are more than the journal keeps of one "
        + "change, so cookies would be written anew from what Pantler reads."
    case .otherNamesStay(let store, let count): return Self.otherNames(of: store, count)
    case .guardedIncluded(let count): return "\(amount(count, "guarded item")) included."
    case .hiddenIncluded(let count): return "\(amount(count, "hidden cookie")) included."
    case .losses(let store, let attribute, let count):
      return "\(store) cannot keep \(attribute.word) of \(amount(count, "cookie"))."
    case .lastSyncCutOff(let count): return Self.cutOff(count)
    }
  }

  /// That what is deleted stays under another name.
  private static func otherNames(of store: StoreID, _ count: Int) -> String {
    let names = count == 1 ? "another name" : "\(count) other names"
    return
      "\(store) has \(names) (hard link), and the file is replaced under this one alone: under the "
      + "\(count == 1 ? "other" : "others") everything stays as it is now, what is deleted here among it."
  }

  /// That what two stores had at the last sync is not known.
  static func cutOff(_ carried: Int) -> String {
    let those = carried == 1 ? "It may have been" : "They may have been"
    return
      "What both had at the last sync was cut off, by a crash or a full disk. Nothing is deleted this time, and "
      + "\(amount(carried, "cookie")) of one store \(carried == 1 ? "is" : "are") carried to the other."
      + (carried == 0 ? "" : " \(those) deleted there.")
  }

  static func words(_ attributes: Set<CookieAttribute>) -> String {
    CookieAttribute.allCases.filter(attributes.contains).map(\.word).joined(separator: ", ")
  }
}

/// Results in plain words and in JSON.
struct ResultText {
  let result: PlanResult

  /// What was done, in one sentence.
  ///
  /// - Parameters:
  ///   - verb: the past tense of the act, such as `Deleted`.
  ///   - undo: the command that takes it back, without the id of the entry.
  func headline(_ verb: String, undo: String = "pantler undo") -> String {
    let total = result.allOutcomes.count
    let done = result.doneCount
    var text = "\(verb) \(done) of \(total)."
    if done == total { text = "\(verb) \(DataText.count(of: result))." }
    if result.plan.kind == .sync { text = carried }
    if let journal = result.journalID, result.changedAnything, result.plan.kind != .undo {
      text += " “\(undo) \(journal)” takes it back."
    }
    return text
  }

  /// What a sync did: what it carried, and what it deleted.
  private var carried: String {
    let items = zip(result.plan.items, result.outcomes)
    let parts = [false, true].compactMap { isRemoval -> String? in
      let meant = items.filter { $0.0.isRemoval == isRemoval }
      guard !meant.isEmpty else { return nil }
      let done = meant.count { $0.1 == .done }
      let count = done == meant.count ? amount(done, "cookie") : "\(done) of \(meant.count)"
      return (isRemoval ? "deleted " : "carried ") + count
    }
    let text = parts.joined(separator: ", ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// What a person should have known before, for a sync of which nobody was asked.
  var unasked: [String] {
    result.plan.warnings.compactMap { warning in
      if case .lastSyncCutOff(let count) = warning { PlanText.cutOff(count) } else { nil }
    }
  }

  /// One line for each item that is not as the plan wanted it, and for what is odd.
  var details: [String] {
    var lines = failures
    lines += losses
    let lossy = result.losses.values.count { !$0.isEmpty }
    if lossy > 1 { lines.append("\(amount(lossy, "cookie")) copied with loss.") }
    for (store, count) in result.bystandersChanged.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(store): \(amount(count, "other cookie")) changed at the same time, by another program.")
    }
    lines += ReplayText.lines(result.replayLosses)
    for (store, proof) in result.proofs.sorted(by: { $0.key < $1.key }) {
      lines.append("\(store): \(Self.text(for: proof))")
    }
    return lines + DataText.details(of: result)
  }

  /// One line for each store and what was lost there, with the cookies that lost it.
  private var losses: [String] {
    var facts: [(what: String, name: String)] = []
    for (index, item) in result.plan.items.enumerated() {
      guard let lost = result.losses[index], !lost.isEmpty else { continue }
      facts.append(
        (
          "in \(item.store): copied with loss of \(PlanText.words(lost)).",
          CookieLine.label(item.key)
        ))
    }
    return Self.gathered(facts)
  }

  /// One line for each reason and store, with the cookies that it kept from being done.
  private var failures: [String] {
    var facts: [(what: String, name: String)] = []
    for (item, outcome) in zip(result.plan.items, result.outcomes) {
      guard let text = text(for: outcome) else { continue }
      facts.append(("in \(item.store): \(text)", CookieLine.label(item.key)))
    }
    for (removal, outcome) in zip(result.plan.removals, result.data?.outcomes ?? []) {
      guard let text = text(for: outcome) else { continue }
      facts.append(("in \(removal.store): \(text)", DataText.label(removal.item)))
    }
    return Self.gathered(facts)
  }

  /// What is said of several, once with all of their names.
  private static func gathered(_ facts: [(what: String, name: String)]) -> [String] {
    var order: [String] = []
    var labels: [String: [String]] = [:]
    for (what, name) in facts {
      if labels[what] == nil { order.append(what) }
      labels[what, default: []].append(name)
    }
    return order.map { reason in
      let names = labels[reason] ?? []
      let shown = names.prefix(Self.mostNames).joined(separator: ", ")
      let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
      return shown + more + " " + reason
    }
  }

  private static let mostNames = 8

  /// The exit status that goes with the outcomes.
  var status: ExitStatus {
    if result.isComplete { return .done }
    let reached = result.allOutcomes.contains(where: \.isAsWanted)
    return reached || result.changedAnything ? .partlyDone : .failed
  }

  private func text(for outcome: PlanResult.Outcome) -> String? {
    switch outcome {
    case .done: nil
    case .goneAlready: "gone already."
    case .thereAlready: "as it should be already; somebody else did it."
    case .changed where result.plan.kind == .undo:
      "set or changed since, so it was left as it is."
    case .changed: "changed since the plan was made, so it was left alone. Make a new plan."
    case .failed(let failure): FailureText.text(for: failure)
    case .unrepresentable(let attribute): "the store cannot keep its \(attribute.word)."
    case .cameBack: "deleted, and there again; a running program has put it back."
    case .undecided: "the two differ; “--prefer first” or “second” says which side counts."
    case .cancelled: "not begun."
    }
  }

  private static func text(for proof: PlanResult.UndoProof) -> String {
    switch proof {
    case .identicalBytes: "the file has the very bytes it had before."
    case .identicalRecords:
      "every record is as it was before; what stood in a log beside the file is in the file now."
    case .noFile: "the file that was made is gone again."
    case .equalCookies:
      "every attribute that Pantler reads is as it was before; the file is not, because it changed since."
    case .differing(let count): "\(amount(count, "cookie")) not as before."
    }
  }
}
