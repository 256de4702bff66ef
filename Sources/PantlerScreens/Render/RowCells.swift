import CookieCore
import ScreenKit
import StoreModel

/// What stands in the cells of a list's rows.
struct RowCells {
  /// A text with its role.
  struct Content: Equatable {
    var text: String
    var role: Role
    init(_ text: String, _ role: Role = .text) {
      self.text = text
      self.role = role
    }
  }

  let state: BrowserState
  /// The size that a full bar stands for; 0 where no bars are drawn.
  let largest: Int

  init(_ state: BrowserState) {
    self.state = state
    guard state.looks.charts.contains(.size) else {
      largest = 0
      return
    }
    let catalog = state.catalog
    let sizes =
      state.view == .types ? catalog.data.map(\.bytes) : catalog.sites.map { $0.bytes ?? 0 }
    largest = sizes.max() ?? 0
  }

  /// The sign in front of a row: marked, partly marked, or nothing.
  func mark(of row: TableRow, glyphs: GlyphSet) -> String {
    guard state.marks.count > 0 else { return "" }
    if case .cookie(let reference, _) = row {
      return state.marks.contains(reference) ? String(glyphs.dot) : ""
    }
    let (marked, total) = state.markState(of: row)
    guard marked > 0 else { return "" }
    return String(marked == total ? glyphs.dot : glyphs.ring)
  }

  /// The content of one cell.
  func cell(
    _ column: ColumnID, of row: TableRow, width: Int, metrics: TextMetrics, glyphs: GlyphSet
  ) -> Content {
    switch row {
    case .site(let index):
      return site(column, Int(index), slot: nil, row: row, width, metrics, glyphs)
    case .siteOfType(let index):
      return site(
        column == .types ? .site : column, Int(index), slot: nil, row: row, width, metrics, glyphs)
    case .siteInStore(let index, let slot):
      return site(column, Int(index), slot: slot, row: row, width, metrics, glyphs)
    case .cookie(let reference, let depth):
      guard let cookie = state.library[reference] else { return Content("") }
      return self.cookie(column, cookie, reference, depth: Int(depth), width, metrics, glyphs)
    case .type(let type): return self.type(column, type, row, width, glyphs)
    case .data(let index, let depth):
      return data(column, state.catalog.data[Int(index)], depth: Int(depth), width, glyphs)
    case .app(let app): return self.app(column, app, row, glyphs)
    case .store(let slot): return store(column, state.library[Int(slot)], glyphs)
    case .trash(let index):
      let entry = state.trash.entries[Int(index)]
      guard column == .store else { return trash(column, entry) }
      let name = entry.stores.first.map { fullName(of: $0, width, metrics, glyphs) } ?? ""
      let isOne = entry.stores.count < 2
      return Content(isOne ? name : AmountText.count(entry.stores.count, "store"), .storeName)
    case .pair(let index):
      let pair = state.pairs[Int(index)]
      switch column {
      case .title: return Content(fullName(of: pair.web, width, metrics, glyphs), .storeName)
      case .store: return Content(fullName(of: pair.shared, width, metrics, glyphs), .storeName)
      default: return self.pair(column, pair)
      }
    case .pool, .webView: return running(column, row, glyphs)
    case .livePool, .liveView: return live(column, row, glyphs)
    }
  }

  // MARK: Sites

  private func site(
    _ column: ColumnID, _ index: Int, slot: Int32?, row: TableRow, _ width: Int,
    _ metrics: TextMetrics, _ glyphs: GlyphSet
  ) -> Content {
    let summary = summary(ofSite: index, slot: slot, row)
    let tally = summary.tally
    let slots = slot.map { [$0] } ?? state.catalog.slots(ofSite: index)
    switch column {
    case .site:
      let name = state.name(of: summary.site, inSlots: slots)
      return siteName(name, row: row, width, metrics, glyphs)
    case .count:
      return Content(AmountText.grouped(tally.cookieCount), .number)
    case .types: return Content(typeLetters(ofSite: index, slot: slot), .typeName)
    case .size: return size(summary.bytes, of: largest, width: width, glyphs)
    case .used: return Content(TimeText.age(summary.lastUsed, asOf: state.asOf), .time)
    case .expires:
      return Content(tally.cookieCount > 0 ? siteExpiry(tally) : "", .time)
    case .issues: return Content(tally.issueCount > 0 ? "!" : "", .issue)
    case .guarded:
      let isGuarded = state.guards.contains { $0.site == summary.site.name }
      return Content(isGuarded ? "L" : "", .guarded)
    case .inUse: return Content(holders(of: slots), .inUse)
    case .store:
      let name =
        slot.map { fullName(of: state.library[Int($0)].id, width, metrics, glyphs) }
        ?? storeNames(slots)
      return Content(name, .storeName)
    default: return Content("")
    }
  }

  /// What a row of a site tells of: among cookies, and under them, of its cookies alone.
  private func summary(ofSite index: Int, slot: Int32?, _ row: TableRow) -> SiteSummary {
    if let slot { return state.shownSummary(ofSite: index, inSlot: slot) }
    if case .siteOfType = row { return state.cookieSummary(ofSite: index) }
    return state.view == .cookies
      ? state.cookieSummary(ofSite: index) : state.shownSummary(ofSite: index)
  }

  private func fullName(
    of store: StoreID, _ width: Int, _ metrics: TextMetrics, _ glyphs: GlyphSet
  ) -> String {
    state.library.entry(of: store)?.name(fitting: width, metrics, glyphs) ?? store.rawValue
  }

  private func siteName(
    _ name: String, row: TableRow, _ width: Int, _ metrics: TextMetrics, _ glyphs: GlyphSet
  ) -> Content {
    guard case .site = row, state.looks.treeViews.contains(state.view) else {
      let indent = if case .siteOfType = row { "  " } else { "" }
      return Content(indent + name, .siteName)
    }
    let sign = state.isFolded(row) ? glyphs.folded : glyphs.unfolded
    let cut = metrics.cutInMiddle(
      name, to: max(1, width - 2), keepingSuffix: name, ellipsis: glyphs.ellipsis)
    return Content("\(sign) \(cut)", .siteName)
  }

  private func siteExpiry(_ tally: SiteTally) -> String {
    guard let next = tally.nextExpiry else { return "session" }
    return TimeText.expiry(next, asOf: state.asOf)
  }

  /// Who has the stores open.
  func holders(of slots: [Int32]) -> String {
    let all = slots.flatMap { state.library[Int($0)].contents?.snapshot.holders ?? [] }
    var names: [String] = []
    for holder in all where !names.contains(holder.owner ?? holder.name) {
      names.append(holder.owner ?? holder.name)
    }
    return names.isEmpty ? "" : "* " + names.joined(separator: ", ")
  }

  func storeNames(_ slots: [Int32]) -> String {
    guard let first = slots.first else { return "" }
    let more = slots.count > 1 ? " +\(slots.count - 1)" : ""
    return state.library[Int(first)].description.app.name + more
  }

  // MARK: Cookies

  private func cookie(
    _ column: ColumnID, _ cookie: Cookie, _ reference: CookieReference, depth: Int, _ width: Int,
    _ metrics: TextMetrics, _ glyphs: GlyphSet
  ) -> Content {
    let indent = String(repeating: " ", count: depth * 4)
    switch column {
    case .site:
      return Content(
        indent + CookieFormat.name(cookie.name) + "  " + CookieFormat.domain(cookie), .cookieName)
    case .name: return Content(indent + CookieFormat.name(cookie.name), .cookieName)
    case .domain:
      let name = CookieFormat.domain(cookie)
      let site = state.library.site(of: reference).map { CookieFormat.site($0) } ?? ""
      return Content(
        metrics.cutInMiddle(name, to: width, keepingSuffix: site, ellipsis: glyphs.ellipsis),
        .cookieDomain)
    case .path: return Content(cookie.path.text, .cookiePath)
    case .value: return value(cookie)
    case .flags: return Content(CookieFormat.flags(cookie), .cookieSecure)
    case .sameSite: return Content(CookieFormat.sameSite(cookie.sameSite), .cookieSameSite)
    case .issues:
      return Content(state.library.issues(of: reference).isEmpty ? "" : "!", .issue)
    case .guarded: return Content(isGuarded(cookie, reference) ? "L" : "", .guarded)
    case .expires:
      return Content(
        TimeText.expiry(cookie.expiryTime, asOf: state.asOf), expiryRole(cookie.expiryTime))
    case .used: return Content(TimeText.age(cookie.lastAccessTime, asOf: state.asOf), .time)
    case .created: return Content(TimeText.age(cookie.creationTime, asOf: state.asOf), .time)
    case .size: return Content(AmountText.bytes(cookie.nameAndValueCount), .number)
    case .partition: return Content(cookie.partition?.topLevelSite ?? "–", .cookiePartitioned)
    case .container: return Content(cookie.container ?? "–", .text)
    case .store:
      let entry = state.library[Int(reference.slot)]
      return Content(entry.name(fitting: width, metrics, glyphs), .storeName)
    default: return Content("")
    }
  }

  private func value(_ cookie: Cookie) -> Content {
    let text = CookieFormat.value(cookie, unmasked: state.looks.isUnmasked)
    if cookie.encryptedValue != nil { return Content("encrypted", .valueUnknown) }
    return Content(text, state.looks.isUnmasked ? .value : .valueMasked)
  }

  private func expiryRole(_ expiry: Timestamp?) -> Role {
    guard let expiry else { return .cookieSession }
    if expiry <= state.asOf { return .cookieExpired }
    return expiry < state.asOf.adding(seconds: 86_400) ? .cookieExpiresSoon : .time
  }

  private func isGuarded(_ cookie: Cookie, _ reference: CookieReference) -> Bool {
    guard !state.guards.isEmpty else { return false }
    let site = state.library.site(of: reference)?.name ?? ""
    let store = state.library[Int(reference.slot)].id
    return state.guards.contains { $0.covers(cookie.key, site: site, in: store) }
  }

  // MARK: The other lists

  private func app(_ column: ColumnID, _ app: AppID, _ row: TableRow, _ glyphs: GlyphSet) -> Content
  {
    let entries = state.library.entries.filter { AppID($0.description.app) == app }
    switch column {
    case .title:
      let sign = state.isFolded(row) ? glyphs.folded : glyphs.unfolded
      return Content("\(sign) \(entries.first?.description.app.name ?? app.id)", .appName)
    case .engine: return Content(app.engine.rawValue, .textDim)
    default: return Content("")
    }
  }

  private func store(_ column: ColumnID, _ entry: StoreEntry, _ glyphs: GlyphSet) -> Content {
    switch column {
    case .title:
      let isTree = state.looks.treeViews.contains(.stores)
      return Content(isTree ? "    " + entry.description.title : entry.name, .storeName)
    case .count: return Content(Canvas.storeCount(entry), .number)
    case .state: return storeState(entry)
    case .observed: return Content(observation(entry))
    case .engine: return Content(entry.description.app.engine.rawValue, .textDim)
    case .format: return Content(entry.description.format.rawValue, .textDim)
    case .inUse:
      let holders = entry.contents?.snapshot.holders ?? []
      return Content(holders.isEmpty ? "" : "* " + FailureText.processes(holders), .inUse)
    case .location: return Content(entry.description.path, .textDim)
    default: return Content("")
    }
  }

  private func storeState(_ entry: StoreEntry) -> Content {
    switch entry.phase {
    case .unread: return Content("not read yet", .textDim)
    case .reading: return Content("reading…", .textDim)
    case .failed(let failure): return Content("! " + FailureText.short(failure), .issueSevere)
    case .ready:
      if entry.isAway, let time = entry.health?.lastEvent {
        return Content("! away since \(TimeText.clock(time))", .issueSevere)
      }
      if entry.contents?.snapshot.isDamaged == true {
        return Content("! damaged, read-only", .issueSevere)
      }
      return Content(
        entry.isWritable ? "read" : "read-only", entry.isWritable ? .text : .titleReadonly)
    }
  }

  private func observation(_ entry: StoreEntry) -> String {
    guard let health = entry.health, let means = health.means else {
      return entry.isAway ? "not now" : entry.isObservable ? "not yet" : "not possible"
    }
    return health.lastEvent.map { "\(means.rawValue), \(TimeText.clock($0))" } ?? means.rawValue
  }

  private func trash(_ column: ColumnID, _ entry: TrashEntry) -> Content {
    switch column {
    case .time: return Content(TimeText.full(entry.time), .time)
    case .kind: return Content(entry.kind.rawValue)
    case .count: return Content(AmountText.grouped(entry.count), .number)
    case .size: return Content(AmountText.bytes(entry.bytes), .number)
    case .undo: return undoState(entry)
    case .id: return Content(entry.id, .textDim)
    default: return Content("")
    }
  }

  private func undoState(_ entry: TrashEntry) -> Content {
    if let obstacle = entry.obstacle { return Content("no: " + obstacle, .issue) }
    switch entry.phase {
    case .applied: return Content("Enter undoes it")
    case .undone: return Content("undone, Enter redoes", .textDim)
    case .incomplete: return Content("! broken off", .issueSevere)
    }
  }

  private func pairState(_ pair: SyncPair) -> Content {
    if pair.trouble != nil { return Content("! stands still", .issueSevere) }
    if !pair.fights(at: state.asOf).isEmpty { return Content("! fight", .issue) }
    if !pair.refused.isEmpty {
      return Content("! \(AmountText.grouped(pair.refused.count)) refused", .issue)
    }
    return Content(pair.isWatched ? "watched" : "by hand", pair.isWatched ? .titleLive : .text)
  }

  private func pair(_ column: ColumnID, _ pair: SyncPair) -> Content {
    switch column {
    case .differences: return Content(pair.differences.map(AmountText.grouped) ?? "?", .number)
    case .name: return Content(pair.link.name ?? "", .textStrong)
    case .state: return pairState(pair)
    case .observed:
      let means = [pair.web, pair.shared].map { state.library.entry(of: $0)?.health?.means }
      let observed = means.compactMap { $0?.rawValue }
      switch observed.count {
      case 0: return Content("no", .textDim)
      case 1: return Content("1 of 2", .issue)
      default: return Content(Set(observed).sorted().joined(separator: ", "), .textDim)
      }
    case .agreed:
      let age = pair.agreedAt.map { TimeText.age($0, asOf: state.asOf) }
      return Content(age ?? "never", .time)
    default: return Content("")
    }
  }
}
