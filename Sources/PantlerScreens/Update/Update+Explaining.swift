import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// The stores that a question about the selected row can be asked of.
  var explainableStores: [StoreID] {
    var stores: [StoreID] = []
    if let item = selectedItem {
      stores = [item.store]
    } else if let store = selectedStore {
      stores = [store]
    } else if case .site(let index)? = selectedRow {
      stores = catalog.sites[Int(index)].members.map { library[Int($0.slot)].id }
    } else if case .siteOfType(let index)? = selectedRow {
      stores = catalog.sites[Int(index)].members.map { library[Int($0.slot)].id }
    }
    return stores.filter { library.entry(of: $0)?.contents != nil }
  }

  /// Begins a question about the selected row.
  mutating func explainRow() -> [Effect] {
    let stores = explainableStores
    if stores.count == 1 { return askURL(in: stores[0]) }
    let items = stores.map { store in
      Menu.Item(
        title: library.entry(of: store)?.name ?? "", detail: store.rawValue,
        action: .explainIn(store))
    }
    overlays.append(.menu(Menu(.explainedStore, title: "Ask about which store", items: items)))
    return []
  }

  /// Answers the question that the selected row suggests for a store that was chosen; its page asks others.
  mutating func explain(in store: StoreID) -> [Effect] {
    let draft = explainDraft(in: store)
    guard complaint(about: Prompt(.explainURL(draft), text: draft.written.url)) == nil else {
      return askURL(in: store)
    }
    let page = ExplainPage(store: store, written: draft.written)
    overlays.append(.explain(page))
    return ask(page, at: overlays.count - 1)
  }

  /// Asks for a URL; the one that the selected row suggests stands there.
  mutating func askURL(in store: StoreID) -> [Effect] {
    let draft = explainDraft(in: store)
    prompt = Prompt(.explainURL(draft), text: draft.written.url, history: urlHistory)
    return []
  }

  private func explainDraft(in store: StoreID) -> ExplainDraft {
    if let item = selectedItem, item.store == store {
      let cookie = library.reference(to: item).flatMap { library[$0] }
      return ExplainDraft(store: store, key: item.key, secure: cookie?.secure ?? false)
    }
    guard let name = selectedSiteName ?? site else { return ExplainDraft(store: store) }
    return ExplainDraft(store: store, host: host(ofSite: name, in: store))
  }

  /// The host of a site that cookies of a store go to: the site itself, or else the one with the shortest name.
  private func host(ofSite name: String, in store: StoreID) -> String {
    guard let contents = library.entry(of: store)?.contents,
      let site = contents.position(ofSite: name)
    else { return name }
    let hosts = contents.cookies(ofSite: site).map { contents.cookies[Int($0)].domain.text }
    guard !hosts.contains(name) else { return name }
    return hosts.min { ($0.count, $0) < ($1.count, $1) } ?? name
  }

  // MARK: The page

  /// Puts a question to the store, or says why that cannot be.
  mutating func ask(_ page: ExplainPage, at index: Int) -> [Effect] {
    guard let entry = library.entry(of: page.store), let contents = entry.contents else {
      notice = Notice("The store is gone.", .failure)
      return []
    }
    var page = page
    page.token = nextToken()
    page.askedAt = asOf
    overlays[index] = .explain(page)
    let request = ExplainRequest(
      written: page.written, contents: contents,
      engines: entry.description.app.engine.cookieEngines, now: asOf)
    return [.explain(request, token: page.token)]
  }

  /// Takes an answer, unless another question was put meanwhile.
  mutating func take(_ answer: Explanation, token: Int) {
    for index in overlays.indices {
      guard case .explain(var page) = overlays[index], page.token == token else { continue }
      page.take(answer)
      overlays[index] = .explain(page)
    }
  }

  /// Asks again where a page is about a store that was read again.
  mutating func askAgain(about store: StoreID) -> [Effect] {
    overlays.indices.flatMap { index -> [Effect] in
      guard case .explain(let page) = overlays[index], page.store == store else { return [] }
      return ask(page, at: index)
    }
  }

  mutating func perform(_ command: Command, in page: ExplainPage) -> [Effect] {
    var page = page
    switch command {
    case .cancel:
      overlays.removeLast()
      return []
    case .help: return openHelp()
    case .unmask: return toggleUnmask()
    case .copyEquivalent:
      return [.copy(page.written.commandLine(store: page.store), what: "command")]
    case .find:
      prompt = Prompt(.find, history: filterHistory)
      return []
    case .findNext, .findPrevious: page.find(sought, forward: command == .findNext)
    case .open: return open(page.selectedItem, of: page)
    case .explainRemove:
      guard let index = page.chosenSetCookie else {
        notice = Notice("No Set-Cookie line was added: \(firstKey(.explainAdd)) adds one.")
        return []
      }
      page.written.setCookies.remove(at: index)
      return ask(page, at: overlays.count - 1)
    default:
      if let field = field(of: command, in: page) { return askFor(field, of: page) }
      if let changed = page.changed(by: command) { return ask(changed, at: overlays.count - 1) }
      if command == .explainNavigation {
        notice = Notice("First name the page that makes the request: \(firstKey(.explainSite)).")
        return []
      }
      page.move(command)
    }
    replaceTop(.explain(page))
    return []
  }

  private func firstKey(_ command: Command) -> String {
    keymap.sequences(for: command, in: [.explain]).first?.description ?? command.title
  }

  /// The part of the question that a command asks for.
  private func field(of command: Command, in page: ExplainPage) -> ExplainPage.Field? {
    switch command {
    case .explainURL: .url
    case .explainSite: .site
    case .explainTopLevelSite: .topLevelSite
    case .explainClock: .time
    case .explainContainer: .container
    case .explainFrom: .receivedFrom
    case .explainAdd: .setCookie(page.written.setCookies.count)
    case .explainEdit: .setCookie(page.chosenSetCookie ?? page.written.setCookies.count)
    default: nil
    }
  }

  /// Does what Enter does on a line.
  private mutating func open(_ item: ExplainPage.Item?, of page: ExplainPage) -> [Effect] {
    switch item {
    case .field(let field): return askFor(field, of: page)
    case .method: return perform(.explainMethod, in: page)
    case .reader: return perform(.explainReader, in: page)
    case .setter: return perform(.explainSetter, in: page)
    case .cookie(let index):
      guard let cookies = page.answer?.cookies, cookies.indices.contains(index) else { return [] }
      return open(rules(of: cookies[index]))
    case nil: return []
    }
  }

  /// What holds for every request: when a cookie is sent, and what is wrong with it.
  private func rules(of considered: Explanation.Considered) -> TextPage {
    var lines: [TextPage.Line] = [.init("When it is sent", .helpHeading)]
    lines += CookieSending.rules(of: considered.cookie, asOf: asOf).map { .init("• " + $0) }
    if !considered.issues.isEmpty { lines += [.init(""), .init("Issues", .helpHeading)] }
    for issue in considered.issues {
      lines.append(.init("! " + issue.sentence, .issue))
      lines.append(.init("  " + issue.fix))
    }
    return TextPage(title: CookieFormat.label(considered.cookie.key), lines: lines)
  }

  // MARK: What is typed

  private mutating func askFor(_ field: ExplainPage.Field, of page: ExplainPage) -> [Effect] {
    let history = field == .url || field == .receivedFrom ? urlHistory : []
    prompt = Prompt(.explain(field), text: page.written.text(of: field), history: history)
    return []
  }

  /// What is wrong with a line of a question; nil when it is understood.
  func complaint(about prompt: Prompt) -> Prompt.Complaint? {
    guard var written = written(with: prompt) else { return nil }
    // Other parts were understood before, and a Set-Cookie line always is.
    written.setCookies = []
    do {
      let url = try written.question(now: asOf, publicSuffixes: .builtin).url
      guard url.host == nil, url.path == "/" || url.path.isEmpty else { return nil }
      return .init(message: "the host is missing")
    } catch {
      return .init(message: ExplainFault.message(error))
    }
  }

  /// The question with what is typed in its place; nil where nothing of a question is typed.
  private func written(with prompt: Prompt) -> WrittenCookieQuestion? {
    let text = prompt.field.text
    switch prompt.kind {
    case .explainURL(let draft):
      var written = draft.written
      written.url = text
      return written
    case .explain(let field):
      guard case .explain(let page) = overlays.last else { return nil }
      var written = page.written
      written.set(field, to: text, asOf: asOf)
      return written
    default: return nil
    }
  }

  /// Takes a line of a question; it stays while it is not understood.
  mutating func submitQuestion(_ prompt: Prompt) -> [Effect] {
    if let complaint = complaint(about: prompt) {
      self.prompt?.complaint = complaint
      return []
    }
    guard let written = written(with: prompt) else { return [] }
    self.prompt = nil
    notice = nil
    remember(prompt)
    var page: ExplainPage
    switch (prompt.kind, overlays.last) {
    case (.explainURL(let draft), _):
      page = ExplainPage(store: draft.store, written: written)
      overlays.append(.explain(page))
    case (_, .explain(let shown)): page = shown
    default: return []
    }
    page.written = written
    if case .explain(.setCookie(let index)) = prompt.kind {
      page.wanted = .field(.setCookie(index))
    }
    return ask(page, at: overlays.count - 1)
  }

  private mutating func remember(_ prompt: Prompt) {
    switch prompt.kind {
    case .explainURL, .explain(.url), .explain(.receivedFrom):
      var field = prompt.field
      field.remember()
      urlHistory = field.history
    default: break
    }
  }
}

extension ExplainPage {
  /// The methods that are gone through: the first of the safe ones, then others.
  static let methods = ["GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]

  /// The page with the choice that a command changes; nil for other commands.
  func changed(by command: Command) -> ExplainPage? {
    var page = self
    switch command {
    case .explainMethod:
      let index = Self.methods.firstIndex(of: written.method) ?? -1
      page.written.method = Self.methods[(index + 1) % Self.methods.count]
    case .explainReader: page.written.readBy = written.readBy == .http ? .script : .http
    case .explainSetter: page.written.setBy = written.setBy == .http ? .script : .http
    case .explainNavigation where written.siteForCookies != nil:
      page.written.isNavigation.toggle()
    default: return nil
    }
    return page
  }
}

extension WrittenCookieQuestion {
  /// A part as it stands in its line.
  fileprivate func text(of field: ExplainPage.Field) -> String {
    switch field {
    case .url: url
    case .site: siteForCookies ?? ""
    case .topLevelSite: topLevelSite ?? ""
    case .time: time ?? ""
    case .container: container ?? ""
    case .receivedFrom: receivedFrom ?? ""
    case .setCookie(let index): setCookies.indices.contains(index) ? setCookies[index].text : ""
    }
  }

  /// Takes a part as it was typed; an empty one means what holds without it.
  fileprivate mutating func set(
    _ field: ExplainPage.Field, to text: String, asOf now: Timestamp
  ) {
    let given = text.isEmpty ? nil : text
    switch field {
    case .url: url = text
    case .site:
      siteForCookies = given
      if given == nil { isNavigation = false }
    case .topLevelSite: topLevelSite = given
    // The screens read distances such as `30d` too, which the command line does not.
    case .time: time = given.map { TimeText.parse($0, asOf: now)?.rfc3339 ?? $0 }
    case .container: container = given
    case .receivedFrom: receivedFrom = given
    case .setCookie(let index):
      if setCookies.indices.contains(index) {
        setCookies[index] = CookieText(text)
      } else {
        setCookies.append(CookieText(text))
      }
    }
  }
}

/// What is wrong with a question, for people.
enum ExplainFault {
  static func message(_ fault: WrittenCookieQuestion.Fault) -> String {
    switch fault.part {
    case .url, .receivedFrom: "write a URL such as https://shop.example/cart"
    case .siteForCookies: "write a site such as https://shop.example, or none"
    case .topLevelSite: "write a site such as https://shop.example"
    case .time: "write 2033-05-18, 2033-05-18 03:33:20, or 30d for in 30 days"
    }
  }
}
