import CookieCore
import ScreenKit
import StoreModel

/// What is said of the state.
extension LinearPresenter {
  /// Says what a line came to, once everything that it asked for is done.
  package mutating func answer(_ state: BrowserState) -> [String] {
    let said = changes(state)
    if !said.isEmpty { return finish(said, state) }
    // What is asked for next was said already.
    return finish(expectation == nil ? ["Nothing changed."] : [], state)
  }

  /// Says what happened without being asked for: messages, boxes, and the log where it is followed.
  package mutating func news(_ state: BrowserState) -> [String] {
    var lines = listingEnd(state) + notice(state)
    let front = LinearHeard(state).front
    if front != heard.front, !state.overlays.isEmpty { lines += readFront(state) }
    lines += newEvents(state)
    return lines.isEmpty ? [] : finish(lines, state)
  }

  /// Says once that all website data was read.
  private mutating func listingEnd(_ state: BrowserState) -> [String] {
    guard owesListing, Self.isListed(state) else { return [] }
    owesListing = false
    return ["All website data was read now; list reads what is in front again."]
  }

  private mutating func changes(_ state: BrowserState) -> [String] {
    let now = LinearHeard(state)
    var lines = notice(state)
    defer { wantsDetails = false }
    if let prompt = state.prompt {
      if now.completions != heard.completions, !now.completions.isEmpty {
        lines.append("It can be completed to: " + now.completions.joined(separator: "; ") + ".")
      }
      return lines + [question(prompt)]
    }
    if now.front != heard.front {
      guard now.front.identity == heard.front.identity, !state.overlays.isEmpty else {
        if state.overlays.isEmpty, now.place == heard.place, !lines.isEmpty { return lines }
        if state.overlays.isEmpty, now.place == heard.place { return [whereabouts(state)] }
        return lines + readFront(state)
      }
      return lines + lineChanges(now.front.lines, state)
    }
    if now.place != heard.place { return lines + readFront(state) }
    if wantsDetails { return lines + details(state) }
    if now.markCount != heard.markCount, lines.isEmpty { return [marked(state)] }
    if now.selected != heard.selected, lines.isEmpty { return [selectedRow(state)] }
    return lines
  }

  /// The message, where it is a new one.
  func notice(_ state: BrowserState) -> [String] {
    guard let notice = state.notice, notice != heard.notice else { return [] }
    let sign = notice.tone == .failure ? "Failed: " : ""
    return [sign + LinearText.sentence(LinearText.spoken(LinearWords.withoutDigits(notice.text)))]
  }

  // MARK: What is in front

  /// Reads out what is in front from its beginning.
  mutating func readFront(_ state: BrowserState) -> [String] {
    let list = LinearList(state)
    remember(LinearProgress(), in: state)
    return LinearHeading.lines(list) + readPage(list) + LinearHeading.foot(list)
  }

  /// Reads on.
  mutating func readOn(_ state: BrowserState) -> [String] {
    let list = LinearList(state)
    guard progress(in: state).next < list.count else {
      return ["That is all. list reads from the beginning."]
    }
    return readPage(list)
  }

  /// Reads the page before the one that was read last.
  mutating func readBack(_ state: BrowserState) -> [String] {
    var progress = progress(in: state)
    guard progress.pageStart > 0 else { return ["This is the beginning."] }
    progress.next = max(0, progress.pageStart - pageSize)
    remember(progress, in: state)
    return readPage(LinearList(state))
  }

  private mutating func readPage(_ list: LinearList) -> [String] {
    var progress = progress(in: list.state)
    progress.pageStart = progress.next
    let end = min(list.count, progress.next + pageSize)
    var lines: [String] = []
    for position in progress.next..<max(progress.next, end) {
      guard let number = list.number(at: position), let target = list.target(at: position) else {
        lines.append(list.text(at: position))
        continue
      }
      progress.numbers[number] = target
      lines.append("\(number). \(list.text(at: position))")
    }
    progress.next = max(progress.next, end)
    remember(progress, in: list.state)
    if end < list.count {
      let word = list.kind.cancelsByEmptyLine ? "more" : "an empty line"
      lines.append(
        "\(AmountText.grouped(end)) of \(AmountText.grouped(list.count)); \(word) reads on.")
    }
    return lines
  }

  /// Tells of a box the lines that are new.
  private mutating func lineChanges(_ lines: [String], _ state: BrowserState) -> [String] {
    let list = LinearList(state)
    guard lines.count == heard.front.lines.count else { return readFront(state) }
    let changed = lines.indices.filter { lines[$0] != heard.front.lines[$0] }
    let told = changed.prefix(pageSize).map { position in
      list.number(at: position).map { "\($0). \(lines[position])" } ?? lines[position]
    }
    return told + LinearHeading.foot(list)
  }

  // MARK: Rows

  /// The details of the selected row.
  func details(_ state: BrowserState) -> [String] {
    let lines = DetailText.lines(state).map { LinearText.line($0) }.filter { !$0.isEmpty }
    return lines.isEmpty ? ["There is nothing to tell of it."] : lines
  }

  /// The selected row with its number.
  func selectedRow(_ state: BrowserState) -> String {
    let list = LinearList(state)
    guard let selected = LinearHeard(state).selected, let position = list.position(of: selected)
    else { return "Nothing is selected." }
    let line = list.kind == .events ? list.count - 1 - position : position
    return "\(line + 1). \(list.text(at: line))"
  }

  /// Where one is.
  func whereabouts(_ state: BrowserState) -> String {
    LinearHeading.lines(LinearList(state)).first ?? ""
  }

  func marked(_ state: BrowserState) -> String {
    let hidden = state.hiddenMarkCount
    let more = hidden > 0 ? ", \(AmountText.grouped(hidden)) of them hidden by the filter" : ""
    return "\(AmountText.count(state.marks.count, "cookie")) marked\(more)."
  }

  // MARK: What is asked for

  /// Asks for the text of a line.
  func question(_ prompt: Prompt) -> String {
    let label = prompt.label.trimmed
    let name =
      switch prompt.kind {
      case .filter: "Filter"
      case .command: "Command"
      default: label.hasSuffix(":") ? String(label.dropLast()) : label
      }
    if let complaint = prompt.complaint {
      let place = complaint.column.map { ", at column \($0)" } ?? ""
      return
        "Not understood\(place): “\(prompt.field.text)”; \(complaint.message). Type it again, or cancel."
    }
    let text = prompt.field.text
    let now =
      text.isEmpty
      ? "An empty line leaves." : "Now it is “\(text)”: an empty line keeps it, cancel leaves."
    return LinearText.sentence("\(name): \(prompt.hint)") + " " + now
  }

  // MARK: The log

  /// Lines of the log that were not told yet, where it is followed.
  private mutating func newEvents(_ state: BrowserState) -> [String] {
    let end = state.log.buffer.endNumber
    defer { firstUntold = end }
    guard announcesLog, firstUntold < end else { return [] }
    var lines: [String] = []
    for position in stride(from: state.log.rows.count - 1, through: 0, by: -1) {
      guard let row = state.log.rows[position], row.number >= firstUntold else { break }
      guard lines.count < pageSize else {
        lines.append("More came before these; log reads all.")
        break
      }
      if let event = state.log.buffer[row.number] {
        lines.append("Log: " + LinearLog.text(event, count: row.count, state))
      }
    }
    return lines.reversed()
  }
}
