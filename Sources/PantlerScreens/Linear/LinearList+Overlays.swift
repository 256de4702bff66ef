import CookieCore
import ScreenKit
import StoreModel

/// The lines of what lies in front.
extension LinearList {
  typealias Line = (text: String, target: Target?)

  var overlayLines: [Line] {
    switch state.overlays.last {
    case .review(let review): review.showsList ? items(review) : choices(review)
    case .sync(let review): review.rows.enumerated().map { (sync($1), .position($0)) }
    case .menu(let menu): menu.items.enumerated().map { (item($1, of: menu), .position($0)) }
    case .help(let page): page.lines.enumerated().map { ($1.spoken(state), $1.target($0)) }
    case .page(let page): page.lines.map { (words(of: $0), nil) }
    case .explain(let page): why(page)
    case .form(let form):
      CookieForm.Field.allCases.map { (field($0, form), .position($0.rawValue)) }
    case .question(let question):
      [("Cancel, the default", .position(0)), (question.acceptTitle, .position(1))]
    case .planning, nil: []
    }
  }

  // MARK: Plans

  private func choices(_ review: PlanReview) -> [Line] {
    state.buttons(of: review).enumerated().map { position, button in
      let title =
        switch button {
        case .cancel: review.proposal.level == .line ? "No, the default" : "Cancel, the default"
        case .viewList: "View list"
        case .exportFirst: "Export first"
        case .accept: review.proposal.level == .line ? "Yes" : review.acceptTitle
        }
      return (title, .position(position))
    }
  }

  private func items(_ review: PlanReview) -> [Line] {
    (0..<review.plan.itemCount).map { position in
      guard position < review.plan.items.count else {
        let removal = review.plan.removals[position - review.plan.items.count]
        return (LinearText.line(DataText.parts(of: removal, state)), nil)
      }
      let item = review.plan.items[position]
      let sign =
        review.gone.contains(position)
        ? "gone already: " : review.changed.contains(position) ? "changed since: " : ""
      return (
        sign
          + [
            CookieFormat.name(item.key.name), CookieFormat.domainInFull(item.key),
            "path " + CookieFormat.place(item.key), "in " + LinearText.store(item.store, state),
          ].joined(separator: ", "), nil
      )
    }
  }

  // MARK: Sync

  private func sync(_ row: SyncRow) -> String {
    let unmasked = state.looks.isUnmasked
    func side(_ cookie: Cookie?) -> String {
      cookie.map { CookieFormat.value($0, unmasked: unmasked) } ?? "nothing"
    }
    let isSame = row.web != nil && row.web?.value == row.shared?.value
    let values =
      isSame
      ? "both have one value"
      : "this store has \(side(row.web)), the shared one has \(side(row.shared))"
    return [CookieFormat.label(row.key), values, base(row), direction(row)].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  private func base(_ row: SyncRow) -> String {
    switch row.base {
    case .nothing: ""
    case .web: "this store is as both last were"
    case .shared: "the shared one is as both last were"
    case .neither: "both changed since they agreed"
    }
  }

  private func direction(_ row: SyncRow) -> String {
    let losses = row.item.map { SyncText.names($0.losses) } ?? ""
    let loss = losses.isEmpty ? "" : ", and loses " + losses
    switch row.choice {
    case .nothing:
      return "it is left as it is" + (row.left.map { ", because " + SyncText.reason($0) } ?? "")
    case .toShared:
      return row.isDeletion
        ? "it is DELETED from the shared store" : "it goes to the shared store" + loss
    case .toWeb:
      return row.isDeletion ? "it is DELETED from this store" : "it goes to this store" + loss
    }
  }

  // MARK: Menus and pages

  private func item(_ item: Menu.Item, of menu: Menu) -> String {
    let off = menu.purpose == .columns ? ", left out" : ""
    let state = item.isOn.map { $0 ? ", chosen" : off } ?? ""
    let detail =
      item.obstacle.map { ", not now: \($0)" } ?? (item.detail.isEmpty ? "" : ", " + item.detail)
    return LinearText.spoken(item.title + state + detail)
  }

  /// A line of a page; bars are told by their numbers alone.
  private func words(of line: TextPage.Line) -> String {
    guard line.role == .chartBar else { return LinearText.spoken(line.text) }
    let bars = state.terminal.glyphs.eighths + [state.terminal.glyphs.barRest]
    return line.text.filter { !bars.contains($0) }.split(separator: " ").joined(separator: " ")
  }

  // MARK: Why

  private func why(_ page: ExplainPage) -> [Line] {
    let lines = ExplainText(page: page, state: state, width: 100_000).lines
    var previous: ExplainPage.Item?
    return lines.compactMap { line in
      let text = LinearWhy.text(line.parts)
      guard !text.isEmpty else { return nil }
      defer { previous = line.item }
      guard let item = line.item, item != previous,
        let position = page.lines.firstIndex(where: { $0.item == item })
      else { return (text, nil) }
      return (text, .position(position))
    }
  }

  // MARK: The form

  private func field(_ field: CookieForm.Field, _ form: CookieForm) -> String {
    let text: String
    switch field {
    case .hostOnly:
      text = form.hostOnly ? "yes, not sent to hosts below" : "no, sent to hosts below"
    case .secure: text = form.secure ? "yes, over HTTPS only" : "no, over HTTP too"
    case .httpOnly: text = form.httpOnly ? "yes, hidden from scripts" : "no, scripts can read it"
    case .sameSite:
      text = form.sameSite == .unspecified ? "not set" : CookieFormat.sameSite(form.sameSite)
    case .value: text = value(form)
    case .expires: text = form.text(field).isEmpty ? "with the session" : form.text(field)
    default: text = form.text(field).isEmpty ? "empty" : form.text(field)
    }
    return "\(field.title): \(text)"
  }

  private func value(_ form: CookieForm) -> String {
    let text = form.text(.value)
    if text.isEmpty { return "empty" }
    return state.looks.isUnmasked ? text : CookieFormat.masked(CookieText(text)) + " (x shows it)"
  }
}

extension HelpPage.Line {
  /// The line in words.
  func spoken(_ state: BrowserState) -> String {
    switch self {
    case .heading(let context): return "Keys of: \(context.title)"
    case .command(let command, let keys, _):
      let reason = state.reasonAside(from: command)
      let names = keys.split(separator: "  ").joined(separator: " or ")
      return "\(names): \(command.title). " + (reason.map { "Not now: \($0)." } ?? command.help)
    }
  }

  /// What its number stands for.
  func target(_ position: Int) -> LinearList.Target? {
    if case .command = self { .position(position) } else { nil }
  }
}

/// Lines of the page that explains, in words.
enum LinearWhy {
  static func text(_ parts: [Canvas.Part]) -> String {
    if parts.first?.role == .helpKey, parts.count > 2 {
      let key = parts[0].text.trimmed
      let hint = key.isEmpty ? "" : " (\(key))"
      return "\(parts[1].text.trimmed)\(hint): \(parts[2].text)"
    }
    var text = ""
    for (position, part) in parts.enumerated() {
      let word = word(part, isLast: position == parts.count - 1)
      guard !word.isEmpty else { continue }
      let isJoined = text.isEmpty || text.hasSuffix(":") || word.hasPrefix("(")
      text += (text.isEmpty ? "" : isJoined ? " " : ", ") + word
    }
    return text
  }

  private static func word(_ part: Canvas.Part, isLast: Bool) -> String {
    let text = part.text.trimmed
    switch part.role {
    case .changeAdded, .changeRemoved:
      return text.dropFirst(2).trimmingPrefix(" ") + ":"
    case .text, .textDim:
      if text.hasPrefix("• ") { return String(text.dropFirst(2)) }
      if text.hasPrefix("· ") { return "Note: " + text.dropFirst(2) }
      guard part.role == .textDim else { return text }
      if Int(text) != nil { return "Line \(text):" }
      let isIdentifier = isLast && !text.contains(" ") && text.first?.isLetter == true
      return isIdentifier ? "(\(text))" : text
    case .issue: return text.hasPrefix("! ") ? "Issue: " + text.dropFirst(2) : text
    case .changeChanged: return text.hasPrefix("~ ") ? String(text.dropFirst(2)) : text
    default: return text
    }
  }
}
