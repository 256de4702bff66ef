import CookieCore
import ScreenKit
import StoreModel

extension DetailText {
  /// The details of the selected line of the log.
  static func event(_ state: BrowserState) -> [Line] {
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
    if let failure = event.failure { lines += reason(failure, state) }
    if !event.message.isEmpty { lines += facts("Message", event.message, .text, state) }
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

  /// Why something failed, where, and what to do.
  private static func reason(_ failure: StoreFailure, _ state: BrowserState) -> [Line] {
    facts("Reason", FailureText.short(failure), .logError, state)
      + (FailureText.path(failure).map { facts("Path", $0, .text, state) } ?? [])
      + facts("What to do", FailureText.nextStep(failure), .text, state)
  }
}
