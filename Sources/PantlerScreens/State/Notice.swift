/// A message on the line above the hints.
package struct Notice: Equatable, Sendable {
  /// How it is meant.
  package enum Tone: Equatable, Sendable { case plain, success, warning, failure }

  /// What is said first.
  var body: String
  /// Keys that lead on, which stay in sight when the body does not fit.
  var hint: String
  var tone: Tone
  /// The same at length, a paragraph each; none where the message says it all.
  var details: [String]

  init(_ body: String, _ tone: Tone = .plain, hint: String = "", details: [String] = []) {
    self.body = body
    self.hint = hint
    self.tone = tone
    self.details = details
  }

  /// The whole message.
  var text: String { hint.isEmpty ? body : body + " " + hint }
}
