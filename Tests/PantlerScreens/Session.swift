import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

/// A state with stand-ins for everything outside: stores in memory, and timers that a test lets run.
struct Session {
  var state: BrowserState
  var stores: [StoreID: [Cookie]]
  var descriptions: [StoreDescription]
  /// Stores that cannot be read or written, with the reason.
  var failures: [StoreID: StoreFailure] = [:]
  /// Processes that have stores open.
  var holders: [StoreID: [ProcessReference]] = [:]
  /// The links, beside those that the state came to know.
  var links: [SyncPair] = []
  /// Why other links are not known.
  var unknownPairs: [String] = []
  /// What the stores of every sync last agreed on.
  var base: SyncBase?
  /// What sites keep besides cookies.
  var websiteData: [StoreID: WebsiteDataListing] = [:]
  /// What runs.
  var running = ProcessPoolListing()
  /// What live views were told to do.
  var liveActs: [LiveAct] = []
  /// What comes of it.
  var liveAnswer = LiveAnswer.done
  /// Files that are there.
  var files: Set<String> = []
  /// Timers that were set and have not run.
  var timers: [(milliseconds: Int, message: Message)] = []
  /// Every effect, in order.
  var effects: [Effect] = []
  /// Effects that the test answers itself.
  var isHeld: (Effect) -> Bool = { _ in false }
  var held: [Effect] = []
  /// Plans that were applied.
  var applied: [Plan] = []

  init(
    width: Int = 120, height: Int = 40, stores: [StoreID: [Cookie]] = Samples.cookies,
    descriptions: [StoreDescription] = Samples.descriptions, glyphs: GlyphSet = .unicode
  ) {
    state = BrowserState(
      terminal: TerminalProfile(size: GridSize(width: width, height: height), glyphs: glyphs))
    state.looks.themes = ["auto", "dark", "light"]
    self.stores = stores
    self.descriptions = descriptions.filter { stores[$0.id] != nil }
  }

  /// A session in which everything was read.
  static func ready(
    width: Int = 120, height: Int = 40, stores: [StoreID: [Cookie]] = Samples.cookies,
    descriptions: [StoreDescription] = Samples.descriptions, glyphs: GlyphSet = .unicode
  ) -> Session {
    var session = Session(
      width: width, height: height, stores: stores, descriptions: descriptions, glyphs: glyphs)
    session.start()
    return session
  }

  mutating func start() { carryOut(PantlerScreens.start(&state)) }

  mutating func send(_ message: Message) { carryOut(update(&state, on: message)) }

  /// Presses keys written as in help, separated by blanks.
  mutating func press(_ keys: String) {
    for word in keys.split(separator: " ") {
      guard let key = try? Key(parsing: String(word)) else {
        Issue.record("no key is called \(word)")
        continue
      }
      send(.terminal(.key(key)))
    }
  }

  /// Types a text, key by key.
  mutating func type(_ text: String) {
    for character in text { send(.terminal(.key(Key(character)))) }
  }

  /// Lets the timers of up to some milliseconds run.
  mutating func wait(_ milliseconds: Int) {
    let due = timers.filter { $0.milliseconds <= milliseconds }
    timers.removeAll { $0.milliseconds <= milliseconds }
    for timer in due { send(timer.message) }
  }

  /// Another program changes a store, and the observer sees it.
  mutating func change(_ store: StoreID, _ change: (inout [Cookie]) -> Void) {
    change(&stores[store, default: []])
    guard let slot = state.library.slot(of: store) else { return }
    carryOut([state.read(slot: slot)])
  }

  func frame(theme: Theme = .plain) -> CellGrid {
    render(state, theme: theme, size: state.terminal.size).grid
  }

  /// The screen as text between bars.
  var text: String { frame().text }

  /// One row of the screen, counted from the top or, below zero, from the bottom.
  func row(_ y: Int) -> String {
    frame().rowText(y >= 0 ? y : state.terminal.size.height + y)
  }

  var review: PlanReview? {
    if case .review(let review) = state.overlays.last { review } else { nil }
  }

  private mutating func carryOut(_ list: [Effect]) {
    for effect in list {
      effects.append(effect)
      if isHeld(effect) {
        held.append(effect)
      } else {
        carryOut(effect)
      }
    }
  }

  /// Answers one effect as the program would.
  mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .discover: send(.discovered(Discovery(stores: descriptions), at: Samples.now))
    case .read(let id, let generation), .refresh(let id, let generation):
      if let failure = failures[id] {
        send(.failed(id, generation: generation, failure, at: Samples.now))
      } else {
        send(.loaded(id, generation: generation, Samples.contents(snapshot(id))))
      }
    case .readData(let id, let generation):
      let listing = websiteData[id] ?? WebsiteDataListing()
      send(.dataListed(id, generation: generation, StoreData(listing)))
    case .stopReadingData: break
    case .readEntries(let question):
      let key = WebsiteDataEntry(key: "theme", byteCount: 8, value: "dark")
      send(.entriesRead(question, [key]))
    case .arrange(let request, let generation):
      send(.arranged(generation: generation, request.catalog()))
    case .continueScan(let generation): send(.scanContinues(generation: generation))
    case .plan(let request, let token):
      switch request.judged(at: context.now, publicSuffixes: .builtin) {
      case .rejected(let reasons): send(.planFailed(token: token, .rejected(reasons)))
      case .accepted(let request, let notes):
        var plan = request.plan(in: context)
        addData(to: &plan, request)
        var proposal = PlanProposal(request: request, plan: plan, in: context)
        proposal.notes = notes
        if case .removal(let wish) = request, let site = wish.signsOutOf {
          proposal.signOut = SignOut(
            of: site, in: wish.stores, listings: wish.stores.compactMap { websiteData[$0] },
            snapshots: context.snapshots, publicSuffixes: .builtin)
        }
        send(.planned(token: token, proposal))
      }
    case .explain(let request, let token):
      guard let answer = try? request.answer(publicSuffixes: .builtin) else {
        Issue.record("a question was not understood")
        return
      }
      send(.explained(token: token, answer))
    case .planSync(let terms, let token):
      send(.syncPlanned(token: token, SyncProposal(terms, base: base, in: context)))
    case .apply(let plan, _, let token): apply(plan, token: token)
    case .after(let milliseconds, let message): timers.append((milliseconds, message))
    case .copy(let text, let what): send(.copied(text, what: what, .sentToTerminal))
    case .copyCommand(let plan, let file):
      let lines = plan.commandLines(importedFile: file, planFile: "/state/\(plan.fileName)")
      send(.copied(lines.joined(separator: "\n"), what: "command", .sentToTerminal))
    case .listTrash: send(.trashListed([]))
    case .listLinks:
      send(
        .linksListed(
          links + state.pairs.filter { $0.link.name == nil }, unknown: unknownPairs))
    case .forgetPair(let web, let shared):
      send(.pairForgotten(web: web, shared: shared, failure: nil))
    case .watchLink, .endWatch: break
    case .listPools: send(.poolsListed(running))
    case .live(let act):
      liveActs.append(act)
      send(.liveActed(act, liveAnswer))
    case .changeGuards: send(.guardsStored(state.guards))
    case .saveFilter(let name, _): send(.filterSaved(name: name, failure: nil))
    case .saveLog(let events, let path, let replaces):
      if !replaces, files.contains(path) { return send(.logFileExists(path: path)) }
      send(.logSaved(count: events.count, path: path, failure: nil))
    case .export(let request, let path, let replaces):
      if !replaces, files.contains(path) { return send(.exportExists(request, path: path)) }
      send(.exported(count: request.count, path: path, failure: nil))
    case .checkHealth, .purge, .undo, .redo, .observe, .testObservers, .cancel, .redraw, .suspend,
      .quit:
      break
    }
  }

  private func snapshot(_ id: StoreID) -> StoreSnapshot {
    var snapshot = Samples.snapshot(id, stores[id] ?? [])
    snapshot.holders = holders[id] ?? []
    return snapshot
  }

  private var site: @Sendable (Cookie) -> String {
    { PublicSuffixes.builtin.site(ofHost: $0.domain.text).name }
  }

  var context: PlanContext {
    PlanContext(
      snapshots: Dictionary(uniqueKeysWithValues: stores.keys.map { ($0, snapshot($0)) }),
      descriptions: Dictionary(uniqueKeysWithValues: descriptions.map { ($0.id, $0) }),
      guards: state.guards, site: site, id: "7f20c1aa", now: Samples.now)
  }

  private mutating func apply(_ plan: Plan, token: Int) {
    applied.append(plan)
    var outcomes: [PlanResult.Outcome] = []
    for item in plan.items {
      if let failure = failures[item.store] {
        outcomes.append(.failed(failure))
        continue
      }
      let position = stores[item.store]?.firstIndex { $0.key == item.key }
      if let before = item.before, let position, stores[item.store]?[position] != before {
        outcomes.append(.changed)
        continue
      }
      if let position { stores[item.store]?.remove(at: position) }
      if let after = item.after { stores[item.store]?.append(after) }
      outcomes.append(item.isRemoval && position == nil ? .goneAlready : .done)
    }
    send(
      .applied(
        token: token,
        PlanResult(
          plan: plan, outcomes: outcomes, journalID: "7f20c1aa", data: removeData(of: plan)),
        at: Samples.now))
  }
}
