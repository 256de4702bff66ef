import CookieCore
import ScreenKit
import StoreModel

extension Canvas {
  /// Draws the sync dialog: this store, the direction, the shared store, and the base.
  mutating func draw(_ review: SyncReview, state: BrowserState, layout: ScreenLayout) {
    let rect = BoxLayout.sync(review, in: layout)
    box(rect, title: title(review, state))
    let inside = rect.inset(horizontally: 2)
    guard layout.fits(review) else { return drawTooLow(in: inside) }
    let columns = Columns(width: inside.width)
    drawHeadings(
      columns, in: inside, withNote: BoxLayout.syncNoteHeight(review, in: layout) > 0)
    let rows = BoxLayout.syncRows(review, in: layout)
    for (index, position) in review.viewport.visible.enumerated() where index < rows.height {
      draw(
        review.rows[position], columns, in: rows.row(index),
        isSelected: position == review.viewport.selected,
        unmasked: state.looks.isUnmasked, rule: review.terms.rule)
    }
    grid.drawScrollbar(
      review.viewport, in: Rect(x: rect.right - 1, y: rows.y, width: 1, height: rows.height),
      theme: theme,
      glyphs: glyphs)
    drawFoot(review, in: inside, state: state, layout: layout)
  }

  private func title(_ review: SyncReview, _ state: BrowserState) -> String {
    "Sync \(ReviewText.name(review.terms.web, state)) with \(ReviewText.name(review.terms.shared, state))"
  }

  /// Where the columns stand in a width.
  private struct Columns {
    let name: Range<Int>, web: Range<Int>, sign: Range<Int>, shared: Range<Int>, base: Range<Int>

    init(width: Int) {
      let baseWidth = width >= 70 ? 9 : 0
      let signWidth = width >= 96 ? 38 : 12
      let rest = max(0, width - baseWidth - signWidth)
      // In a narrow window the name is more than two masked values.
      let side = width < 60 ? 5 : (rest - rest * 2 / 5) / 2
      let nameWidth = width < 60 ? rest - 2 * side : rest * 2 / 5
      name = 0..<nameWidth
      web = nameWidth..<nameWidth + side
      sign = web.upperBound..<web.upperBound + signWidth
      shared = sign.upperBound..<sign.upperBound + side
      base = shared.upperBound..<shared.upperBound + baseWidth
    }

    func rect(_ range: Range<Int>, in row: Rect) -> Rect {
      Rect(
        x: row.x + range.lowerBound, y: row.y, width: max(0, range.count - 1), height: row.height)
    }
  }

  private mutating func drawHeadings(
    _ columns: Columns, in inside: Rect, withNote hasNote: Bool
  ) {
    let row = inside.row(0)
    field("Cookie", .dialogTitle, in: columns.rect(columns.name, in: row))
    field("This store", .dialogTitle, in: columns.rect(columns.web, in: row))
    field("Direction", .dialogTitle, in: columns.rect(columns.sign, in: row))
    field("Shared", .dialogTitle, in: columns.rect(columns.shared, in: row))
    field("Base", .dialogTitle, in: columns.rect(columns.base, in: row))
    guard hasNote else { return }
    let note = TextMetrics.standard.wrapped(BoxLayout.syncNote, to: max(1, inside.width))
    for (index, text) in note.enumerated() {
      line([Part(text, .dialogDim)], in: inside.row(1 + index))
    }
  }

  private mutating func draw(
    _ row: SyncRow, _ columns: Columns, in rect: Rect, isSelected: Bool, unmasked: Bool,
    rule: SyncConflictRule
  ) {
    let ground: Role = isSelected ? .menuSelected : .dialog
    fill(rect, ground)
    field(
      CookieFormat.label(row.key), .cookieName, in: columns.rect(columns.name, in: rect), on: ground
    )
    side(
      row.web, against: row.shared, in: columns.rect(columns.web, in: rect), unmasked: unmasked,
      on: ground)
    field(
      sign(row, rule: rule, width: columns.sign.count),
      row.isDeletion ? .changeRemoved : row.choice == .nothing ? .changeSame : .changeChanged,
      in: columns.rect(columns.sign, in: rect), on: ground)
    side(
      row.shared, against: row.web, in: columns.rect(columns.shared, in: rect), unmasked: unmasked,
      on: ground)
    field(base(row), .textDim, in: columns.rect(columns.base, in: rect), on: ground)
  }

  /// Which side still has what both agreed on; the base itself keeps no value to show.
  private func base(_ row: SyncRow) -> String {
    switch row.base {
    case .nothing: String(glyphs.dash)
    case .web: "= this"
    case .shared: "= shared"
    case .neither: "another"
    }
  }

  /// One side's value, with what it would lose.
  private mutating func side(
    _ cookie: Cookie?, against other: Cookie?, in rect: Rect, unmasked: Bool, on ground: Role
  ) {
    guard let cookie else {
      field(String(glyphs.dash), .textDim, in: rect, on: ground)
      return
    }
    var text = CookieFormat.value(cookie, unmasked: unmasked)
    if let other, other.value == cookie.value { text = "same value" }
    field(text, .valueMasked, in: rect, on: ground)
  }

  /// The direction, with what the target cannot hold: by name where there is room, else that there is a loss.
  private func sign(_ row: SyncRow, rule: SyncConflictRule, width: Int) -> String {
    let names = row.item.map { SyncText.names($0.losses) } ?? ""
    let loss = names.isEmpty ? "" : width > 12 ? " drops " + names : " loss"
    switch row.choice {
    case .nothing:
      guard let left = row.left else {
        return width > 12 && row.isOpen ? "  leave: " + SyncText.undecided(rule) : "  leave"
      }
      return width > 12 ? "  leave: " + SyncText.reason(left) : "  leave !"
    case .toShared: return row.isDeletion ? "  \(glyphs.arrow) DELETE" : "  \(glyphs.arrow)" + loss
    case .toWeb:
      return row.isDeletion ? "DELETE \(glyphs.leftArrow)" : "  \(glyphs.leftArrow)" + loss
    }
  }

  /// What is to be known of the selected row, or of the whole.
  private func detail(_ review: SyncReview, _ state: BrowserState) -> String {
    if review.isStale { return "A store changed since: Esc, then s compares again." }
    let idle = SyncText.remark(review, state.library)
    guard let selected = review.viewport.selected else { return idle }
    let row = review.rows[selected]
    if let item = row.item {
      let names = SyncText.names(item.losses)
      return names.isEmpty ? idle : "This row would lose: " + names
    }
    guard let left = row.left else {
      guard row.isOpen else { return idle }
      if state.looks.isUnmasked, let web = row.web, let shared = row.shared,
        web.value != shared.value
      {
        return "This store: \(CookieFormat.value(web, unmasked: true)) · "
          + "shared: \(CookieFormat.value(shared, unmasked: true))"
      }
      return "This row is left: " + SyncText.undecided(review.terms.rule)
    }
    let store = state.library.entry(of: left.store)?.name ?? left.store.rawValue
    return "This row is left: \(SyncText.reason(left)), in \(store)"
  }

  private mutating func drawFoot(
    _ review: SyncReview, in inside: Rect, state: BrowserState, layout: ScreenLayout
  ) {
    let height = BoxLayout.syncFootHeight(review, in: layout)
    let foot = inside.split(bottom: height).bottom
    let counts = review.counts
    line(Self.parts(counts, width: foot.width), in: foot.row(0))
    line([Part(detail(review, state), .dialogWarning)], in: foot.row(1))
    let otherwise =
      review.otherwiseCount > 0
      ? ", but for \(AmountText.count(review.otherwiseCount, "row")) chosen otherwise" : ""
    let command = state.terminal.wrapped(
      "Same as: " + review.commandLine + otherwise, to: foot.width)
    for (index, text) in command.prefix(max(0, height - 3)).enumerated() {
      let isCut = index == 1 && command.count > 2
      let shown = isCut ? String(text.dropLast()) + String(glyphs.ellipsis) : text
      line([Part(shown, .dialogCommand)], in: foot.row(2 + index))
    }
    let total = counts.toShared + counts.toWeb + counts.deletions
    let accept = ButtonRow.Button(
      "Apply \(total)", role: total > 0 ? .dialogButton : .dialogButtonDisabled)
    let row = ButtonRow([.init("Cancel"), accept], focused: review.focus == .cancel ? 0 : 1)
    grid.drawButtons(row, in: foot.row(height - 1), theme: theme)
  }

  /// The counts; in a narrow window what is deleted comes first, as the end is cut there.
  private static func parts(
    _ counts: (toShared: Int, toWeb: Int, deletions: Int, losses: Int), width: Int
  ) -> [Part] {
    let deletionRole: Role = counts.deletions > 0 ? .dialogDanger : .dialog
    guard width >= 60 else {
      return [
        Part("\(counts.deletions) deleted", deletionRole),
        Part(", \(counts.toShared) to shared, \(counts.toWeb) here", .dialog),
        Part(counts.losses > 0 ? ", \(counts.losses) with loss" : "", .dialogWarning),
      ]
    }
    return [
      Part("\(counts.toShared) to shared, \(counts.toWeb) to this store, ", .dialog),
      Part("\(counts.deletions) deletions", deletionRole),
      Part(counts.losses > 0 ? ", \(counts.losses) with loss" : "", .dialogWarning),
    ]
  }
}
