/// What a command is called and what it does, in one place for help, footer, manual and `pantler keys`.
extension Command {
  /// The title, in a word or two.
  package var title: String { Self.texts[self]?.title ?? rawValue }

  /// One sentence about what it does.
  package var help: String { Self.texts[self]?.help ?? "" }

  /// Whether the command may open a dialog that ends in a loss.
  package var opensDestruction: Bool {
    switch self {
    case .delete, .clearByType, .signOut: true
    default: false
    }
  }

  private typealias Texts = (title: String, help: String)

  private static let texts: [Command: Texts] = moveTexts.merging(actTexts) { first, _ in first }
    .merging(lookTexts) { first, _ in first }.merging(dialogTexts) { first, _ in first }
    .merging(liveTexts) { first, _ in first }.merging(inputTexts) { first, _ in first }.merging(
      explainTexts
    ) { first, _ in first }

  private static let moveTexts: [Command: Texts] = [
    .up: ("up", "Moves up by one row."),
    .down: ("down", "Moves down by one row."),
    .top: ("top", "Goes to the first row."),
    .bottom: ("bottom", "Goes to the last row; in the log, follows again."),
    .halfPageUp: ("half page up", "Moves up by half a page."),
    .halfPageDown: ("half page down", "Moves down by half a page."),
    .pageUp: ("page up", "Moves up by a page."),
    .pageDown: ("page down", "Moves down by a page."),
    .fold: ("fold", "Folds the branch, or goes to the one above."),
    .unfold: ("unfold", "Unfolds the branch."),
    .detailsUp: ("details up", "Scrolls the details up."),
    .detailsDown: ("details down", "Scrolls the details down."),
    .open: ("open", "Opens the row: a site's cookies, a store, or the item of a log entry."),
    .nextPane: ("next pane", "Moves the focus to the next pane."),
    .previousPane: ("previous pane", "Moves the focus to the pane before."),
    .showSites: ("sites", "Shows the sites that keep something."),
    .showCookies: ("cookies", "Shows the cookies one by one."),
    .showTypes: ("types", "Shows what is kept by type of data."),
    .showWebViews: ("web views", "Shows the web processes of running apps by process pool."),
    .showStores: ("stores", "Shows every store, how it is read and how it is observed."),
    .showSync: ("sync", "Shows the links between stores, what differs, and how they are watched."),
    .showLog: ("log", "Shows the log in full."),
    .showTrash: ("trash", "Shows what was changed and can be undone."),
    .previousView: ("previous", "Goes back to the view shown before."),
    .zoom: ("zoom", "Shows the focused pane alone, or all panes again."),
    .toggleDetails: ("details", "Shows or hides the details."),
    .cycleLogDock: ("log dock", "Shows the log in six lines, in half the screen, or not at all."),
    .redraw: ("redraw", "Draws the whole screen anew."),
    .reread: ("re-read", "Looks for stores again and reads those in scope."),
    .filter: ("filter", "Narrows the rows by a filter as it is typed."),
    .find: ("find", "Goes to the next line that contains a text."),
    .toggleFilter: ("filter on/off", "Sets the filter aside, or applies it again."),
    .findNext: ("next", "Goes to the next match of what was last searched."),
    .findPrevious: ("previous match", "Goes to the match before."),
    .commandLine: ("command", "Opens the command line."),
    .help: ("help", "Shows every key; searchable, and Enter runs the line."),
    .back: ("back", "Goes back one step; quits at the top."),
    .stepBack: ("step back", "Goes back one step; stays at the top."),
    .quit: ("quit", "Leaves Pantler."),
    .cancelAct: ("cancel act", "Stops the running act; twice in a second quits."),
    .suspend: ("suspend", "Gives the terminal back to the shell until fg."),
  ]

  private static let actTexts: [Command: Texts] = [
    .mark: ("mark", "Marks or unmarks the row and steps on."),
    .markRange: ("range", "Begins or ends a range; every row on the way is marked."),
    .markMenu: ("mark menu", "Marks many: all shown, the others, the same site."),
    .clearMarks: ("unmark all", "Takes all marks away."),
    .delete: (
      "delete", "Plans the deletion of the marked cookies, or of the row with its website data."
    ),
    .clearByType: ("clear", "Plans a deletion by type and time."),
    .undo: ("undo", "Undoes the newest change."),
    .redo: ("redo", "Applies again what was undone last."),
    .add: ("add", "Adds a cookie to the store."),
    .edit: ("edit", "Edits the cookie."),
    .toggleGuard: ("guard", "Keeps the cookie or site from deletion, or stops doing so."),
    .sync: ("sync", "Compares the store with a shared storage and plans a sync."),
    .watchLink: ("watch", "Keeps the two stores of a link in step, or ends that."),
    .forgetPair: (
      "forget", "Forgets what two stores had at their last sync; no cookie is deleted."
    ),
    .signOut: ("sign out", "Plans to clear a site here and in every copy, and reads back."),
    .compare: ("compare", "Compares two marked cookies, or one in all its stores."),
    .export: ("export", "Writes the marked cookies, or those shown, to a file."),
    .importCookies: ("import", "Plans to bring the cookies of a file into the store."),
    .history: (
      "history", "Shows the message at length where it has more to say, else the log of the row."
    ),
    .explain: ("why", "Asks for a URL and says which cookies go there, and why the rest do not."),
  ]

  private static let lookTexts: [Command: Texts] = [
    .sortMenu: ("sort", "Chooses what the rows are sorted by."),
    .reverseSort: ("reverse", "Reverses the order of the rows."),
    .previousSortColumn: ("sort left", "Sorts by the column to the left."),
    .nextSortColumn: ("sort right", "Sorts by the column to the right."),
    .toggleTree: ("tree/flat", "Groups the rows, or shows them one by one."),
    .columnMenu: ("columns", "Chooses the columns."),
    .onlyIssues: ("only issues", "Shows only rows that have an issue."),
    .unmask: ("unmask", "Shows values for 30 seconds, or masks them at once."),
    .copyMenu: ("copy", "Sends a part of the row to the terminal's clipboard."),
    .themeMenu: ("theme", "Chooses a theme, seen at once; Esc goes back."),
    .followLog: ("follow", "Stays at the newest entry, or stops doing so."),
    .pauseLog: ("pause", "Stops taking in new entries, or takes them in again."),
    .raiseLogLevel: ("less", "Shows only entries that matter more."),
    .lowerLogLevel: ("more", "Shows entries that matter less, too."),
    .nextError: ("next error", "Goes to the next entry that tells of an error."),
    .foldRepeats: ("fold repeats", "Shows repeats within a second as one line."),
    .clearLog: ("clear screen", "Clears the log on the screen and keeps its memory."),
  ]

  private static let dialogTexts: [Command: Texts] = [
    .focusNext: ("next", "Moves to the next button or field."),
    .focusPrevious: ("before", "Moves to the button or field before."),
    .press: ("press", "Presses the focused button; at first that is Cancel."),
    .accept: ("yes", "Accepts, in small dialogs only."),
    .cancel: ("cancel", "Closes the dialog; nothing is changed."),
    .viewList: ("view list", "Shows every item of the plan."),
    .exportFirst: ("export first", "Writes the items to a file before anything is changed."),
    .copyEquivalent: ("copy command", "Copies the same act as a command line."),
    .includeHidden: ("also hidden", "Includes the marked rows that the filter hides, or not."),
    .includeGuarded: ("also guarded", "Includes what a guard keeps, or not."),
    .includeData: ("with data", "Includes what a site keeps beside cookies, when signing out."),
    .approveChanged: ("approve changed", "Takes what changed meanwhile into the plan again."),
    .toggleItem: ("choose", "Chooses the line, or goes to the next choice."),
    .runLine: ("run", "Runs the line."),
    .clearCaches: ("caches", "Plans to clear the caches and leaves cookies alone."),
    .clearCookies: ("cookies only", "Plans to clear cookies and leaves all else alone."),
    .clearEverything: ("all data", "Plans to clear everything that sites keep."),
  ]

  private static let explainTexts: [Command: Texts] = [
    .explainURL: ("URL", "Asks about another URL."),
    .explainMethod: ("method", "Goes to the next method of the request."),
    .explainReader: ("asked by", "Lets a request ask for the cookies, or a script."),
    .explainSite: ("made by", "Names the page that makes the request, or the user."),
    .explainNavigation: ("link", "Lets the page's request be a followed link, or a part of it."),
    .explainTopLevelSite: ("top site", "Names the site in the address bar, for partitions."),
    .explainClock: ("clock", "Sets the time at which it is asked."),
    .explainContainer: ("container", "Names the container of the view."),
    .explainAdd: ("add Set-Cookie", "Adds a Set-Cookie line that is received before."),
    .explainEdit: ("edit line", "Edits the selected Set-Cookie line, or the last."),
    .explainRemove: ("remove line", "Takes the selected Set-Cookie line away, or the last."),
    .explainFrom: ("from", "Names the URL that the Set-Cookie lines come from."),
    .explainSetter: ("set by", "Lets HTTP set the cookies, or a script."),
  ]

  private static let liveTexts: [Command: Texts] = [
    .openView: ("new view", "Opens a live view with the store of the row, and asks for its page."),
    .loadPage: ("go to", "Loads another page in the live view."),
    .reloadView: ("reload", "Loads the page of the live view again."),
    .viewBack: ("page back", "Goes back in the live view's history."),
    .viewForward: ("page forward", "Goes forward in the live view's history."),
    .stopView: ("stop", "Calls off what the live view loads."),
    .closeView: ("close view", "Closes the live view; its store stays."),
  ]

  private static let inputTexts: [Command: Texts] = [
    .lineStart: ("line start", "Goes to the beginning."),
    .lineEnd: ("line end", "Goes to the end."),
    .characterBack: ("back", "Goes back by one character."),
    .characterForward: ("forward", "Goes on by one character."),
    .wordBack: ("word back", "Goes back by one word."),
    .wordForward: ("word forward", "Goes on by one word."),
    .deleteBack: ("erase", "Erases the character before the cursor."),
    .deleteForward: ("erase on", "Erases the character under the cursor."),
    .deleteWordBack: ("erase word", "Cuts the word before the cursor."),
    .deleteToStart: ("cut to start", "Cuts everything before the cursor."),
    .deleteToEnd: ("cut to end", "Cuts everything after the cursor."),
    .yank: ("insert cut", "Inserts what was cut last."),
    .historyPrevious: ("older", "Takes an older line from the history."),
    .historyNext: ("newer", "Takes a newer line from the history."),
    .complete: ("complete", "Completes the word before the cursor."),
    .submit: ("done", "Takes the text."),
    .leaveInput: ("leave", "Leaves the line and changes nothing."),
  ]
}
