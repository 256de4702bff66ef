import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Takes events in, and asks for the new content of the stores that they are about.
  mutating func take(_ events: [StoreEvent], dropped: UInt64) -> [Effect] {
    log.droppedBefore = max(log.droppedBefore, dropped)
    log.append(events.map(\.asShown), now: asOf)
    var changed: Set<StoreID> = []
    var isObserverNews = false
    for event in events {
      guard let store = event.store else { continue }
      if event.key != nil { changed.insert(store) }
      switch event.kind {
      case .observerUp, .observerDown: isObserverNews = true
      case .missing:
        isObserverNews = true
        noteMissing(store)
      default:
        guard library.entry(of: store)?.isAway == true else { break }
        isObserverNews = true
        noteReturn(store)
      }
      if let slot = library.slot(of: store) { library[slot].health?.lastEvent = event.time }
    }
    let refreshing = changed.sorted().compactMap { library.slot(of: $0) }
      .flatMap { refresh(slot: $0) }
    let isLinked =
      view == .sync && pairs.contains { changed.contains($0.web) || changed.contains($0.shared) }
    return refreshing + (isObserverNews ? [.checkHealth] : []) + (isLinked ? compareLinks() : [])
  }

  /// Notes that a store is away; what is shown of it is what it held before.
  private mutating func noteMissing(_ store: StoreID) {
    guard let slot = library.slot(of: store) else { return }
    library[slot].health?.means = nil
    let app = library[slot].description.app
    if app.engine == .live { notice = Self.death(of: app) }
  }

  /// Takes back what was said of an engine that came up again by itself.
  private mutating func noteReturn(_ store: StoreID) {
    guard let app = library.entry(of: store)?.description.app, notice == Self.death(of: app) else {
      return
    }
    notice = Notice(
      "A process of the engine of \(app.name) died, and there is another one. r loads a page again.",
      .warning)
  }

  private static func death(of app: App) -> Notice {
    Notice(
      "The engine of \(app.name) died; :restart starts it again. What its stores hold is unknown.",
      .warning)
  }

  mutating func performInLog(_ command: Command) -> [Effect] {
    switch command {
    case .followLog:
      log.follows.toggle()
      if log.follows { log.resumeFollowing() }
    case .pauseLog:
      log.isPaused.toggle()
      if !log.isPaused { log.consume(now: asOf) }
    case .raiseLogLevel: setLogLevel(by: 1)
    case .lowerLogLevel: setLogLevel(by: -1)
    case .nextError: goToNextError()
    case .foldRepeats:
      log.foldsRepeats.toggle()
      log.rebuild(now: asOf)
    case .clearLog:
      log.clearedBefore = log.buffer.endNumber
      log.rebuild(now: asOf)
      notice = Notice("Cleared from the screen; \(log.buffer.count) events are still in memory.")
    default: break
    }
    return []
  }

  private mutating func setLogLevel(by step: Int) {
    let all = StoreEvent.Level.allCases
    let index = (all.firstIndex(of: log.level) ?? 0) + step
    guard all.indices.contains(index) else {
      notice = Notice(step > 0 ? "Only errors are shown already." : "Everything is shown already.")
      return
    }
    log.level = all[index]
    log.rebuild(now: asOf)
  }

  private mutating func goToNextError() {
    let start = log.viewport.selected ?? -1
    let next = (0..<log.rows.count).first { position in
      guard position > start, let row = log.rows[position] else { return false }
      return log.buffer[row.number]?.level == .error
    }
    guard let next else {
      notice = Notice("There is no later error.")
      return
    }
    selectLogLine(next)
  }

  /// Selects a line; any but the last stops following.
  mutating func selectLogLine(_ position: Int) {
    log.viewport.select(position)
    log.lostSelection = false
    log.follows = position >= log.rows.count - 1
    if log.follows { log.newCount = 0 }
  }

  mutating func moveInLog(_ command: Command) {
    log.viewport.apply(command)
    log.lostSelection = false
    detailsOffset = 0
    if command == .bottom {
      log.resumeFollowing()
    } else if let selected = log.viewport.selected {
      log.follows = selected >= log.rows.count - 1
      if log.follows { log.newCount = 0 }
    }
  }

  mutating func scrollLog(by rows: Int) {
    log.viewport.scroll(by: rows)
    log.follows = log.viewport.showsEnd && rows > 0
    if log.follows { log.resumeFollowing() }
  }

  /// Goes from a log entry to its cookie; one that is about no cookie, or failed with one that is not there, is
  /// shown at length.
  mutating func openEvent() -> [Effect] {
    guard let event = log.selectedEvent else { return [] }
    let item = selectedItem
    let reference = item.flatMap { library.reference(to: $0) }
    guard let item, reference != nil || event.failure == nil else {
      let paragraphs = DetailText.lines(self).map { $0.map(\.text).joined() }
      return open(page(titled: "Event", paragraphs: paragraphs))
    }
    guard let reference else {
      notice = Notice("\(CookieFormat.label(item.key)) no longer exists.")
      return []
    }
    let name = library.site(of: reference)?.name
    let effects = go(to: .cookies, scope: .store(item.store), site: name)
    anchors[.cookies] = .cookie(item)
    rebuildRows()
    return effects
  }
}

extension LogState {
  /// Goes to the newest line and stays there.
  mutating func resumeFollowing() {
    follows = true
    newCount = 0
    lostSelection = false
    viewport.moveToEnd()
  }
}

extension StoreEvent {
  /// The event with the level it is shown at: that a store is observed is said by its row, and by the log
  /// only when it is asked for everything.
  fileprivate var asShown: StoreEvent {
    guard kind == .observerUp, level == .info else { return self }
    var event = self
    event.level = .debug
    return event
  }
}
