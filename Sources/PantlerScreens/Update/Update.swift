import ScreenKit

/// Applies one message and says what has to happen outside.
package func update(_ state: inout BrowserState, on message: Message) -> [Effect] {
  let effects = state.handle(message)
  state.settle()
  return effects
}

/// Says what the program does first.
package func start(_ state: inout BrowserState) -> [Effect] {
  state.checkTheme()
  state.settle()
  return [.discover, .listTrash]
}

extension BrowserState {
  fileprivate mutating func handle(_ message: Message) -> [Effect] {
    switch message {
    case .terminal(let event): return handle(event)
    case .asked(let command):
      pendingKeys = []
      return perform(command)
    case .commanded(let line): return run(commandLine: line)
    case .picked(let position): return pick(position)
    case .entered(let text): return take(text: text)
    case .discovered(let discovery, let time):
      note(time)
      return adopt(discovery)
    case .loaded(let store, let generation, let contents):
      return take(contents, of: store, generation: generation)
    case .dataListed(let store, let generation, let data):
      return take(data, of: store, generation: generation)
    case .dataProgressed(let store, let generation, let count, let data):
      return take(data, of: store, generation: generation, fileCount: count)
    case .entriesRead(let question, let entries):
      take(entries, of: question)
      return []
    case .dataFailed(let store, _, let failure): return dataFailed(store, failure)
    case .failed(let store, let generation, let failure, let time):
      note(time)
      return fail(store, generation: generation, failure)
    case .arranged(let generation, let catalog):
      guard generation == catalogGeneration else { return [] }
      return adopt(catalog)
    case .scanContinues(let generation): return continueScan(generation: generation)
    case .planned(let token, let proposal): return open(proposal, token: token)
    case .syncPlanned(let token, let proposal): return open(proposal, token: token)
    case .planFailed(let token, let obstacle): return planFailed(token: token, obstacle)
    case .explained(let token, let answer):
      take(answer, token: token)
      return []
    case .progressed(let token, let done, let total):
      progress(token: token, done: done, total: total)
      return []
    case .applied(let token, let result, let time):
      note(time)
      return finish(result, token: token)
    case .undone(let token, let result, let isRedo, let time):
      note(time)
      return finishUndo(result, token: token, isRedo: isRedo)
    case .undoIsLossy(let token, let id, let losses, let force):
      return askToUndo(id, losses, force: force, token: token)
    case .undoFailed(let token, let isRedo, let reason):
      endActivity(token)
      notice = Notice("\(isRedo ? "Not done again" : "Not undone"): \(reason)", .failure)
      return [.listTrash]
    case .linksListed(let found, let unknown):
      unknownPairs = unknown
      return take(found)
    case .pairForgotten(let web, let shared, let failure):
      return forgotten(web: web, shared: shared, failure)
    case .linkSays(let web, let shared, let news): return take(news, web: web, shared: shared)
    case .poolsListed(let listing): return take(listing)
    case .liveActed(let act, let answer): return take(answer, to: act)
    case .sceneSays(let problem):
      notice = Notice(problem, .failure)
      return []
    case .sceneWaits(let sentence):
      notice = Notice(sentence)
      return []
    case .stillLoading(let token, let seconds): return tellLoading(token: token, seconds: seconds)
    case .runningIsOld(let token): return lookAtRunning(token: token)
    case .trashListed(let entries):
      trash = TrashState(entries: entries)
      rebuildRows()
      return []
    case .trashFailed(let reason):
      trash.failure = reason
      return []
    case .purged(let count, let left):
      let sentence = "Purged \(AmountText.count(count, "entry", "entries"))."
      notice =
        left > 0
        ? Notice("\(sentence) What is being changed or taken back now is left alone.", .warning)
        : Notice(sentence, .success)
      return [.listTrash]
    case .guardsStored(let stored):
      openGuardChanges -= 1
      // What was asked for since is not in it yet.
      if openGuardChanges == 0 { guards = stored }
      return []
    case .guardsNotStored(let reason):
      openGuardChanges -= 1
      notice = Notice("The guards were not saved: \(reason)", .failure)
      return []
    case .filterSaved(let name, let failure):
      notice =
        failure.map { Notice("@\(name) was not saved: \($0)", .failure) }
        ?? Notice("Saved as @\(name).", .success)
      return []
    case .copied(let text, let what, let outcome): return copied(text, what, outcome)
    case .planNotKept(let reason):
      notice = Notice("Not copied, as the plan could not be kept: \(reason)", .failure)
      return []
    case .exportExists(let request, let path): return askToReplace(path, by: .cookies(request))
    case .logFileExists(let path): return askToReplace(path, by: .log)
    case .exported(let count, let path, let failure):
      let format = ExportRequest.namesFormat(path) ? "" : ", as JSON"
      notice =
        failure.map { Notice("Not exported: \($0)", .failure) }
        ?? Notice("Exported \(AmountText.count(count, "cookie")) to \(path)\(format).", .success)
      return []
    case .logSaved(let count, let path, let failure):
      notice =
        failure.map { Notice("The log was not saved: \($0)", .failure) }
        ?? Notice("Saved \(AmountText.count(count, "event")) to \(path).", .success)
      return []
    case .logFileFailed(let reason):
      notice = Notice("The log file ends here: \(reason)", .failure)
      return []
    case .events(let events, let dropped, let time):
      note(time)
      return take(events, dropped: dropped)
    case .health(let health):
      for item in health {
        if let slot = library.slot(of: item.store) { library[slot].health = item }
      }
      return []
    case .boxDrawn(let token):
      setArming(token: token) { $0.isDrawn = true }
      return []
    case .boxArmed(let token):
      setArming(token: token) { $0.isArmed = true }
      return []
    case .unmaskEnded(let token):
      guard token == unmaskToken else { return [] }
      unmaskToken = nil
      looks.isUnmasked = false
      return []
    case .quitWindowEnded(let token):
      if token == quitToken { quitToken = nil }
      return []
    }
  }
}
