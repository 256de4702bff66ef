import ScreenKit

/// What lines of words ask for, where no keys are pressed one by one.
extension BrowserState {
  /// Selects a line of what has the keys, by its position.
  mutating func pick(_ position: Int) -> [Effect] {
    switch overlays.last {
    case .menu(var menu):
      menu.viewport.select(position)
      replaceTop(.menu(menu))
    case .sync(var review):
      review.viewport.select(position)
      replaceTop(.sync(review))
    case .help(var page):
      page.viewport.select(position)
      replaceTop(.help(page))
    case .explain(var page):
      page.select(position)
      replaceTop(.explain(page))
    case .form(var form):
      guard let field = CookieForm.Field(rawValue: position) else { return [] }
      form.focus = field
      replaceTop(.form(form))
    case .planning, .review, .page, .question: break
    case nil: pickRow(position)
    }
    return []
  }

  private mutating func pickRow(_ position: Int) {
    if focus == .sources {
      sources.viewport.select(position)
    } else if view == .log || focus == .log {
      selectLogLine(position)
    } else {
      focus = .list
      let start = viewport.selected
      viewport.select(position)
      extendRange(from: start)
      rememberSelection()
    }
  }

  /// Puts a whole text where something is typed, in place of what stands there.
  mutating func take(text: String) -> [Effect] {
    if prompt != nil {
      prompt?.field.set(text)
      return promptChanged()
    }
    switch overlays.last {
    case .help(var page) where page.isSearching:
      page.field.set(text)
      page.search()
      replaceTop(.help(page))
    case .form(var form) where form.focus.isText:
      form.texts[form.focus]?.set(text)
      form.complaints = []
      replaceTop(.form(form))
    case .review(var review):
      review.typed = ""
      replaceTop(.review(review))
      return typeInReview(text)
    default: break
    }
    return []
  }
}
