import ScreenKit
import StoreModel

extension Canvas {
  /// Draws what is typed, or the message, or the progress of an act.
  mutating func drawMessage(_ state: BrowserState, in rect: Rect) {
    fill(rect, .message)
    if let prompt = state.prompt {
      drawPrompt(prompt, state: state, in: rect)
    } else if case .review(let review) = state.overlays.last, review.proposal.level == .line {
      drawLineQuestion(review, state: state, in: rect)
    } else if let activity = state.activity {
      drawActivity(activity, in: rect)
    } else if let text = listingText(state), state.notice.map({ $0.role == .message }) ?? true {
      line(
        [Part(" " + text, .message), Part("   C-c stops", .inputHint)], in: rect, on: .message)
    } else if let notice = state.notice {
      drawNotice(notice, state: state, in: rect)
    }
  }

  /// Draws a message; one that does not fit ends with the key that shows the rest.
  private mutating func drawNotice(_ notice: Notice, state: BrowserState, in rect: Rect) {
    guard !state.fitsLine(notice), let hint = state.hint(for: notice) else {
      line([Part(" " + notice.text, notice.role)], in: rect, on: .message)
      return
    }
    let room = max(0, rect.width - metrics.width(of: signs(hint, notice.role)) - 2)
    let body = metrics.truncated(
      signs(notice.body, notice.role), to: room, ellipsis: glyphs.ellipsis)
    line(
      [Part(" " + body + " ", notice.role), Part(hint, notice.role)], in: rect, on: .message)
  }

  /// How far the listing of website data has come, once there is something to say.
  private func listingText(_ state: BrowserState) -> String? {
    let counts = state.library.entries.compactMap(\.listedFiles).filter { $0 > 0 }
    guard !counts.isEmpty else { return nil }
    return "Reading website data… " + AmountText.count(counts.reduce(0, +), "file")
  }

  private mutating func drawPrompt(_ prompt: Prompt, state: BrowserState, in rect: Rect) {
    fill(rect, .input)
    let label = " " + prompt.label
    var x = rect.x + line([Part(label, .inputPrompt)], in: rect)
    let status = promptStatus(prompt, state: state)
    let statusWidth = min(metrics.width(of: status.text), rect.width * 3 / 5)
    let room = max(8, rect.width - (x - rect.x) - statusWidth - 2)
    let window = prompt.field.window(width: room, metrics: metrics)
    let role: Role =
      prompt.complaint != nil ? .inputError : prompt.field.isSelected ? .inputSelection : .input
    grid.write(window.text, at: GridPoint(x: x, y: rect.y), style: theme[role], clip: rect)
    cursor = GridPoint(x: x + window.cursorColumn, y: rect.y)
    x = rect.right - statusWidth - 1
    line([status], in: Rect(x: x, y: rect.y, width: statusWidth, height: 1), on: .input)
  }

  private func promptStatus(_ prompt: Prompt, state: BrowserState) -> Part {
    if let complaint = prompt.complaint {
      let place = complaint.column.map { "column \($0): " } ?? ""
      return Part("not valid, " + place + complaint.message, .inputError)
    }
    if !prompt.completions.isEmpty, let chosen = prompt.completion {
      return Part("Tab \(chosen + 1) of \(prompt.completions.count)", .completion)
    }
    switch prompt.kind {
    case .filter:
      if state.view == .log || state.focus == .log {
        return Part("valid, \(AmountText.count(state.log.rows.count, "line"))", .inputValid)
      }
      let more = state.scan.isComplete ? "" : " so far"
      return Part(
        "valid, \(AmountText.count(state.scan.cookies.count, "cookie")) match\(state.scan.cookies.count == 1 ? "es" : "")\(more)",
        .inputValid)
    default: return Part(prompt.hint, .inputHint)
    }
  }

  private mutating func drawLineQuestion(_ review: PlanReview, state: BrowserState, in rect: Rect) {
    fill(rect, .dialog)
    var parts = [Part(" ", .dialog)]
    if review.changed.isEmpty {
      let (what, place) = ReviewText.line(review.plan, state: state)
      parts += [Part("\(review.verb) \(what)", .dialogTitle), Part(place, .dialog)]
      if !review.gone.isEmpty { parts.append(Part(" It is gone already.", .dialogWarning)) }
    } else {
      parts.append(Part("Its value has changed: r approves it as it is now.", .dialogWarning))
    }
    let answer = Part(review.focus == .accept ? " [>Yes<] No " : " y/N ", .dialogButtonFocused)
    let width = metrics.width(of: answer.text)
    // The answer stays in sight however long the name is.
    let used = line(
      parts, in: Rect(x: rect.x, y: rect.y, width: max(0, rect.width - width), height: 1))
    line([answer], in: Rect(x: rect.x + used, y: rect.y, width: width, height: 1))
  }

  private mutating func drawActivity(_ activity: Activity, in rect: Rect) {
    var parts = [Part(" \(activity.title)… ", .message)]
    if let total = activity.total, total > 0 {
      let width = min(24, max(4, rect.width / 4))
      let bar = Bars.progress(activity.done, of: total, width: width, glyphs: glyphs)
      parts.append(Part(bar, .progress))
      parts.append(
        Part(" \(AmountText.grouped(activity.done)) of \(AmountText.grouped(total))", .message))
    }
    if activity.canCancel { parts.append(Part("   C-c stops", .inputHint)) }
    line(parts, in: rect)
  }

  /// Draws the hints from the live keymap, and the counts of marks.
  mutating func drawHints(_ state: BrowserState, in rect: Rect) {
    fill(rect, .hint)
    var right: [Part] = []
    if !state.pendingKeys.isEmpty {
      let keys = state.pendingKeys.map(\.description).joined(separator: " ")
      right.append(Part("\(keys)-  ", .hintKey))
    }
    if state.looks.isUnmasked { right.append(Part("values shown  ", .messageWarning)) }
    if state.marks.count > 0 {
      let hidden = state.hiddenMarkCount
      let text = "\(AmountText.grouped(state.marks.count)) marked"
      right.append(
        Part(text + (hidden > 0 ? " (\(AmountText.grouped(hidden)) hidden) " : " "), .listMarked))
    }
    let rightWidth = right.reduce(0) { $0 + metrics.width(of: $1.text) }
    line(
      right, in: Rect(x: rect.right - rightWidth, y: rect.y, width: rightWidth, height: 1),
      on: .hint)
    var left = Rect(x: rect.x + 1, y: rect.y, width: max(0, rect.width - rightWidth - 2), height: 1)
    for hint in HintBar.hints(state) {
      let width = metrics.width(of: hint.keys) + metrics.width(of: hint.title) + 1
      // A hint is shown whole or not at all.
      guard width <= left.width else { return }
      let role: Role = hint.isAvailable ? .hintText : .hintDisabled
      line(
        [
          Part(hint.keys, hint.isAvailable ? .hintKey : .hintDisabled),
          Part(" " + hint.title, role),
        ], in: left)
      left = left.split(left: width + 2).rest
    }
  }
}

extension Notice {
  fileprivate var role: Role {
    switch tone {
    case .plain: .message
    case .success: .messageSuccess
    case .warning: .messageWarning
    case .failure: .messageError
    }
  }
}
