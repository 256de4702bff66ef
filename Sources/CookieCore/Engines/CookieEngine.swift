/// An implementation of cookies whose ways are known.
public enum CookieEngine: String, CaseIterable, Codable, Sendable {
  /// The HTTP library under WebKitGTK and WPE.
  case libsoup
  /// The HTTP library under WebKit on Apple systems.
  case cfNetwork
  /// Swift's Foundation on Linux.
  case foundation
  /// Chromium and what is built on it.
  case chromium
  /// Firefox.
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
    /// What a cookie without SameSite counts as.
    case sameSiteDefault
    /// SameSite is dropped.
    case sameSiteNotStored
    /// Lifetimes are not cut to 400 days.
    case lifetimeNotCapped
    /// Times after January 2038 are not kept.
    case lateExpiry
    /// Max-Age is not obeyed.
    case maxAgeIgnored
    /// A year of two digits means another century.
    case twoDigitYear
    /// Cookies without a name are treated otherwise.
    case namelessCookie
    /// Control characters are accepted.
    case controlCharacter
    /// Long cookies are accepted.
    case sizeNotLimited
    /// Partitions are dropped.
    case partitionNotStored
    /// The default path is another.
    case defaultPath
    /// A long default path refuses the cookie.
    case pathTooLong
    /// `__Host-` does not ask for a Path attribute.
    case hostPrefixWithoutPath
    /// A line is taken for several at its commas.
    case splitAtComma
    /// Secure and HttpOnly do not survive the file.
    case flagsLostOnReload
    /// The creation time does not survive the file.
    case creationTimeLost
    /// Deleting looks at other fields than the identity.
    case deletedByValue
    /// Rules for sending are not applied.
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
