import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  mutating func draw(_ overlay: Overlay, state: BrowserState, layout: ScreenLayout) {
    switch overlay {
    case .planning(let planning): drawPlanning(planning, layout)
    case .review(let review): draw(review, state: state, layout: layout)
    case .sync(let review): draw(review, state: state, layout: layout)
    case .menu(let menu): draw(menu, state: state, layout: layout)
    case .help(let page): draw(page, state: state, layout: layout)
    case .page(let page): draw(page, layout: layout)
    case .explain(let page): draw(page, state: state, layout: layout)
    case .form(let form): draw(form, state: state, layout: layout)
    case .question(let question): draw(question, state: state, layout: layout)
    }
  }

  private mutating func drawPlanning(_ planning: Planning, _ layout: ScreenLayout) {
    let width = max(40, metrics.width(of: planning.title) + 8)
    let rect = BoxLayout.box(lines: 1, width: width, in: layout)
    box(rect, title: planning.title)
    line(
      [Part("One moment; Esc stops.", .dialogDim)], in: rect.inset(horizontally: 2).row(0),
      on: .dialog)
  }

  // MARK: Menus, help and pages

  private mutating func draw(_ menu: Menu, state: BrowserState, layout: ScreenLayout) {
    let rect = BoxLayout.menu(menu, in: layout, state)
    box(rect, title: menu.title)
    let inside = rect.inset()
    for (index, position) in menu.viewport.visible.enumerated() where index < inside.height {
      let item = menu.items[position]
      let isSelected = position == menu.viewport.selected
      let row = inside.row(index)
      fill(row, isSelected ? .menuSelected : .menu)
      let sign = item.isOn.map { $0 ? "\(glyphs.check) " : "  " } ?? ""
      let role: Role = item.obstacle == nil ? .menu : .menuDisabled
      let detail = item.obstacle ?? item.detail
      line(
        [
          Part(isSelected ? " \(glyphs.breadcrumb) " : "   ", .menuKey), Part(sign, .menuKey),
          Part(item.title, role), Part(detail.isEmpty ? "" : "  " + detail, .menuDisabled),
        ], in: row, on: isSelected ? .menuSelected : .menu)
    }
    grid.drawScrollbar(
      menu.viewport, in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height),
      theme: theme,
      glyphs: glyphs)
  }

  private mutating func draw(_ page: HelpPage, state: BrowserState, layout: ScreenLayout) {
    let rect = BoxLayout.help(in: layout)
    fill(rect, .help)
    box(rect, title: "Help: every key")
    let inside = rect.inset(horizontally: 2)
    drawSearch(page, in: inside.row(0))
    let (body, foot) = inside.split(top: 1).rest.split(bottom: BoxLayout.helpFoot(in: layout))
    drawSentence(of: page, state: state, in: foot)
    for (index, position) in page.viewport.visible.enumerated() where index < body.height {
      let ground: Role = position == page.viewport.selected ? .listSelected : .help
      fill(body.row(index), ground)
      draw(page.lines[position], state: state, in: body.row(index), on: ground)
    }
    grid.drawScrollbar(
      page.viewport, in: Rect(x: rect.right - 1, y: body.y, width: 1, height: body.height),
      theme: theme,
      glyphs: glyphs)
  }

  /// Shows what the selected line has no room for.
  private mutating func drawSentence(of page: HelpPage, state: BrowserState, in rect: Rect) {
    guard let selected = page.viewport.selected,
      case .command(let command, let keys, _) = page.lines[selected]
    else { return }
    let reason = state.reasonAside(from: command)
    let text = keys + "  " + (reason.map { "Not now: \($0)" } ?? command.help)
    for (index, part) in state.terminal.wrapped(text, to: rect.width).enumerated()
    where index < rect.height {
      line([Part(part, reason == nil ? .help : .helpDisabled)], in: rect.row(index))
    }
  }

  private mutating func drawSearch(_ page: HelpPage, in row: Rect) {
    guard page.isSearching || !page.field.isEmpty else {
      line([Part("/ finds, Enter runs, q closes.", .helpDisabled)], in: row)
      return
    }
    fill(row, .input)
    let used = line([Part("/", .inputPrompt)], in: row)
    let window = page.field.window(width: max(1, row.width - used), metrics: metrics)
    line([Part(window.text, .input)], in: row.split(left: used).rest)
    if page.isSearching { cursor = GridPoint(x: row.x + used + window.cursorColumn, y: row.y) }
  }

  private mutating func draw(
    _ help: HelpPage.Line, state: BrowserState, in row: Rect, on ground: Role?
  ) {
    switch help {
    case .heading(let context):
      line([Part(context.title, .helpHeading)], in: row, on: ground)
    case .command(let command, let keys, _):
      let reason = state.reasonAside(from: command)
      let role: Role = reason == nil ? .help : .helpDisabled
      let shown = metrics.fitted(keys, to: min(22, row.width / 3), ellipsis: glyphs.ellipsis)
      let title = metrics.fitted(
        command.title, to: min(16, row.width / 4), ellipsis: glyphs.ellipsis)
      line(
        [
          Part("  " + shown + "  ", reason == nil ? .helpKey : .helpDisabled),
          Part(title + "  ", role),
          Part(reason.map { "Not now: \($0)" } ?? command.help, role),
        ], in: row, on: ground)
    }
  }

  private mutating func draw(_ page: TextPage, layout: ScreenLayout) {
    let rect = BoxLayout.page(page, in: layout)
    box(rect, title: page.title)
    let inside = rect.inset(horizontally: 2)
    for (index, position) in page.viewport.visible.enumerated() where index < inside.height {
      let text = page.lines[position]
      line([Part(text.text, text.role)], in: inside.row(index), on: .help)
    }
    grid.drawScrollbar(
      page.viewport, in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height),
      theme: theme,
      glyphs: glyphs)
  }

  // MARK: Questions and forms

  /// Says of a box that it cannot be answered in so small a window.
  mutating func drawTooLow(in inside: Rect) {
    line([Part("Enlarge the window to decide.", .dialogDanger)], in: inside.row(0), on: .dialog)
  }

  private mutating func draw(_ question: Question, state: BrowserState, layout: ScreenLayout) {
    let width = BoxLayout.textWidth(in: layout)
    let lines = question.lines.flatMap { state.terminal.wrapped($0, to: width) }
    let rect = BoxLayout.box(lines: lines.count + 2, width: width + 4, in: layout)
    box(rect, title: question.title)
    let inside = rect.inset(horizontally: 2)
    guard layout.fits(question, in: state) else { return drawTooLow(in: inside) }
    for (index, text) in lines.enumerated() where index < inside.height {
      line([Part(text, .dialog)], in: inside.row(index))
    }
    let row = ButtonRow(
      [.init("Cancel"), .init(question.acceptTitle)], focused: question.acceptIsFocused ? 1 : 0)
    grid.drawButtons(row, in: inside.split(bottom: 1).bottom, theme: theme)
  }

  private mutating func draw(_ form: CookieForm, state: BrowserState, layout: ScreenLayout) {
    let width = BoxLayout.textWidth(in: layout)
    let complaint = form.complaints.flatMap { state.terminal.wrapped("! " + $0, to: width) }
    let fields = CookieForm.Field.allCases
    let rect = BoxLayout.box(
      lines: fields.count + 1 + max(1, complaint.count), width: width + 4, in: layout)
    let store = ReviewText.name(form.store, state)
    box(
      rect, title: form.original == nil ? "Add a cookie to \(store)" : "Edit a cookie of \(store)")
    let inside = rect.inset(horizontally: 2)
    // In a low window the focused line stays in sight.
    let skip = max(0, form.focus.rawValue - max(0, inside.height - 3))
    for field in fields.dropFirst(skip) {
      let line = field.rawValue - skip
      guard line < inside.height - 1 else { break }
      draw(field, of: form, state: state, in: inside.row(line))
    }
    let bottom = inside.split(bottom: max(1, complaint.count)).bottom
    if complaint.isEmpty {
      line(
        [Part("Space switches a choice. x before e shows the value.", .dialogDim)],
        in: bottom.row(0))
    }
    for (index, text) in complaint.enumerated() {
      line([Part(text, .inputError)], in: bottom.row(index))
    }
  }

  private mutating func draw(
    _ field: CookieForm.Field, of form: CookieForm, state: BrowserState, in row: Rect
  ) {
    let isFocused = form.focus == field
    let label = (isFocused ? "\(glyphs.breadcrumb) " : "  ") + field.title
    self.field(label, isFocused ? .dialogTitle : .dialogDim, in: row.split(left: 13).left)
    let room = row.split(left: 13).rest
    if isFocused { fill(room, .input) }
    guard field.isText else {
      line([Part(form.choiceText(field), isFocused ? .input : .dialog)], in: room)
      return
    }
    let isHidden = field == .value && !isFocused && !state.looks.isUnmasked
    let text = form.texts[field] ?? TextField()
    guard isFocused else {
      let shown = isHidden && !text.isEmpty ? CookieFormat.masked(CookieText(text.text)) : text.text
      let hint = field == .expires && text.isEmpty ? "with the session" : shown
      line([Part(hint, .dialog)], in: room)
      return
    }
    let isMasked = field == .value && !form.hasEditedValue && !state.looks.isUnmasked
    let window = text.window(
      width: room.width, metrics: metrics, mask: isMasked ? glyphs.masked : nil)
    line([Part(window.text, .input)], in: room)
    cursor = GridPoint(x: room.x + window.cursorColumn, y: room.y)
  }
}

extension CookieForm {
  /// What a line of choices shows.
  fileprivate func choiceText(_ field: Field) -> String {
    switch field {
    case .hostOnly: hostOnly ? "[x] not sent to hosts below" : "[ ] sent to hosts below, too"
    case .secure: secure ? "[x] over HTTPS only" : "[ ] over HTTP, too"
    case .httpOnly: httpOnly ? "[x] hidden from scripts" : "[ ] scripts can read it"
    case .sameSite: "< \(sameSite == .unspecified ? "not set" : CookieFormat.sameSite(sameSite)) >"
    default: ""
    }
  }
}

extension BrowserState {
  /// Why a command could not run if nothing lay in front.
  func reasonAside(from command: Command) -> String? {
    var state = self
    state.overlays = []
    state.prompt = nil
    return state.unavailability(of: command)
  }
}
