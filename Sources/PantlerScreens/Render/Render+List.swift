import ScreenKit

extension Canvas {
  /// Draws the list of a view with its title and headings.
  mutating func drawList(_ state: BrowserState, in rect: Rect) {
    let isFocused = state.focus == .list
    pane(rect, isFocused: isFocused, title: listTitle(state, isFocused: isFocused))
    let inside = rect.inset()
    guard state.rows.count > 0 else {
      drawEmpty(state, in: inside)
      return
    }
    let columns = ListColumns.shown(in: state.view, state: state)
    let gutter = 2
    let layout = TableLayout(columns.map(\.layout), width: inside.width - gutter, gap: 1)
    drawHeadings(columns, layout, gutter: gutter, state: state, in: inside.row(0))
    var body = inside.split(top: 1).rest
    let remarks = state.listRemarks(in: body)
    if !remarks.isEmpty {
      let parts = body.split(bottom: remarks.count)
      for (index, text) in remarks.enumerated() {
        line([Part(" " + text, .issue)], in: parts.bottom.row(index))
      }
      body = parts.rest
    }
    let cells = RowCells(state)
    for (line, position) in state.viewport.visible.enumerated() {
      guard let row = state.rows[position], line < body.height else { continue }
      let isSelected = position == state.viewport.selected
      let ground: Role = isSelected ? (isFocused ? .listSelected : .listSelectedUnfocused) : .text
      drawRow(row, columns, layout, gutter: gutter, cells: cells, in: body.row(line), on: ground)
    }
    grid.drawScrollbar(
      state.viewport, in: Rect(x: rect.right - 1, y: body.y, width: 1, height: body.height),
      theme: theme, glyphs: glyphs)
  }

  private mutating func drawHeadings(
    _ columns: [ListColumns.Column], _ layout: TableLayout, gutter: Int, state: BrowserState,
    in row: Rect
  ) {
    let sorted = state.view.showsCatalog ? state.sorting : nil
    for place in layout.placements {
      let column = columns[place.column]
      let isSorted = sorted.map { column.id.isSorted(by: $0.key) } ?? false
      let sign =
        isSorted ? String(sorted?.isDescending == true ? glyphs.descending : glyphs.ascending) : ""
      let cell = Rect(x: row.x + gutter + place.x, y: row.y, width: place.width, height: 1)
      field(
        column.layout.title + sign, isSorted ? .listHeaderSorted : .listHeader, in: cell,
        alignment: column.layout.alignment)
    }
  }

  private mutating func drawRow(
    _ row: TableRow, _ columns: [ListColumns.Column], _ layout: TableLayout, gutter: Int,
    cells: RowCells, in rect: Rect, on ground: Role
  ) {
    if ground != .text { fill(rect, ground) }
    let mark = cells.mark(of: row, glyphs: glyphs)
    field(mark, .listMarked, in: Rect(x: rect.x, y: rect.y, width: 1, height: 1), on: ground)
    for (index, place) in layout.placements.enumerated() {
      let column = columns[place.column]
      let cell = Rect(x: rect.x + gutter + place.x, y: rect.y, width: place.width, height: 1)
      let content = cells.cell(
        column.id, of: row, width: place.width, metrics: metrics, glyphs: glyphs)
      let role: Role = mark.isEmpty || index > 0 ? content.role : .listMarked
      field(content.text, role, in: cell, alignment: column.layout.alignment, on: ground)
    }
  }

  private func listTitle(_ state: BrowserState, isFocused: Bool) -> [Part] {
    var parts = [Part(state.listHeading, isFocused ? .paneTitleFocused : .paneTitle)]
    if state.view.showsCatalog {
      let sign = state.sorting.isDescending ? glyphs.descending : glyphs.ascending
      parts.append(Part("sort: \(state.sorting.key.title) \(sign)", .paneSort))
      if !state.filter.text.isEmpty {
        let off = state.filter.isOn ? "" : " (off)"
        parts.append(Part("filter: \(state.filter.text)\(off)", .paneFilter))
      }
      if state.looks.onlyIssues { parts.append(Part("only issues", .paneFilter)) }
      if state.rangeStart != nil { parts.append(Part("range", .paneInfo)) }
      if state.isArranging { parts.append(Part("sorting…", .paneInfo)) }
      if !state.scan.isComplete {
        let share = state.scan.position * 100 / max(1, state.catalog.cookies.count)
        parts.append(Part("filtering \(share)%", .paneInfo))
      }
    }
    return parts
  }

  /// Says why a list is empty and what to do next.
  private mutating func drawEmpty(_ state: BrowserState, in rect: Rect) {
    let lines = state.emptyText.flatMap {
      state.terminal.wrapped($0, to: max(1, rect.width - 2))
    }
    let top = rect.y + max(0, (rect.height - lines.count) / 2 - 1)
    for (index, text) in lines.enumerated() where top + index < rect.bottom {
      let row = Rect(x: rect.x + 1, y: top + index, width: max(0, rect.width - 2), height: 1)
      field(text, index == 0 ? .textStrong : .listEmpty, in: row, alignment: .center)
    }
  }
}

extension ColumnID {
  /// Whether a column shows what rows are sorted by.
  func isSorted(by key: Sorting.Key) -> Bool {
    switch key {
    case .site: self == .site || self == .domain
    case .name: self == .name
    case .host: self == .domain
    case .path: self == .path
    case .store: self == .store
    case .cookies: self == .count
    case .size: self == .size
    case .expires: self == .expires
    case .created: self == .created
    case .used: self == .used
    }
  }
}

extension BrowserState {
  /// `Sites (41)`, with the number before filtering where that is another.
  var listHeading: String {
    switch view {
    case .sites:
      let rows = looks.treeViews.contains(.sites) ? nil : rows.count
      return counted("Sites", scan.shownSiteCount, of: catalog.sites.count, rows: rows)
    case .cookies: return counted("Cookies", scan.cookies.count, of: catalog.cookies.count)
    case .types: return counted("Types", shownTypes.count, of: catalog.types.count)
    case .stores: return "Stores (\(library.entries.count))"
    case .sync: return "Links (\(pairs.count)\(unknownPairs.isEmpty ? "" : ", others not known"))"
    case .trash: return "Trash (\(trash.entries.count))"
    case .webViews: return running.heading
    case .log: return "Log"
    }
  }

  private func counted(_ title: String, _ shown: Int, of all: Int, rows: Int? = nil) -> String {
    let share = shown == all ? "" : " of \(AmountText.grouped(all))"
    let rows = rows.map { " in \(AmountText.count($0, "row"))" } ?? ""
    return "\(title) (\(AmountText.grouped(shown))\(share)\(rows))"
  }

  /// What is said below the rows of the present list, in at most half of its room.
  func listRemarks(in rect: Rect) -> [String] {
    guard view == .sync, !pairs.isEmpty else { return [] }
    let width = max(1, rect.width - 2)
    let lines = unknownPairs.flatMap { terminal.wrapped("! " + $0, to: width) }
    return Array(lines.prefix(rect.height / 2))
  }

  /// Why the list is empty, and the next step.
  var emptyText: [String] {
    switch view {
    case .webViews: return running.emptyText
    case .sync:
      guard unknownPairs.isEmpty else { return unknownPairs }
      return [
        "No link is in the settings, and no pair was synced yet.",
        "Select a store (5) and press s.",
      ]
    case .trash:
      if let failure = trash.failure { return ["The trash could not be read.", failure] }
      return ["The trash is empty.", "What you delete, edit or sync can be undone from here."]
    case .stores, .sites, .cookies, .types, .log: return emptyCatalogText
    }
  }

  private var emptyCatalogText: [String] {
    if isDiscovering { return ["Looking for stores…", "Keys work already; ? shows them."] }
    guard !library.entries.isEmpty else {
      return [
        "No stores were found.",
        "pantler doctor says where it looked; pantler demo shows one of each.",
      ]
    }
    if !catalog.cookies.isEmpty {
      return [
        "Nothing matches.",
        "/ changes the filter, \\ sets it aside, ! shows rows without issues again.",
      ]
    }
    let inScope = library.entries.filter { scope.contains($0.description) }
    if inScope.contains(where: { $0.phase == .reading || $0.phase == .unread }) || isArranging {
      return ["Reading…", "Rows appear as they come."]
    }
    if inScope.count == 1, case .failed(let failure) = inScope[0].phase {
      return [
        FailureText.short(failure), FailureText.path(failure) ?? "", FailureText.nextStep(failure),
      ]
    }
    return ["No cookies here.", "a adds one, q goes back."]
  }
}
