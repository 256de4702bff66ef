import ScreenKit
import StoreModel

extension ReviewText {
  /// The question about one cookie: which, and where from.
  static func line(_ plan: Plan, state: BrowserState) -> (what: String, place: String) {
    guard let item = plan.items.first else { return ("", "") }
    return (
      CookieFormat.label(item.key),
      " (\(CookieFormat.place(item.key))) from \(name(item.store, state))?"
    )
  }

  /// Whether that question can be read whole in one line, with room for its verb and its answer.
  static func fitsLine(_ plan: Plan, state: BrowserState) -> Bool {
    let (what, place) = line(plan, state: state)
    return state.terminal.metrics.width(of: what + place) + 24 <= state.terminal.size.width
  }
}
