import CookieCore
import StoreModel

/// Events of the log as text.
enum LogText {
  /// One event in one line, without the time; values stay masked.
  static func line(_ event: StoreEvent, library: Library) -> String {
    [
      source(event, library: library), event.kind.rawValue, item(event), reason(event),
      change(event), cause(event),
    ]
    .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The store, with the web view before it where one is known.
  static func source(_ event: StoreEvent, library: Library) -> String {
    let store = event.store.map { library.entry(of: $0)?.name ?? $0.rawValue } ?? ""
    return [event.view, store].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The cookie, or the sentence of an event that is about none.
  static func item(_ event: StoreEvent) -> String {
    guard let key = event.key else {
      return event.message.isEmpty && event.kind == .missing ? missing : event.message
    }
    return CookieFormat.label(key)
  }

  /// What is said of a store without its file.
  private static let missing = "its file is not there, and is waited for"

  /// Why something failed, in a few words; nothing where nothing did.
  static func reason(_ event: StoreEvent) -> String {
    event.failure.map { FailureText.short($0) } ?? ""
  }

  /// What is different: the masked values, or the names of the attributes.
  static func change(_ event: StoreEvent, unmasked: Bool = false, arrow: String = "→") -> String {
    switch (event.before, event.after) {
    case (let before?, let after?):
      if event.differences.contains(.value) {
        return CookieFormat.value(before, unmasked: unmasked) + arrow
          + CookieFormat.value(after, unmasked: unmasked)
      }
      let names = StoreEvent.Difference.allCases.filter { event.differences.contains($0) }
      return names.map(\.rawValue).joined(separator: ", ")
    case (nil, let after?): return CookieFormat.value(after, unmasked: unmasked)
    case (let before?, nil): return CookieFormat.value(before, unmasked: unmasked)
    case (nil, nil): return ""
    }
  }

  /// `cause: other process`; nothing where it is not known.
  static func cause(_ event: StoreEvent) -> String {
    switch event.cause {
    case .unknown: ""
    case .otherProcess: "cause: other process"
    default: "cause: " + event.cause.rawValue
    }
  }

  /// The sign of a kind, so that no state is colour alone.
  static func sign(_ kind: StoreEvent.Kind) -> String {
    switch kind {
    case .added, .cameBack: "+"
    case .changed: "~"
    case .removed, .expired, .evicted: "-"
    case .synced: "="
    case .observerUp, .observerDown, .dropped, .missing, .note: " "
    case .failed: "!"
    }
  }
}
