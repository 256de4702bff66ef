import CookieCore
import StoreModel

/// An event of the log as a line of plain text.
enum EventLine {
  static func text(_ event: StoreEvent, showsValues: Bool) -> String {
    var parts = [TimeText.clock(event.time), padded(word(event.kind), 13)]
    if let key = event.key { parts.append(CookieLine.label(key)) }
    if let change = change(event, showsValues) { parts.append(change) }
    if let failure = event.failure { parts.append(FailureText.text(for: failure)) }
    if !event.message.isEmpty { parts.append(event.message) }
    if let store = event.store { parts.append("in \(store)") }
    if event.key != nil { parts.append("by " + word(event.cause)) }
    if event.level >= .warning { parts.append("[\(event.level.rawValue)]") }
    return parts.joined(separator: "  ")
  }

  private static func change(_ event: StoreEvent, _ showsValues: Bool) -> String? {
    guard let before = event.before, let after = event.after else { return nil }
    var words: [String] = []
    for difference in StoreEvent.Difference.allCases where event.differences.contains(difference) {
      guard difference == .value else {
        words.append(difference.rawValue)
        continue
      }
      words.append(
        "value \(CookieLine.value(before, showsValue: showsValues)) → "
          + CookieLine.value(after, showsValue: showsValues))
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private static func word(_ kind: StoreEvent.Kind) -> String {
    switch kind {
    case .cameBack: "came back"
    case .observerUp: "observer up"
    case .observerDown: "observer down"
    case .missing: "store missing"
    default: kind.rawValue
    }
  }

  private static func word(_ cause: StoreEvent.Cause) -> String {
    switch cause {
    case .otherProcess: "another process"
    case .unknown: "unknown"
    default: cause.rawValue
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
