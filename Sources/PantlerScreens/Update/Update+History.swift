import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  // MARK: Messages at length

  /// Whether a message can be read whole in its line.
  func fitsLine(_ notice: Notice) -> Bool {
    let text = terminal.glyphs.signs(in: " " + notice.text)
    return terminal.metrics.width(of: text) <= terminal.size.width
  }

  /// What a message that is cut ends with; nil where no key leads on.
  func hint(for notice: Notice) -> String? {
    guard notice.hint.isEmpty else { return notice.hint }
    guard overlays.isEmpty, prompt == nil else { return nil }
    return keymap.sequences(for: .history, in: keyContexts).first.map { "\($0) shows all" }
  }

  /// The message at length, where there is more of it than its line shows.
  var noticePage: TextPage? {
    guard overlays.isEmpty, prompt == nil, let notice else { return nil }
    guard notice.details.isEmpty else {
      return page(titled: "The message at length", paragraphs: notice.details)
    }
    return fitsLine(notice) ? nil : page(titled: "The message at length", paragraphs: [notice.text])
  }

  /// A page of paragraphs.
  func page(titled title: String, paragraphs: [String]) -> TextPage {
    TextPage(title: title, lines: paragraphs.map { TextPage.Line($0) })
  }

  // MARK: What happened to a row

  /// What the log is narrowed to by the selected row, with its name for people; nil where no row says that.
  private var historyFilter: (text: String, name: String)? {
    if let item = selectedItem {
      let key = item.key
      let text = [
        "host=\(Self.quoted(key.domain.text))", "name=\(Self.quoted(key.name.text))",
        "store=\(Self.quoted(item.store.rawValue))",
      ].joined(separator: " ")
      return (text, CookieFormat.label(key))
    }
    switch selectedRow {
    case .site(let index), .siteOfType(let index):
      let site = catalog.sites[Int(index)].site
      return ("site=\(Self.quoted(site.name))", CookieFormat.site(site))
    case .siteInStore(let index, let slot):
      let (site, entry) = (catalog.sites[Int(index)].site, library[Int(slot)])
      let text = "site=\(Self.quoted(site.name)) store=\(Self.quoted(entry.id.rawValue))"
      return (text, "\(CookieFormat.site(site)) in \(entry.name)")
    case .store(let slot):
      let entry = library[Int(slot)]
      return ("store=\(Self.quoted(entry.id.rawValue))", entry.name)
    default: return nil
    }
  }

  /// Whether there is a row whose log can be shown.
  var hasHistory: Bool { historyFilter != nil }

  /// Filters the log to the selected row.
  mutating func showHistory() -> [Effect] {
    guard let (text, name) = historyFilter else { return [] }
    log.filter.take(text, saved: savedFilters)
    log.rebuild(now: asOf)
    let effects = show(.log)
    notice = Notice("The log of \(name); / changes the filter.")
    return effects
  }

  /// A value in quotation marks, as the filter language reads it.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
