import CookieCore
import ScreenKit
import StoreModel

/// What the box of a plan says, in the order of the facts.
enum ReviewText {
  /// A line with its role.
  typealias Line = TextPage.Line

  /// The title: what is done, and where.
  static func title(_ review: PlanReview, state: BrowserState) -> String {
    let stores = review.plan.stores
    let place =
      stores.count == 1
      ? name(stores[0], state) : AmountText.count(stores.count, "store")
    let count = DataText.amount(cookies: review.cookieCount, items: review.plan.removals.count)
    if let site = review.signedOutSite {
      return "Sign out of \(CanonicalHost.displayName(of: site)): delete \(count) from \(place)"
    }
    switch review.plan.kind {
    case .removal: return "Delete \(count) from \(place)"
    case .edit: return "Save into \(place)"
    case .import: return "Import \(count) into \(place)"
    case .sync, .undo: return "\(review.verb) \(count)"
    }
  }

  /// The whole text with what has to be typed, wrapped to a width.
  static func lines(_ review: PlanReview, state: BrowserState, width: Int) -> [Line] {
    text(review, state: state, width: width) + demand(review, state: state, width: width)
  }

  /// The whole text, wrapped to a width.
  static func text(_ review: PlanReview, state: BrowserState, width: Int) -> [Line] {
    let groups = [
      what(review, state), whereTo(review, state), users(review, state),
      consequences(review, state), SignOutText.lines(review) { name($0, state) },
      skipped(review, state), meanwhile(review), undoing(review), command(review),
    ]
    return wrapped(groups.flatMap { $0 }, state, width: width)
  }

  private static func wrapped(_ lines: [Line], _ state: BrowserState, width: Int) -> [Line] {
    lines.flatMap { line in
      state.terminal.wrapped(line.text, to: width).map { Line($0, line.role) }
    }
  }

  // MARK: What, and where

  private static func what(_ review: PlanReview, _ state: BrowserState) -> [Line] {
    let summary = review.proposal.summary
    guard review.plan.removals.isEmpty else { return DataText.what(review.plan, summary) }
    guard !review.plan.isEmpty else { return [] }
    if review.plan.items.count == 1 || review.plan.kind == .edit {
      return review.plan.items.flatMap { single($0) }
    }
    var lines: [Line] = []
    switch review.plan.kind {
    case .import, .sync:
      lines.append(
        Line(
          "\(summary.additions) new, \(summary.changes) replaced, \(summary.removals) removed",
          .dialog))
    default:
      let partitioned =
        summary.partitionedCount > 0
        ? ", \(AmountText.grouped(summary.partitionedCount)) partitioned" : ""
      lines.append(
        Line(
          "\(AmountText.count(summary.count, "cookie")) (\(AmountText.count(summary.sites.count, "site"))\(partitioned))",
          .dialog))
    }
    lines.append(Line(sites(summary), .dialog))
    return lines
  }

  /// The identity of one item, whole, so that no two can be taken for each other.
  private static func single(_ item: PlanItem) -> [Line] {
    let place = CookieFormat.place(item.key)
    let scope = item.key.hostOnly ? "this host only" : "and hosts below"
    let sign = item.isRemoval ? "-" : item.isAddition ? "+" : "~"
    var lines = [
      Line("\(sign) \(CookieFormat.name(item.key.name))", .dialogTitle),
      Line("  \(CookieFormat.domainInFull(item.key)) (\(scope)) · path \(place)", .dialog),
    ]
    if let before = item.before, !item.isRemoval {
      lines.append(
        Line("  replaces \(CookieFormat.value(before, unmasked: false))", .dialogWarning))
    }
    return lines + losses(item.losses)
  }

  static func sites(_ summary: PlanSummary) -> String {
    let ordered = summary.sites.sorted {
      $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value
    }
    let shown = ordered.prefix(5).map { "\(CanonicalHost.displayName(of: $0.key)) \($0.value)" }
    let more = ordered.count > 5 ? " · \(ordered.count - 5) more sites" : ""
    return "Sites: " + shown.joined(separator: " · ") + more
  }

  private static func whereTo(_ review: PlanReview, _ state: BrowserState) -> [Line] {
    let counts = review.proposal.summary.stores
    let stores = review.plan.stores
    guard stores.count > 3 else {
      return stores.map { store in
        let count = counts.count > 1 ? ": \(counts[store] ?? 0)" : ""
        return Line("In: \(name(store, state))\(count)", .dialog)
      }
    }
    // A line for each would leave no room for the rest in a small window.
    let shown = stores.prefix(6).map { "\(name($0, state)): \(counts[$0] ?? 0)" }
    let more = stores.count > 6 ? " · \(stores.count - 6) more stores" : ""
    return [Line("In: " + shown.joined(separator: " · ") + more, .dialog)]
  }

  // MARK: Who uses it, and what will happen

  private static func users(_ review: PlanReview, _ state: BrowserState) -> [Line] {
    review.plan.warnings.compactMap { warning in
      guard case .inUse(let store, let holders) = warning else { return nil }
      let place = review.plan.stores.count > 1 ? " · \(name(store, state))" : ""
      return Line("In use by: \(FailureText.processes(holders))\(place)", .dialogWarning)
    }
  }

  private static func consequences(_ review: PlanReview, _ state: BrowserState) -> [Line] {
    var lines: [Line] = []
    if review.plan.kind == .removal,
      review.plan.items.contains(where: { $0.before?.httpOnly == true })
    {
      lines.append(Line("You may be signed out: HttpOnly cookies are among them.", .dialogWarning))
    }
    lines += notes(review.proposal).map { Line($0, .dialogWarning) }
    lines += DataText.consequences(review.plan)
    for warning in review.plan.warnings {
      switch warning {
      case .memoryCopyStays(let store):
        lines.append(
          Line(
            "\(appName(store, state)) has it open: nothing there changes until it is closed.",
            .dialogWarning))
      case .guardedIncluded(let count):
        lines.append(
          Line(
            "\(AmountText.count(count, review.plan.removals.isEmpty ? "guarded cookie" : "guarded item")) ARE included.",
            .dialogDanger))
      case .hiddenIncluded(let count):
        lines.append(
          Line(
            "\(AmountText.count(count, "marked row")) hidden by the filter ARE included.",
            .dialogDanger))
      case .losses(let store, let attribute, let count):
        lines.append(
          Line(
            "\(name(store, state)) cannot hold \(attribute.rawValue): lost on \(count).",
            .dialogWarning))
      case .otherNamesStay(let store, let count):
        lines.append(
          Line(OtherNamesText.sentence(name(store, state), count), .dialogDanger))
      case .lastSyncCutOff: lines.append(Line(SyncText.cutOff, .dialogWarning))
      case .notUndoneExactly(let store, let count):
        lines.append(
          Line(
            "\(name(store, state)): its \(AmountText.grouped(count)) bytes are too many for the journal, so "
              + "undo is NOT exact: it writes cookies anew.", .dialogWarning))
      case .inUse, .cannotBeUndone: break
      }
    }
    let whole = review.plan.stores.filter { review.plan.scopes.contains(.wholeStore($0)) }
    if whole.count > 2 {
      lines.append(
        Line("This is everything that \(whole.count) of these stores have.", .dialogDanger))
    } else {
      lines += whole.map { Line("This is everything that \(name($0, state)) has.", .dialogDanger) }
    }
    return lines
  }

  /// What the rules changed in a cookie that was written in a form.
  static func notes(_ proposal: PlanProposal) -> [String] {
    proposal.notes.compactMap { note in
      switch note.kind {
      case .lifetimeCapped, .domainIsOwnHost, .attributeTooLong: note.kind.sentence
      default: nil
      }
    }
  }

  private static func losses(_ losses: Set<CookieAttribute>) -> [Line] {
    guard !losses.isEmpty else { return [] }
    let names = CookieAttribute.allCases.filter { losses.contains($0) }.map(\.rawValue)
    return [Line("  this store cannot hold: " + names.joined(separator: ", "), .dialogWarning)]
  }

  // MARK: What is skipped, and what changed

  private static func skipped(_ review: PlanReview, _ state: BrowserState) -> [Line] {
    let skipped = review.proposal.summary.skipped
    var lines: [Line] = []
    var parts: [String] = []
    if let count = skipped[.guarded] {
      parts.append("\(AmountText.grouped(count)) guarded (g includes them)")
    }
    if let count = skipped[.expired] { parts.append("\(AmountText.grouped(count)) expired") }
    if let count = skipped[.equal] { parts.append("\(AmountText.grouped(count)) equal") }
    if let count = skipped[.unrepresentable] {
      parts.append("\(AmountText.grouped(count)) this store cannot hold")
    }
    if let count = skipped[.cameBack] {
      parts.append("\(AmountText.grouped(count)) deleted before and back")
    }
    if let count = skipped[.newerInTarget] {
      parts.append("\(AmountText.grouped(count)) newer there")
    }
    lines += StayingText.lines(review.proposal.staying, state.library).map {
      Line($0, .dialogWarning)
    }
    if !parts.isEmpty { lines.append(Line("Skipped: " + parts.joined(separator: " · "), .dialog)) }
    lines += (review.plan.data?.unseen ?? []).prefix(3).map { odd in
      Line("Stays, as nobody looked into it: \(odd.path)", .dialogWarning)
    }
    if case .removal(let wish) = review.proposal.request, !wish.leftOut.isEmpty {
      lines.append(Line(DataText.leftOut(wish.leftOut), .dialogWarning))
    }
    if case .removal(let wish) = review.proposal.request, wish.hiddenCount > 0 {
      let visible = (wish.keys?.values.reduce(0) { $0 + $1.count } ?? 0) - wish.hiddenCount
      let choice =
        wish.includesHidden ? "a leaves the hidden ones out" : "a includes the hidden ones, too"
      lines.append(
        Line(
          "Marked: \(visible) visible, \(wish.hiddenCount) hidden by the filter. \(choice).",
          .dialogWarning))
    }
    return lines
  }

  private static func meanwhile(_ review: PlanReview) -> [Line] {
    var lines: [Line] = []
    let goneBefore = (review.proposal.summary.skipped[.goneAlready] ?? 0) + review.lostBefore
    let gone = goneBefore + review.gone.count
    if gone > 0 {
      let all = review.plan.items.count + goneBefore
      let still = review.plan.items.count - review.gone.count
      lines.append(
        Line("\(still) of \(all) still \(still == 1 ? "exists" : "exist").", .dialogWarning))
    }
    if !review.changed.isEmpty {
      lines.append(
        Line(
          "\(AmountText.grouped(review.changed.count)) changed since: the value is another. "
            + "Not included unless r approves.", .dialogDanger))
      for index in review.changed.sorted().prefix(3) {
        lines.append(Line("  ~ " + CookieFormat.label(review.plan.items[index].key), .dialogDanger))
      }
    }
    return lines
  }

  private static func undoing(_ review: PlanReview) -> [Line] {
    let obstacles = review.plan.warnings.compactMap { warning -> String? in
      if case .cannotBeUndone(_, let why) = warning { return why }
      return nil
    }
    let isKept = !review.plan.items.isEmpty || review.plan.removals.contains(where: \.isKept)
    let rest = Line(
      obstacles.isEmpty ? "Can be undone from Trash (u)." : "The rest can be undone (u).", .dialogOK
    )
    return obstacles.map { Line("CANNOT be undone: \($0)", .dialogDanger) } + (isKept ? [rest] : [])
  }

  private static func command(_ review: PlanReview) -> [Line] {
    var lines = review.plan.commandLines(importedFile: review.importedFile)
    if let wish = review.signOutWish { lines = [SignOutText.commandLine(wish)] }
    let more = lines.count > 1 ? " (and \(lines.count - 1) more; c copies all)" : ""
    return lines.prefix(1).map { Line("Same as: \($0)\(more)", .dialogCommand) }
  }

  /// What has to be typed before the plan can be accepted, wrapped to a width; empty where nothing has.
  static func demand(_ review: PlanReview, state: BrowserState, width: Int) -> [Line] {
    guard review.proposal.level == .typedCount else { return [] }
    let typed = review.typed.isEmpty ? "  " : review.typed
    let line = Line("Type \(review.acceptCount) to allow: [\(typed)]", .dialogTitle)
    return wrapped([line], state, width: width)
  }

  /// The buttons with the one that Enter presses.
  static func buttons(_ review: PlanReview, state: BrowserState) -> ButtonRow {
    let all = state.buttons(of: review)
    let canAccept = state.canEverAccept(review)
    let row = all.map { button -> ButtonRow.Button in
      switch button {
      case .cancel: .init("Cancel")
      case .viewList: .init(review.showsList ? "Summary" : "View list")
      case .exportFirst: .init("Export first")
      case .accept:
        .init(review.acceptTitle, role: canAccept ? .dialogButton : .dialogButtonDisabled)
      }
    }
    return ButtonRow(row, focused: all.firstIndex(of: review.focus))
  }

  /// How many lines the buttons take.
  static func buttonLines(_ review: PlanReview, state: BrowserState, width: Int) -> Int {
    let row = buttons(review, state: state)
    let places = row.places(
      in: Rect(x: 0, y: 0, width: width, height: row.buttons.count), metrics: state.terminal.metrics
    )
    return (places?.map(\.y).max() ?? row.buttons.count) + 1
  }

  static func name(_ store: StoreID, _ state: BrowserState) -> String {
    state.library.entry(of: store)?.name ?? store.rawValue
  }

  private static func appName(_ store: StoreID, _ state: BrowserState) -> String {
    state.library.entry(of: store)?.description.app.name ?? store.rawValue
  }
}

extension BrowserState {
  /// Whether the accepting button looks alive: everything is there but perhaps time.
  func canEverAccept(_ review: PlanReview) -> Bool {
    review.acceptCount > 0 && !review.lacksCount
  }
}
