import CookieCore
import ScreenKit
import StoreModel

/// Live views as people read of them.
enum LiveText {
  /// `v1 shop`, or the id alone where there is no name.
  static func label(_ view: LiveView) -> String {
    view.name == view.id.rawValue ? view.name : "\(view.id) \(view.name)"
  }

  /// The title with the address, or the address alone.
  static func page(_ view: LiveView) -> String {
    let address = view.url ?? "no page yet"
    return view.title.map { "\($0)  \(address)" } ?? address
  }

  /// The lines of a hop: its sentence, then each cookie with the whole reason.
  static func lines(of hop: LiveHop, number: Int) -> [TextPage.Line] {
    var lines = [TextPage.Line("\(number). \(hop.sentence)", .helpHeading)]
    lines += hop.brought.map { TextPage.Line("   brought   \(CookieFormat.label($0))") }
    lines += (hop.sent ?? []).map {
      let label = CookieFormat.label($0)
      return hop.isAnswered
        ? TextPage.Line("   sent      \(label)", .changeAdded)
        : TextPage.Line("   to send   \(label)")
    }
    for cookie in hop.withheld ?? [] {
      let reasons = cookie.reasons.map(\.sentence).joined(separator: " ")
      lines.append(
        TextPage.Line(
          "   withheld  \(CookieFormat.label(cookie.key)): "
            + (reasons.isEmpty ? "No header can hold it." : reasons)))
    }
    for field in hop.received ?? [] {
      let name = field.key.map { CookieFormat.label($0) } ?? "?"
      let reasons = field.reasons.map(\.sentence).joined(separator: " ")
      let word = String(describing: field.effect)
      let gap = String(repeating: " ", count: max(1, 10 - word.count))
      lines.append(
        TextPage.Line(
          "   \(word)\(gap)\(name)" + (reasons.isEmpty ? "" : ": " + reasons),
          field.effect == .refused ? .issue : .help))
    }
    if hop.sent == nil { lines.append(TextPage.Line("   The engine does not say what was sent.")) }
    return lines + [TextPage.Line("")]
  }

  /// What stands above the hops of a navigation that is not the newest.
  static func heading(age: Int) -> String {
    age == 1 ? "The navigation before" : "\(age) navigations before"
  }

  /// Where a view went and how that ended, in one line.
  static func summary(of navigation: LiveNavigation) -> String {
    let place = navigation.hops.first?.url ?? "nowhere"
    switch navigation.outcome {
    case .loaded(let status, _): return "\(place): status \(status)"
    case .failed(let failure): return "\(place): " + sentence(failure)
    }
  }

  /// How a navigation ended.
  ///
  /// - Parameter runsScripts: whether the engine runs the scripts of a page.
  static func end(of navigation: LiveNavigation, runsScripts: Bool) -> String {
    switch navigation.outcome {
    case .loaded(let status, let count):
      "Loaded: status \(status)"
        + (count.map { ", \(AmountText.count($0, "byte"))" } ?? "")
        + (runsScripts ? ". Scripts were run." : ". No scripts were run.")
    case .failed(let failure): sentence(failure)
    }
  }

  private static func sentence(_ failure: PageFailure) -> String {
    switch failure {
    case .scheme(let scheme): "Pages are loaded by http and https, not by \(scheme)."
    case .connection(let text): "The server cannot be reached: \(text)."
    case .timedOut(let seconds): "Nothing came within \(AmountText.count(seconds, "second"))."
    case .tooLarge: "The page is too large, so it was not read to its end."
    case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
    case .badRedirect: "The server redirects to something that is no address."
    case .cancelled: "The load was stopped."
    }
  }
}
