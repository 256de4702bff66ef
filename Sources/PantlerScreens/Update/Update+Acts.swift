import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// What an act is about: the marked cookies that are shown, with those hidden, or the row.
  func chosenCookies() -> (keys: [StoreID: [CookieKey]], hidden: [StoreID: Set<CookieKey>]) {
    var keys: [StoreID: [CookieKey]] = [:]
    var hidden: [StoreID: Set<CookieKey>] = [:]
    let shown = Set(shownMarks)
    let references =
      marks.count > 0 ? marks.references : selectedRow.map { self.references(of: $0) } ?? []
    for reference in references {
      guard let item = library.item(reference) else { continue }
      keys[item.store, default: []].append(item.key)
      if marks.count > 0, !shown.contains(reference) {
        hidden[item.store, default: []].insert(item.key)
      }
    }
    return (keys, hidden)
  }

  /// That there are marks and none of them is shown, with what shows them; nil when one is, or nothing is marked.
  private var allMarksHidden: Notice? {
    guard marks.count > 0, shownMarkCount == 0, marks.count == hiddenMarkCount else { return nil }
    func key(_ command: Command) -> String {
      keymap.sequences(for: command, in: keyContexts).first.map { "\($0)" } ?? command.title
    }
    let isOne = marks.count == 1
    let those =
      isOne ? "The marked cookie is" : "All \(AmountText.grouped(marks.count)) marked cookies are"
    return filter.isActive
      ? Notice(
        "\(those) hidden by the filter: \(key(.toggleFilter)) sets the filter aside, "
          + "\(key(.clearMarks)) takes the marks off.", .warning)
      : Notice(
        "\(those) outside of what is shown: \(key(.stepBack)) goes back, "
          + "\(key(.clearMarks)) takes the marks off.", .warning)
  }

  mutating func planDeletion() -> [Effect] {
    if let wish = dataWish(for: selectedRow) {
      return plan(.removal(wish), title: "Counting what to delete")
    }
    if let notice = allMarksHidden {
      self.notice = notice
      return []
    }
    let (keys, hidden) = chosenCookies()
    guard !keys.isEmpty || marks.lostCount > 0 else {
      let rest = filterRemainder(of: selectedRow)
      let hint = rest.data.isEmpty ? "" : " " + DataText.leftOut(rest)
      notice = Notice("Nothing to delete: 0 cookies matched.\(hint)")
      return []
    }
    var wish = RemovalWish()
    wish.keys = keys
    wish.hidden = hidden
    wish.leftOut = filterRemainder(of: selectedRow)
    let lost = marks.lostCount
    return plan(.removal(wish), title: "Counting what to delete", lost: lost)
  }

  /// Asks for a plan; keys are discarded until its box is there.
  mutating func plan(_ request: PlanRequest, title: String, lost: Int = 0) -> [Effect] {
    let token = nextToken()
    overlays.append(
      .planning(Planning(token: token, title: title, request: request, marksLost: lost)))
    return [.plan(request, token: token)]
  }

  /// What an act on all the content of stores is about: in the list of stores the row, else what is in scope.
  var meantScope: Scope {
    switch selectedRow {
    case .store(let slot): .store(library[Int(slot)].id)
    case .app(let app): .app(app)
    default: scope
    }
  }

  /// The stores of it that were read.
  var meantStores: [StoreID] {
    let meant = meantScope
    return library.entries.filter { meant.contains($0.description) && $0.contents != nil }
      .map(\.id)
  }

  mutating func clear(_ choice: ClearChoice, in menu: Menu) -> [Effect] {
    var wish = RemovalWish()
    if menu.takesCompanions { wish.companions = choice.companions }
    wish.scope = meantStores
    if let site { wish.sites = [site] }
    switch choice {
    case .expired: wish.onlyExpired = true
    case .session: wish.onlySession = true
    case .caches, .allCookies, .everything:
      wish.types = choice.types
      wish.everything = site == nil
    }
    return clear(wish, within: menu.window)
  }

  /// Clears what the selected row has, within a range of time.
  mutating func clearRow(in menu: Menu) -> [Effect] {
    guard var wish = dataWish(for: selectedRow) else { return [] }
    if !menu.takesCompanions { wish.companions = [] }
    return clear(wish, within: menu.window)
  }

  private mutating func clear(_ wish: RemovalWish, within window: ClearWindow) -> [Effect] {
    var wish = wish
    if let seconds = window.seconds {
      wish.since = asOf.adding(seconds: -seconds)
      wish.everything = false
    }
    return plan(.removal(wish), title: "Counting what to delete")
  }

  /// Plans to clear the selected site from the stores in scope, from every shared one, and from all that are linked to
  /// them.
  mutating func planSignOut() -> [Effect] {
    guard let name = selectedSiteName else { return [] }
    let shown = library.entries.filter { entry in
      let isMeant = scope.contains(entry.description) || entry.description.kind == .shared
      return isMeant && entry.contents?.position(ofSite: name) != nil
    }
    let meant =
      shown.filter { $0.description.kind != .shared }
      + shown.filter { $0.description.kind == .shared }
    var wish = RemovalWish()
    let reach = SignOutScope(of: name, from: meant.map(\.id), links: pairs.map(\.link))
    wish.scope = reach.stores
    wish.signOutScope = reach
    wish.sites = [name]
    wish.signsOutOf = name
    wish.isEverywhere = scope == .everything
    return plan(.removal(wish), title: "Counting what signs you out")
  }

  /// Undoes the newest change; one in a store that is not shown is asked about first.
  mutating func undoNewest() -> [Effect] {
    guard let entry = trash.entries.first(where: { $0.phase == .applied }) else {
      return undo(isRedo: false)
    }
    return reverse(entry, isRedo: false)
  }

  /// Does again what the last undo took back; in a store that is not shown that is asked about first.
  mutating func redoLast() -> [Effect] {
    guard let entry = trash.lastUndone else { return undo(isRedo: true) }
    return reverse(entry, isRedo: true)
  }

  private mutating func reverse(_ entry: TrashEntry, isRedo: Bool) -> [Effect] {
    guard scope != .everything, view != .trash else { return undo(isRedo: isRedo) }
    let elsewhere = entry.stores.filter { store in
      !(library.entry(of: store).map { scope.contains($0.description) } ?? false)
    }
    guard !elsewhere.isEmpty else { return undo(isRedo: isRedo, id: entry.id) }
    let names = elsewhere.map { ReviewText.name($0, self) }.joined(separator: ", ")
    let token = nextToken()
    let act = isRedo ? "Do a change again" : "Undo a change"
    overlays.append(
      .question(
        Question(
          purpose: .reverseElsewhere(entry.id, isRedo: isRedo),
          title: "\(act) that is not shown here",
          lines: [
            (isRedo ? "What the last undo took back" : "The last change")
              + " was in \(names), which is not shown: "
              + "\(ResultText.verb(entry.kind).lowercased()) \(entry.amount).",
            "In Trash (8) it is \(entry.id).",
          ],
          acceptTitle: isRedo ? "Do it again" : "Undo it", arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// Undoes or redoes a change.
  ///
  /// - Parameters:
  ///   - acceptsLosses: whether to undo although something cannot be as it was; else that is asked first.
  ///   - force: whether what was set or changed since is written over.
  mutating func undo(
    isRedo: Bool, id: String? = nil, acceptsLosses: Bool = false, force: Bool = false
  ) -> [Effect] {
    let token = nextToken()
    activity = Activity(token: token, title: isRedo ? "Redoing" : "Undoing", canCancel: false)
    guard !isRedo else { return [.redo(id, token: token)] }
    return [.undo(id, acceptsLosses: acceptsLosses, force: force, token: token)]
  }

  /// Undoes the selected entry of the trash, or else the newest change, over what was set or changed since.
  mutating func forceUndo() -> [Effect] {
    if let reason = unavailability(of: .undo) {
      notice = Notice(reason, .warning)
      return []
    }
    guard view == .trash, case .trash(let index) = selectedRow else {
      return undo(isRedo: false, force: true)
    }
    return undo(isRedo: false, id: trash.entries[Int(index)].id, force: true)
  }

  /// Names what an undo cannot put back as it was, and asks whether to go on.
  mutating func askToUndo(
    _ id: String, _ losses: [StoreID: [ReplayLoss]], force: Bool, token: Int
  ) -> [Effect] {
    endActivity(token)
    let token = nextToken()
    var lines = ReplayText.lines(losses, library: library)
    if force {
      lines.append("It is written although a program has the file open.")
    } else if losses.values.joined().contains(where: { $0.reason == .occupied }) {
      lines.append("“:undo force” puts what was there before over it.")
    }
    overlays.append(
      .question(
        Question(
          purpose: .undo(id, force: force),
          title: force
            ? "Undo \(id) over what was set or changed since"
            : "Undo \(id) though not all comes back as it was",
          lines: lines, acceptTitle: force ? "Undo over it" : "Undo all the same",
          arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// The store that an act is about: that of the row, or the only one in scope.
  var selectedStore: StoreID? {
    switch selectedRow {
    case .cookie(let reference, _): return library[Int(reference.slot)].id
    case .store(let slot), .siteInStore(_, let slot): return library[Int(slot)].id
    case .site(let index), .siteOfType(let index):
      let members = catalog.sites[Int(index)].members
      if members.count == 1 { return library[Int(members[0].slot)].id }
    case .data(let index, _):
      let slots = catalog.data[Int(index)].slots
      if slots.count == 1 { return library[Int(slots[0])].id }
    case .app(let app):
      let owned = library.entries.filter { AppID($0.description.app) == app }
      return owned.count == 1 ? owned[0].id : nil
    case .pool, .webView, .livePool, .liveView:
      let used = selectedRow.map { stores(of: $0) } ?? []
      return used.count == 1 ? used[0] : nil
    default: break
    }
    if case .store(let id) = scope { return id }
    let inScope = library.entries.filter { scope.contains($0.description) }
    return inScope.count == 1 ? inScope[0].id : nil
  }

  mutating func planSync() -> [Effect] {
    if case .pair(let index) = selectedRow {
      let pair = pairs[Int(index)]
      return planSync(pair.link.terms)
    }
    guard let store = selectedStore, let entry = library.entry(of: store) else { return [] }
    let others = syncTargets(for: entry)
    if others.count == 1 { return planSync(web: store, shared: others[0].id) }
    let items = others.map { other in
      Menu.Item(
        title: other.name, detail: other.id.rawValue, action: .syncWith(other.id), isOn: nil,
        obstacle: other.contents == nil ? "it was not read" : nil)
    }
    overlays.append(
      .menu(Menu(.syncTarget(web: store), title: "Compare \(entry.name) with", items: items)))
    return []
  }

  /// The stores that another one can be compared with: the shared storages, or else all others.
  func syncTargets(for entry: StoreEntry) -> [StoreEntry] {
    let others = library.entries.filter { $0.id != entry.id && $0.contents != nil }
    let shared = others.filter { $0.description.kind == .shared }
    return shared.isEmpty ? others : shared
  }

  mutating func planSync(web: StoreID, shared: StoreID) -> [Effect] {
    let link = pair(web: web, shared: shared)?.link
    return planSync(link?.terms ?? SyncTerms(web: web, shared: shared, direction: .both))
  }

  /// Compares two stores; deletions are left to a person, whatever the link says.
  mutating func planSync(_ terms: SyncTerms) -> [Effect] {
    var terms = terms
    terms.prune = false
    let token = nextToken()
    overlays.append(
      .planning(
        Planning(token: token, title: "Comparing both stores", request: .removal(RemovalWish()))))
    return [.planSync(terms, token: token)]
  }

  mutating func toggleGuard() -> [Effect] {
    let rules = chosenGuards
    guard !rules.isEmpty else { return [] }
    let isOn = rules.allSatisfy { guards.contains($0) }
    guards.removeAll { rules.contains($0) }
    if !isOn { guards += rules }
    let what = rules.count == 1 ? "1 guard" : "\(rules.count) guards"
    notice = Notice(isOn ? "\(what) removed." : "\(what) set: kept from every deletion.")
    let scanning = filter.isActive && filter.text.contains("guarded") ? restartScan() : []
    openGuardChanges += 1
    return scanning + [.changeGuards(adding: isOn ? [] : rules, removing: isOn ? rules : [])]
  }

  /// The guards that `p` is about: one for a site, or one for each cookie.
  private var chosenGuards: [Guard] {
    if marks.count == 0, let site = selectedSiteName, selectedItem == nil {
      return [Guard(site: site)]
    }
    let keys = chosenCookies().keys
    return keys.keys.sorted().flatMap { store in
      (keys[store] ?? []).map { Guard(store: store, key: $0) }
    }
  }

  mutating func openExport() -> [Effect] {
    var items = chosenCookies().keys
    if marks.count == 0, rows.count > 0 {
      items = [:]
      let meant = Set(meantStores)
      for reference in scan.cookies where meant.contains(library[Int(reference.slot)].id) {
        guard let item = library.item(reference) else { continue }
        items[item.store, default: []].append(item.key)
      }
    }
    return openExport(ExportRequest(items: items))
  }

  mutating func openExport(_ request: ExportRequest) -> [Effect] {
    guard request.count > 0 else {
      notice = Notice("Nothing to export: 0 cookies matched.")
      return []
    }
    prompt = Prompt(.exportPath(request), text: "cookies.json")
    return []
  }

  /// Asks whether a file that is there may be replaced.
  mutating func askToReplace(_ path: String, by content: Question.FileContent) -> [Effect] {
    let token = nextToken()
    overlays.append(
      .question(
        Question(
          purpose: .replaceFile(content, path: path), title: "The file exists",
          lines: [
            "\(path) exists; replace it?", "What it has now is lost, and cannot be undone.",
          ],
          acceptTitle: "Replace", arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// Keeps the entries of the trash from growing: asks, because it cannot be undone.
  mutating func askToPurge() -> [Effect] {
    guard case .trash(let index) = selectedRow else { return [] }
    let entry = trash.entries[Int(index)]
    let token = nextToken()
    overlays.append(
      .question(
        Question(
          purpose: .purge([entry.id]), title: "Purge \(entry.id) from the trash",
          lines: [
            "\(entry.amount), \(AmountText.bytes(entry.bytes)) bytes.",
            "This change can then no longer be undone.",
          ],
          acceptTitle: "Purge", arming: Arming(token: token))))
    return armingTimers(token)
  }

  mutating func openTrashEntry() -> [Effect] {
    guard case .trash(let index) = selectedRow else { return [] }
    let entry = trash.entries[Int(index)]
    if let obstacle = entry.obstacle {
      notice = Notice("This cannot be undone: \(obstacle)", .warning)
      return []
    }
    return undo(isRedo: entry.phase == .undone, id: entry.id)
  }

  /// The timers after which a box takes keys and can be accepted.
  func armingTimers(_ token: Int) -> [Effect] {
    [
      .after(milliseconds: 150, .boxDrawn(token: token)),
      .after(milliseconds: 500, .boxArmed(token: token)),
    ]
  }
}
