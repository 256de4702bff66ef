import CookieCore
import ScreenKit
import StoreModel

/// Website data in plans and results, for people.
enum DataText {
  typealias Line = TextPage.Line

  /// Type and owner, such as `localStorage of shop.example`.
  static func label(_ item: WebsiteDataItem) -> String {
    let top = item.topSite.map { " in " + CookieFormat.site($0) } ?? ""
    return "\(item.type.rawValue) of \(CookieFormat.site(item.site))\(top)"
  }

  /// An amount, such as `2 cookies and 3 items`.
  static func amount(cookies: Int, items: Int) -> String {
    guard items > 0 else { return AmountText.count(cookies, "cookie") }
    let data = AmountText.count(items, "item") + " of website data"
    return cookies > 0 ? AmountText.count(cookies, "cookie") + " and " + data : data
  }

  /// What nothing was found of.
  static func nothingMatched(_ plan: Plan) -> String {
    guard let data = plan.data else { return "0 cookies matched" }
    guard let refusal = data.refused.first else {
      return unknownForms(data).map { "\($0) is left out, because \(unknownForm)" }
        ?? "0 items were found"
    }
    return "\(refusal.type.rawValue) is left out, because \(refusal.reason)"
  }

  /// The counts of a plan by type, with what of it can be undone.
  static func what(_ plan: Plan, _ summary: PlanSummary) -> [Line] {
    var lines: [Line] = []
    if !plan.items.isEmpty {
      lines.append(Line(AmountText.count(plan.items.count, "cookie"), .dialog))
    }
    for type in DataType.allCases {
      let removals = plan.removals.filter { $0.item.type == type }
      guard !removals.isEmpty else { continue }
      let bytes = removals.compactMap { $0.item.contentBytes ?? $0.item.bytes }
      let size = bytes.isEmpty ? "" : " (\(AmountText.bytes(bytes.reduce(0, +))) bytes)"
      let lost = removals.count { !$0.isKept }
      let undo =
        lost == 0 ? "" : lost == removals.count ? ": not undoable" : ": \(lost) not undoable"
      lines.append(
        Line(
          "\(AmountText.grouped(removals.count)) \(type.rawValue)\(size)\(undo)",
          lost == 0 ? .dialog : .dialogDanger))
    }
    return lines + [Line(ReviewText.sites(summary), .dialog)]
  }

  /// What a filter keeps out of a plan.
  static func leftOut(_ rest: FilterRemainder) -> String {
    let cookies = rest.cookies > 0 ? [AmountText.count(rest.cookies, "cookie")] : []
    let types = DataType.allCases.compactMap { type in
      rest.data[type].map { "\(AmountText.grouped($0)) \(type.rawValue)" }
    }
    return "The filter leaves out: " + (cookies + types).joined(separator: ", ") + "."
  }

  /// What comes of it, and what is left out as a whole.
  static func consequences(_ plan: Plan) -> [Line] {
    guard let data = plan.data else { return [] }
    return data.effects.map { Line($0.sentence, .dialogWarning) }
      + data.refused.map {
        Line("Left out: \($0.type.rawValue), because \($0.reason).", .dialog)
      }
      + (unknownForms(data).map { [Line("Left out: \($0), because \(unknownForm).", .dialog)] }
        ?? [])
  }

  /// Why data of a form that is not known is left alone, as the end of a sentence.
  static let unknownForm =
    "its file has a form that is not known; the program that owns the profile can delete it"

  /// The types of which something is left out for that; nil where nothing is.
  private static func unknownForms(_ data: DataPlan) -> String? {
    let types = Set(data.skipped.filter { $0.reason == .unknownForm }.map(\.item.type.rawValue))
    return types.isEmpty ? nil : types.sorted().joined(separator: ", ")
  }

  /// One removal in the list of a plan.
  static func parts(of removal: DataRemoval, _ state: BrowserState) -> [Canvas.Part] {
    let item = removal.item
    let size = (item.contentBytes ?? item.bytes).map { "  \(AmountText.bytes($0)) bytes" } ?? ""
    let top = item.topSite.map { " in " + CookieFormat.site($0) } ?? ""
    return [
      .init(item.type.rawValue, .typeName),
      .init("  " + CookieFormat.site(item.site) + top, .siteName),
      .init(size, .number), .init(item.name.map { "  “\($0)”" } ?? "", .text),
      .init(removal.isKept ? "" : "  cannot be undone", .dialogDanger),
      .init("  " + ReviewText.name(removal.store, state), .storeName),
    ]
  }
}
