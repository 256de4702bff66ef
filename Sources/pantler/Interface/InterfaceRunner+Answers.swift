import CookieCore
import PantlerCommands
import PantlerScreens
import ScreenKit
import StoreManager
import StoreModel

extension InterfaceRunner {
  /// Carries out an effect and says what came of it.
  func answer(_ effect: Effect) async -> Message {
    switch effect {
    case .discover:
      var found = await manager.discover()
      // The stores of links are shown and observed, too, though only the settings name them.
      found.stores = await manager.storesWithLinked(await services.links().found)
      return .discovered(found, at: services.now())
    case .read(let store, let generation): return await read(store, generation: generation)
    case .readEntries(let question):
      return .entriesRead(question, await entries(question))
    case .refresh(let store, let generation):
      guard let snapshot = await manager.snapshot(of: store) else {
        return await read(store, generation: generation)
      }
      return .loaded(store, generation: generation, await contents(of: snapshot))
    case .arrange(let request, let generation):
      return .arranged(generation: generation, await Self.catalog(of: request))
    case .plan(let request, let token): return await plan(request, token: token)
    case .copyCommand(let plan, let file): return await copyCommand(of: plan, importedFile: file)
    case .planSync(let terms, let token): return await planSync(terms, token: token)
    case .listLinks: return await links()
    case .forgetPair(let web, let shared): return await forgetPair(web: web, shared: shared)
    case .listPools: return .poolsListed(await manager.processPools())
    case .live(let act): return .liveActed(act, await services.live(act))
    case .explain(let request, let token):
      return .explained(token: token, await Self.explanation(of: request, publicSuffixes))
    case .listTrash: return await listTrash()
    case .purge(let ids): return await purge(ids)
    case .changeGuards(let added, let removed): return await changeGuards(added, removed)
    case .saveFilter(let name, let text):
      return .filterSaved(name: name, failure: await services.saveFilter(name, text))
    case .export(let request, let path, let replaces):
      return await export(request, to: path, replaces: replaces)
    case .saveLog(let events, let path, let replaces):
      switch await services.saveLog(events, path, replaces) {
      case .written: return .logSaved(count: events.count, path: path, failure: nil)
      case .exists: return .logFileExists(path: path)
      case .failed(let reason):
        return .logSaved(count: events.count, path: path, failure: reason)
      }
    case .observe(let stores):
      await manager.observe(stores)
      return .health(await health())
    case .testObservers(let stores):
      _ = await manager.testObservers(of: stores)
      return .health(await health())
    case .checkHealth: return .health(await health())
    case .readData, .stopReadingData, .watchLink, .endWatch, .apply, .cancel, .undo, .redo, .copy,
      .after, .continueScan,
      .redraw, .suspend, .quit:
      preconditionFailure("an effect that the loop carries out itself")
    }
  }

  private func read(_ store: StoreID, generation: Int) async -> Message {
    do {
      let snapshot = try await manager.read(store)
      return .loaded(store, generation: generation, await contents(of: snapshot))
    } catch {
      return .failed(store, generation: generation, error, at: services.now())
    }
  }

  func readData(_ store: StoreID, _ generation: Int) async -> Message {
    let mailbox = mailbox
    do {
      let listing = try await manager.websiteData(of: store) { progress in
        mailbox.post(
          .dataProgressed(
            store, generation: generation, fileCount: progress.fileCount,
            progress.listing.map(StoreData.init)))
      }
      return .dataListed(store, generation: generation, await Self.data(of: listing))
    } catch {
      return .dataFailed(store, generation: generation, error)
    }
  }

  /// Reads keys or files; what cannot be read is left out, as it is from the listing.
  private func entries(_ question: DataQuestion) async -> [WebsiteDataEntry] {
    var found: [WebsiteDataEntry] = []
    for store in question.stores {
      let items = (try? await manager.websiteData(of: store).items) ?? []
      for item in items where item.owner == question.owner && item.type == question.type {
        found += (try? await manager.entries(of: item, in: store, withValues: true)) ?? []
      }
    }
    return found
  }

  @concurrent private static func data(of listing: WebsiteDataListing) async -> StoreData {
    StoreData(listing)
  }

  private func contents(of snapshot: StoreSnapshot) async -> StoreContents {
    let store = await manager.stores.first { $0.id == snapshot.store }
    return await Self.contents(of: snapshot, store, publicSuffixes)
  }

  @concurrent private static func contents(
    of snapshot: StoreSnapshot, _ store: StoreDescription?, _ suffixes: PublicSuffixes
  ) async -> StoreContents {
    StoreContents(snapshot: snapshot, site: { suffixes.site(ofHost: $0) }) {
      RowIssueSet(judging: $0, at: snapshot.takenAt, publicSuffixes: suffixes, in: store)
    }
  }

  @concurrent private static func catalog(of request: CatalogRequest) async -> Catalog {
    request.catalog()
  }

  private func health() async -> [StoreHealth] {
    await manager.observerHealth().map {
      StoreHealth(
        store: $0.store, means: $0.isMissing ? nil : $0.means, lastEvent: $0.lastEvent,
        delayMilliseconds: $0.delayMilliseconds, missedCount: $0.missedCount,
        test: $0.test.map(StoreHealth.Test.init))
    }
  }

  // MARK: Plans

  private func copyCommand(of plan: Plan, importedFile: String?) async -> Message {
    var planFile: String?
    if plan.commandLinesNeedFile {
      switch await services.keepPlan(plan) {
      case .at(let path): planFile = path
      case .failed(let reason): return .planNotKept(reason: reason)
      }
    }
    let text = plan.commandLines(importedFile: importedFile, planFile: planFile)
      .joined(separator: "\n")
    return .copied(text, what: "command", front.copy(text))
  }

  private func plan(_ request: PlanRequest, token: Int) async -> Message {
    if let (store, failure) = await unreadable(request.stores) {
      return .planFailed(token: token, .store(store, failure))
    }
    var imported: [Cookie] = []
    if case .importing(let path, _) = request {
      switch await services.readCookies(path) {
      case .cookies(let cookies): imported = cookies
      case .failed(let reason): return .planFailed(token: token, .file(path: path, reason: reason))
      }
    }
    let context = await manager.planContext()
    if case .removal(let wish) = request, let site = wish.signsOutOf {
      return await planSignOut(of: site, wish, context, token: token)
    }
    if case .removal(let wish) = request, wish.wantsWebsiteData {
      return await planData(wish, context, token: token)
    }
    switch request.judged(at: context.now, publicSuffixes: publicSuffixes) {
    case .rejected(let rejections): return .planFailed(token: token, .rejected(rejections))
    case .accepted(let request, let notes):
      let plan = await Self.plan(request, imported: imported, context)
      var proposal = await Self.proposal(request, plan, context)
      proposal.notes = notes
      return .planned(token: token, proposal)
    }
  }

  /// Reads stores anew; the failure that keeps them from being planned for, or nil.
  ///
  /// One of several that cannot be read just now is planned for as it was read last. Applying reads it again, and
  /// tells what becomes of it without keeping the others from being changed.
  private func unreadable(_ stores: [StoreID]) async -> (StoreID, StoreFailure)? {
    var failures: [(StoreID, StoreFailure)] = []
    for store in stores {
      do {
        _ = try await manager.read(store)
      } catch {
        guard await manager.snapshot(of: store) != nil else { return (store, error) }
        failures.append((store, error))
      }
    }
    return failures.count == stores.count ? failures.first : nil
  }

  private func planData(_ wish: RemovalWish, _ context: PlanContext, token: Int) async -> Message {
    do {
      let plan = try await manager.planRemoval(
        wish.request(now: context.now), includeGuarded: wish.includesGuarded)
      return .planned(token: token, await Self.proposal(.removal(wish), plan, context))
    } catch {
      return .planFailed(token: token, .store(wish.stores.first ?? StoreID(rawValue: ""), error))
    }
  }

  private func planSignOut(
    of site: String, _ wish: RemovalWish, _ context: PlanContext, token: Int
  ) async -> Message {
    do {
      let planned = try await manager.planSignOut(
        of: site, in: wish.signOutScope ?? SignOutScope(stores: wish.stores), types: wish.types,
        includeGuarded: wish.includesGuarded)
      var proposal = await Self.proposal(.removal(wish), planned.plan, context)
      proposal.signOut = planned.about
      return .planned(token: token, proposal)
    } catch {
      return .planFailed(token: token, .store(wish.stores.first ?? StoreID(rawValue: ""), error))
    }
  }

  @concurrent private static func plan(
    _ request: PlanRequest, imported: [Cookie], _ context: PlanContext
  ) async -> Plan {
    request.plan(in: context, imported: imported)
  }

  @concurrent private static func proposal(
    _ request: PlanRequest, _ plan: Plan, _ context: PlanContext
  ) async -> PlanProposal {
    let used = context.snapshots.values.filter { !$0.holders.isEmpty }.map(\.store)
    let sites = plan.items.filter { used.contains($0.store) }.compactMap(\.before).map(context.site)
    return PlanProposal(
      request: request, plan: plan, use: PlanUse(sites: Set(sites)), in: context)
  }

  @concurrent private static func explanation(
    of request: ExplainRequest, _ publicSuffixes: PublicSuffixes
  ) async -> Explanation {
    do {
      return try request.answer(publicSuffixes: publicSuffixes)
    } catch {
      preconditionFailure("every part of the question was understood before")
    }
  }

  func apply(_ plan: Plan, force: Bool, token: Int) async -> Message {
    let mailbox = mailbox
    let result = await manager.apply(plan, force: force) { done, total in
      mailbox.post(.progressed(token: token, done: done, total: total))
    }
    return .applied(token: token, result, at: services.now())
  }

  // MARK: The journal

  func undo(_ id: String?, acceptsLosses: Bool, force: Bool, token: Int) async -> Message {
    do {
      var id = id
      if !acceptsLosses {
        let preview = try await manager.undoPreview(id, force: force)
        guard preview.losses.isEmpty else {
          return .undoIsLossy(token: token, id: preview.id, preview.losses, force: force)
        }
        id = preview.id
      }
      let result = try await manager.undo(id, force: force)
      return .undone(token: token, result, isRedo: false, at: services.now())
    } catch {
      return .undoFailed(token: token, isRedo: false, reason: JournalText.sentence(error))
    }
  }

  func redo(_ id: String?, token: Int) async -> Message {
    do {
      let result = try await manager.redo(id)
      return .undone(token: token, result, isRedo: true, at: services.now())
    } catch {
      return .undoFailed(token: token, isRedo: true, reason: JournalText.sentence(error))
    }
  }

  private func listTrash() async -> Message {
    do {
      return .trashListed(try await manager.journalEntries().map { TrashEntry($0) })
    } catch {
      return .trashFailed(reason: JournalText.sentence(error))
    }
  }

  /// Changes guards at once, and in their file where others may have changed some.
  private func changeGuards(_ added: [Guard], _ removed: [Guard]) async -> Message {
    await manager.changeGuards(adding: added, removing: removed)
    switch await services.changeGuards(added, removed) {
    case .success(let stored):
      await manager.setGuards(stored)
      return .guardsStored(stored)
    case .failure(let failure): return .guardsNotStored(reason: failure.message)
    }
  }

  private func purge(_ ids: [String]) async -> Message {
    do {
      let purged = try await manager.purge(ids)
      return .purged(count: purged.count, left: purged.inWork.count)
    } catch {
      return .trashFailed(reason: JournalText.sentence(error))
    }
  }

  // MARK: Files

  private func export(
    _ request: ExportRequest, to path: String, replaces: Bool
  ) async -> Message {
    var cookies: [Cookie] = []
    for store in request.items.keys.sorted() {
      guard let snapshot = await manager.snapshot(of: store) else { continue }
      let wanted = Set(request.items[store] ?? [])
      cookies += snapshot.cookies.filter { wanted.contains($0.key) }
    }
    switch await services.export(cookies, path, replaces) {
    case .written: return .exported(count: cookies.count, path: path, failure: nil)
    case .exists: return .exportExists(request, path: path)
    case .failed(let reason): return .exported(count: 0, path: path, failure: reason)
    }
  }
}

extension StoreHealth.Test {
  /// Takes over what a self-test showed.
  fileprivate init(_ test: ObserverTest) {
    var delay: Int?
    if case .seen(let milliseconds) = test.outcome { delay = milliseconds }
    self.init(seenAfterMilliseconds: delay, isOnSameFileSystem: test.isOnSameFileSystem)
  }
}

extension TrashEntry {
  /// Takes over what the journal lists.
  init(_ entry: JournalEntry) {
    let phase: Phase =
      switch entry.state {
      case .applied, .partlyUndone: .applied
      case .undone: .undone
      case .incomplete, .notApplied, .damaged: .incomplete
      }
    self.init(
      id: entry.id, time: entry.time, kind: entry.kind ?? .undo, stores: entry.stores,
      count: entry.removals + entry.additions + entry.changes, phase: phase,
      bytes: entry.byteCount,
      obstacle: phase == .undone ? nil : entry.obstacle.map { JournalText.sentence($0) },
      dataCount: entry.dataRemovals, undoNumber: entry.undoNumber)
  }
}

/// What went wrong with the journal, for people.
enum JournalText {
  static func sentence(_ failure: JournalFailure) -> String {
    switch failure {
    case .nothingLeft: "nothing is left to take back"
    case .noSuchEntry(let id): "there is no entry \(id)"
    case .ambiguousEntry(let id, let candidates):
      "\(id) may be \(candidates.joined(separator: " or "))"
    case .cannotUndo(let id, .damaged):
      "the files of \(id) are damaged, so nothing was undone; the Trash has the others"
    case .cannotUndo(_, let why): sentence(why)
    case .taken(let process):
      "another Pantler\(process.map { " (pid \($0))" } ?? "") is at it now; try again in a moment"
    case .damaged(let path): "\(path) is damaged"
    case .system(let path, let call, let code): "\(path): \(SystemText.text(for: code)) (\(call))"
    }
  }

  static func sentence(_ obstacle: UndoObstacle) -> String {
    switch obstacle {
    case .undoneAlready: "it was undone already"
    case .notApplied: "nothing was changed"
    case .incomplete: "it is not known yet whether the change was made"
    case .damaged: "its files are damaged"
    case .notUndone: "it was not undone"
    case .notKept: "no copy of it could be kept"
    }
  }
}
