import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the tree of apps and stores.
  mutating func drawSources(_ state: BrowserState, in rect: Rect) {
    let isFocused = state.focus == .sources
    pane(
      rect, isFocused: isFocused,
      title: [Part("Sources", isFocused ? .paneTitleFocused : .paneTitle)])
    let inside = rect.inset()
    let nodes = state.sourceNodes
    let viewport = state.sources.viewport
    for (line, position) in viewport.visible.enumerated() where position < nodes.count {
      let row = inside.row(line)
      let isSelected = position == viewport.selected && isFocused
      draw(nodes[position], state: state, in: row, on: isSelected ? .listSelected : .text)
    }
    grid.drawScrollbar(
      viewport,
      in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height), theme: theme,
      glyphs: glyphs)
  }

  private mutating func draw(
    _ node: SourceNode, state: BrowserState, in row: Rect, on ground: Role
  ) {
    fill(row, ground)
    let isInScope = !node.isRunning && node.scope(in: state) == state.scope
    let sign = isInScope ? String(glyphs.dot) : " "
    var parts = [Part(sign + " ", .titleLive)]
    var count: String
    switch node {
    case .everything:
      parts.append(Part("All stores", isInScope ? .textStrong : .text))
      count = AmountText.grouped(state.library.cookieCount)
    case .app(let app, let slots):
      let name = state.library[slots[0]].description.app.name
      let fold = state.sources.folded.contains(app) ? glyphs.folded : glyphs.unfolded
      parts.append(Part("\(fold) ", .treeBranch))
      parts.append(Part(name, .appName))
      parts.append(Part(" " + app.engine.rawValue, .textDim))
      count = ""
    case .pool(_, let id):
      parts.append(Part("  \(glyphs.unfolded) ", .treeBranch))
      parts.append(Part("pool \(id)", .appName))
      count = AmountText.count(state.running.pool(id)?.views.count ?? 0, "view")
    case .webView(_, let pool, let id):
      let view = state.running.pool(pool)?.views.first { $0.id == id }
      parts.append(Part("      web process \(id)", .text))
      if view?.storage == .ephemeral { parts.append(Part(" in memory", .textDim)) }
      count = ""
    case .store(let slot):
      let entry = state.library[slot]
      parts.append(Part("  ", .treeBranch))
      parts.append(Part(entry.description.title, .storeName))
      if entry.contents?.snapshot.holders.isEmpty == false { parts.append(Part(" *", .inUse)) }
      count = Self.storeCount(entry)
      if case .failed = entry.phase { parts.append(Part(" !", .issueSevere)) }
    }
    let width = metrics.width(of: count)
    let parts2 = row.split(right: width)
    field(count, .treeCount, in: parts2.right, alignment: .right, on: ground)
    line(parts, in: parts2.rest.split(right: 1).rest, on: ground)
  }

  /// How many cookies a store has; `…` while it is read, `?` where that is not known.
  static func storeCount(_ entry: StoreEntry) -> String {
    if let contents = entry.contents { return AmountText.grouped(contents.cookies.count) }
    switch entry.phase {
    case .unread, .reading: return "…"
    case .ready, .failed: return "?"
    }
  }
}

extension SourceNode {
  /// Whether the line is about something that runs.
  var isRunning: Bool {
    switch self {
    case .pool, .webView: true
    case .everything, .app, .store: false
    }
  }

  /// The scope that opening the line chooses.
  func scope(in state: BrowserState) -> Scope {
    switch self {
    case .everything: .everything
    case .app(let app, _), .pool(let app, _), .webView(let app, _, _): .app(app)
    case .store(let slot): .store(state.library[slot].id)
    }
  }
}
