/// The keys of every command, in the order in which help shows them.
enum DefaultKeys {
  /// One command with the keys that ask for it.
  typealias Row = (command: Command, keys: [String])

  static let rows: [KeyContext: [Row]] = [
    .main: moving + panes + prompts + acts + looks + leaving,
    .table: tables, .webViews: webViews, .log: log, .dialog: dialog, .syncDialog: syncDialog,
    .menu: menu,
    .clearMenu: clearMenu, .page: page, .explain: explain, .form: form, .input: input,
  ]

  private static let moving: [Row] = [
    (.down, ["j", "Down", "C-n"]), (.up, ["k", "Up", "C-p"]),
    (.top, ["g g", "Home"]), (.bottom, ["G", "End"]),
    (.halfPageDown, ["C-d"]), (.halfPageUp, ["C-u"]),
    (.pageDown, ["C-f", "PgDn"]), (.pageUp, ["C-b", "PgUp"]),
    (.fold, ["h", "Left"]), (.unfold, ["l", "Right"]),
    (.detailsDown, ["J"]), (.detailsUp, ["K"]), (.open, ["Enter"]),
  ]

  private static let panes: [Row] = [
    (.nextPane, ["Tab"]), (.previousPane, ["S-Tab"]),
    (.showSites, ["1"]), (.showCookies, ["2"]), (.showTypes, ["3"]), (.showWebViews, ["4"]),
    (.showStores, ["5"]), (.showSync, ["6"]), (.showLog, ["7"]), (.showTrash, ["8"]),
    (.previousView, ["-"]), (.zoom, ["z"]), (.toggleDetails, ["i"]), (.cycleLogDock, ["L"]),
    (.redraw, ["C-l"]), (.reread, ["R", "F5"]),
  ]

  private static let prompts: [Row] = [
    (.filter, ["/"]), (.toggleFilter, ["\\"]), (.findNext, ["n"]), (.findPrevious, ["N"]),
    (.commandLine, [":"]), (.help, ["?", "F1"]),
  ]

  private static let acts: [Row] = [
    (.delete, ["d", "Del", "F8"]), (.clearByType, ["D"]), (.undo, ["u"]), (.redo, ["C-r"]),
    (.add, ["a"]), (.edit, ["e", "F4"]), (.toggleGuard, ["p"]), (.sync, ["s"]),
    (.watchLink, ["W"]), (.forgetPair, ["F"]),
    (.signOut, ["S"]), (.compare, ["c"]), (.export, ["E"]), (.importCookies, ["I"]),
    (.history, ["H"]), (.explain, ["Y"]),
  ]

  private static let looks: [Row] = [
    (.sortMenu, ["o"]), (.reverseSort, ["O"]), (.previousSortColumn, ["<"]),
    (.nextSortColumn, [">"]), (.toggleTree, ["t"]), (.columnMenu, ["w"]), (.onlyIssues, ["!"]),
    (.unmask, ["x"]), (.copyMenu, ["y"]), (.themeMenu, ["T"]),
  ]

  private static let leaving: [Row] = [
    (.back, ["q"]), (.stepBack, ["Esc"]), (.quit, ["Q", "F10"]), (.cancelAct, ["C-c"]),
    (.suspend, ["C-z"]),
  ]

  private static let tables: [Row] = [
    (.mark, ["Space"]), (.markRange, ["v"]), (.markMenu, ["*"]), (.clearMarks, ["U"]),
  ]

  private static let webViews: [Row] = [
    (.openView, ["a"]), (.loadPage, ["e", "F4"]), (.reloadView, ["r"]), (.viewBack, ["["]),
    (.viewForward, ["]"]), (.stopView, ["."]), (.closeView, ["X"]),
  ]

  private static let log: [Row] = [
    (.followLog, ["F"]), (.pauseLog, ["="]), (.raiseLogLevel, ["+"]), (.lowerLogLevel, ["_"]),
    (.nextError, ["e"]), (.foldRepeats, ["c"]), (.clearLog, ["X"]),
  ]

  private static let dialog: [Row] = [
    (.focusNext, ["Tab", "Right"]), (.focusPrevious, ["S-Tab", "Left"]), (.press, ["Enter"]),
    (.accept, ["y"]), (.cancel, ["n", "Esc", "q", "C-c"]), (.viewList, ["v"]),
    (.exportFirst, ["E"]), (.copyEquivalent, ["c"]), (.includeHidden, ["a"]),
    (.includeGuarded, ["g"]), (.includeData, ["w"]), (.approveChanged, ["r"]),
    (.down, ["j", "Down", "C-n"]), (.up, ["k", "Up", "C-p"]),
    (.pageDown, ["PgDn", "C-f"]), (.pageUp, ["PgUp", "C-b"]),
    (.halfPageDown, ["C-d"]), (.halfPageUp, ["C-u"]), (.suspend, ["C-z"]), (.redraw, ["C-l"]),
  ]

  private static let syncDialog: [Row] = [(.toggleItem, ["Space"]), (.unmask, ["x"])]

  private static let menu: [Row] = [
    (.down, ["j", "Down", "C-n"]), (.up, ["k", "Up", "C-p"]),
    (.top, ["Home"]), (.bottom, ["End"]), (.pageDown, ["PgDn"]), (.pageUp, ["PgUp"]),
    (.runLine, ["Enter"]), (.toggleItem, ["Space"]), (.cancel, ["q", "Esc", "C-c"]),
    (.suspend, ["C-z"]), (.redraw, ["C-l"]),
  ]

  private static let clearMenu: [Row] = [
    (.clearCaches, ["c"]), (.clearCookies, ["o"]), (.clearEverything, ["a"]),
  ]

  private static let page: [Row] = [
    (.down, ["j", "Down", "C-n"]), (.up, ["k", "Up", "C-p"]),
    (.top, ["g g", "Home"]), (.bottom, ["G", "End"]),
    (.halfPageDown, ["C-d"]), (.halfPageUp, ["C-u"]),
    (.pageDown, ["C-f", "PgDn", "Space"]), (.pageUp, ["C-b", "PgUp"]),
    (.find, ["/"]), (.findNext, ["n"]), (.findPrevious, ["N"]), (.runLine, ["Enter"]),
    (.cancel, ["q", "Esc", "C-c", "?"]), (.suspend, ["C-z"]), (.redraw, ["C-l"]),
  ]

  private static let explain: [Row] = [
    (.explainURL, ["u"]), (.explainMethod, ["m"]), (.explainReader, ["r"]), (.explainSite, ["s"]),
    (.explainNavigation, ["l"]), (.explainTopLevelSite, ["t"]), (.explainClock, ["c"]),
    (.explainContainer, ["C"]), (.explainAdd, ["a"]), (.explainEdit, ["e"]),
    (.explainRemove, ["-", "Backspace"]), (.explainFrom, ["f"]), (.explainSetter, ["w"]),
    (.open, ["Enter"]), (.unmask, ["x"]), (.copyEquivalent, ["y"]), (.help, ["?", "F1"]),
  ]

  private static let form: [Row] = [
    (.focusNext, ["Tab", "Down", "C-n"]), (.focusPrevious, ["S-Tab", "Up", "C-p"]),
  ]

  private static let input: [Row] = [
    (.submit, ["Enter"]), (.leaveInput, ["Esc", "C-c"]), (.complete, ["Tab"]),
    (.lineStart, ["C-a", "Home"]), (.lineEnd, ["C-e", "End"]),
    (.characterBack, ["C-b", "Left"]), (.characterForward, ["C-f", "Right"]),
    (.wordBack, ["M-b"]), (.wordForward, ["M-f"]),
    (.deleteBack, ["Backspace"]), (.deleteForward, ["Del"]),
    (.deleteWordBack, ["C-w"]), (.deleteToStart, ["C-u"]), (.deleteToEnd, ["C-k"]),
    (.yank, ["C-y"]), (.historyPrevious, ["Up", "C-p"]), (.historyNext, ["Down", "C-n"]),
    (.suspend, ["C-z"]), (.redraw, ["C-l"]),
  ]

  /// What the emacs preset has beyond the others.
  static let emacs: [KeyContext: [Row]] = [
    .main: [
      (.pageDown, ["C-v"]), (.pageUp, ["M-v"]), (.top, ["M-<"]), (.bottom, ["M->"]),
      (.stepBack, ["C-g"]), (.undo, ["C-_"]), (.quit, ["C-x C-c"]),
      (.commandLine, ["M-x"]),
    ],
    .dialog: [(.cancel, ["C-g"])], .menu: [(.cancel, ["C-g"])], .page: [(.cancel, ["C-g"])],
    .input: [(.leaveInput, ["C-g"])],
  ]
}
