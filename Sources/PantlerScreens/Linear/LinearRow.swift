import CookieCore
import ScreenKit
import StoreModel

/// A row of the list in one sentence, made of the cells that the screens show.
struct LinearRow {
  let state: BrowserState
  private let cells: RowCells
  private let columns: [ListColumns.Column]

  init(_ state: BrowserState) {
    self.state = state
    cells = RowCells(state)
    columns = ListColumns.shown(in: state.view, state: state)
  }

  /// The row at a position; empty where there is none.
  func text(at position: Int) -> String {
    guard let row = state.rows[position] else { return "" }
    var parts = columns.compactMap { phrase($0.id, row) }
    if !cells.mark(of: row, glyphs: .ascii).isEmpty {
      let (marked, total) = state.markState(of: row)
      parts.insert(marked < total ? "\(marked) of it marked" : "marked", at: 0)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func phrase(_ column: ColumnID, _ row: TableRow) -> String? {
    let content = cells.cell(
      column, of: row, width: 1000, metrics: state.terminal.metrics, glyphs: .ascii)
    let text = LinearText.spoken(content.text.trimmed)
    if column == columns.first?.id { return head(text, row) }
    guard !["", "?", "-", "–"].contains(text) else { return nil }
    switch row {
    case .cookie(let reference, _):
      return state.library[reference].flatMap { cookie(column, text, $0, reference) }
    case .trash, .pair, .pool, .webView, .livePool, .liveView, .store, .app:
      return other(column, text, row)
    default: return group(column, text, row)
    }
  }

  /// What the row is called; a branch says whether it is open.
  private func head(_ text: String, _ row: TableRow) -> String {
    switch row {
    case .site where state.looks.treeViews.contains(state.view), .app, .type, .pool, .livePool:
      let name = text.dropFirst(2).trimmingPrefix(" ")
      let isOpen = !state.isFolded(row)
      if case .app = row { return "App \(name)" + (isOpen ? "" : ", folded") }
      if case .pool = row {
        return "App " + name.replacing("  ", with: ", ") + (isOpen ? "" : ", folded")
      }
      return name + (isOpen && state.view != .cookies ? ", open" : "")
    case .cookie(let reference, _) where columns.first?.id == .site:
      guard let cookie = state.library[reference] else { return text }
      return "Cookie \(CookieFormat.name(cookie.name)), \(CookieFormat.domain(cookie))"
    default: return text
    }
  }

  // MARK: Cookies

  private func cookie(
    _ column: ColumnID, _ text: String, _ cookie: Cookie, _ reference: CookieReference
  ) -> String? {
    switch column {
    case .path: return text == "/" ? nil : "path \(text)"
    case .value:
      if cookie.encryptedValue != nil { return "value encrypted" }
      return state.looks.isUnmasked ? "value \(text)" : nil
    case .flags:
      let flags = [
        (cookie.secure, "Secure"), (cookie.httpOnly, "HttpOnly"), (cookie.hostOnly, "host only"),
      ]
      return flags.filter(\.0).map(\.1).joined(separator: ", ")
    case .sameSite: return "SameSite \(text)"
    case .issues:
      return AmountText.count(state.library.issues(of: reference).issues.count, "issue")
    case .expires: return expiry(cookie.expiryTime == nil ? "session" : text)
    case .partition: return "partition \(text)"
    case .container: return "container \(text)"
    default: return common(column, text)
    }
  }

  private func expiry(_ text: String) -> String {
    if text == "session" { return "until the session ends" }
    let words = LinearText.time(text)
    return words.hasSuffix(" ago") ? "expired \(words)" : "expires \(words)"
  }

  // MARK: Sites and types

  private func group(_ column: ColumnID, _ text: String, _ row: TableRow) -> String? {
    if case .data = row {
      switch column {
      case .types: return nil
      case .count: return "count \(text)"
      default: return common(column, text)
      }
    }
    switch column {
    case .count: return text == "1" ? "1 cookie" : isOfCookies(row) ? "\(text) cookies" : text
    case .types: return types(row)
    case .issues: return "has issues"
    case .expires:
      return text == "session" ? "session cookies only" : "next expiry \(LinearText.time(text))"
    default: return common(column, text)
    }
  }

  private func isOfCookies(_ row: TableRow) -> Bool {
    if case .type(let type) = row { type == .cookies } else { true }
  }

  private func types(_ row: TableRow) -> String? {
    guard case .site(let index) = row, !state.catalog.data.isEmpty else { return nil }
    let names = state.shownDataTypes(ofSite: Int(index), inSlot: nil).map(\.rawValue)
    return names.isEmpty ? nil : "also keeps " + names.joined(separator: " and ")
  }

  // MARK: Everything else

  private func other(_ column: ColumnID, _ text: String, _ row: TableRow) -> String? {
    switch column {
    case .count:
      if case .trash(let index) = row { return state.trash.entries[Int(index)].amount }
      return text == "…" ? nil : text == "1" ? "1 cookie" : "\(text) cookies"
    case .state: return text.hasPrefix("! ") ? "Issue: " + text.dropFirst(2) : text
    case .observed:
      if case .pair = row {
        return text == "no"
          ? "not observed" : text == "1 of 2" ? "one of the two is observed" : "observed by \(text)"
      }
      if text == "not possible" { return "cannot be observed" }
      return text == "not yet" ? "not observed yet" : "observed by \(text)"
    case .engine, .kind, .data: return text
    // Where a store is, and how it is written, is among its details.
    case .format, .location: return nil
    case .id: return "id \(text)"
    case .undo: return text.replacing("Enter", with: "open")
    case .time: return text
    case .agreed: return text == "never" ? "never agreed" : "agreed \(LinearText.time(text)) ago"
    case .differences: return "\(text) differ"
    case .processor: return "processor time \(text)"
    case .memory: return "\(LinearText.bytes(text)) of memory"
    case .name: return "link \(text)"
    case .store:
      if case .pair = row { return "with \(text)" }
      return "in \(text)"
    default: return common(column, text)
    }
  }

  private func common(_ column: ColumnID, _ text: String) -> String? {
    switch column {
    case .guarded: "guarded"
    case .inUse: "in use by " + text.trimmingPrefix("* ")
    case .size: LinearText.bytes(text)
    case .used: "used \(LinearText.time(text))" + (text.hasPrefix("in ") ? "" : " ago")
    case .created: "created \(LinearText.time(text)) ago"
    case .issues: "has issues"
    case .store: "in " + text.replacing(#/ \+(\d+)$/#) { " and \($0.output.1) more" }
    default: text
    }
  }
}
