import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// The filter that `/` changes: the log's or that of the lists.
  private var isLogFiltered: Bool { view == .log || focus == .log }

  mutating func openFilter() -> [Effect] {
    let text = isLogFiltered ? log.filter.text : filter.text
    prompt = Prompt(.filter, text: text, history: filterHistory)
    return []
  }

  mutating func toggleFilter() -> [Effect] {
    if isLogFiltered {
      log.filter.isOn.toggle()
      log.rebuild(now: asOf)
      return []
    }
    filter.isOn.toggle()
    notice = Notice(filter.isOn ? "The filter is applied." : "The filter is set aside.")
    return restartScan()
  }

  /// Types into the line that has the keys.
  mutating func type(_ text: String) -> [Effect] {
    if case .help(var page) = overlays.last, page.isSearching, prompt == nil {
      page.field.insert(text)
      page.search()
      replaceTop(.help(page))
      return []
    }
    prompt?.field.insert(text)
    return promptChanged()
  }

  mutating func performInPrompt(_ command: Command) -> [Effect] {
    switch command {
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .submit: return submitPrompt()
    case .leaveInput: return leavePrompt()
    case .complete: return completePrompt()
    default:
      guard let edit = command.textEdit else { return [] }
      prompt?.field.apply(edit)
      return promptChanged()
    }
  }

  /// Filters as one types, and says whether the line is understood.
  @discardableResult
  mutating func promptChanged() -> [Effect] {
    guard var prompt else { return [] }
    prompt.completions = []
    prompt.completion = nil
    self.prompt = prompt
    switch prompt.kind {
    case .filter: return filterTyped(prompt.field.text)
    case .find:
      sought = prompt.field.text
      return []
    case .command:
      self.prompt?.complaint = CommandLineText.complaint(about: prompt.field.text)
      return []
    case .exportPath, .importPath, .address: return []
    case .explainURL, .explain:
      prompt.complaint = complaint(about: prompt)
      self.prompt = prompt
      return []
    }
  }

  private mutating func filterTyped(_ text: String) -> [Effect] {
    if isLogFiltered {
      log.filter.take(text, saved: savedFilters)
      noteFailure(log.filter.failure)
      log.rebuild(now: asOf)
      return []
    }
    filter.take(text, saved: savedFilters)
    noteFailure(filter.failure)
    return filter.failure == nil ? restartScan() : []
  }

  private mutating func noteFailure(_ failure: FilterFailure?) {
    prompt?.complaint = failure.map { .init(message: $0.message, column: $0.column) }
  }

  private mutating func submitPrompt() -> [Effect] {
    guard var prompt else { return [] }
    let text = prompt.field.text
    switch prompt.kind {
    case .filter:
      guard prompt.complaint == nil else { return [] }
      prompt.field.remember()
      filterHistory = prompt.field.history
      self.prompt = nil
      // The row that is selected among what is left is the one that is meant from here on.
      if !isLogFiltered, rows.count > 0 { rememberSelection() }
      return []
    case .find:
      self.prompt = nil
      return findInFront()
    case .command:
      prompt.field.remember()
      commandHistory = prompt.field.history
      self.prompt = nil
      return run(commandLine: text)
    case .exportPath(let request):
      guard !text.isEmpty else { return [] }
      self.prompt = nil
      return [.export(request, path: text, replaces: false)]
    case .importPath:
      guard !text.isEmpty, let store = selectedStore else { return [] }
      self.prompt = nil
      return plan(.importing(path: text, into: store), title: "Reading \(text)")
    case .explainURL, .explain: return submitQuestion(prompt)
    case .address(let target):
      guard !text.isEmpty else { return [] }
      prompt.field.remember()
      urlHistory = prompt.field.history
      self.prompt = nil
      return load(text, in: target)
    }
  }

  /// Goes to what is sought in the page in front, or else in the list.
  private mutating func findInFront() -> [Effect] {
    switch overlays.last {
    case .page(var page):
      page.find(sought, forward: true)
      replaceTop(.page(page))
    case .explain(var page):
      page.find(sought, forward: true)
      replaceTop(.explain(page))
    default: return find(forward: true)
    }
    return []
  }

  private mutating func leavePrompt() -> [Effect] {
    guard let prompt else { return [] }
    self.prompt = nil
    guard case .filter = prompt.kind, prompt.field.text != prompt.original else { return [] }
    return filterTyped(prompt.original)
  }

  private mutating func completePrompt() -> [Effect] {
    guard var prompt else { return [] }
    if prompt.completions.isEmpty {
      prompt.completions = completions(for: prompt)
      prompt.completion = nil
    }
    guard !prompt.completions.isEmpty else {
      self.prompt = prompt
      return []
    }
    let next = prompt.completion.map { ($0 + 1) % prompt.completions.count } ?? 0
    prompt.completion = next
    prompt.field.set(prompt.completions[next])
    let (list, chosen) = (prompt.completions, prompt.completion)
    self.prompt = prompt
    let effects = promptChanged()
    self.prompt?.completions = list
    self.prompt?.completion = chosen
    return effects
  }

  /// Whole lines that the present one can be completed to.
  private func completions(for prompt: Prompt) -> [String] {
    let text = prompt.field.text
    switch prompt.kind {
    case .filter:
      let found = Filter.completions(
        for: text, cursor: prompt.field.cursor, vocabulary: vocabulary)
      let characters = Array(text)
      return found.prefix(50).map { completion in
        String(characters[..<completion.replaced.lowerBound]) + completion.text
          + String(characters[completion.replaced.upperBound...])
      }
    case .command: return CommandLineText.completions(of: text, state: self)
    case .find, .exportPath, .importPath, .explainURL, .explain, .address: return []
    }
  }

  private var vocabulary: FilterVocabulary {
    let sites = catalog.sites.prefix(2000).map(\.site.name)
    return FilterVocabulary(
      values: [
        .site: sites, .host: sites, .store: library.entries.map(\.id.rawValue),
        .issue: RowIssue.all.map(\.word),
      ],
      saved: savedFilters.keys.sorted())
  }

  /// Goes to the next row that contains what is sought; in text pages, to the next such line.
  mutating func find(forward: Bool) -> [Effect] {
    let words = sought.isEmpty ? filter.text : sought
    guard !words.isEmpty else {
      notice = Notice("Nothing is searched yet: / begins.")
      return []
    }
    guard rows.count > 0, view != .log else { return findInLog(words, forward: forward) }
    let start = viewport.selected ?? 0
    let folded = words.lowercased()
    for step in 1...rows.count {
      let position = (start + (forward ? step : rows.count - step)) % rows.count
      if let row = rows[position], searchText(of: row).lowercased().contains(folded) {
        viewport.select(position)
        rememberSelection()
        return []
      }
      // A million rows would keep a person waiting for an answer that a filter gives at once.
      if step > 200_000 { break }
    }
    notice = Notice("Not found: \(words)")
    return []
  }

  private mutating func findInLog(_ words: String, forward: Bool) -> [Effect] {
    let count = log.rows.count
    guard count > 0 else { return [] }
    let start = log.viewport.selected ?? 0
    for step in 1...count {
      let position = (start + (forward ? step : count - step)) % count
      guard let row = log.rows[position], let event = log.buffer[row.number] else { continue }
      if LogText.line(event, library: library).lowercased().contains(words.lowercased()) {
        selectLogLine(position)
        return []
      }
    }
    notice = Notice("Not found: \(words)")
    return []
  }

  private func searchText(of row: TableRow) -> String {
    switch row {
    case .site(let index), .siteInStore(let index, _), .siteOfType(let index):
      let site = catalog.sites[Int(index)].site
      return site.name + " " + CookieFormat.site(site)
    case .cookie(let reference, _):
      guard let cookie = library[reference] else { return "" }
      return CookieFormat.name(cookie.name) + " " + CookieFormat.domainInFull(cookie.key)
    case .store(let slot):
      return library[Int(slot)].name + " " + library[Int(slot)].id.rawValue
    case .app(let app): return app.id
    case .type(let type): return type.rawValue
    case .data(let index, _):
      let row = catalog.data[Int(index)]
      return row.type.rawValue + " " + catalog.sites[Int(row.site)].site.name
    case .trash(let index): return trash.entries[Int(index)].id
    case .pair(let index):
      let pair = pairs[Int(index)]
      return [pair.link.name ?? "", pair.web.rawValue, pair.shared.rawValue]
        .joined(separator: " ")
    case .livePool(let id, let app): return "\(app) pool \(id)"
    case .liveView:
      guard let view = live(row)?.view?.view else { return "" }
      return [view.id.rawValue, view.name, view.title ?? "", view.url ?? ""].joined(separator: " ")
    case .pool, .webView:
      guard let (pool, view) = running(row) else { return "" }
      return view.map { "\($0.label) \(pool.app.name)" } ?? "\(pool.app.name) pool \(pool.id)"
    }
  }
}

extension Command {
  /// The step of editing that the command stands for, or nil.
  var textEdit: TextEdit? {
    switch self {
    case .lineStart: .start
    case .lineEnd: .end
    case .characterBack: .left
    case .characterForward: .right
    case .wordBack: .wordLeft
    case .wordForward: .wordRight
    case .deleteBack: .deleteLeft
    case .deleteForward: .deleteRight
    case .deleteWordBack: .killWordLeft
    case .deleteToStart: .killToStart
    case .deleteToEnd: .killToEnd
    case .yank: .yank
    case .historyPrevious: .historyPrevious
    case .historyNext: .historyNext
    default: nil
    }
  }
}
