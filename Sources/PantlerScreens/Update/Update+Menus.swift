import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  mutating func perform(_ command: Command, in menu: Menu) -> [Effect] {
    var menu = menu
    switch command {
    case .cancel:
      overlays.removeLast()
      if case .theme(let original) = menu.purpose { looks.theme = original }
      return []
    case .runLine: return choose(menu)
    case .clearCaches, .clearCookies, .clearEverything:
      guard let choice = ClearChoice.allCases.first(where: { $0.command == command }) else {
        return []
      }
      overlays.removeLast()
      return clear(choice, in: menu)
    case .toggleItem:
      guard menu.purpose == .columns else { return choose(menu) }
      return choose(menu)
    default:
      menu.viewport.apply(command)
      replaceTop(.menu(menu))
      previewTheme(menu)
      return []
    }
  }

  private mutating func previewTheme(_ menu: Menu) {
    if case .theme(let name)? = menu.selectedItem?.action { looks.theme = name }
  }

  private mutating func choose(_ menu: Menu) -> [Effect] {
    guard let item = menu.selectedItem else { return [] }
    if let obstacle = item.obstacle {
      notice = Notice("\(item.title): \(obstacle)", .warning)
      return []
    }
    if item.action == .companions {
      var menu = menu
      menu.items[menu.viewport.selected ?? 0].isOn?.toggle()
      replaceTop(.menu(menu))
      return []
    }
    if case .window(let window) = item.action {
      var menu = menu
      menu.items[menu.viewport.selected ?? 0].action = .window(window.next)
      menu.items[menu.viewport.selected ?? 0].title = window.next.title
      replaceTop(.menu(menu))
      return []
    }
    if case .column(let column) = item.action {
      looks.hiddenColumns.formSymmetricDifference([column])
      var menu = menu
      menu.items[menu.viewport.selected ?? 0].isOn = !looks.hiddenColumns.contains(column)
      replaceTop(.menu(menu))
      return []
    }
    overlays.removeLast()
    switch item.action {
    case .sort(let key): return sort(by: Sorting(key, isDescending: key.beginsDescending))
    case .mark(let choice): return mark(choice)
    case .copy(let part): return copy(part)
    case .clear(let choice): return clear(choice, in: menu)
    case .clearRow: return clearRow(in: menu)
    case .theme(let name):
      looks.theme = name
      notice = Notice("Theme: \(name)")
      return []
    case .syncWith(let shared):
      guard case .syncTarget(let web) = menu.purpose else { return [] }
      return planSync(web: web, shared: shared)
    case .explainIn(let store): return explain(in: store)
    case .column, .companions, .window: return []
    }
  }

  // MARK: Sorting

  /// The keys that the present view can be sorted by.
  var sortKeys: [Sorting.Key] {
    view == .cookies
      ? [.site, .name, .host, .path, .expires, .created, .used, .size, .store]
      : [.site, .cookies, .size, .used, .expires]
  }

  var sorting: Sorting { view == .cookies ? looks.cookieSorting : looks.siteSorting }

  mutating func openSortMenu() -> [Effect] {
    let keys = sortKeys
    let items = keys.map {
      Menu.Item(title: $0.title, action: .sort($0), isOn: $0 == sorting.key, obstacle: nil)
    }
    overlays.append(
      .menu(
        Menu(.sort, title: "Sort by", items: items, selected: keys.firstIndex(of: sorting.key) ?? 0)
      ))
    return []
  }

  mutating func sort(by sorting: Sorting) -> [Effect] {
    if view == .cookies { looks.cookieSorting = sorting } else { looks.siteSorting = sorting }
    return rearrange()
  }

  mutating func sort(byName text: String) -> [Effect] {
    let words = text.split(separator: " ").map(String.init)
    guard let key = words.first.flatMap({ Sorting.Key(rawValue: $0) }), sortKeys.contains(key)
    else {
      notice = Notice(
        "Sort by: " + sortKeys.map(\.rawValue).joined(separator: ", "), .warning)
      return []
    }
    let isReversed = words.contains("reverse")
    return sort(by: Sorting(key, isDescending: key.beginsDescending != isReversed))
  }

  mutating func reverseSorting() -> [Effect] {
    sort(by: Sorting(sorting.key, isDescending: !sorting.isDescending))
  }

  mutating func cycleSorting(forward: Bool) -> [Effect] {
    let keys = sortKeys
    let index = keys.firstIndex(of: sorting.key) ?? 0
    let key = keys[(index + (forward ? 1 : keys.count - 1)) % keys.count]
    return sort(by: Sorting(key, isDescending: key.beginsDescending))
  }

  // MARK: Other menus

  mutating func openMarkMenu() -> [Effect] {
    let items = MarkChoice.allCases.map { choice in
      var item = Menu.Item(title: choice.title, action: .mark(choice))
      if choice == .allShown { item.detail = AmountText.count(scan.cookies.count, "cookie") }
      if choice == .sameName, selectedItem == nil { item.obstacle = "no cookie is selected" }
      return item
    }
    overlays.append(.menu(Menu(.marks, title: "Mark", items: items)))
    return []
  }

  mutating func openColumnMenu() -> [Effect] {
    let items = ListColumns.columns(of: view, state: self).map {
      Menu.Item(
        title: $0.id.chooserTitle, action: .column($0.id),
        isOn: !looks.hiddenColumns.contains($0.id))
    }
    guard !items.isEmpty else { return [] }
    overlays.append(.menu(Menu(.columns, title: "Columns", items: items)))
    return []
  }

  mutating func openClearMenu() -> [Effect] {
    var items = ClearChoice.allCases.map { choice in
      let key = choice.command.flatMap { keymap.sequences(for: $0, in: [.clearMenu]).first }
      return Menu.Item(
        title: choice.title, detail: key.map { "key \($0)" } ?? "", action: .clear(choice))
    }
    if let name = clearedRowName {
      items.append(Menu.Item(title: "Only \(name)", action: .clearRow))
    }
    items.append(
      Menu.Item(
        title: ClearWindow.anyTime.title, detail: "Space switches", action: .window(.anyTime)))
    items.append(
      Menu.Item(
        title: "Take hashSalt with cookies, workers with fetchCache",
        detail: "Space switches", action: .companions, isOn: true))
    let place = site.map { "\($0) in " } ?? ""
    overlays.append(
      .menu(Menu(.clear, title: "Clear \(place)\(title(of: meantScope))", items: items)))
    return []
  }

  /// What the selected row has besides cookies, for people; nil where that is nothing.
  private var clearedRowName: String? {
    guard let row = selectedRow, dataWish(for: row) != nil else { return nil }
    switch row {
    case .data(let index, _):
      let data = catalog.data[Int(index)]
      let top = data.topSite.map { " in " + CookieFormat.site($0) } ?? ""
      return
        "\(data.type.rawValue) of \(CookieFormat.site(catalog.sites[Int(data.site)].site))\(top)"
    case .type(let type): return type.rawValue
    case .site(let index), .siteInStore(let index, _):
      return "what \(CookieFormat.site(catalog.sites[Int(index)].site)) has"
    default: return nil
    }
  }

  mutating func openThemeMenu() -> [Effect] {
    let items = looks.themes.map {
      Menu.Item(title: $0, action: .theme($0), isOn: $0 == looks.theme)
    }
    let selected = looks.themes.firstIndex(of: looks.theme) ?? 0
    overlays.append(
      .menu(Menu(.theme(original: looks.theme), title: "Theme", items: items, selected: selected)))
    return []
  }

  /// Takes the automatic theme where the settings name one that is not there, and says so.
  mutating func checkTheme() {
    let name = looks.theme
    guard !looks.themes.isEmpty, !looks.themes.contains(name) else { return }
    looks.theme = ThemeLibrary.automatic
    _ = chooseTheme(named: name)
  }

  mutating func chooseTheme(named name: String) -> [Effect] {
    guard looks.themes.contains(name) else {
      let hint = NearestName.find(name, among: looks.themes).map { " Did you mean \($0)?" } ?? ""
      notice = Notice("There is no theme “\(name)”.\(hint)", .warning)
      return []
    }
    looks.theme = name
    return []
  }

  mutating func openCopyMenu() -> [Effect] {
    guard let item = selectedItem else { return copyRowText() }
    let items = CopyPart.allCases.map { part in
      Menu.Item(title: part.title, action: .copy(part))
    }
    overlays.append(
      .menu(Menu(.copy, title: "Copy of \(CookieFormat.label(item.key))", items: items)))
    return []
  }

  private mutating func copyRowText() -> [Effect] {
    guard let name = selectedSiteName ?? selectedStore?.rawValue else { return [] }
    return [.copy(name, what: name)]
  }

  /// Copies a part of the selected cookie; asks first where the value is kept from scripts.
  private mutating func copy(_ part: CopyPart) -> [Effect] {
    guard let item = selectedItem, let reference = library.reference(to: item),
      let cookie = library[reference]
    else { return [] }
    let text = CopyText.text(part, of: cookie, in: item.store)
    let what = "\(part.title.lowercased()) of \(CookieFormat.label(item.key))"
    guard part.isSecret, cookie.httpOnly else { return [.copy(text, what: what)] }
    let token = nextToken()
    overlays.append(
      .question(
        Question(
          purpose: .copySecret(text, what: what), title: "Copy a secret?",
          lines: [
            "\(CookieFormat.label(item.key)) is HttpOnly: whoever has its value may be signed in.",
            "The terminal keeps what is copied, and so may its host and other programs.",
          ],
          acceptTitle: "Copy", arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// Says what became of a text that was to be copied; where it went nowhere it is shown, to be taken by hand.
  mutating func copied(_ text: String, _ what: String, _ outcome: CopyOutcome) -> [Effect] {
    switch outcome {
    case .sentToTerminal:
      notice = Notice("The \(what) was sent to the terminal.")
    case .written: notice = Notice("The line above is the \(what).")
    case .tooLarge(let limit):
      notice = Notice(
        "Not sent: terminals take at most \(AmountText.grouped(limit)) bytes. Take it from here, or E exports.",
        .warning)
      openCopyPage(text, what)
    case .unsupported:
      notice = Notice(
        "This terminal has no way to copy. Take it from here, or E exports it.", .warning)
      openCopyPage(text, what)
    }
    return []
  }

  private mutating func openCopyPage(_ text: String, _ what: String) {
    let width = max(1, min(terminal.size.width, 100) - 4)
    let visible = VisibleText.escaped(text)
    overlays.append(
      .page(
        TextPage(
          title: "The \(what)",
          lines: terminal.wrapped(visible, to: width).map { TextPage.Line($0) })))
  }
}

extension Sorting.Key {
  /// Whether the greatest is what one looks for first.
  var beginsDescending: Bool {
    switch self {
    case .cookies, .size, .created, .used: true
    case .site, .name, .host, .path, .store, .expires: false
    }
  }
}

/// What the copy menu copies.
enum CopyText {
  static func text(_ part: CopyPart, of cookie: Cookie, in store: StoreID) -> String {
    switch part {
    case .name: cookie.name.text
    case .value: cookie.value.text
    case .pair: cookie.name.text + "=" + cookie.value.text
    case .domain: cookie.domain.text
    case .identity:
      [
        CookieFormat.name(cookie.name), (cookie.hostOnly ? "" : ".") + cookie.domain.text,
        CookieFormat.place(cookie.key), store.rawValue,
      ].joined(separator: " ")
    case .row:
      [
        CookieFormat.name(cookie.name), CookieFormat.value(cookie, unmasked: false),
        CookieFormat.domain(cookie), cookie.path.text, CookieFormat.flags(cookie),
        cookie.expiryTime.map { TimeText.full($0) } ?? "session",
      ].joined(separator: "  ")
    }
  }
}
