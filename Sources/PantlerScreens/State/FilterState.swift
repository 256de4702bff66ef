import StoreModel

/// The filter of the lists, or of the log.
package struct FilterState: Equatable, Sendable {
  /// The text that was accepted or is being typed.
  var text = ""
  /// What was understood of it last.
  var filter = Filter.everything
  /// Whether it is applied.
  var isOn = true
  /// Why the text being typed is not understood; nil when it is.
  var failure: FilterFailure?

  /// Whether rows may be hidden.
  var isActive: Bool { isOn && !filter.isEmpty }

  /// Takes a text and keeps the last filter when it is not understood.
  mutating func take(_ text: String, saved: [String: String]) {
    self.text = text
    do {
      filter = try Filter(parsing: text, saved: saved)
      failure = nil
      isOn = true
    } catch {
      failure = error
    }
  }
}
