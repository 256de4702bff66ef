package import StoreModel

/// What live engines say, in plain words.
package enum LiveText {
  /// The text of a failure: what, and what to do next.
  package static func text(for failure: LiveFailure) -> String {
    switch failure {
    case .noSuchPool(let id): "There is no pool “\(shown(id.rawValue))”."
    case .noSuchStore(let id): "There is no live store “\(shown(id.rawValue))”."
    case .noSuchView(let id): "There is no view “\(shown(id.rawValue))”, or not any more."
    case .notHeld: "The navigation waits no more; it went on or was called off."
    case .inUse(let views):
      "It is in use by \(views.map(\.rawValue).joined(separator: ", ")). Close that first."
    case .badIdentifier(let text):
      "“\(shown(text))” is no identifier; it must be a UUID in lower case, and not all zero."
    case .badAddress(let text):
      "“\(shown(text))” is no address; give one such as https://shop.example/."
    case .badSite(let text): "“\(shown(text))” is no site; give one such as shop.example."
    case .nowhereToGo(let view): "There is no such page in the history of \(shown(view.rawValue))."
    case .unsupported(_, let reason): shown(reason)
    case .unknownRequest(let name): "The engine does not know “\(shown(name))”; it is older."
    case .storage(let failure): FailureText.text(for: failure)
    case .timedOut(let milliseconds):
      "The engine did not answer within \(milliseconds) ms, so it is unknown whether it was done."
    case .hostGone(let reason):
      "The engine does not run\(reason.isEmpty ? "" : ": \(shown(reason))")."
    case .unknownVersion(let version):
      "The engine's host speaks version \(version), which is not known."
    case .badReply(let expected): "The engine's host did not answer with \(shown(expected))."
    case .engine(let message): "The engine says: \(shown(message))."
    }
  }

  /// Why an engine did not come up, and what says how to get it.
  static func text(starting failure: LiveFailure) -> String {
    guard case .hostGone = failure else { return text(for: failure) }
    return text(for: failure) + " “pantler doctor” says what it needs."
  }

  /// What a view is called, such as `v1 shop`.
  static func label(_ view: LiveView) -> String {
    view.name == view.id.rawValue ? view.name : "\(view.id) \(view.name)"
  }

  private static func shown(_ text: String) -> String { VisibleText.escaped(text) }
}
