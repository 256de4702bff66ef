import CookieCore
import ScreenKit
import StoreModel

/// What the bottom line says, made from the live keymap.
enum HintBar {
  /// One key with what it does.
  struct Hint: Equatable {
    var keys: String
    var title: String
    var isAvailable: Bool
  }

  static func hints(_ state: BrowserState) -> [Hint] {
    let contexts = state.keyContexts
    if !state.pendingKeys.isEmpty,
      case .prefix(let ways) = state.keymap.lookup(state.pendingKeys, in: contexts)
    {
      return ways.map { way in
        Hint(
          keys: way.sequence.keys.dropFirst(state.pendingKeys.count).map(\.description).joined(
            separator: " "),
          title: way.command.title, isAvailable: true)
      }
    }
    return commands(state).compactMap { command in
      guard let keys = state.keymap.sequences(for: command, in: contexts).first else { return nil }
      return Hint(
        keys: keys.description, title: command.title,
        isAvailable: state.unavailability(of: command) == nil)
    }
  }

  /// The commands that matter where one is, the most important first.
  private static func commands(_ state: BrowserState) -> [Command] {
    if state.prompt != nil {
      return [.submit, .leaveInput, .complete, .historyPrevious, .deleteWordBack]
    }
    switch state.overlays.last {
    case .planning: return [.cancel]
    case .review(let review):
      return state.layout.fits(review, in: state) ? reviewCommands(review) : [.cancel]
    case .sync(let review) where !state.layout.fits(review): return [.cancel]
    case .sync: return [.toggleItem, .focusNext, .press, .cancel, .unmask, .copyEquivalent]
    case .menu(let menu):
      if menu.purpose == .clear {
        return [.runLine, .clearCaches, .clearCookies, .clearEverything, .down, .cancel]
      }
      return menu.purpose == .columns ? [.toggleItem, .cancel] : [.runLine, .down, .cancel]
    case .help(let page):
      return page.isSearching ? [.submit, .leaveInput] : [.runLine, .find, .down, .cancel]
    case .page: return [.down, .pageDown, .find, .cancel]
    case .explain(let page):
      let lines: [Command] = page.written.setCookies.isEmpty ? [] : [.explainEdit, .explainRemove]
      return [.open, .explainAdd, .cancel, .help, .explainNavigation] + lines
        + [.unmask, .copyEquivalent]
    case .form: return [.submit, .focusNext, .focusPrevious, .leaveInput]
    case .question(let question) where !state.layout.fits(question, in: state): return [.cancel]
    case .question: return [.accept, .focusNext, .cancel]
    case nil: return viewCommands(state)
    }
  }

  private static func reviewCommands(_ review: PlanReview) -> [Command] {
    var commands: [Command] = review.proposal.level <= .box ? [.accept, .cancel] : [.cancel]
    if review.proposal.level > .line, !review.isRead, !review.showsList {
      commands = [.down, .pageDown, .cancel]
    }
    if !review.changed.isEmpty { commands.append(.approveChanged) }
    if review.proposal.level > .line { commands += [.focusNext, .press, .viewList, .exportFirst] }
    if case .removal(let wish) = review.proposal.request {
      if wish.hiddenCount > 0 { commands.append(.includeHidden) }
      if wish.includesGuarded || review.proposal.summary.skipped[.guarded] != nil {
        commands.append(.includeGuarded)
      }
      if review.offersData { commands.append(.includeData) }
    }
    return commands + [.copyEquivalent]
  }

  private static func viewCommands(_ state: BrowserState) -> [Command] {
    if state.view == .log || state.focus == .log {
      return [
        .open, .followLog, .pauseLog, .filter, .raiseLogLevel, .lowerLogLevel, .nextError,
        .foldRepeats, .help, .back,
      ]
    }
    switch state.view {
    case .sites, .cookies, .types:
      return [
        .open, .mark, .delete, .filter, .sync, .commandLine, .help, .edit, .undo, .sortMenu,
        .unmask, .back,
      ]
    case .stores:
      return [
        .open, .add, .sync, .importCookies, .clearByType, .commandLine, .help, .reread, .back,
      ]
    case .trash: return [.open, .delete, .undo, .redo, .commandLine, .help, .back]
    case .sync: return [.open, .watchLink, .forgetPair, .reread, .commandLine, .help, .back]
    case .webViews where !state.running.listing.live.isEmpty:
      return [
        .open, .openView, .loadPage, .reloadView, .viewBack, .closeView, .commandLine, .help,
        .sync, .showStores, .back,
      ]
    case .webViews: return [.open, .fold, .sync, .reread, .showStores, .commandLine, .help, .back]
    case .log: return []
    }
  }
}
