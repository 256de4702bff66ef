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

  static func lines(_ state: BrowserState) -> [Line] {
    if state.view == .log || state.focus == .log { return event(state) }
    guard let row = state.selectedRow else { return [] }
    switch row {
    case .cookie(let reference, _): return cookie(reference, state)
    case .site(let index), .siteOfType(let index): return site(Int(index), slot: nil, state)
    case .siteInStore(let index, let slot): return site(Int(index), slot: slot, state)
    case .store(let slot): return store(state.library[Int(slot)])
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
    guard let cookie = state.library[reference] else { return [] }
    let issues = state.library.issues(of: reference).issues.flatMap { issue -> [Line] in
      wrapped("! ", issue.sentence, .issue, state) + wrapped("  ", issue.remedy, .textDim, state)
    }
    let facts = CookieFacts.facts(of: cookie, asOf: state.asOf, unmasked: state.looks.isUnmasked)
      .map { fact($0.name, $0.text, $0.role) }
    return issues + facts + [fact("Store", state.library[Int(reference.slot)].name, .storeName)]
  }

  /// A sentence in as many lines as it needs, indented after its sign.
  private static func wrapped(
    _ sign: String, _ sentence: String, _ role: Role, _ state: BrowserState
  ) -> [Line] {
    let width = state.layout.panes[.details]?.inset(horizontally: 2).width ?? 76
    return state.terminal.wrapped(sentence, to: max(12, width - 2)).enumerated().map {
      [.init(($0 == 0 ? sign : "  ") + $1, role)]
    }
  }

  private static func site(_ index: Int, slot: Int32?, _ state: BrowserState) -> [Line] {
    let summary = state.catalog.sites[index]
    let tally = summary.tally
    var lines: [Line] = []
    let display = CookieFormat.site(summary.site)
    if display != summary.site.name {
      lines.append(fact("Stored as", summary.site.name, .siteName))
    }
    lines += data(ofSite: index, slot: slot, state)
    let references = state.cookies(ofSite: index, limit: 1000)
      .filter { slot == nil || $0.slot == slot }
    for reference in references.prefix(200) {
      guard let cookie = state.library[reference] else { continue }
      lines.append(cookieLine(cookie, reference, state))
    }
    if references.count > 200 {
      lines.append([
        .init(
          "… \(AmountText.grouped(Int(state.scan.siteCounts[index]) - 200)) more: Enter lists all",
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

  private static func store(_ entry: StoreEntry) -> [Line] {
    let description = entry.description
    var lines: [Line] = []
    if case .failed(let failure) = entry.phase {
      lines.append([.init("! " + FailureText.short(failure), .issueSevere)])
      lines.append([.init("  " + FailureText.nextStep(failure), .textDim)])
    }
    for notice in entry.contents?.snapshot.notices ?? [] {
      let role: Role = notice.level == .information ? .textDim : .issue
      let place = notice.offset.map { " (byte \($0))" } ?? notice.line.map { " (line \($0))" } ?? ""
      lines.append([
        .init((notice.level == .information ? "  " : "! ") + notice.message + place, role)
      ])
    }
    lines += [
      fact("Id", description.id.rawValue, .storeName), fact("Path", description.path),
      fact("Format", description.format.rawValue),
    ]
    for act in StoreCapabilities.Act.allCases {
      if let reason = description.capabilities.refusals[act] {
        lines.append(fact("Cannot", reason, .issue))
      }
    }
    let lost = CookieAttribute.allCases.filter {
      description.capabilities.unrepresentable.contains($0)
    }
    if !lost.isEmpty {
      lines.append(fact("Cannot hold", lost.map(\.rawValue).joined(separator: ", ")))
    }
    lines += description.remarks.map { fact("Note", $0) }
    if let taken = entry.contents?.snapshot.takenAt {
      lines.append(fact("Read", TimeText.full(taken), .time))
    }
    lines.append(fact("Observed", HealthText.sentence(entry)))
    if let test = HealthText.test(entry) { lines.append(fact("Self-test", test, .textDim)) }
    return lines + profile(entry.data)
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

  private static func event(_ state: BrowserState) -> [Line] {
    guard let event = state.log.selectedEvent else { return [] }
    var lines: [Line] = []
    if state.log.lostSelection {
      lines.append([
        .init("The entry you read was dropped; older entries are gone.", .messageWarning)
      ])
    }
    lines += [
      fact("Event", "#\(event.sequence) \(event.kind.rawValue)"),
      fact("Time", TimeText.full(event.time), .logTime),
      fact("Source", LogText.source(event, library: state.library), .logSource),
    ]
    if !event.message.isEmpty { lines.append(fact("Message", event.message)) }
    if let key = event.key {
      lines.append(fact("Cookie", CookieFormat.name(key.name), .cookieName))
      lines.append(fact("Domain", CookieFormat.domainInFull(key), .cookieDomain))
      lines.append(fact("Place", CookieFormat.place(key), .cookiePath))
    }
    let change = LogText.change(event, unmasked: state.looks.isUnmasked)
    if !change.isEmpty { lines.append(fact("Change", change, .valueMasked)) }
    lines.append(
      fact(
        "Cause", event.cause == .otherProcess ? "other process" : event.cause.rawValue, .logCause))
    lines.append(fact("Level", event.level.rawValue))
    return lines
  }
}
