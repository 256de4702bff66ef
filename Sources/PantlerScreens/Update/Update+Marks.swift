import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// The cookies that a row stands for.
  func references(of row: TableRow) -> [CookieReference] {
    switch row {
    case .cookie(let reference, _): return [reference]
    case .site(let index), .siteOfType(let index): return cookies(ofSite: Int(index))
    case .siteInStore(let index, let slot):
      return cookies(ofSite: Int(index)).filter { $0.slot == slot }
    case .type(let type): return type == .cookies ? scan.cookies : []
    case .data: return []
    case .app, .store, .trash, .pair, .pool, .webView, .livePool, .liveView: return []
    }
  }

  /// How many of a row's cookies are marked.
  func markState(of row: TableRow) -> (marked: Int, total: Int) {
    guard marks.count > 0 else { return (0, 1) }
    if case .type(.cookies) = row { return (shownMarkCount, scan.cookies.count) }
    let all = references(of: row)
    return (all.count { marks.contains($0) }, all.count)
  }

  /// How many marked cookies the filter or the scope hides.
  var hiddenMarkCount: Int {
    marks.count - shownMarkCount
  }

  /// The marked cookies among the rows shown.
  var shownMarks: [CookieReference] {
    marks.count == 0 ? [] : scan.cookies.filter { marks.contains($0) }
  }

  /// Counts the marks that are shown.
  ///
  /// - Complexity: O(*n*) in the cookies shown; done when those change, not for each frame.
  mutating func countShownMarks() {
    shownMarkCount = marks.count == 0 ? 0 : scan.cookies.count { marks.contains($0) }
  }

  /// Marks or unmarks a cookie that is shown.
  private mutating func setShown(_ reference: CookieReference, to isMarked: Bool) {
    let before = marks.count
    marks.set(reference, to: isMarked)
    shownMarkCount += marks.count - before
  }

  mutating func markRow() -> [Effect] {
    guard let row = selectedRow else { return [] }
    let all = references(of: row)
    guard !all.isEmpty else {
      notice = Notice("There is nothing to mark in this row.")
      return []
    }
    let isMarked = all.allSatisfy { marks.contains($0) }
    for reference in all { setShown(reference, to: !isMarked) }
    viewport.move(by: 1)
    rememberSelection()
    return marksChanged()
  }

  /// Begins a range at the selected row, or ends it.
  mutating func markRange() -> [Effect] {
    guard rangeStart == nil, let selected = viewport.selected else {
      rangeStart = nil
      notice = Notice("\(AmountText.count(marks.count, "cookie")) marked.")
      return []
    }
    rangeStart = selected
    markRows(selected...selected)
    notice = Notice("Range: move to mark, v to end.")
    return marksChanged()
  }

  /// Marks what lies between the beginning of the range and the selection.
  mutating func extendRange(from previous: Int?) {
    guard let start = rangeStart, let selected = viewport.selected else { return }
    markRows(min(start, selected)...max(start, selected))
  }

  private mutating func markRows(_ range: ClosedRange<Int>) {
    for position in range {
      guard let row = rows[position] else { continue }
      for reference in references(of: row) { setShown(reference, to: true) }
    }
  }

  mutating func mark(_ choice: MarkChoice) -> [Effect] {
    let anchor = selectedItem.flatMap { library.reference(to: $0) }
    switch choice {
    case .allShown: for reference in scan.cookies { setShown(reference, to: true) }
    case .invert:
      for reference in scan.cookies { setShown(reference, to: !marks.contains(reference)) }
    case .sameSite:
      let site = selectedSiteName
      for reference in scan.cookies where library.site(of: reference)?.name == site {
        setShown(reference, to: true)
      }
    case .sameName:
      guard let name = anchor.flatMap({ library[$0]?.name }) else { return [] }
      for reference in scan.cookies where library[reference]?.name == name {
        setShown(reference, to: true)
      }
    case .withIssues:
      for reference in scan.cookies where !library.issues(of: reference).isEmpty {
        setShown(reference, to: true)
      }
    case .expired:
      for reference in scan.cookies {
        if let expiry = library[reference]?.expiryTime, expiry <= asOf {
          setShown(reference, to: true)
        }
      }
    case .none:
      marks.clear()
      shownMarkCount = 0
    }
    notice = Notice("\(AmountText.count(marks.count, "cookie")) marked.")
    return marksChanged()
  }

  /// Filters again where the filter asks for marks.
  mutating func marksChanged() -> [Effect] {
    filter.isActive && filter.text.contains("marked") ? restartScan() : []
  }

  /// The site of the selected row, or nil.
  var selectedSiteName: String? {
    switch selectedRow {
    case .site(let index), .siteOfType(let index), .siteInStore(let index, _):
      catalog.sites[Int(index)].site.name
    case .data(let index, _): catalog.sites[Int(catalog.data[Int(index)].site)].site.name
    case .cookie(let reference, _): library.site(of: reference)?.name
    default: nil
    }
  }
}
