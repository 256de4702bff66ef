import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Opens the box of a plan that was asked for.
  mutating func open(_ proposal: PlanProposal, token: Int) -> [Effect] {
    guard case .planning(let planning) = overlays.last, planning.token == token else { return [] }
    overlays.removeLast()
    if proposal.plan.isEmpty, !proposal.canTakeMore {
      return proposal.staying.isEmpty
        ? nothingToDo(proposal, lost: planning.marksLost) : everythingStays(proposal)
    }
    if proposal.plan.kind == .edit { return saveEdit(proposal) }
    let token = nextToken()
    var review = PlanReview(
      proposal, arming: Arming(token: token), lostBefore: planning.marksLost)
    review.proposal.level = level(of: proposal, lost: planning.marksLost)
    overlays.append(.review(review))
    return armingTimers(token)
  }

  /// Opens the sync dialog.
  mutating func open(_ proposal: SyncProposal, token: Int) -> [Effect] {
    guard case .planning(let planning) = overlays.last, planning.token == token else { return [] }
    overlays.removeLast()
    let token = nextToken()
    let link = pairs.map(\.link).first { $0.name != nil && $0.terms == proposal.terms }
    let review = SyncReview(proposal, link: link, arming: Arming(token: token))
    _ = notePair(
      proposal.terms, differences: proposal.merged.differenceCount, isApplied: false)
    guard !review.rows.isEmpty else {
      notice = Notice("Both stores agree: nothing to sync.", .success)
      return []
    }
    overlays.append(.sync(review))
    return armingTimers(token)
  }

  /// A plan never asks less when only a part of it is left, and one line is only for one cookie.
  private func level(of proposal: PlanProposal, lost: Int) -> ConfirmationLevel {
    guard proposal.level == .line, proposal.plan.kind == .removal,
      proposal.summary.skipped.isEmpty, proposal.plan.itemCount == 1, lost == 0,
      proposal.staying.isEmpty,
      proposal.request.leavesNothingOut, ReviewText.fitsLine(proposal.plan, state: self)
    else { return max(proposal.level, .box) }
    return .line
  }

  /// Says of what was asked for that all of it stays, and why.
  private mutating func everythingStays(_ proposal: PlanProposal) -> [Effect] {
    let text = StayingText.nothing(proposal, library)
    if case .form(var form) = overlays.last {
      form.complaints = [text]
      replaceTop(.form(form))
    } else {
      notice = Notice(text, .warning, details: StayingText.paragraphs(proposal, library))
    }
    return []
  }

  private mutating func nothingToDo(_ proposal: PlanProposal, lost: Int) -> [Effect] {
    let gone = (proposal.summary.skipped[.goneAlready] ?? 0) + lost
    marks.forgetLost()
    switch proposal.plan.kind {
    case .removal:
      let reason = gone > 0 ? " \(AmountText.grouped(gone)) no longer exist." : ""
      notice = Notice("Nothing to delete: \(DataText.nothingMatched(proposal.plan)).\(reason)")
    case .edit:
      if case .form = overlays.last { overlays.removeLast() }
      notice = Notice("Nothing to save: the cookie is as it was.")
    case .import: notice = Notice("Nothing to import: the store has all of it.")
    case .sync, .undo: notice = Notice("Nothing to do.")
    }
    return []
  }

  /// Applies an edit at once where it replaces nothing but the cookie it was made from.
  private mutating func saveEdit(_ proposal: PlanProposal) -> [Effect] {
    guard case .form(let form) = overlays.last else { return [] }
    let overwritten = proposal.plan.items.contains { item in
      guard let before = item.before, !item.isRemoval else { return false }
      return before.key != form.original?.key
    }
    let changed = proposal.plan.items.contains { item in
      guard let before = item.before, before.key == form.original?.key else { return false }
      return before.value != form.original?.value
    }
    let lost = proposal.plan.items.contains { !$0.losses.isEmpty }
    let isAsked = overwritten || lost || changed || proposal.plan.hasOtherNames
    guard isAsked || !ReviewText.notes(proposal).isEmpty else {
      return apply(proposal.plan, title: "Saving", force: false)
    }
    let token = nextToken()
    var review = PlanReview(proposal, arming: Arming(token: token))
    review.proposal.level = max(proposal.level, .box)
    overlays.append(.review(review))
    return armingTimers(token)
  }

  mutating func planFailed(token: Int, _ obstacle: PlanObstacle) -> [Effect] {
    guard case .planning(let planning) = overlays.last, planning.token == token else { return [] }
    overlays.removeLast()
    if case .rejected(let reasons) = obstacle, case .form(var form) = overlays.last {
      form.refuse(reasons)
      replaceTop(.form(form))
      return []
    }
    switch obstacle {
    case .store(let store, let failure):
      let name = library.entry(of: store)?.name ?? store.rawValue
      notice = Notice(
        "\(name): \(FailureText.short(failure)). \(FailureText.nextStep(failure))", .failure)
    case .sync(let obstacle): notice = Notice(SyncText.sentence(obstacle, library), .failure)
    case .file(let path, let reason): notice = Notice("\(path): \(reason)", .failure)
    case .rejected(let reasons):
      notice = Notice(reasons.map(\.sentence).joined(separator: " "), .failure)
    }
    return []
  }

  mutating func apply(_ plan: Plan, title: String, force: Bool) -> [Effect] {
    let token = nextToken()
    activity = Activity(token: token, title: title, total: plan.itemCount)
    if plan.kind == .removal { forgivenStores.formUnion(plan.stores) }
    return [.apply(plan, force: force, token: token)]
  }

  mutating func progress(token: Int, done: Int, total: Int) {
    guard activity?.token == token else { return }
    activity?.done = done
    activity?.total = total
  }

  mutating func endActivity(_ token: Int) {
    if activity?.token == token { activity = nil }
  }

  /// Says what became of a plan; what failed keeps its mark, what was done loses it.
  mutating func finish(_ result: PlanResult, token: Int) -> [Effect] {
    endActivity(token)
    for (item, outcome) in zip(result.plan.items, result.outcomes) where outcome.isAsWanted {
      if let reference = library.reference(to: ItemID(store: item.store, key: item.key)) {
        marks.set(reference, to: false)
      }
    }
    marks.forgetLost()
    countShownMarks()
    notice = ResultText.notice(result, library: library)
    if result.plan.kind == .edit || result.plan.kind == .removal,
      case .form(var form) = overlays.last
    {
      if result.doneCount > 0 {
        overlays.removeLast()
      } else {
        form.complaints = notice.map { [$0.text] } ?? []
        replaceTop(.form(form))
      }
    }
    let comparing =
      result.plan.sync.map {
        notePair($0, differences: result.outcomes.count { $0 != .done }, isApplied: true)
      } ?? []
    return result.plan.stores.compactMap { library.slot(of: $0) }.map { read(slot: $0) }
      + [.listTrash] + comparing + askAgain(result)
  }

  /// Asks again about items that changed after their box was answered.
  private mutating func askAgain(_ result: PlanResult) -> [Effect] {
    guard result.plan.kind == .removal, overlays.isEmpty else { return [] }
    var keys: [StoreID: [CookieKey]] = [:]
    for (item, outcome) in zip(result.plan.items, result.outcomes) where outcome == .changed {
      keys[item.store, default: []].append(item.key)
    }
    guard !keys.isEmpty else { return [] }
    var wish = RemovalWish()
    wish.keys = keys
    return plan(.removal(wish), title: "It changed meanwhile; counting again")
  }

  mutating func finishUndo(_ result: PlanResult, token: Int, isRedo: Bool) -> [Effect] {
    endActivity(token)
    notice = ResultText.undoNotice(result, isRedo: isRedo, library: library)
    return result.plan.stores.compactMap { library.slot(of: $0) }.map { read(slot: $0) }
      + [.listTrash]
  }

  /// Holds open boxes against a new reading.
  mutating func compareDialogs(with contents: StoreContents, in store: StoreID) {
    for index in overlays.indices {
      switch overlays[index] {
      case .review(var review):
        review.compare(with: contents, in: store)
        overlays[index] = .review(review)
      case .sync(var review) where review.terms.web == store || review.terms.shared == store:
        let old = review.rows
        review.isStale = review.isStale || old.contains { $0.disagrees(with: contents, in: review) }
        overlays[index] = .sync(review)
      default: break
      }
    }
  }
}

extension SyncRow {
  /// Whether a new reading of one side is not what the row was made from.
  fileprivate func disagrees(with contents: StoreContents, in review: SyncReview) -> Bool {
    guard let item, item.store == contents.snapshot.store else { return false }
    let now = contents.position(of: item.key).map { contents.cookies[$0] }
    return now?.value != item.before?.value
  }
}

extension PlanProposal {
  /// Whether a key of the box takes something into the plan that is left out now.
  fileprivate var canTakeMore: Bool {
    let closed = Set(staying.map(\.store))
    return plan.skipped.contains {
      ($0.reason == .guarded || $0.reason == .hiddenByFilter) && !closed.contains($0.store)
    }
      || plan.data?.skipped.contains {
        $0.reason != .unknownForm && !closed.contains($0.store)
      } ?? false
  }
}
