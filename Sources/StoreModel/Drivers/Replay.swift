public import CookieCore

/// An earlier content of a store's file, from which undo takes records as they were.
public struct EarlierContent: Hashable, Sendable {
  /// The bytes of the whole file; nil when no copy was kept.
  public var bytes: [UInt8]?

  /// Takes the bytes.
  public init(bytes: [UInt8]?) {
    self.bytes = bytes
  }
}

/// What of a record cannot be as it was when it is put back.
public struct ReplayLoss: Hashable, Codable, Sendable {
  /// What is otherwise.
  public enum Reason: Hashable, Codable, Sendable {
    /// Another record has its number now, so it gets a new one.
    case number
    /// The table has no such column any more, or keeps another value in it.
    case column(String)
    /// It is written anew from what Pantler reads, because no copy was kept or others wrote it meanwhile.
    case rewritten
    /// Somebody set or changed it since, which stays; what was taken back then does not come.
    case occupied
    /// Somebody set or changed it since, and that goes for good, because writing over it was asked for.
    case overwritten
  }

  /// The identity of the cookie.
  public var key: CookieKey
  /// What is otherwise.
  public var reason: Reason

  /// Takes both as they are.
  public init(key: CookieKey, reason: Reason) {
    self.key = key
    self.reason = reason
  }
}
