import CookieCore

/// Tells which cookies of two stores are one and the same to both.
struct SyncIdentity {
  /// What one of the stores cannot keep.
  let ignored: Set<CookieAttribute>
  private let tellsHostOnly: Bool
  private let tellsPath: Bool
  private let tellsScheme: Bool

  init(_ terms: SyncTerms, in context: PlanContext) {
    self.init(
      ignoring: context.unrepresentable(in: terms.web)
        .union(context.unrepresentable(in: terms.shared)))
  }

  /// Takes what one of the stores cannot keep.
  init(ignoring ignored: Set<CookieAttribute>) {
    self.ignored = ignored
    tellsHostOnly = !ignored.contains(.hostOnly)
    tellsPath = !ignored.contains(.path)
    tellsScheme = !ignored.contains(.sourceScheme)
  }

  /// The identity without what one of the stores cannot tell, and with the domain in lower case.
  func key(of cookie: Cookie) -> CookieKey {
    CookieKey(
      name: cookie.name, domain: Self.folded(cookie.domain),
      hostOnly: tellsHostOnly && cookie.hostOnly, path: tellsPath ? cookie.path : "/",
      partition: cookie.partition, container: cookie.container,
      sourceScheme: tellsScheme ? cookie.sourceScheme : nil,
      sourcePort: tellsScheme ? cookie.sourcePort : nil)
  }

  /// A number that is the same for cookies of one identity and seldom for others, and costs less than a key.
  func digest(of cookie: Cookie) -> UInt64 {
    digest(cookie.name, Self.folded(cookie.domain), cookie.path)
  }

  /// The same for an identity.
  func digest(of key: CookieKey) -> UInt64 { digest(key.name, Self.folded(key.domain), key.path) }

  /// Reports whether two cookies are of one identity.
  func isSame(_ one: Cookie, _ other: Cookie) -> Bool {
    one.name == other.name
      && (one.domain == other.domain || Self.folded(one.domain) == Self.folded(other.domain))
      && (!tellsPath || one.path == other.path)
      && (!tellsHostOnly || one.hostOnly == other.hostOnly) && one.partition == other.partition
      && one.container == other.container
      && (!tellsScheme
        || (one.sourceScheme == other.sourceScheme && one.sourcePort == other.sourcePort))
  }

  private func digest(_ name: CookieText, _ domain: CookieText, _ path: CookieText) -> UInt64 {
    var digest = ByteDigest()
    digest.add(name)
    digest.add(domain)
    if tellsPath { digest.add(path) }
    return digest.value
  }

  private static func folded(_ domain: CookieText) -> CookieText {
    let isLower = domain.withBytes { (bytes: Span<UInt8>) -> Bool in
      for index in bytes.indices where (65...90).contains(bytes[index]) { return false }
      return true
    }
    guard !isLower else { return domain }
    return CookieText(bytes: domain.bytes.map { (65...90).contains($0) ? $0 + 32 : $0 })
  }
}
