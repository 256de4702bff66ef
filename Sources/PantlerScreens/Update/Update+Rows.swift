import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Makes the rows of the present view anew; the selection follows its row.
  mutating func rebuildRows() {
    rows = makeRows()
    var viewport = self.viewport
    viewport.resize(count: rows.count, height: viewport.height)
    if let anchor = anchors[view], let position = position(of: anchor) {
      viewport.select(position)
    }
    self.viewport = viewport
    // While stores are still being read the selection stays at the top, wherever rows come in.
    if anchors[view] == nil, !isReading { rememberSelection() }
  }

  /// Whether stores are being looked for or read.
  private var isReading: Bool {
    isDiscovering || library.entries.contains { $0.phase == .reading || $0.phase == .unread }
  }

  /// Makes the selected row the one that the selection follows.
  mutating func rememberSelection() {
    let id = viewport.selected.flatMap { rows[$0] }.flatMap(rowID)
    if id != anchors[view] { detailsOffset = 0 }
    anchors[view] = id
  }

  /// The selected row; nil in the log and in empty lists.
  var selectedRow: TableRow? {
    view == .log ? nil : viewport.selected.flatMap { rows[$0] }
  }

  /// The cookie of the selected row, or of the selected log entry; nil for other rows.
  var selectedItem: ItemID? {
    if view == .log || focus == .log {
      guard let event = log.selectedEvent, let store = event.store, let key = event.key else {
        return nil
      }
      return ItemID(store: store, key: key)
    }
    guard case .cookie(let reference, _) = selectedRow else { return nil }
    return library.item(reference)
  }

  /// The identity of a row.
  func rowID(_ row: TableRow) -> RowID? {
    switch row {
    case .site(let index): .site(catalog.sites[Int(index)].site.name)
    case .siteInStore(let index, let slot):
      .siteInStore(catalog.sites[Int(index)].site.name, library[Int(slot)].id)
    case .cookie(let reference, _): library.item(reference).map { .cookie($0) }
    case .type(let type): .type(type)
    case .data(let index, _):
      .data(
        catalog.data[Int(index)].type,
        site: catalog.sites[Int(catalog.data[Int(index)].site)].site.name,
        topSite: catalog.data[Int(index)].topSite?.name)
    case .siteOfType(let index): .siteOfType(catalog.sites[Int(index)].site.name)
    case .app(let app): .app(app)
    case .store(let slot): .store(library[Int(slot)].id)
    case .trash(let index): .trash(trash.entries[Int(index)].id)
    case .pair(let index): .pair(pairs[Int(index)].web, pairs[Int(index)].shared)
    case .pool(let id): .pool(id)
    case .webView(let id, let pool): .webView(id, pool: pool)
    case .livePool(let id, let app): .livePool(id, app: app)
    case .liveView(let id, let app): .liveView(id, app: app)
    }
  }

  /// The position of a row that was met before; nil when it is gone.
  func position(of id: RowID) -> Int? {
    switch id {
    case .cookie(let item):
      guard let reference = library.reference(to: item) else { return nil }
      return rows.position(of: .cookie(reference, depth: 0))
    case .site(let name):
      return catalog.position(ofSite: name).flatMap { rows.position(of: .site(Int32($0))) }
    case .siteOfType(let name):
      return catalog.position(ofSite: name).flatMap { rows.position(of: .siteOfType(Int32($0))) }
    case .siteInStore(let name, let store):
      guard let site = catalog.position(ofSite: name), let slot = library.slot(of: store) else {
        return nil
      }
      return rows.position(of: .siteInStore(Int32(site), slot: Int32(slot)))
    case .store(let store):
      return library.slot(of: store).flatMap { rows.position(of: .store(slot: Int32($0))) }
    case .app(let app): return rows.position(of: .app(app))
    case .type(let type): return rows.position(of: .type(type))
    case .data(let type, let site, let topSite):
      return catalog.position(ofData: type, site: site, topSite: topSite)
        .flatMap { rows.position(of: .data(Int32($0), depth: 1)) }
    case .pool(let id): return rows.position(of: .pool(id))
    case .webView(let id, let pool): return rows.position(of: .webView(id, pool: pool))
    case .livePool(let id, let app): return rows.position(of: .livePool(id, app: app))
    case .liveView(let id, let app): return rows.position(of: .liveView(id, app: app))
    case .trash(let id):
      return trash.entries.firstIndex { $0.id == id }
        .flatMap { rows.position(of: .trash(Int32($0))) }
    case .pair(let web, let shared):
      return pairs.firstIndex { $0.web == web && $0.shared == shared }
        .flatMap { rows.position(of: .pair(Int32($0))) }
    }
  }

  private func makeRows() -> RowList {
    let isTree = looks.treeViews.contains(view)
    switch view {
    case .sites: return .mixed(isTree ? siteTree() : sitesInStores())
    case .cookies: return isTree ? .mixed(siteTree()) : .cookies(scan.cookies)
    case .types: return .mixed(typeRows())
    case .webViews: return .mixed(runningRows)
    case .log: return .mixed([])
    case .stores: return .mixed(storeRows(isTree: isTree))
    case .sync: return .mixed(pairs.indices.map { .pair(Int32($0)) })
    case .trash: return .mixed(trash.entries.indices.map { .trash(Int32($0)) })
    }
  }

  private func siteTree() -> [TableRow] {
    var result: [TableRow] = []
    for site in view == .cookies ? sitesWithCookies : shownSites {
      result.append(.site(site))
      if !isFolded(.site(site)) {
        if view != .cookies { result += dataRows(ofSite: Int(site)) }
        result += cookieRows(ofSite: Int(site))
      }
    }
    return result
  }

  private func typeRows() -> [TableRow] {
    shownTypes.flatMap { type -> [TableRow] in
      let row = TableRow.type(type)
      guard !isFolded(row) else { return [row] }
      return [row]
        + (type == .cookies
          ? sitesWithCookies.map { .siteOfType($0) } : dataRows(ofType: type))
    }
  }

  private func storeRows(isTree: Bool) -> [TableRow] {
    guard isTree else { return library.entries.indices.map { .store(slot: Int32($0)) } }
    return appGroups.flatMap { app, slots -> [TableRow] in
      let row = TableRow.app(app)
      return [row] + (isFolded(row) ? [] : slots.map { .store(slot: Int32($0)) })
    }
  }

  /// Apps in order of their names, each with its stores.
  var appGroups: [(app: AppID, slots: [Int])] {
    let groups = Dictionary(grouping: library.entries.indices) {
      AppID(library[$0].description.app)
    }
    return groups.map { (app: $0.key, slots: $0.value.sorted()) }.sorted { left, right in
      let (one, two) = (library[left.slots[0]], library[right.slots[0]])
      let names = (one.description.app.name, two.description.app.name)
      return names.0 == names.1 ? one.id < two.id : names.0 < names.1
    }
  }

  /// The cookies of a site of the catalog that pass the filter.
  ///
  /// - Parameter limit: how many are wanted at most.
  func cookies(ofSite position: Int, limit: Int = .max) -> [CookieReference] {
    var test = RowTest(self)
    var found: [CookieReference] = []
    for member in catalog.sites[position].members {
      guard let contents = library[Int(member.slot)].contents,
        Int(member.site) < contents.sites.count
      else { continue }
      for index in contents.cookies(ofSite: Int(member.site)) {
        guard found.count < limit else { return found }
        let reference = CookieReference(slot: member.slot, index: index)
        if test.isTrivial || test.passes(reference) { found.append(reference) }
      }
    }
    return found
  }

  /// Whether a branch is folded; sites are folded among sites and open among cookies.
  func isFolded(_ row: TableRow) -> Bool {
    guard let id = rowID(row) else { return true }
    switch row {
    case .site: return (view == .cookies) == unfolded.contains(id)
    case .app, .pool, .livePool: return unfolded.contains(id)
    case .type: return unfolded.contains(id)
    default: return true
    }
  }

  /// Folds or unfolds the selected branch; folding a leaf goes to its branch.
  mutating func setFolded(_ isFolded: Bool) -> [Effect] {
    if focus == .sources { return setSourceFolded(isFolded) }
    guard let row = selectedRow, let id = rowID(row) else { return [] }
    switch row {
    case .site, .app, .type, .pool, .livePool:
      guard self.isFolded(row) != isFolded else {
        if !isFolded { viewport.move(by: 1) }
        rememberSelection()
        return []
      }
      if unfolded.contains(id) { unfolded.remove(id) } else { unfolded.insert(id) }
      rebuildRows()
    case .cookie, .data, .siteInStore, .siteOfType, .store, .trash, .pair, .webView, .liveView:
      if isFolded { selectBranch() }
    }
    return []
  }

  /// Goes up to the branch that the selected row hangs on.
  private mutating func selectBranch() {
    guard var position = viewport.selected, case .mixed(let all) = rows else { return }
    while position > 0 {
      position -= 1
      switch all[position] {
      case .site, .app, .type, .pool, .livePool:
        viewport.select(position)
        rememberSelection()
        return
      default: continue
      }
    }
  }

  private mutating func setSourceFolded(_ isFolded: Bool) -> [Effect] {
    guard let index = sources.viewport.selected, sourceNodes.indices.contains(index) else {
      return []
    }
    guard case .app(let app, _) = sourceNodes[index] else {
      if isFolded, sourceNodes[index] != .everything {
        let above = sourceNodes[..<index].lastIndex { if case .app = $0 { true } else { false } }
        if let above { sources.viewport.select(above) }
      }
      return []
    }
    if isFolded { sources.folded.insert(app) } else { sources.folded.remove(app) }
    return []
  }

  /// The lines of the sources pane.
  var sourceNodes: [SourceNode] {
    [.everything]
      + appGroups.flatMap { app, slots -> [SourceNode] in
        [.app(app, slots: slots)]
          + (sources.folded.contains(app)
            ? [] : poolNodes(of: app, slots) + slots.map { .store(slot: $0) })
      }
  }

  /// The pools of an app that run now, each with its web processes.
  private func poolNodes(of app: AppID, _ slots: [Int]) -> [SourceNode] {
    let ids = slots.map { library[$0].id }
    let pools = running.listing.pools.filter { pool in
      AppID(pool.app) == app || ids.contains(where: pool.uses)
    }
    return pools.flatMap { pool in
      [.pool(app, pool.id)] + pool.views.map { .webView(app, pool: pool.id, $0.id) }
    }
  }

  mutating func toggleTree() -> [Effect] {
    if looks.treeViews.contains(view) {
      looks.treeViews.remove(view)
    } else {
      looks.treeViews.insert(view)
    }
    rebuildRows()
    return []
  }
}

/// One line of the sources pane.
enum SourceNode: Equatable, Sendable {
  case everything
  case app(AppID, slots: [Int])
  /// A pool of a running app, by the id that pools have.
  case pool(AppID, Int32)
  /// A web process of a pool.
  case webView(AppID, pool: Int32, Int32)
  case store(slot: Int)
}
