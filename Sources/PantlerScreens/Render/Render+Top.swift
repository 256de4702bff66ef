import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the line of name, place, counts, access and live state.
  mutating func drawTop(_ state: BrowserState, in rect: Rect) {
    fill(rect, .title)
    let right = topRight(state, width: rect.width)
    let rightWidth = right.reduce(0) { $0 + metrics.width(of: $1.text) }
    line(
      right,
      in: Rect(x: rect.right - rightWidth, y: rect.y, width: rightWidth, height: 1), on: .title)
    let left = Rect(x: rect.x, y: rect.y, width: max(0, rect.width - rightWidth - 1), height: 1)
    let separator = " \(glyphs.breadcrumb) "
    var parts = [Part(" pantler  ", .titleApp)]
    for (index, step) in state.breadcrumb.enumerated() {
      parts.append(Part((index == 0 ? "" : separator) + step, .titleBreadcrumb))
    }
    line(parts, in: left, on: .title)
  }

  private func topRight(_ state: BrowserState, width: Int) -> [Part] {
    var parts: [Part] = []
    if width >= 100 {
      let stores = AmountText.count(state.library.entries.count, "store")
      let views = AmountText.count(state.running.viewCount, "view")
      parts.append(
        Part("\(stores) \(glyphs.middleDot) \(views) \(glyphs.middleDot) ", .titleCount))
    }
    if width >= 64 {
      let cookies = AmountText.count(state.library.cookieCount, "cookie")
      parts.append(Part("\(cookies)  ", .titleCount))
    }
    let isWritable = state.scopeIsWritable
    parts.append(
      Part(isWritable ? "[RW]" : "[RO]", isWritable ? .titleReadwrite : .titleReadonly))
    let live = state.liveText
    parts.append(
      Part(
        " \(live.isLive ? glyphs.dot : glyphs.ring) \(live.text) ",
        live.isLive ? .titleLive : .titleStale))
    return parts
  }
}

extension BrowserState {
  /// The steps from all stores to what is shown.
  var breadcrumb: [String] {
    var steps: [String] = []
    switch scope {
    case .everything: steps.append("All stores")
    case .app: steps.append(scopeTitle)
    case .store(let id):
      if let entry = library.entry(of: id) {
        steps += [entry.description.app.name, entry.description.title]
      } else {
        steps.append(id.rawValue)
      }
    }
    if let site { steps.append(CanonicalHost.displayName(of: site)) }
    return steps + [view.title]
  }

  /// Whether anything in scope can be written.
  var scopeIsWritable: Bool {
    library.entries.contains { scope.contains($0.description) && $0.isWritable }
  }

  /// Whether changes are seen, with the time of the last event.
  var liveText: (text: String, isLive: Bool) {
    let inScope = library.entries.filter { scope.contains($0.description) }
    let attached = inScope.filter { $0.health?.means != nil }
    let last = log.buffer[log.buffer.endNumber &- 1].map { TimeText.clock($0.time) }
    guard !attached.isEmpty else { return ("not live", false) }
    let time = last.map { " " + $0 } ?? ""
    guard attached.count < inScope.count else { return ("live" + time, true) }
    return ("live \(attached.count)/\(inScope.count)" + time, true)
  }
}
