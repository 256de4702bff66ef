import CookieCore
import StoreModel

extension BrowserState {
  /// Why a command cannot run just now; nil when it can.
  ///
  /// The command stays in help and footer and gives this reason when it is asked for.
  package func unavailability(of command: Command) -> String? {
    guard overlays.isEmpty, prompt == nil, let reason = obstacle(to: command) else { return nil }
    return command.isAboutRows ? unreadReason ?? reason : reason
  }

  /// Why there is nothing to select yet; nil when all is there.
  private var unreadReason: String? {
    guard selectedRow == nil, view != .log, view != .trash, view != .sync else { return nil }
    if isDiscovering { return "stores are still being looked for" }
    let meant = library.entries.filter { scope.contains($0.description) }
    let unread = meant.filter { $0.phase == .reading || $0.phase == .unread }
    switch unread.count {
    case 0: return isArranging ? "what was read is still being put in order" : nil
    case 1: return "\(unread[0].name) is still being read"
    default: return "\(AmountText.count(unread.count, "store")) are still being read"
    }
  }

  private func obstacle(to command: Command) -> String? {
    switch command {
    case .signOut: return selectedSiteName == nil ? "select a site first (1 lists them)" : nil
    case .delete:
      if view == .trash { return selectedRow == nil ? "the trash is empty" : nil }
      if let wish = dataWish(for: selectedRow), !wish.types.contains(.cookies) { return nil }
      return marks.count == 0 && marks.lostCount == 0 && chosenStores.isEmpty
        ? "select or mark cookies first" : refusal(.write, in: chosenStores)
    case .clearByType: return scopeRefusal
    case .edit:
      guard let item = selectedItem else { return "select a cookie first" }
      return refusal(.write, in: [item.store])
    case .add, .importCookies:
      guard let store = selectedStore else { return "select a store first (5 lists them)" }
      return refusal(.write, in: [store])
    case .sync:
      if case .pair = selectedRow { return nil }
      guard let store = selectedStore, let entry = library.entry(of: store) else {
        return "select a store first (5 lists them)"
      }
      return syncTargets(for: entry).isEmpty ? "there is no other store to compare with" : nil
    case .watchLink:
      if case .pair = selectedRow { return nil }
      return "select a link first (6 lists them)"
    case .forgetPair:
      guard case .pair(let index) = selectedRow else { return "select a link first (6 lists them)" }
      let pair = pairs[Int(index)]
      if pair.isWatched { return "end its watch first (W)" }
      return pair.agreedAt == nil && pair.trouble == nil ? "its stores were not synced yet" : nil
    case .toggleGuard:
      return chosenStores.isEmpty && marks.count == 0 ? "select a site or cookie first" : nil
    case .compare:
      return selectedItem == nil && marks.count != 2 ? "select a cookie or mark two" : nil
    case .export: return scan.cookies.isEmpty && marks.count == 0 ? "nothing is shown" : nil
    case .history: return hasHistory ? nil : "select a cookie, a site or a store first"
    case .explain:
      return explainableStores.isEmpty ? "select a cookie, a site or a store that was read" : nil
    case .mark, .markRange, .markMenu:
      return view.showsCatalog ? nil : "marks are for sites and cookies (1, 2)"
    case .sortMenu, .reverseSort, .previousSortColumn, .nextSortColumn:
      return view.showsCatalog ? nil : "this list has one order"
    case .toggleTree:
      if view == .types { return "types are always grouped; h folds one" }
      return view.showsCatalog || view == .stores ? nil : "this list is flat"
    case .columnMenu:
      return view == .log ? "this list has fixed columns" : nil
    case .onlyIssues: return view.showsCatalog ? nil : "issues are shown on sites and cookies"
    case .previousView: return previousView == nil ? "no view was shown before" : nil
    case .themeMenu: return looks.themes.isEmpty ? "no themes were found" : nil
    case .undo, .redo: return undoObstacle(isRedo: command == .redo)
    case .openView, .loadPage, .reloadView, .viewBack, .viewForward, .stopView, .closeView:
      return liveObstacle(to: command)
    default: return nil
    }
  }

  private func liveObstacle(to command: Command) -> String? {
    guard !running.listing.live.isEmpty else {
      // One whose host went is started again, and not brought up.
      return running.listing.problems.first
        ?? "no live engine runs; “pantler scene FILE” brings one up"
    }
    if command == .openView { return nil }
    guard let view = selectedLiveView?.view else {
      return "select a live view first (4 lists them)"
    }
    return command == .reloadView && view.url == nil ? "the view was nowhere yet" : nil
  }

  private func undoObstacle(isRedo: Bool) -> String? {
    if activity != nil { return "wait until \(activity?.title.lowercased() ?? "the act") is done" }
    let wanted: TrashEntry.Phase = isRedo ? .undone : .applied
    return trash.entries.contains { $0.phase == wanted }
      ? nil : isRedo ? "nothing was undone" : "nothing was changed yet"
  }

  /// The stores of what an act is about, without listing every cookie.
  private var chosenStores: [StoreID] {
    if marks.count > 0 {
      return marks.slots.map { library[$0].id }
    }
    switch selectedRow {
    case .cookie(let reference, _): return [library[Int(reference.slot)].id]
    case .site(let index), .siteOfType(let index):
      return catalog.slots(ofSite: Int(index)).map { library[Int($0)].id }
    case .data(let index, _): return catalog.data[Int(index)].slots.map { library[Int($0)].id }
    case .siteInStore(_, let slot): return [library[Int(slot)].id]
    case .type:
      return library.entries.filter { scope.contains($0.description) }.map(\.id)
    case .app, .store, .trash, .pair, .pool, .webView, .livePool, .liveView, nil: return []
    }
  }

  private var scopeRefusal: String? {
    let stores = meantStores
    guard !stores.isEmpty else { return "no store was read" }
    return refusal(.write, in: stores)
  }

  /// Why none of the stores allows an act; nil when one does.
  private func refusal(_ act: StoreCapabilities.Act, in stores: [StoreID]) -> String? {
    let entries = stores.compactMap { library.entry(of: $0) }
    let refusals = entries.compactMap { $0.refusal(act) }
    return !entries.isEmpty && refusals.count == entries.count ? refusals[0] : nil
  }
}

extension Command {
  /// Whether the command is about rows, which are there only when something was read.
  fileprivate var isAboutRows: Bool {
    switch self {
    case .signOut, .delete, .clearByType, .edit, .add, .importCookies, .sync, .toggleGuard,
      .compare, .export, .history, .explain:
      true
    default: false
    }
  }
}

extension StoreEntry {
  /// Why the store does not allow an act; nil when it does.
  func refusal(_ act: StoreCapabilities.Act) -> String? {
    if act == .write, contents?.snapshot.isDamaged == true {
      return "\(name) is damaged, so it is read-only"
    }
    if act == .write, let reason = contents?.snapshot.readOnlyReason { return reason }
    return description.capabilities.refusals[act]
  }

  /// Whether the store can be written.
  var isWritable: Bool { refusal(.write) == nil }
}
