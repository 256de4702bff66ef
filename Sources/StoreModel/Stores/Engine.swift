/// The family of program that a store belongs to.
public enum Engine: String, Codable, Hashable, Sendable, CaseIterable {
  case apple
  case webkitgtk
  case wpe
  case foundation
  case jar
  case firefox
  case chromium
  /// A web view that Pantler itself opened.
  case live
}
