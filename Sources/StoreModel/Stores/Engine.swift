public import CookieCore

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

extension Engine {
  /// The implementations of cookies by which the engine's stores are used, as far as their ways are known.
  ///
  /// Jar files belong to no engine, and Pantler's own follows the rules.
  public var cookieEngines: [CookieEngine] {
    switch self {
    case .apple: [.cfNetwork]
    case .webkitgtk, .wpe: [.libsoup]
    case .foundation: [.foundation]
    case .firefox: [.firefox]
    case .chromium: [.chromium]
    case .jar, .live: []
    }
  }
}
