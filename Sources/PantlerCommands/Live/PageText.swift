import CookieCore
import StoreModel

/// What happened when a page was loaded, in plain words.
enum PageText {
  /// The hops, each with its cookies.
  static func lines(_ load: PageLoad, masks: Bool) -> [String] {
    load.hops.enumerated().flatMap { index, hop in lines(hop, number: index + 1, masks: masks) }
      + summary(load)
  }

  /// Where a view went and how that ended, in one line.
  static func summary(of navigation: LiveNavigation) -> String {
    let place = navigation.hops.first.map { VisibleText.escaped($0.url) } ?? "nowhere"
    switch navigation.outcome {
    case .loaded(let status, _): return "\(place): loaded with status \(status)"
    case .failed(let failure): return "\(place): not loaded. " + text(for: failure)
    }
  }

  /// The hops of a page in a view, and what it changed.
  static func lines(_ page: LivePage, masks: Bool) -> [String] {
    let hops = page.navigation.hops.enumerated().flatMap { index, hop in
      let status = hop.status.map(String.init) ?? "no response"
      let head = "\(index + 1). \(hop.method) \(VisibleText.escaped(hop.url))  \(status)"
      return [head] + (hop.location.map { ["   leads to  \(VisibleText.escaped($0))"] } ?? [])
    }
    let changes = page.changes.map { change in
      switch change {
      case .stored(let cookie): "   stored    " + Self.cookie(cookie, masks: masks)
      case .replaced(let cookie): "   replaced  " + Self.cookie(cookie, masks: masks)
      case .removed(let key): "   removed   " + CookieLine.label(key)
      }
    }
    guard case .loaded(let status, _) = page.navigation.outcome else { return hops + changes }
    let title = page.navigation.title.map { ", “\(VisibleText.escaped($0))”" } ?? ""
    return hops + changes + [
      "Loaded: status \(status)\(title). Scripts were run. The engine does not say which cookies a "
        + "request carried."
    ]
  }

  private static func lines(_ hop: PageHop, number: Int, masks: Bool) -> [String] {
    let status = hop.status.map(String.init) ?? "no response"
    var lines = ["\(number). \(hop.method) \(VisibleText.escaped(hop.url.description))  \(status)"]
    let word = hop.isAnswered ? "sent      " : "to send   "
    lines += hop.sent.map { "   \(word)" + cookie($0, masks: masks) }
    lines += hop.unsendable.map {
      "   withheld  \(CookieLine.label($0.key)): it has a line end or a NUL, which no header can hold"
    }
    for verdict in hop.verdicts where verdict.isWorthShowing {
      let reasons = verdict.exclusions.sorted().map(\.sentence)
      lines.append(
        "   withheld  \(CookieLine.label(verdict.cookie.key)): " + reasons.joined(separator: " "))
    }
    for reception in hop.receptions { lines.append(line(reception, masks: masks)) }
    if let location = hop.location {
      lines.append("   leads to  \(VisibleText.escaped(location.description))")
    }
    return lines
  }

  private static func line(_ reception: CookieReception, masks: Bool) -> String {
    let label = reception.cookie.map { cookie($0, masks: masks) } ?? "?"
    guard reception.isAccepted else {
      return "   refused   \(label): "
        + reception.rejections.sorted().map(\.sentence).joined(separator: " ")
    }
    if reception.changes.contains(where: { $0.cause == .inserted }) {
      let replaced = reception.changes.contains { $0.cause == .overwritten }
      return (replaced ? "   replaced  " : "   stored    ") + label
    }
    let removed = reception.changes.contains { $0.cause == .expired }
    return removed ? "   removed   \(label)" : "   expired   \(label): there was nothing to remove"
  }

  private static func cookie(_ cookie: Cookie, masks: Bool) -> String {
    let value = CookieLine.value(cookie, showsValue: !masks)
    return CookieLine.label(cookie.key) + (value.isEmpty ? "" : " = " + value)
  }

  private static func summary(_ load: PageLoad) -> [String] {
    guard case .loaded(let status, let byteCount) = load.outcome else { return [] }
    return ["Loaded: status \(status), \(amount(byteCount, "byte")). No scripts were run."]
  }

  /// The text of a failed load: what, and what to do next.
  static func text(for failure: PageFailure) -> String {
    switch failure {
    case .scheme(let scheme):
      "Pages are loaded by http and https, not by \(VisibleText.escaped(scheme))."
    case .connection(let text):
      "The server cannot be reached: \(VisibleText.escaped(text)). Check the address and the network."
    case .timedOut(let seconds):
      "The server did not answer within \(amount(seconds, "second")). Try again later."
    case .tooLarge(let limit):
      "The page has more than \(limit >> 20) MB, so it was not read to its end."
    case .tooManyRedirects(let limit):
      "The server redirected more than \(limit) times, so the load was stopped."
    case .badRedirect: "The server redirects to something that is no address."
    case .cancelled: "The load was stopped."
    }
  }
}

extension CookieVerdict {
  /// Whether a reader would expect the cookie to be sent; one of another host or path is not worth a line.
  fileprivate var isWorthShowing: Bool {
    !isSent && exclusions.isDisjoint(with: [.hostMismatch, .domainMismatch, .pathMismatch])
  }
}
