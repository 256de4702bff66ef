/// An implementation of cookies whose ways are known.
public enum CookieEngine: String, CaseIterable, Codable, Sendable {
  case libsoup
  case cfNetwork
  case foundation
  case chromium
  case firefox

  /// The name and version that the knowledge is about.
  public var title: String {
    switch self {
    case .libsoup: "libsoup 3.2.3 (WebKitGTK)"
    case .cfNetwork: "CFNetwork (WebKit on Apple systems)"
    case .foundation: "Foundation on Linux (swift-corelibs-foundation 6.3)"
    case .chromium: "Chromium"
    case .firefox: "Firefox"
    }
  }
}

/// What an engine does otherwise than RFC 6265bis with one cookie.
public struct EngineDeviation: Hashable, Codable, Sendable {
  /// What the difference is about; raw values are stable identifiers.
  public enum Topic: String, CaseIterable, Codable, Sendable {
    case sameSiteDefault
    case sameSiteNotStored
    case lifetimeNotCapped
    case lateExpiry
    case maxAgeIgnored
    case twoDigitYear
    case namelessCookie
    case controlCharacter
    case sizeNotLimited
    case partitionNotStored
    case defaultPath
    case pathTooLong
    case hostPrefixWithoutPath
    case splitAtComma
    case flagsLostOnReload
    case creationTimeLost
    case deletedByValue
    case sendingRulesIgnored
  }

  /// The engine.
  public var engine: CookieEngine
  /// What the difference is about.
  public var topic: Topic
  /// One plain sentence about what the engine does.
  public var sentence: String

  init(_ engine: CookieEngine, _ topic: Topic, _ sentence: String) {
    self.engine = engine
    self.topic = topic
    self.sentence = sentence
  }
}
