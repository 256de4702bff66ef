import ScreenKit

extension BrowserState {
  /// The contexts in which a key is looked up, the innermost first.
  package var keyContexts: [KeyContext] {
    if prompt != nil { return [.input] }
    switch overlays.last {
    case .planning, .question: return [.dialog]
    case .review: return [.dialog]
    case .sync: return [.syncDialog, .dialog]
    case .menu(let menu): return menu.purpose == .clear ? [.clearMenu, .menu] : [.menu]
    case .help(let page): return page.isSearching ? [.input] : [.page]
    case .page: return [.page]
    case .explain: return [.explain, .page]
    case .form: return [.form, .input]
    case nil: break
    }
    if view == .log || focus == .log { return [.log, .main] }
    return view == .webViews ? [.webViews, .table, .main] : [.table, .main]
  }

  mutating func handle(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key(let key): return press(key)
    case .paste(let text):
      paste(text)
      return []
    case .mouse(let mouse): return handle(mouse)
    case .resize(let size):
      terminal.size = size
      return []
    case .resumed:
      notice = Notice("Resumed; reading the stores again.")
      return [.redraw] + readScope()
    case .focus: return []
    case .backgroundReply(let appearance):
      looks.appearance = appearance
      return []
    case .closed:
      isEnding = true
      return [.quit]
    }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    let keys = pendingKeys + [key]
    pendingKeys = []
    switch keymap.lookup(keys, in: keyContexts) {
    case .match(let command): return perform(command)
    case .prefix:
      pendingKeys = keys
      return []
    case .none: return pressUnbound(key, after: keys.count - 1)
    }
  }

  private mutating func pressUnbound(_ key: Key, after count: Int) -> [Effect] {
    guard count == 0 else {
      // A sequence that leads nowhere is forgotten as a whole.
      return []
    }
    if let text = key.typedText {
      if prompt != nil { return type(text) }
      switch overlays.last {
      case .help(let page) where page.isSearching: return type(text)
      case .form: return typeInForm(text)
      case .review: return typeInReview(text)
      default: break
      }
    }
    if key.code == .backspace, case .review = overlays.last { return eraseInReview() }
    if prompt == nil, overlays.isEmpty {
      notice = Notice("\(key) does nothing here. ? shows every key.")
    }
    return []
  }

  /// Takes pasted text into a field; anywhere else it is ignored, a dialog above all.
  private mutating func paste(_ text: String) {
    if prompt != nil {
      prompt?.field.paste(text)
      promptChanged()
    } else if case .help(var page) = overlays.last, page.isSearching {
      page.field.paste(text)
      page.search()
      replaceTop(.help(page))
    } else if case .form(var form) = overlays.last, form.focus.isText {
      form.texts[form.focus]?.paste(text)
      form.complaints = []
      replaceTop(.form(form))
    } else {
      notice = Notice("Pasted text is ignored here.")
    }
  }

  mutating func replaceTop(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  /// Moves the focus and the selection by the mouse; a click never changes a store.
  private mutating func handle(_ mouse: TerminalEvent.Mouse) -> [Effect] {
    guard prompt == nil else { return [] }
    switch mouse.kind {
    case .wheelUp: return wheel(-3, at: mouse.point)
    case .wheelDown: return wheel(3, at: mouse.point)
    case .press where mouse.button == .left: return click(mouse.point)
    case .press, .release, .drag, .move: return []
    }
  }

  private mutating func wheel(_ rows: Int, at point: GridPoint) -> [Effect] {
    guard overlays.isEmpty else {
      scrollOverlay(by: rows)
      return []
    }
    switch layout.pane(at: point) {
    case .sources?: sources.viewport.scroll(by: rows)
    case .log?: scrollLog(by: rows)
    case .details?: scrollDetails(by: rows)
    case .list?:
      if view == .log { scrollLog(by: rows) } else { viewport.scroll(by: rows) }
      rememberSelection()
    case nil: break
    }
    return []
  }

  private mutating func click(_ point: GridPoint) -> [Effect] {
    guard overlays.isEmpty, let pane = layout.pane(at: point) else { return [] }
    focus = pane
    switch pane {
    case .sources:
      guard let line = layout.line(of: point, in: .sources) else { return [] }
      sources.viewport.select(sources.viewport.offset + line)
    case .list:
      guard let line = layout.line(of: point, in: .list) else { return [] }
      if view == .log {
        selectLogLine(log.viewport.offset + line)
      } else {
        viewport.select(viewport.offset + line)
        rememberSelection()
      }
    case .log:
      guard let line = layout.line(of: point, in: .log) else { return [] }
      selectLogLine(log.viewport.offset + line)
    case .details: break
    }
    return []
  }
}
