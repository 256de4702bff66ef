import ScreenKit
import StoreModel

/// What words mean.
extension LinearPresenter {
  /// The words of the conversation itself; nil for others.
  mutating func own(_ words: String, _ state: BrowserState) -> Reading? {
    switch words {
    case "more", "next page": return Reading(saying: readOn(state))
    case "previous page": return Reading(saying: readBack(state))
    case "list", "again", "repeat": return Reading(saying: readFront(state))
    case "where": return Reading(saying: whereabouts(state), selectedRow(state))
    case "help": return Reading(saying: openQuestion(state) + help(state))
    case "details": return Reading(saying: details(state))
    case "views":
      guard state.overlays.isEmpty else { return nil }
      expectation = .view
      return Reading(
        saying: ["Views. Type a number."]
          + ViewKind.allCases.map { "\($0.rawValue). \($0 == .sync ? "Links" : $0.title)" })
    case "sources":
      guard state.overlays.isEmpty else { return nil }
      if state.focus == .sources { return Reading(saying: readFront(state)) }
      // The sources stand before the list.
      return Reading((state.focus == .list ? [] : [.asked(.back)]) + [.asked(.previousPane)])
    case "log follow", "log stop":
      announcesLog = words == "log follow"
      firstUntold = state.log.buffer.endNumber
      return Reading(
        saying: announcesLog
          ? "New lines of the log are told as they come; log stop ends that."
          : "New lines of the log are no longer told.")
    case "quit", "exit":
      if let aside = aside(words, state) { return aside }
      return Reading([state.overlays.isEmpty ? .asked(.quit) : .terminal(.closed)])
    case "back", "close": return back(state)
    case "cancel", "stop": return stop(state)
    default: return nil
    }
  }

  private func back(_ state: BrowserState) -> Reading {
    if !state.overlays.isEmpty { return stop(state) }
    let isAtTop =
      state.places.isEmpty && state.site == nil && state.scope == .everything
      && state.focus == .list && state.rangeStart == nil
    guard isAtTop else { return Reading([.asked(.back)]) }
    return state.view == .sites || state.previousView == nil
      ? Reading(saying: "There is nothing to go back to; quit leaves.")
      : Reading([.asked(.previousView)])
  }

  private func stop(_ state: BrowserState) -> Reading {
    if case .form = state.overlays.last { return Reading([.asked(.leaveInput)]) }
    if !state.overlays.isEmpty { return Reading([.asked(.cancel)]) }
    return state.activity == nil
      ? Reading(saying: "Nothing is under way.") : Reading([.asked(.cancelAct)])
  }

  /// Keys by their names, commands by their titles, and lines of the command line.
  mutating func named(_ words: String, _ state: BrowserState) -> Reading {
    if words.hasPrefix(":"), words.count > 1 {
      guard state.overlays.isEmpty else {
        return aside(words, state) ?? Reading(saying: "First answer, or cancel.")
      }
      return Reading([.commanded(String(words.dropFirst()))])
    }
    let (first, rest) = parts(words)
    if first.lowercased() == "key" { return key(rest, state) }
    if first.lowercased() == "help" { return Reading(saying: help(about: rest, state)) }
    if let command = LinearWords.command(keys: words, in: state) { return perform(command, state) }
    if let command = LinearWords.command(words, in: state.keyContexts) {
      return perform(command, state)
    }
    if let reading = boxWord(words.lowercased(), state) { return reading }
    if let reading = withArgument(words, state) { return reading }
    if state.overlays.isEmpty, LinearWords.isCommandLine(words) {
      return Reading([.commanded(words)])
    }
    if meansSomethingElsewhere(first, state) {
      if let aside = aside(words, state) { return aside }
      // What is in front has words of its own.
      let foot = LinearHeading.foot(LinearList(state))
      if !foot.isEmpty { return Reading(saying: ["“\(words)” does nothing here."] + foot) }
    }
    let hint =
      LinearWords.nearest(to: first, in: state.keyContexts)
      .map { " Did you mean \($0)?" } ?? ""
    return Reading(saying: "I do not know “\(words)”.\(hint) help tells what can be typed.")
  }

  /// Says that a question is open and how to answer it; nothing where none is.
  private func openQuestion(_ state: BrowserState) -> [String] {
    let list = LinearList(state)
    guard list.kind.isQuestion else { return [] }
    return ["A question is open."] + LinearHeading.foot(list)
  }

  /// What is said to a word that would do something were no question open; nil where none is.
  private func aside(_ words: String, _ state: BrowserState) -> Reading? {
    let question = openQuestion(state)
    guard !question.isEmpty else { return nil }
    return Reading(
      saying: ["“\(words)” does nothing while a question is open."] + question.dropFirst()
        + ["list reads the question again, and cancel leaves it and changes nothing."])
  }

  /// Whether a word, or a key by its name, does something where no box is open.
  private func meansSomethingElsewhere(_ word: String, _ state: BrowserState) -> Bool {
    var aside = state
    aside.overlays = []
    return LinearWords.command(word, in: aside.keyContexts) != nil
      || LinearWords.command(keys: word, in: aside) != nil
      || LinearWords.isCommandLine(word)
      || LinearWords.own.contains { $0.word.prefix { $0 != " " } == word.lowercased() }
  }

  private func parts(_ words: String) -> (first: String, rest: String) {
    let first = words.prefix { $0 != " " }
    return (String(first), String(words.dropFirst(first.count)).trimmed)
  }

  private mutating func key(_ name: String, _ state: BrowserState) -> Reading {
    if let command = LinearWords.command(keys: name, in: state) { return perform(command, state) }
    return Reading(saying: "“\(name)” does nothing here; ? lists every key.")
  }

  /// Words for what boxes have no key for.
  private func boxWord(_ word: String, _ state: BrowserState) -> Reading? {
    switch (word, state.overlays.last) {
    case ("apply", .sync(let review)?): Reading(applying(review))
    case ("save", .form?): Reading([.asked(.submit)])
    case ("set-cookie", .explain?): Reading([.asked(.explainAdd)])
    default: nil
    }
  }

  // MARK: Commands with something behind them

  private mutating func withArgument(_ words: String, _ state: BrowserState) -> Reading? {
    let all = words.split(separator: " ").map(String.init)
    guard all.count > 1 else { return nil }
    for split in stride(from: all.count - 1, through: 1, by: -1) {
      let name = all[..<split].joined(separator: " ")
      let rest = all[split...]
      let isUnmark = name.lowercased() == "unmark"
      guard let command = isUnmark ? .mark : self.command(name, state) else { continue }
      if let numbers = Self.numbers(rest) {
        return perform(command, on: numbers, unmarks: isUnmark, state)
      }
      guard LinearWords.asksForText(command) else { continue }
      let text = words.split(separator: " ", maxSplits: split)[split]
      return Reading([.asked(command), .entered(String(text)), .asked(.submit)])
    }
    return nil
  }

  func command(_ name: String, _ state: BrowserState) -> Command? {
    if name.lowercased() == "set-cookie", case .explain? = state.overlays.last {
      return .explainAdd
    }
    return LinearWords.command(name, in: state.keyContexts)
      ?? LinearWords.command(keys: name, in: state)
  }

  /// Reads `3`, `3-7`, `3 5`, `3,5`; nil for anything else.
  private static func numbers(_ words: ArraySlice<String>) -> [Int]? {
    var numbers: [Int] = []
    for word in words.flatMap({ $0.split(separator: ",") }) {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first <= last, last - first < 100_000
      else { return nil }
      numbers += first...last
    }
    return numbers.isEmpty ? nil : numbers
  }

  private mutating func perform(
    _ command: Command, on numbers: [Int], unmarks: Bool, _ state: BrowserState
  ) -> Reading {
    let list = LinearList(state)
    guard [.rows, .events, .sources, .menu, .sync, .why].contains(list.kind) else {
      return Reading(saying: "No line is chosen here by a number behind a word.")
    }
    var positions: [Int] = []
    for number in numbers {
      guard let position = position(of: number, in: list) else { return missing(number, list) }
      positions.append(position)
    }
    if command == .mark { return mark(positions, to: !unmarks, state) }
    guard positions.count == 1 else {
      return Reading(saying: "\(command.title) takes one number; mark several first.")
    }
    if state.overlays.isEmpty, state.marks.count > 0, LinearWords.isAboutMarks(command) {
      return Reading(
        saying:
          "\(marked(state)) \(command.title) is about them: type it without a number, or unmark all first."
      )
    }
    if command == .open, isToldOnly(list.kind == .rows ? state.rows[positions[0]] : nil) {
      wantsDetails = true
      return Reading([.picked(positions[0])])
    }
    return Reading([.picked(positions[0]), .asked(command)])
  }

  private func mark(_ positions: [Int], to isMarked: Bool, _ state: BrowserState) -> Reading {
    guard state.view.showsCatalog, state.overlays.isEmpty, state.focus == .list else {
      return Reading([.asked(.mark)])
    }
    guard positions.count == 1 || !state.filter.isActive || !state.filter.text.contains("marked")
    else { return Reading(saying: "One at a time, because the filter asks for marks.") }
    var messages: [Message] = []
    for position in positions {
      guard let row = state.rows[position] else { continue }
      let (marked, total) = state.markState(of: row)
      // Marking what is marked in part marks all of it first.
      let times = isMarked ? (marked == total ? 0 : 1) : marked == 0 ? 0 : marked < total ? 2 : 1
      for _ in 0..<times { messages += [.picked(position), .asked(.mark)] }
    }
    return messages.isEmpty
      ? Reading(saying: isMarked ? "It is marked already." : "It is not marked.")
      : Reading(messages)
  }

  // MARK: Commands

  /// Whether opening a row does nothing but tell about it.
  private func isToldOnly(_ row: TableRow?) -> Bool {
    switch row {
    case .cookie, .data: true
    default: false
    }
  }

  private mutating func perform(_ command: Command, _ state: BrowserState) -> Reading {
    switch command {
    case .pageDown, .halfPageDown: return Reading(saying: readOn(state))
    case .pageUp, .halfPageUp: return Reading(saying: readBack(state))
    case .down where isText(state): return Reading(saying: readOn(state))
    case .up where isText(state): return Reading(saying: readBack(state))
    case .top where isText(state): return Reading(saying: readFront(state))
    case .toggleDetails, .detailsDown, .detailsUp: return Reading(saying: details(state))
    case .open
    where state.overlays.isEmpty && state.focus == .list && isToldOnly(state.selectedRow):
      return Reading(saying: details(state))
    case .followLog: return own(announcesLog ? "log stop" : "log follow", state) ?? Reading()
    case .zoom, .redraw, .cycleLogDock:
      return Reading(saying: "That changes only how a screen looks, and there is none here.")
    case state.view.command
    where state.overlays.isEmpty && state.focus == .list && state.site == nil:
      return Reading(saying: readFront(state))
    default: return Reading([.asked(command)])
    }
  }

  private func isText(_ state: BrowserState) -> Bool {
    switch LinearList(state, makesLines: false).kind {
    case .page, .help, .why, .details, .planItems: true
    default: false
    }
  }
}
