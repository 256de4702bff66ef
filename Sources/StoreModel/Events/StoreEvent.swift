public import CookieCore

/// One line of the log.
public struct StoreEvent: Hashable, Codable, Sendable {
  /// What happened.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case added, changed, removed, expired, evicted, synced
    /// A cookie that Pantler removed a moment ago is there again.
    case cameBack
    case observerUp, observerDown, dropped, missing, failed, note
  }

  /// Why it happened.
  public enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    case response, script, user, sync, `import`, undo, otherProcess, unknown
  }

  /// How much it matters, from least to most.
  public enum Level: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    /// Orders by the text, so that no locale takes part.
    public static func < (left: Level, right: Level) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// Which attributes differ between before and after.
  public enum Difference: String, Codable, Hashable, Sendable, CaseIterable {
    case value, expiry, secure, httpOnly, sameSite, creation, lastAccess, other
  }

  /// Counts up from 1 without gaps, dropped events included.
  public var sequence: UInt64
  /// When it happened.
  public var time: Timestamp
  /// The store.
  public var store: StoreID?
  /// The web view that caused it, when known.
  public var view: String?
  /// Which kind it is.
  public var kind: Kind
  /// The site; nil when there is none.
  public var site: Site?
  /// The cookie before; nil when there was none.
  public var before: Cookie?
  /// The cookie after; nil when there is none.
  public var after: Cookie?
  /// Which attributes differ.
  public var differences: Set<Difference>
  /// Why it happened.
  public var cause: Cause
  /// How much it matters.
  public var level: Level
  /// A plain sentence for events that are not about one cookie; empty otherwise.
  public var message: String
  /// Why something failed, for events that say so.
  public var failure: StoreFailure?

  /// Takes every field as it is.
  public init(
    sequence: UInt64, time: Timestamp, store: StoreID?, view: String? = nil, kind: Kind,
    site: Site? = nil, before: Cookie? = nil, after: Cookie? = nil,
    differences: Set<Difference> = [], cause: Cause, level: Level = .info, message: String = "",
    failure: StoreFailure? = nil
  ) {
    self.sequence = sequence
    self.time = time
    self.store = store
    self.view = view
    self.kind = kind
    self.site = site
    self.before = before
    self.after = after
    self.differences = differences
    self.cause = cause
    self.level = level
    self.message = message
    self.failure = failure
  }

  /// The identity of the cookie that the event is about.
  public var key: CookieKey? { (after ?? before)?.key }

  /// Whether Pantler itself caused the event.
  public var isOwn: Bool {
    switch cause {
    case .user, .sync, .import, .undo: true
    case .response, .script, .otherProcess, .unknown: false
    }
  }
}
