/// Something that a person can ask for.
///
/// The raw value is the name in keymap files. Titles and help texts stand in `Command+Texts.swift`; whether a
/// command can run just now is told by `BrowserState.unavailability(of:)`.
package enum Command: String, CaseIterable, Hashable, Sendable {
  // Moving
  case up, down, top, bottom, halfPageUp, halfPageDown, pageUp, pageDown, fold, unfold
  case detailsUp, detailsDown, open
  // Panes and views
  case nextPane, previousPane
  case showSites, showCookies, showTypes, showWebViews, showStores, showSync, showLog, showTrash
  case previousView, zoom, toggleDetails, cycleLogDock, redraw, reread
  // Prompts
  case filter, find, toggleFilter, findNext, findPrevious, commandLine, help
  // Marks
  case mark, markRange, markMenu, clearMarks
  // Acts
  case delete, clearByType, undo, redo, add, edit, toggleGuard, sync, watchLink, forgetPair
  case signOut, compare, export, importCookies, history, explain
  // Live views
  case openView, loadPage, reloadView, viewBack, viewForward, stopView, closeView
  // Looks
  case sortMenu, reverseSort, previousSortColumn, nextSortColumn, toggleTree, columnMenu
  case onlyIssues, unmask, copyMenu, themeMenu
  // The log
  case followLog, pauseLog, raiseLogLevel, lowerLogLevel, nextError, foldRepeats, clearLog
  // Dialogs and menus
  case focusNext, focusPrevious, press, accept, cancel, viewList, exportFirst, copyEquivalent
  case includeHidden, includeGuarded, includeData, approveChanged, toggleItem, runLine
  case clearCaches, clearCookies, clearEverything
  // A question about cookies
  case explainURL, explainMethod, explainReader, explainSite, explainNavigation
  case explainTopLevelSite, explainClock, explainContainer
  case explainAdd, explainEdit, explainRemove, explainFrom, explainSetter
  // Leaving
  case back, stepBack, quit, cancelAct, suspend
  // Text input
  case lineStart, lineEnd, characterBack, characterForward, wordBack, wordForward
  case deleteBack, deleteForward, deleteWordBack, deleteToStart, deleteToEnd, yank
  case historyPrevious, historyNext, complete, submit, leaveInput
}

/// Where keys have a meaning of their own.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  /// Everywhere but in dialogs, menus and text input.
  case main
  /// In lists and tables.
  case table
  /// In the list of web views.
  case webViews
  /// In the log.
  case log
  /// In boxes that ask.
  case dialog
  /// In the sync dialog.
  case syncDialog
  /// In menus.
  case menu
  /// In the menu of what is cleared.
  case clearMenu
  /// In pages of text and in help.
  case page
  /// On the page that says why cookies are sent, beside what pages have.
  case explain
  /// In the form of a cookie, beside text input.
  case form
  /// Where text is typed.
  case input

  /// The heading in help.
  package var title: String {
    switch self {
    case .main: "Everywhere"
    case .table: "Lists"
    case .webViews: "Web views"
    case .log: "Log"
    case .dialog: "Dialogs"
    case .syncDialog: "Sync dialog"
    case .menu: "Menus"
    case .clearMenu: "Clearing"
    case .page: "Help and text pages"
    case .explain: "Why page"
    case .form: "Cookie form"
    case .input: "Text input"
    }
  }
}
