import CookieCore

/// Remembers which values agreed with their digests, so that a process digests each value of a link once.
///
/// What is kept is a hash of each value that means nothing in another run.
public struct ValueMemory: Sendable {
  private var known: [UInt64: Int] = [:]

  /// Begins with nothing.
  public init() {}

  /// Reports whether the value of a cookie is the one that was remembered last for its identity.
  func knows(_ cookie: Cookie, _ identity: UInt64) -> Bool {
    known[identity] == Self.hash(of: cookie)
  }

  /// Remembers the value of a cookie.
  mutating func remember(_ cookie: Cookie, _ identity: UInt64) {
    known[identity] = Self.hash(of: cookie)
  }

  /// Forgets the values of identities.
  mutating func forget(_ identities: Set<UInt64>) {
    for identity in identities { known[identity] = nil }
  }

  private static func hash(of cookie: Cookie) -> Int {
    var hasher = Hasher()
    hasher.combine(cookie.value)
    hasher.combine(cookie.encryptedValue)
    return hasher.finalize()
  }
}
