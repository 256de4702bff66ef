/// What became of one Set-Cookie line.
public struct CookieReception: Sendable {
  /// What the line says.
  public var parsed: ParsedSetCookie
  /// The cookie the line makes; nil when the URL has no host it could belong to.
  ///
  /// A rejected cookie is here too, as far as it can be made, so that it can be shown.
  public var cookie: Cookie?
  /// Why the cookie was refused; empty when it was accepted.
  public var rejections: Set<CookieRejection>
  /// What was ignored or changed on the way, in parsing and in storing.
  public var notes: [SetCookieNote]
  /// What changed in the store, in the order it happened.
  public var changes: [CookieChange] = []

  /// Whether the cookie was accepted; one that is expired on arrival is accepted and deletes its predecessor.
  public var isAccepted: Bool { rejections.isEmpty }
}

/// One change of a cookie store.
///
/// An overwrite is two changes: the old cookie out, then the new one in.
public struct CookieChange: Hashable, Sendable {
  /// Why a cookie came or went.
  public enum Cause: String, Codable, CaseIterable, Sendable {
    /// It came in.
    case inserted
    /// The cookie made place for a new one of the same identity.
    case overwritten
    /// Its time was over.
    case expired
    /// The cookie made place for others.
    case evicted
    /// Somebody asked for it to go.
    case deleted
    /// The session ended.
    case sessionEnded
  }

  /// Why the cookie came or went.
  public var cause: Cause
  /// The cookie.
  public var cookie: Cookie

  /// Describes a change.
  public init(_ cause: Cause, _ cookie: Cookie) {
    self.cause = cause
    self.cookie = cookie
  }
}
