import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Changes whether a box takes keys.
  mutating func setArming(token: Int, _ change: (inout Arming) -> Void) {
    for index in overlays.indices {
      switch overlays[index] {
      case .review(var review) where review.arming.token == token:
        change(&review.arming)
        overlays[index] = .review(review)
      case .sync(var review) where review.arming.token == token:
        change(&review.arming)
        overlays[index] = .sync(review)
      case .question(var question) where question.arming.token == token:
        change(&question.arming)
        overlays[index] = .question(question)
      default: break
      }
    }
  }

  /// While a plan is being made only Cancel is heard.
  mutating func perform(_ command: Command, in planning: Planning) -> [Effect] {
    guard command == .cancel else { return [] }
    overlays.removeLast()
    notice = Notice("Nothing was changed.")
    return []
  }

  // MARK: The box of a plan

  mutating func perform(_ command: Command, in review: PlanReview) -> [Effect] {
    if command == .cancel {
      if review.showsList {
        var review = review
        review.showsList = false
        replaceTop(.review(review))
        return []
      }
      return cancelBox()
    }
    // What was typed before the box was seen answers nothing.
    guard review.arming.isDrawn else { return [] }
    var review = review
    switch command {
    case .focusNext, .focusPrevious:
      let buttons = buttons(of: review)
      let index = buttons.firstIndex(of: review.focus) ?? 0
      let step = command == .focusNext ? 1 : buttons.count - 1
      review.focus = buttons[(index + step) % buttons.count]
    case .press: return press(review.focus, in: review)
    case .accept:
      guard review.proposal.level <= .box else {
        let first = review.lacksCount ? "type \(review.acceptCount), " : ""
        notice = Notice(
          "For this much, \(first)go to the button \(review.acceptTitle) and press Enter.")
        return []
      }
      return accept(review)
    case .viewList: review.showsList.toggle()
    case .exportFirst: return openExport(exportRequest(of: review))
    case .copyEquivalent:
      if let wish = review.signOutWish {
        return [.copy(SignOutText.commandLine(wish), what: "command")]
      }
      return [.copyCommand(review.approvedPlan, importedFile: review.importedFile)]
    case .includeHidden, .includeGuarded, .includeData: return replan(review, command)
    case .approveChanged:
      review.approveChanged()
    default: review.scroll(command)
    }
    replaceTop(.review(review))
    return []
  }

  /// The buttons that a box has: one line at the bottom has two.
  func buttons(of review: PlanReview) -> [PlanReview.Button] {
    if review.proposal.level == .line { return [.cancel, .accept] }
    // A low window has room for the text or for four buttons; the keys of those that are left out stay.
    if BoxLayout.room(in: layout).height < 12 { return [.cancel, .accept] }
    // Website data has no form to be exported in.
    return PlanReview.Button.allCases.filter { $0 != .exportFirst || !review.plan.items.isEmpty }
  }

  private mutating func press(_ button: PlanReview.Button, in review: PlanReview) -> [Effect] {
    switch button {
    case .cancel: return cancelBox()
    case .accept: return accept(review)
    case .exportFirst: return openExport(exportRequest(of: review))
    case .viewList:
      var review = review
      review.showsList.toggle()
      replaceTop(.review(review))
      return []
    }
  }

  private mutating func cancelBox() -> [Effect] {
    overlays.removeLast()
    notice = Notice("Nothing was changed.")
    return []
  }

  private mutating func accept(_ review: PlanReview) -> [Effect] {
    if let obstacle = obstacle(to: review) {
      notice = Notice(obstacle, .warning)
      return []
    }
    overlays.removeLast()
    return apply(review.approvedPlan, title: review.verbInProgress, force: review.force)
  }

  /// Why a box cannot be accepted; nil when it can.
  func obstacle(to review: PlanReview) -> String? {
    if !layout.fits(review, in: self) { return "Enlarge the window to decide: not all is shown." }
    if review.acceptCount == 0, !review.changed.isEmpty {
      return "It changed meanwhile; r approves it as it is now."
    }
    if review.acceptCount == 0 { return "Nothing is left to do." }
    if review.proposal.level > .line, !review.isRead { return "Read it to its end first (j)." }
    if review.lacksCount { return "Type \(review.acceptCount) to allow it." }
    if review.proposal.level >= .delayedBox, !review.arming.isArmed { return "Read first." }
    return nil
  }

  /// Makes the plan anew with what was left out, or without it.
  private mutating func replan(_ review: PlanReview, _ command: Command) -> [Effect] {
    guard case .removal(var wish) = review.proposal.request else { return [] }
    if command == .includeHidden {
      guard wish.hiddenCount > 0 else { return [] }
      wish.includesHidden.toggle()
    } else if command == .includeData {
      guard review.offersData else { return [] }
      wish.types = wish.wantsWebsiteData ? [.cookies] : Set(SignOut.relatedTypes + [.cookies])
    } else {
      guard wish.includesGuarded || review.proposal.summary.skipped[.guarded] != nil else {
        return []
      }
      wish.includesGuarded.toggle()
    }
    overlays.removeLast()
    return plan(.removal(wish), title: "Counting again", lost: review.lostBefore)
  }

  private func exportRequest(of review: PlanReview) -> ExportRequest {
    var items: [StoreID: [CookieKey]] = [:]
    for item in review.plan.items where item.before != nil {
      items[item.store, default: []].append(item.key)
    }
    return ExportRequest(items: items)
  }

  /// Types a digit of the count; nothing else is typed in this box.
  mutating func typeInReview(_ text: String) -> [Effect] {
    guard case .review(var review) = overlays.last, review.arming.isDrawn,
      review.proposal.level == .typedCount, text.allSatisfy({ $0.isASCII && $0.isWholeNumber }),
      review.typed.count < 9
    else { return [] }
    review.typed += text
    replaceTop(.review(review))
    return []
  }

  mutating func eraseInReview() -> [Effect] {
    guard case .review(var review) = overlays.last else { return [] }
    review.typed = String(review.typed.dropLast())
    replaceTop(.review(review))
    return []
  }

  // MARK: The sync dialog

  mutating func perform(_ command: Command, in review: SyncReview) -> [Effect] {
    if command == .cancel { return cancelBox() }
    guard review.arming.isDrawn else { return [] }
    var review = review
    switch command {
    case .toggleItem:
      if let selected = review.viewport.selected { review.rows[selected].chooseNext() }
      review.viewport.move(by: 1)
    case .focusNext, .focusPrevious:
      review.focus = review.focus == .cancel ? .accept : .cancel
    case .press:
      return review.focus == .cancel ? cancelBox() : accept(review)
    case .accept:
      notice = Notice("Go to the button and press Enter.")
      return []
    case .copyEquivalent:
      return [.copy(review.commandLine, what: "command")]
    case .unmask: return toggleUnmask()
    default: review.viewport.apply(command)
    }
    replaceTop(.sync(review))
    return []
  }

  private mutating func accept(_ review: SyncReview) -> [Effect] {
    let plan = review.approvedPlan
    guard !plan.items.isEmpty else {
      notice = Notice("Nothing is chosen: Space chooses a direction.", .warning)
      return []
    }
    guard layout.fits(review) else {
      notice = Notice("Enlarge the window to decide: not all is shown.", .warning)
      return []
    }
    guard review.arming.isArmed else { return [] }
    guard !review.isStale else {
      notice = Notice("A store changed meanwhile: Esc, then s compares again.", .warning)
      return []
    }
    overlays.removeLast()
    return apply(plan, title: "Syncing", force: false)
  }

  // MARK: Other questions

  mutating func perform(_ command: Command, in question: Question) -> [Effect] {
    if command == .cancel { return cancelBox() }
    guard question.arming.isDrawn else { return [] }
    var question = question
    switch command {
    case .focusNext, .focusPrevious: question.acceptIsFocused.toggle()
    case .press: return question.acceptIsFocused ? accept(question) : cancelBox()
    case .accept: return accept(question)
    default: return []
    }
    replaceTop(.question(question))
    return []
  }

  private mutating func accept(_ question: Question) -> [Effect] {
    guard question.arming.isArmed else { return [] }
    guard layout.fits(question, in: self) else {
      notice = Notice("Enlarge the window to decide: not all is shown.", .warning)
      return []
    }
    overlays.removeLast()
    switch question.purpose {
    case .copySecret(let text, let what): return [.copy(text, what: what)]
    case .purge(let ids): return [.purge(ids)]
    case .forgetPair(let web, let shared): return [.forgetPair(web: web, shared: shared)]
    case .watch(let web, let shared): return watch(web: web, shared: shared)
    case .undo(let id, let force):
      return undo(isRedo: false, id: id, acceptsLosses: true, force: force)
    case .reverseElsewhere(let id, let isRedo): return undo(isRedo: isRedo, id: id)
    case .replaceFile(.cookies(let request), let path):
      return [.export(request, path: path, replaces: true)]
    case .replaceFile(.log, let path): return [.saveLog(log.events, path: path, replaces: true)]
    }
  }

  // MARK: Help and pages

  mutating func openHelp() -> [Effect] {
    overlays.append(.help(HelpPage(keymap: keymap, contexts: keyContexts)))
    return []
  }

  mutating func perform(_ command: Command, in page: HelpPage) -> [Effect] {
    var page = page
    switch command {
    case .cancel:
      overlays.removeLast()
      return []
    case .find: page.isSearching = true
    case .submit: page.isSearching = false
    case .leaveInput:
      page.isSearching = false
      page.field.set("")
      page.search()
    case .runLine:
      guard let (command, context) = page.selectedCommand else { return [] }
      overlays.removeLast()
      let isHere =
        overlays.isEmpty
        ? [.main, .table, .log].contains(context) : keyContexts.contains(context)
      guard isHere else {
        notice = Notice("\(command.title) works in: \(context.title.lowercased()).")
        return []
      }
      return perform(command)
    default:
      if page.isSearching, let edit = command.textEdit, !command.movesInList {
        page.field.apply(edit)
        page.search()
      } else {
        page.viewport.apply(command.asMove)
        page.skipHeadings(forward: command.asMove != .up && command.asMove != .pageUp)
      }
    }
    replaceTop(.help(page))
    return []
  }

  mutating func perform(_ command: Command, in page: TextPage) -> [Effect] {
    var page = page
    switch command {
    case .cancel, .runLine:
      overlays.removeLast()
      return []
    case .find:
      prompt = Prompt(.find, history: filterHistory)
      return []
    case .findNext, .findPrevious: page.find(sought, forward: command == .findNext)
    case .down: page.viewport.scroll(by: 1)
    case .up: page.viewport.scroll(by: -1)
    default: page.viewport.apply(command)
    }
    replaceTop(.page(page))
    return []
  }

  mutating func open(_ page: TextPage) -> [Effect] {
    var page = page
    // Where lines are read out there are no columns to wrap them to.
    if terminal.size != LinearPresenter.profile.size {
      let width = max(1, min(terminal.size.width, 100) - 4)
      page.lines = page.lines.flatMap { $0.wrapped(to: width, in: terminal) }
    }
    page.viewport = ListViewport(count: page.lines.count)
    overlays.append(.page(page))
    return []
  }

  /// Scrolls what lies in front by the wheel.
  mutating func scrollOverlay(by rows: Int) {
    switch overlays.last {
    case .help(var page):
      page.viewport.scroll(by: rows)
      replaceTop(.help(page))
    case .page(var page):
      page.viewport.scroll(by: rows)
      replaceTop(.page(page))
    case .review(var review):
      if review.showsList {
        review.viewport.scroll(by: rows)
      } else {
        review.text.scroll(by: rows)
      }
      replaceTop(.review(review))
    case .sync(var review):
      review.viewport.scroll(by: rows)
      replaceTop(.sync(review))
    case .menu(var menu):
      menu.viewport.scroll(by: rows)
      replaceTop(.menu(menu))
    case .explain(var page):
      page.scroll(by: rows)
      replaceTop(.explain(page))
    case .planning, .form, .question, nil: break
    }
  }
}

extension PlanReview {
  /// Moves in the list, or scrolls the summary.
  fileprivate mutating func scroll(_ command: Command) {
    switch command {
    case _ where showsList: viewport.apply(command)
    case .down: text.scroll(by: 1)
    case .up: text.scroll(by: -1)
    default: text.apply(command)
    }
  }

  /// What is said while the plan is applied.
  var verbInProgress: String {
    switch plan.kind {
    case .removal: "Deleting"
    case .sync: "Syncing"
    case .edit: "Saving"
    case .import: "Importing"
    case .undo: "Undoing"
    }
  }
}

extension Command {
  /// Whether the command moves through a list even while its search line has the keys.
  fileprivate var movesInList: Bool { self == .historyPrevious || self == .historyNext }

  /// The moving command that an input command stands for beside a list.
  fileprivate var asMove: Command {
    switch self {
    case .historyPrevious: .up
    case .historyNext: .down
    default: self
    }
  }
}

extension TextPage {
  /// Scrolls to the next line that contains a text.
  mutating func find(_ text: String, forward: Bool) {
    guard !text.isEmpty, !lines.isEmpty else { return }
    let start = viewport.offset
    for step in 1...lines.count {
      let index = (start + (forward ? step : lines.count - step)) % lines.count
      if lines[index].text.lowercased().contains(text.lowercased()) {
        viewport.scroll(by: index - viewport.offset)
        return
      }
    }
  }
}
