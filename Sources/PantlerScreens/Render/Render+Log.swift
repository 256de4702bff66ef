import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the log with its switches in the title.
  mutating func drawLog(_ state: BrowserState, in rect: Rect, isFocused: Bool) {
    pane(rect, isFocused: isFocused, title: logTitle(state.log, isFocused: isFocused))
    let inside = rect.inset()
    guard state.log.rows.count > 0 else {
      let text =
        state.log.buffer.count == 0
        ? "Nothing happened yet."
        : "\(AmountText.count(state.log.buffer.count, "event")) hidden by level and filter; _ shows more."
      line([Part(" " + text, .listEmpty)], in: inside.row(0))
      return
    }
    for (line, position) in state.log.viewport.visible.enumerated() where line < inside.height {
      guard let row = state.log.rows[position], let event = state.log.buffer[row.number] else {
        continue
      }
      let isSelected = isFocused && position == state.log.viewport.selected
      drawEvent(
        event, count: row.count, state: state, in: inside.row(line),
        on: isSelected ? .listSelected : .text)
    }
    grid.drawScrollbar(
      state.log.viewport, in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height),
      theme: theme, glyphs: glyphs)
  }

  private func logTitle(_ log: LogState, isFocused: Bool) -> [Part] {
    var parts = [Part("Log", isFocused ? .paneTitleFocused : .paneTitle)]
    parts.append(Part(log.follows ? "follow \(glyphs.dot)" : "follow \(glyphs.ring)", .paneInfo))
    if log.newCount > 0, !log.follows {
      parts.append(Part("\(glyphs.descending) \(AmountText.grouped(log.newCount)) new", .listMore))
    }
    if log.isPaused {
      parts.append(Part("paused, \(AmountText.grouped(log.waiting)) waiting", .paneFilter))
    }
    parts.append(Part("level \(log.level.rawValue)", .paneInfo))
    if !log.filter.text.isEmpty {
      parts.append(
        Part("filter: \(log.filter.text)\(log.filter.isOn ? "" : " (off)")", .paneFilter))
    }
    parts.append(Part("\(AmountText.grouped(Int(clamping: log.dropped))) dropped", .paneInfo))
    let line = Bars.sparkline(
      log.rhythm.counts, width: min(LogRhythm.width, log.rhythm.counts.count), glyphs: glyphs)
    parts.append(Part(line, .sparkline))
    return parts
  }

  private mutating func drawEvent(
    _ event: StoreEvent, count: Int, state: BrowserState, in row: Rect, on ground: Role
  ) {
    fill(row, ground)
    let role = event.role
    var parts = [
      Part(" " + TimeText.clock(event.time) + " ", .logTime),
      Part(LogText.sign(event.kind) + " ", role),
      Part(source(of: event, state, width: sourceWidth(row.width)) + "  ", .logSource),
      Part(metrics.fitted(event.kind.title, to: 9, ellipsis: glyphs.ellipsis) + " ", role),
      Part(LogText.item(event), event.key == nil ? role : .cookieName),
    ]
    let reason = LogText.reason(event)
    if !reason.isEmpty { parts.append(Part((event.isNamed ? "  " : "") + reason, role)) }
    if count > 1 { parts.append(Part(" \(glyphs.times)\(AmountText.grouped(count))", .logRepeat)) }
    let change = LogText.change(
      event, unmasked: state.looks.isUnmasked, arrow: String(glyphs.arrow))
    if !change.isEmpty { parts.append(Part("  " + change, .valueMasked)) }
    let cause = LogText.cause(event)
    if !cause.isEmpty { parts.append(Part("  " + cause, .logCause)) }
    line(parts, in: row, on: ground)
  }

  /// The store with the web view before it, in exactly a width.
  private func source(of event: StoreEvent, _ state: BrowserState, width: Int) -> String {
    var text = signs(LogText.source(event, library: state.library), .logSource)
    if event.view == nil, let entry = event.store.flatMap({ state.library.entry(of: $0) }) {
      text = entry.name(fitting: width, metrics, glyphs)
    }
    return metrics.fitted(text, to: width, ellipsis: glyphs.ellipsis)
  }

  private func sourceWidth(_ width: Int) -> Int { width < 70 ? 12 : width < 110 ? 22 : 30 }
}

extension StoreEvent {
  /// Whether a cookie or a sentence says what the event is about.
  fileprivate var isNamed: Bool { key != nil || !message.isEmpty }

  /// The role of the event's line.
  fileprivate var role: Role {
    switch level {
    case .error: return .logError
    case .warning: return .logWarning
    case .debug: return .logDebug
    case .info: break
    }
    switch kind {
    case .added: return .changeAdded
    case .changed: return .changeChanged
    case .removed, .expired, .evicted: return .changeRemoved
    default: return .logInfo
    }
  }
}

extension StoreEvent.Kind {
  /// The word for people.
  var title: String {
    switch self {
    case .observerUp: "observed"
    case .observerDown: "unwatched"
    case .cameBack: "came back"
    default: rawValue
    }
  }
}

extension GlyphSet {
  /// How often something was repeated.
  fileprivate var times: Character { kind == .unicode ? "×" : "x" }
}
