import ScreenKit
import StoreModel

/// How a line is understood.
extension LinearPresenter {
  /// Understands a line that was typed.
  package mutating func read(_ line: String, _ state: BrowserState) -> Reading {
    let reading = understand(line, state)
    return Reading(
      reading.messages, saying: finish(reading.lines, state, keepsHeard: reading.messages.isEmpty))
  }

  private mutating func understand(_ line: String, _ state: BrowserState) -> Reading {
    if state.prompt != nil { return answer(prompt: line, state) }
    if case .help(let page) = state.overlays.last, page.isSearching {
      return Reading([.entered(line), .asked(.submit)])
    }
    if let expectation {
      self.expectation = nil
      if let reading = take(line, for: expectation, state) { return reading }
    }
    let words = line.trimmed
    if words.isEmpty { return emptyLine(state) }
    if let number = Int(words), number >= 0 { return choose(number, state) }
    return own(words.lowercased(), state) ?? named(words, state)
  }

  // MARK: Texts that are asked for

  private func answer(prompt line: String, _ state: BrowserState) -> Reading {
    let words = line.trimmed
    if line.hasSuffix("\t") { return Reading([.entered(words.withoutTabs), .asked(.complete)]) }
    switch words.lowercased() {
    case "":
      return Reading([.asked(state.prompt?.field.isEmpty == true ? .leaveInput : .submit)])
    case "cancel", "esc", "c-c": return Reading([.asked(.leaveInput)])
    case "empty": return Reading([.entered(""), .asked(.submit)])
    case let word where state.prompt?.kind.takesWords == false && Self.leaves(word):
      return leave(prompt: word, state)
    default:
      let text = words.hasPrefix("\\") ? String(words.dropFirst()) : words
      return Reading([.entered(text), .asked(.submit)])
    }
  }

  /// Whether a word is meant for the conversation where it can be no answer.
  private static func leaves(_ word: String) -> Bool {
    ["quit", "exit", "back", "close", "stop", "help"].contains(word)
  }

  private func leave(prompt word: String, _ state: BrowserState) -> Reading {
    switch word {
    case "help":
      return Reading(
        saying: (state.prompt.map { [question($0)] } ?? [])
          + ["cancel leaves the question, and quit leaves Pantler."])
    case "quit", "exit": return Reading([.asked(.leaveInput), .terminal(.closed)])
    default: return Reading([.asked(.leaveInput)])
    }
  }

  private mutating func take(
    _ line: String, for expectation: Expectation, _ state: BrowserState
  ) -> Reading? {
    let words = line.trimmed
    switch expectation {
    case .count(let count):
      guard case .review(let review) = state.overlays.last else { return nil }
      guard words == String(count) else {
        return Reading(
          saying: "That is not \(count), so nothing was done. The question is still open.")
      }
      return Reading([.entered(words)] + pressing(.accept, of: review, state))
    case .field:
      guard case .form = state.overlays.last else { return nil }
      if words.isEmpty || words.lowercased() == "cancel" {
        return Reading(saying: "It stays as it was.")
      }
      let text = words.lowercased() == "empty" ? "" : words
      return Reading([.entered(text.hasPrefix("\\") ? String(text.dropFirst()) : text)])
    case .view:
      guard let number = Int(words), let view = ViewKind(rawValue: number) else { return nil }
      return Reading([.asked(view.command)])
    }
  }

  // MARK: Numbers and empty lines

  /// An empty line takes the default of a question, and reads on everywhere else.
  private mutating func emptyLine(_ state: BrowserState) -> Reading {
    let list = LinearList(state)
    switch list.kind {
    case let kind where kind.cancelsByEmptyLine: return Reading([.asked(.cancel)])
    case .planItems where box.next >= list.count: return Reading([.asked(.cancel)])
    case .form: return Reading(saying: LinearHeading.foot(list))
    default: return Reading(saying: readOn(state))
    }
  }

  private mutating func choose(_ number: Int, _ state: BrowserState) -> Reading {
    let list = LinearList(state)
    guard let position = position(of: number, in: list) else { return missing(number, list) }
    switch list.kind {
    case .plan: return press(position, state)
    case .question: return Reading([.asked(position == 0 ? .cancel : .accept)])
    case .sync: return Reading([.picked(position), .asked(.toggleItem)])
    case .menu, .help: return Reading([.picked(position), .asked(.runLine)])
    case .why, .sources: return Reading([.picked(position), .asked(.open)])
    case .form: return change(position)
    case .rows where opensByNumber(state.rows[position]):
      return Reading([.picked(position), .asked(.open)])
    case .rows, .events:
      wantsDetails = true
      return Reading([.picked(position)])
    case .page, .planItems, .details, .waiting: return missing(number, list)
    }
  }

  /// Whether the number of a row opens it; others are told about first, because opening them is an act.
  private func opensByNumber(_ row: TableRow?) -> Bool {
    switch row {
    case .site, .siteInStore, .siteOfType, .type, .app, .store, .pool, .livePool: true
    case .cookie, .data, .trash, .pair, .webView, .liveView, nil: false
    }
  }

  func missing(_ number: Int, _ list: LinearList) -> Reading {
    progress(in: list.state).numbers[number] == nil
      ? Reading(saying: "There is no line with the number \(number) here.")
      : Reading(saying: "What was read with the number \(number) is no longer there.")
  }

  /// Where a number's line stands now; a line that was not read out yet is counted.
  func position(of number: Int, in list: LinearList) -> Int? {
    if let target = progress(in: list.state).numbers[number] { return list.position(of: target) }
    guard let line = list.line(numbered: number), let target = list.target(at: line) else {
      return nil
    }
    return list.position(of: target)
  }

  private mutating func change(_ position: Int) -> Reading {
    guard let field = CookieForm.Field(rawValue: position) else { return Reading() }
    guard field.isText else {
      return Reading([.picked(position), .asked(.characterForward)])
    }
    expectation = .field(field)
    return Reading(
      [.picked(position)],
      saying: ["\(field.title): type it. empty takes it away, an empty line leaves it."])
  }

  // MARK: Questions

  private mutating func press(_ position: Int, _ state: BrowserState) -> Reading {
    guard case .review(let review) = state.overlays.last else { return Reading() }
    let buttons = state.buttons(of: review)
    guard buttons.indices.contains(position) else { return Reading() }
    guard buttons[position] == .accept, review.lacksCount, review.acceptCount > 0 else {
      return Reading(pressing(buttons[position], of: review, state))
    }
    expectation = .count(review.acceptCount)
    return Reading(
      saying:
        "Type \(review.acceptCount), the number of items, to do it; anything else does nothing.")
  }

  /// Goes to a button and presses it.
  private func pressing(
    _ button: PlanReview.Button, of review: PlanReview, _ state: BrowserState
  ) -> [Message] {
    let buttons = state.buttons(of: review)
    guard let from = buttons.firstIndex(of: review.focus), let to = buttons.firstIndex(of: button)
    else { return [] }
    let steps = (to - from + buttons.count) % buttons.count
    return Array(repeating: .asked(.focusNext), count: steps) + [.asked(.press)]
  }

  func applying(_ review: SyncReview) -> [Message] {
    (review.focus == .cancel ? [.asked(.focusNext)] : []) + [.asked(.press)]
  }
}

extension ViewKind {
  /// The command that shows the view.
  var command: Command {
    switch self {
    case .sites: .showSites
    case .cookies: .showCookies
    case .types: .showTypes
    case .webViews: .showWebViews
    case .stores: .showStores
    case .sync: .showSync
    case .log: .showLog
    case .trash: .showTrash
    }
  }
}

extension String {
  /// The text without tabs at its end.
  fileprivate var withoutTabs: String {
    String(reversed().drop { $0 == "\t" || $0 == " " }.reversed())
  }
}
