import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the details of the selected row.
  mutating func drawDetails(_ state: BrowserState, in rect: Rect, joining: Bool) {
    let isFocused = state.focus == .details
    let lines = DetailText.lines(state)
    let offset = min(state.detailsOffset, max(0, lines.count - rect.inset().height))
    pane(
      rect, isFocused: isFocused,
      title: [Part("Details", isFocused ? .paneTitleFocused : .paneTitle)], joining: joining)
    let inside = rect.inset(horizontally: 2)
    for (line, index) in (offset..<lines.count).enumerated() where line < inside.height {
      self.line(lines[index], in: inside.row(line), on: .text)
    }
    var viewport = ListViewport(count: lines.count, height: inside.height)
    viewport.scroll(by: offset)
    grid.drawScrollbar(
      viewport, in: Rect(x: rect.right - 1, y: inside.y, width: 1, height: inside.height),
      theme: theme, glyphs: glyphs)
  }
}

/// The details of a row as lines of parts.
enum DetailText {
  typealias Line = [Canvas.Part]

  static func lines(_ state: BrowserState) -> DetailLines {
    guard state.view != .log, state.focus != .log, case .store(let slot)? = state.selectedRow
    else { return DetailLines(fewLines(state)) }
    let entry = state.library[Int(slot)]
    return DetailLines(
      store(entry, state) + profile(entry.data), unattributed: entry.data?.unattributed ?? [])
  }

  private static func fewLines(_ state: BrowserState) -> [Line] {
    if state.view == .log || state.focus == .log { return event(state) }
    guard let row = state.selectedRow else { return [] }
    switch row {
    case .cookie(let reference, _): return cookie(reference, state)
    case .site(let index), .siteOfType(let index): return site(Int(index), slot: nil, state)
    case .siteInStore(let index, let slot): return site(Int(index), slot: slot, state)
    case .store(let slot): return store(state.library[Int(slot)], state)
    case .app(let app): return self.app(app, state)
    case .type(let type): return self.type(type, state)
    case .data(let index, _): return data(state.catalog.data[Int(index)], state)
    case .trash(let index): return trash(state.trash.entries[Int(index)], state)
    case .pair(let index): return pair(state.pairs[Int(index)], state)
    case .pool, .webView: return running(row, state)
    case .livePool, .liveView: return live(row, state)
    }
  }

  static func fact(_ name: String, _ text: String, _ role: Role = .text) -> Line {
    let padding = String(repeating: " ", count: max(1, 12 - name.count))
    return [.init(name + padding, .textDim), .init(text, role)]
  }

  private static func cookie(_ reference: CookieReference, _ state: BrowserState) -> [Line] {
    guard let known = state.facts(of: reference) else { return [] }
    let issues = state.library.issues(of: reference).issues.flatMap { issue -> [Line] in
      wrapped("! ", issue.sentence, .issue, state) + wrapped("  ", issue.remedy, .textDim, state)
    }
    let facts = known.map { fact($0.name, $0.text, $0.role) }
    return issues + facts + [fact("Store", state.library[Int(reference.slot)].name, .storeName)]
  }

  /// A sentence in as many lines as it needs, indented after its sign.
  static func wrapped(
    _ sign: String, _ sentence: String, _ role: Role, _ state: BrowserState
  ) -> [Line] {
    state.terminal.wrapped(sentence, to: max(12, width(state) - 2)).enumerated().map {
      [.init(($0 == 0 ? sign : "  ") + $1, role)]
    }
  }

  /// A fact in as many lines as it needs, indented after its name.
  static func facts(
    _ name: String, _ text: String, _ role: Role = .text, _ state: BrowserState
  ) -> [Line] {
    state.terminal.wrapped(text, to: max(12, width(state) - 12)).enumerated().map {
      fact($0 == 0 ? name : "", $1, role)
    }
  }

  private static func width(_ state: BrowserState) -> Int {
    state.layout.panes[.details]?.inset(horizontally: 2).width ?? 76
  }

  private static func site(_ index: Int, slot: Int32?, _ state: BrowserState) -> [Line] {
    let summary =
      slot.map { state.shownSummary(ofSite: index, inSlot: $0) }
      ?? state.shownSummary(ofSite: index)
    let tally = summary.tally
    var lines: [Line] = []
    if let slot { lines.append(fact("Store", state.library[Int(slot)].name, .storeName)) }
    let display = CookieFormat.site(summary.site)
    if display != summary.site.name {
      lines.append(fact("Stored as", summary.site.name, .siteName))
    }
    lines += bareHost(
      summary.site, slots: slot.map { [$0] } ?? state.catalog.slots(ofSite: index), state)
    lines += data(ofSite: index, slot: slot, state)
    let references = state.cookies(ofSite: index, limit: slot == nil ? 1000 : .max)
      .filter { slot == nil || $0.slot == slot }
    for reference in references.prefix(200) {
      guard let cookie = state.library[reference] else { continue }
      lines.append(cookieLine(cookie, reference, state))
    }
    if references.count > 200 {
      lines.append([
        .init(
          "… \(AmountText.grouped((slot == nil ? Int(state.scan.siteCounts[index]) : references.count) - 200)) more: Enter lists all",
          .listMore)
      ])
    }
    guard tally.cookieCount > 0 else { return lines }
    lines.append(
      fact(
        "Together",
        "\(AmountText.count(tally.cookieCount, "cookie")), \(tally.sessionCount) for the session, "
          + "\(tally.partitionedCount) partitioned, \(AmountText.bytes(tally.bytes)) bytes"))
    return lines
  }

  private static func cookieLine(
    _ cookie: Cookie, _ reference: CookieReference, _ state: BrowserState
  ) -> Line {
    var parts: Line = [
      .init(state.library.issues(of: reference).isEmpty ? "  " : "! ", .issue),
      .init(CookieFormat.name(cookie.name), .cookieName),
      .init("  " + CookieFormat.domain(cookie), .cookieDomain),
      .init(" " + cookie.path.text, .cookiePath),
    ]
    if cookie.secure { parts.append(.init("  Secure", .cookieSecure)) }
    if cookie.httpOnly { parts.append(.init(" HttpOnly", .cookieHTTPOnly)) }
    if cookie.sameSite != .unspecified {
      parts.append(.init(" " + CookieFormat.sameSite(cookie.sameSite), .cookieSameSite))
    }
    parts.append(.init("  " + TimeText.expiry(cookie.expiryTime, asOf: state.asOf), .time))
    if let partition = cookie.partition {
      parts.append(.init("  partition " + partition.topLevelSite, .cookiePartitioned))
    }
    return parts
  }

  private static func store(_ entry: StoreEntry, _ state: BrowserState) -> [Line] {
    let description = entry.description
    var lines: [Line] = []
    if case .failed(let failure) = entry.phase {
      lines += wrapped("! ", FailureText.short(failure), .issueSevere, state)
      lines += wrapped("  ", FailureText.nextStep(failure), .textDim, state)
    }
    for notice in entry.contents?.snapshot.notices ?? [] {
      let role: Role = notice.level == .information ? .textDim : .issue
      let place = notice.offset.map { " (byte \($0))" } ?? notice.line.map { " (line \($0))" } ?? ""
      lines += wrapped(
        notice.level == .information ? "  " : "! ", notice.message + place, role, state)
    }
    lines += facts("Id", description.id.rawValue, .storeName, state)
    lines += facts("Path", description.path, .text, state)
    lines.append(fact("Format", description.format.rawValue))
    for (index, sentence) in CapabilityText.refusals(of: description.capabilities).enumerated() {
      lines += facts(index == 0 ? "Cannot" : "", sentence, .text, state)
    }
    let lost = CookieAttribute.allCases.filter {
      description.capabilities.unrepresentable.contains($0)
    }
    if !lost.isEmpty {
      lines += facts("Cannot hold", lost.map(\.rawValue).joined(separator: ", "), .text, state)
    }
    lines += description.remarks.flatMap { facts("Note", $0, .text, state) }
    if let taken = entry.contents?.snapshot.takenAt {
      lines.append(fact("Read", TimeText.full(taken), .time))
    }
    lines.append(fact("Observed", HealthText.sentence(entry)))
    if let test = HealthText.test(entry) { lines.append(fact("Self-test", test, .textDim)) }
    return lines
  }

  private static func app(_ app: AppID, _ state: BrowserState) -> [Line] {
    let entries = state.library.entries.filter { AppID($0.description.app) == app }
    return [
      fact("App", entries.first?.description.app.name ?? app.id, .appName), fact("Id", app.id),
      fact("Engine", app.engine.rawValue), fact("Stores", "\(entries.count)", .number),
      fact("Directory", entries.first?.description.app.directory ?? "–"),
    ]
  }

  private static func trash(_ entry: TrashEntry, _ state: BrowserState) -> [Line] {
    [
      fact("Change", "\(entry.kind.rawValue) of \(entry.amount)"),
      fact("When", TimeText.full(entry.time), .time), fact("Id", entry.id),
      fact("Same as", "pantler undo \(entry.id)", .dialogCommand),
      fact("Undo", entry.obstacle.map { "not possible: " + $0 } ?? "Enter"),
    ]
      + entry.stores.map {
        fact("Store", state.library.entry(of: $0)?.name ?? $0.rawValue, .storeName)
      }
  }
}
