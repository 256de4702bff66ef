package import CookieCore
package import ScreenKit
package import StoreModel

/// Something that happened.
package enum Message: Equatable, Sendable {
  /// A key, a paste, the mouse, a new size, or the terminal's own news.
  case terminal(TerminalEvent)

  // Words, where lines are typed in place of keys
  /// A command was asked for by its name.
  case asked(Command)
  /// A line of the `:` line's language was written.
  case commanded(String)
  /// A line of what has the keys was chosen, by its position.
  case picked(Int)
  /// A whole text was written where one is asked for.
  case entered(String)

  // Answers
  /// Stores were looked for.
  case discovered(Discovery, at: Timestamp)
  /// A store was read.
  case loaded(StoreID, generation: Int, StoreContents)
  /// What sites keep besides cookies in the profile of a store was listed.
  case dataListed(StoreID, generation: Int, StoreData)
  /// So many files of the profile were looked at; with what is known of them, where that is more than before.
  case dataProgressed(StoreID, generation: Int, fileCount: Int, StoreData?)
  /// Keys or files of website data were read, with their values.
  case entriesRead(DataQuestion, [WebsiteDataEntry])
  /// It could not be listed.
  case dataFailed(StoreID, generation: Int, StoreFailure)
  /// A store could not be read.
  case failed(StoreID, generation: Int, StoreFailure, at: Timestamp)
  /// The content in scope was merged and sorted.
  case arranged(generation: Int, Catalog)
  /// The next part of the filter's work may be done.
  case scanContinues(generation: Int)
  /// A plan was made.
  case planned(token: Int, PlanProposal)
  /// Both directions of a sync were planned.
  case syncPlanned(token: Int, SyncProposal)
  /// A plan could not be made.
  case planFailed(token: Int, PlanObstacle)
  /// A question about cookies was answered.
  case explained(token: Int, Explanation)
  /// Some of a plan was done.
  case progressed(token: Int, done: Int, total: Int)
  /// A plan was applied.
  case applied(token: Int, PlanResult, at: Timestamp)
  /// A change was undone or done again.
  case undone(token: Int, PlanResult, isRedo: Bool, at: Timestamp)
  /// Nothing was undone yet, because something cannot be as it was.
  case undoIsLossy(token: Int, id: String, [StoreID: [ReplayLoss]], force: Bool)
  /// A change could not be undone or done again; a sentence for people.
  case undoFailed(token: Int, isRedo: Bool, reason: String)
  /// The links were compared; with a sentence for each that is not known.
  case linksListed([SyncPair], unknown: [String])
  /// What two stores had at their last sync was forgotten; with why when it was not.
  case pairForgotten(web: StoreID, shared: StoreID, failure: SyncPair.Trouble?)
  /// A watched link says something.
  case linkSays(web: StoreID, shared: StoreID, LinkNews)
  /// The running apps were looked at.
  case poolsListed(ProcessPoolListing)
  /// A live view did what it was told, or did not.
  case liveActed(LiveAct, LiveAnswer)
  /// A live view may still be loading a page after so many seconds.
  case stillLoading(token: Int, seconds: Int)
  /// Something of the scene went wrong; a sentence for people.
  case sceneSays(String)
  /// Something of the scene takes long; a sentence for people.
  case sceneWaits(String)
  /// What can be undone was listed.
  case trashListed([TrashEntry])
  /// What can be undone could not be listed.
  case trashFailed(reason: String)
  /// Entries of the trash were purged, and some were left because somebody is at them.
  case purged(count: Int, left: Int)
  /// Guards were stored; the file has these now.
  case guardsStored([Guard])
  /// Guards could not be stored; a sentence for people.
  case guardsNotStored(reason: String)
  /// A filter was saved, or not.
  case filterSaved(name: String, failure: String?)
  /// A text was sent to be copied, or was not.
  case copied(String, what: String, CopyOutcome)
  /// The plan that a command line names could not be kept; a sentence for people.
  case planNotKept(reason: String)
  /// Nothing was written, as the file is there already.
  case exportExists(ExportRequest, path: String)
  /// The log was not written, as the file is there already.
  case logFileExists(path: String)
  /// Cookies were written to a file.
  case exported(count: Int, path: String, failure: String?)
  /// The log was written to a file, or not.
  case logSaved(count: Int, path: String, failure: String?)
  /// The log file of the settings takes no more; a sentence for people.
  case logFileFailed(reason: String)

  // News
  /// Events of the log.
  case events([StoreEvent], dropped: UInt64, at: Timestamp)
  /// How observers are doing.
  case health([StoreHealth])

  // Timers
  /// A box has been on the screen for long enough to take keys.
  case boxDrawn(token: Int)
  /// A box has been on the screen for long enough to be accepted.
  case boxArmed(token: Int)
  /// Values have been shown for long enough.
  case unmaskEnded(token: Int)
  /// What is known of the running apps has stood for long enough.
  case runningIsOld(token: Int)
  /// The time for a second `C-c` is over.
  case quitWindowEnded(token: Int)
}

/// Why a plan could not be made.
package enum PlanObstacle: Equatable, Sendable {
  case store(StoreID, StoreFailure)
  /// What a store of a sync holds is unknown.
  case sync(SyncObstacle)
  /// A file could not be read; a sentence for people.
  case file(path: String, reason: String)
  /// The cookie breaks rules.
  case rejected([CookieRejection])
}

/// Something that has to happen outside.
///
/// The runner answers each with exactly one message, but for those that end or redraw.
package enum Effect: Equatable, Sendable {
  /// Looks for stores.
  case discover
  /// Reads a store.
  case read(StoreID, generation: Int)
  /// Lists what sites keep besides cookies in the profile of a store.
  ///
  /// The answer is preceded by progress.
  case readData(StoreID, generation: Int)
  /// Stops that; what is known until then is the answer.
  case stopReadingData(StoreID)
  /// Reads keys of local storage, or files in caches.
  case readEntries(DataQuestion)
  /// Takes the reading of a store that its observer made last.
  case refresh(StoreID, generation: Int)
  /// Merges and sorts what is in scope.
  case arrange(CatalogRequest, generation: Int)
  /// Lets other messages pass, then goes on with the filter.
  case continueScan(generation: Int)
  /// Reads the stores concerned and makes a plan.
  case plan(PlanRequest, token: Int)
  /// Reads two stores and plans both directions of a sync.
  case planSync(SyncTerms, token: Int)
  /// Answers a question about cookies, every part of which was understood before.
  case explain(ExplainRequest, token: Int)
  /// Applies a plan.
  case apply(Plan, force: Bool, token: Int)
  /// Stops what is being applied.
  case cancel(token: Int)
  /// Undoes a change; nil for the newest. Without `acceptsLosses` one that puts something back otherwise is asked about.
  case undo(String?, acceptsLosses: Bool, force: Bool, token: Int)
  /// Does again what was undone; nil for what the last undo took back.
  case redo(String?, token: Int)
  /// Compares the stores of every link.
  case listLinks
  /// Keeps the stores of a link in step until it is told to end.
  case watchLink(SyncTerms)
  /// Ends the watch of a link.
  case endWatch(web: StoreID, shared: StoreID)
  /// Forgets what two stores had at their last sync.
  case forgetPair(web: StoreID, shared: StoreID)
  /// Looks at the running apps.
  case listPools
  /// Has a live view do something.
  case live(LiveAct)
  /// Lists what can be undone.
  case listTrash
  /// Purges entries of the trash.
  case purge([String])
  /// Adds guards to those that are stored, and takes others away.
  case changeGuards(adding: [Guard], removing: [Guard])
  /// Saves a filter by name.
  case saveFilter(name: String, text: String)
  /// Sends a text to the terminal's clipboard.
  case copy(String, what: String)
  /// Sends the command lines of a plan there, and keeps the plan in a file where they name one.
  case copyCommand(Plan, importedFile: String?)
  /// Writes cookies to a file; one that is there is replaced only where that was agreed to.
  case export(ExportRequest, path: String, replaces: Bool)
  /// Writes events to a file; one that is there is replaced only where that was agreed to.
  case saveLog([StoreEvent], path: String, replaces: Bool)
  /// Asks how observers are doing.
  case checkHealth
  /// Observes these stores, and says how their observers are doing.
  case observe([StoreID])
  /// Tests whether the observers of these stores see changes, and says how they are doing.
  case testObservers([StoreID])
  /// Sends a message after a time.
  case after(milliseconds: Int, Message)
  /// Draws everything anew.
  case redraw
  /// Gives the terminal back to the shell until the program is continued.
  case suspend
  /// Leaves.
  case quit
}

/// What a live view is told to do.
package enum LiveAct: Equatable, Sendable {
  /// Opens a view with a store, nil for the default one, and loads a page.
  case open(url: String, store: StoreID?)
  case load(url: String, LiveView.ID)
  case reload(LiveView.ID)
  /// Goes along the history: -1 is back, 1 forward.
  case go(Int, LiveView.ID)
  case stop(LiveView.ID)
  case close(LiveView.ID)
  /// Starts the engine again after its host went.
  case restart
}

extension LiveAct {
  /// Whether it loads a page.
  var isLoad: Bool {
    switch self {
    case .open, .load, .reload, .go: true
    case .stop, .close, .restart: false
    }
  }

  /// The view that it is about; nil for one that is still to be opened, and for none.
  var view: LiveView.ID? {
    switch self {
    case .load(_, let view), .reload(let view), .go(_, let view), .stop(let view),
      .close(let view):
      view
    case .open, .restart: nil
    }
  }
}

/// What came of it.
package enum LiveAnswer: Equatable, Sendable {
  /// Nothing more is to be said.
  case done
  case navigated(LiveNavigation)
  /// The engine was started again; false when it runs anyway.
  case restarted(Bool)
  /// A sentence for people.
  case failed(String)
}

/// Cookies to be written to a file.
package struct ExportRequest: Equatable, Sendable {
  /// The cookies by store.
  package var items: [StoreID: [CookieKey]]

  /// How many there are.
  package var count: Int { items.values.reduce(0) { $0 + $1.count } }

  /// Whether the name of a file says in which format it is written; else that is JSON.
  static func namesFormat(_ path: String) -> Bool {
    [".json", ".txt", ".binarycookies"].contains { path.hasSuffix($0) }
  }
}
