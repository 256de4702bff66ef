import CookieCore
import ScreenKit
import StoreModel

/// What is said before and after the lines of what is in front.
enum LinearHeading {
  /// What it is, and what it says before its lines.
  static func lines(_ list: LinearList) -> [String] {
    let state = list.state
    switch (list.kind, state.overlays.last) {
    case (.rows, _): return rows(state)
    case (.events, _): return [log(state.log)]
    case (.sources, _): return ["Apps and stores, \(list.count) lines."]
    case (.details, _): return ["Details."]
    case (_, .planning(let planning)?): return [planning.title + "."]
    case (.planItems, .review(let review)?):
      return ["The items of the plan, \(AmountText.grouped(review.plan.itemCount))."]
    case (_, .review(let review)?): return plan(review, state)
    case (_, .sync(let review)?): return sync(review, state)
    case (_, .menu(let menu)?): return [LinearText.spoken(menu.title) + "."]
    case (_, .help?): return ["Every key, \(list.count) lines. A number runs its line."]
    case (_, .page(let page)?): return [LinearText.sentence(LinearText.spoken(page.title))]
    case (_, .explain(let page)?): return ["Why, in \(LinearText.store(page.store, state))."]
    case (_, .form(let form)?): return self.form(form, state)
    case (_, .question(let question)?):
      return [LinearText.sentence(question.title)] + question.lines
    case (_, nil): return []
    }
  }

  /// What can be done with it.
  static func foot(_ list: LinearList) -> [String] {
    switch (list.kind, list.state.overlays.last) {
    case (.plan, _), (.question, _): return ["Type a number. An empty line takes the default."]
    case (.planItems, _): return ["An empty line after the last goes back to the summary."]
    case (.sync, .sync(let review)?):
      let counts = review.counts
      let total = counts.toShared + counts.toWeb + counts.deletions
      return [
        self.counts(review),
        total > 0 ? "Type apply to do it. An empty line cancels." : "An empty line cancels.",
      ]
    case (.menu, _): return ["Type a number. An empty line closes the menu."]
    case (.form, _): return ["Type a number to change its line, save, or cancel."]
    case (.why, _): return ["Type help for what can be asked, back to close."]
    case (.page, _), (.help, _): return ["Type back to close."]
    default: return []
    }
  }

  // MARK: Lists

  private static func rows(_ state: BrowserState) -> [String] {
    var steps = state.view.showsCatalog ? Array(state.breadcrumb.dropLast()) : []
    if state.scope == .everything { steps = Array(steps.dropFirst()) }
    var text = steps.isEmpty ? "" : "In " + steps.joined(separator: ", ") + ": "
    text += state.listHeading.replacing(" (", with: ", ").replacing(")", with: "")
    if state.view.showsCatalog {
      let direction = state.sorting.isDescending ? ", descending" : ""
      text += ". Sorted by \(state.sorting.key.title.lowercased())\(direction)"
      if state.filter.isActive { text += ". Filter: \(state.filter.text)" }
      if state.filter.text.isEmpty == false, !state.filter.isOn {
        text += ". The filter is set aside"
      }
      if state.looks.onlyIssues { text += ". Only what has issues" }
    }
    if state.marks.count > 0 { text += ". \(AmountText.grouped(state.marks.count)) marked" }
    let empty = state.rows.count > 0 ? [] : state.emptyText.filter { !$0.isEmpty }
    let remarks = state.view == .sync && state.rows.count > 0 ? state.unknownPairs : []
    return [LinearText.sentence(text)] + (empty + remarks).map { LinearWords.withoutDigits($0) }
  }

  private static func log(_ log: LogState) -> String {
    var text = "Log, \(AmountText.count(log.rows.count, "line")), the newest first"
    text += ". Level \(log.level.rawValue)"
    if log.filter.isActive { text += ". Filter: \(log.filter.text)" }
    if log.isPaused { text += ". Paused, \(AmountText.grouped(log.waiting)) waiting" }
    if log.dropped > 0 { text += ". \(AmountText.grouped(Int(clamping: log.dropped))) dropped" }
    let hidden = log.buffer.count
    if log.rows.count == 0, hidden > 0 {
      text += ". \(AmountText.count(hidden, "event")) hidden by level and filter; _ shows more"
    }
    return text + "."
  }

  // MARK: Boxes

  private static func plan(_ review: PlanReview, _ state: BrowserState) -> [String] {
    let meanwhile = review.changed.isEmpty && review.gone.isEmpty
    if review.proposal.level == .line {
      let (what, place) = ReviewText.line(review.plan, state: state)
      let gone = review.gone.isEmpty ? "" : " It is gone already."
      let changed =
        review.changed.isEmpty ? "" : " Its value has changed: r approves it as it is now."
      return [LinearText.spoken("\(review.verb) \(what)\(place)") + gone + changed]
    }
    let title = LinearText.sentence(LinearText.spoken(ReviewText.title(review, state: state)))
    let lines = ReviewText.lines(review, state: state, width: 100_000)
      .filter { !$0.text.hasPrefix("Type ") || $0.role != .dialogTitle }
      .map { LinearText.spoken($0.text.trimmed) }
    let demand =
      review.proposal.level == .typedCount
      ? ["The number \(review.acceptCount) has to be typed to allow it."] : []
    return [(meanwhile ? "" : "Changed meanwhile. ") + title] + lines + demand
  }

  private static func sync(_ review: SyncReview, _ state: BrowserState) -> [String] {
    let stale =
      (review.isStale ? ["A store changed since: cancel, then sync compares again."] : [])
      + [SyncText.remark(review, state.library)].filter { !$0.isEmpty }
    return [
      "Sync \(LinearText.store(review.terms.web, state)), called this store, "
        + "with \(LinearText.store(review.terms.shared, state)), the shared one. "
        + AmountText.count(review.rows.count, "cookie")
        + (review.rows.count == 1 ? " differs." : " differ."),
      "A number changes what is done with its line. Nothing is deleted unless you choose it.",
    ] + stale
  }

  private static func counts(_ review: SyncReview) -> String {
    let counts = review.counts
    let losses = counts.losses > 0 ? ", \(counts.losses) with a loss" : ""
    return "\(counts.toShared) to the shared store, \(counts.toWeb) to this store, "
      + AmountText.count(counts.deletions, "deletion") + losses + "."
  }

  private static func form(_ form: CookieForm, _ state: BrowserState) -> [String] {
    let store = LinearText.store(form.store, state)
    return [form.original == nil ? "Add a cookie to \(store)." : "Edit a cookie of \(store)."]
      + form.complaints.map { "Refused: " + $0 }
  }
}
