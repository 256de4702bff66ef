import ScreenKit

extension BrowserState {
  /// Runs a command, or says why it cannot run.
  mutating func perform(_ command: Command) -> [Effect] {
    if command == .history, let page = noticePage {
      notice = nil
      return open(page)
    }
    if overlays.isEmpty, prompt == nil { notice = nil }
    if let reason = unavailability(of: command) {
      notice = Notice("\(command.title): \(reason)", .warning)
      return []
    }
    if prompt != nil { return performInPrompt(command) }
    if let overlay = overlays.last { return perform(command, in: overlay) }
    switch command {
    case .up, .down, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown, .fold,
      .unfold, .detailsUp, .detailsDown:
      return move(command)
    case .open: return openRow()
    case .nextPane, .previousPane: return cycleFocus(forward: command == .nextPane)
    case .showSites: return show(.sites)
    case .showCookies: return show(.cookies)
    case .showTypes: return show(.types)
    case .showWebViews: return show(.webViews)
    case .showStores: return show(.stores)
    case .showSync: return show(.sync)
    case .showLog: return show(.log)
    case .showTrash: return show(.trash) + [.listTrash]
    case .previousView: return previousView.map { show($0) } ?? []
    case .zoom:
      looks.isZoomed.toggle()
      return []
    case .toggleDetails:
      looks.showsDetails.toggle()
      if focus == .details { focus = .list }
      return []
    case .cycleLogDock: return cycleLogDock()
    case .redraw: return [.redraw]
    case .reread:
      notice = Notice("Reading the stores again.")
      isDiscovering = true
      return [.discover]
    default: return performAct(command)
    }
  }

  private mutating func performAct(_ command: Command) -> [Effect] {
    switch command {
    case .filter, .find: return openFilter()
    case .toggleFilter: return toggleFilter()
    case .findNext, .findPrevious: return find(forward: command == .findNext)
    case .commandLine:
      prompt = Prompt(.command, history: commandHistory)
      return []
    case .help: return openHelp()
    case .mark: return markRow()
    case .markRange: return markRange()
    case .markMenu: return openMarkMenu()
    case .clearMarks:
      marks.clear()
      shownMarkCount = 0
      rangeStart = nil
      return marksChanged()
    case .delete: return view == .trash ? askToPurge() : planDeletion()
    case .clearByType: return openClearMenu()
    case .undo: return undoNewest()
    case .redo: return redoLast()
    case .add: return openForm(editing: nil)
    case .edit: return selectedItem.map { openForm(editing: $0) } ?? []
    case .toggleGuard: return toggleGuard()
    case .sync: return planSync()
    case .watchLink: return toggleWatch()
    case .forgetPair: return askToForget()
    case .signOut: return planSignOut()
    case .compare: return compareRows()
    case .export: return openExport()
    case .importCookies:
      prompt = Prompt(.importPath)
      return []
    case .history: return showHistory()
    case .explain: return explainRow()
    case .openView, .loadPage, .reloadView, .viewBack, .viewForward, .stopView, .closeView:
      return performLive(command)
    default: return performLook(command)
    }
  }

  private mutating func performLook(_ command: Command) -> [Effect] {
    switch command {
    case .sortMenu: return openSortMenu()
    case .reverseSort: return reverseSorting()
    case .previousSortColumn, .nextSortColumn:
      return cycleSorting(forward: command == .nextSortColumn)
    case .toggleTree: return toggleTree()
    case .columnMenu: return openColumnMenu()
    case .onlyIssues:
      looks.onlyIssues.toggle()
      return restartScan()
    case .unmask: return toggleUnmask()
    case .copyMenu: return openCopyMenu()
    case .themeMenu: return openThemeMenu()
    case .followLog, .pauseLog, .raiseLogLevel, .lowerLogLevel, .nextError, .foldRepeats,
      .clearLog:
      return performInLog(command)
    case .back: return goBack(quitsAtTop: true)
    case .stepBack: return stopLoads() ?? goBack(quitsAtTop: false)
    case .quit:
      isEnding = true
      return [.quit]
    case .cancelAct: return cancelAct()
    case .suspend: return [.suspend]
    default: return []
    }
  }

  private mutating func perform(_ command: Command, in overlay: Overlay) -> [Effect] {
    if command == .suspend { return [.suspend] }
    if command == .redraw { return [.redraw] }
    switch overlay {
    case .planning(let planning): return perform(command, in: planning)
    case .review(let review): return perform(command, in: review)
    case .sync(let review): return perform(command, in: review)
    case .menu(let menu): return perform(command, in: menu)
    case .help(let page): return perform(command, in: page)
    case .page(let page): return perform(command, in: page)
    case .explain(let page): return perform(command, in: page)
    case .form(let form): return perform(command, in: form)
    case .question(let question): return perform(command, in: question)
    }
  }

  /// Docks the log in the next size, or says that the window has no room for it.
  private mutating func cycleLogDock() -> [Effect] {
    looks.logDock = looks.logDock.next
    if focus == .log, looks.logDock == .off { focus = .list }
    if looks.logDock != .off, view != .log, layout.panes[.log] == nil {
      let key = keymap.sequences(for: .showLog, in: keyContexts).first.map { "\($0)" } ?? ":log"
      notice = Notice(
        looks.isZoomed
          ? "One pane has the whole window now: \(key) shows the log in it."
          : "The window is too small for the log beside the list: \(key) shows it alone.")
      looks.logDock = .off
    }
    return []
  }

  mutating func toggleUnmask() -> [Effect] {
    looks.isUnmasked.toggle()
    guard looks.isUnmasked else {
      unmaskToken = nil
      return []
    }
    let token = nextToken()
    unmaskToken = token
    notice = Notice("Values are shown for 30 seconds; x masks them at once.")
    return [.after(milliseconds: 30_000, .unmaskEnded(token: token))]
  }

  private mutating func cancelAct() -> [Effect] {
    if quitToken != nil {
      isEnding = true
      return [.quit]
    }
    let token = nextToken()
    quitToken = token
    let timer = Effect.after(milliseconds: 1000, .quitWindowEnded(token: token))
    if let activity, activity.canCancel {
      notice = Notice("Stopping: \(activity.title.lowercased()). Press C-c again to quit.")
      return [.cancel(token: activity.token), timer]
    }
    pendingKeys = []
    let stops = stopListings()
    notice =
      stops.isEmpty
      ? Notice("Press C-c again to quit.")
      : Notice("Stopping: reading website data. Press C-c again to quit.", .warning)
    return stops + [timer]
  }
}
