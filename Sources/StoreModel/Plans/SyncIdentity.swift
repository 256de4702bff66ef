import CookieCore

/// Tells which cookies of two stores are one and the same to both.
struct SyncIdentity {
  /// What one of the stores cannot keep.
  let ignored: Set<CookieAttribute>
  private let tellsHostOnly: Bool
  /// Whether paths count, so that the digests are those that cookies have anyway.
  let tellsPath: Bool
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
      name: cookie.name, domain: cookie.domain.inLowerCaseASCII,
      hostOnly: tellsHostOnly && cookie.hostOnly, path: tellsPath ? cookie.path : "/",
      partition: cookie.partition, container: cookie.container,
      sourceScheme: tellsScheme ? cookie.sourceScheme : nil,
      sourcePort: tellsScheme ? cookie.sourcePort : nil)
  }

  /// A number that is the same for cookies of one identity and seldom for others, and costs less than a key.
  func digest(of cookie: Cookie) -> UInt64 {
    tellsPath ? cookie.digest : digestWithoutPath(cookie.name, cookie.domain)
  }

  /// The same for an identity.
  func digest(of key: CookieKey) -> UInt64 {
    tellsPath ? key.digest : digestWithoutPath(key.name, key.domain)
  }

  /// The same for every cookie of a list.
  ///
  /// - Parameter known: the digests that the cookies have anyway; nil where these are still to be made.
  func digests(of cookies: [Cookie], _ known: CookieDigests?) -> CookieDigests {
    guard tellsPath else {
      return CookieDigests(cookies.map { digestWithoutPath($0.name, $0.domain) })
    }
    return known ?? CookieDigests(of: cookies)
  }

  /// Reports whether two cookies are of one identity.
  func isSame(_ one: Cookie, _ other: Cookie) -> Bool {
    one.name == other.name
      && (one.domain == other.domain
        || one.domain.inLowerCaseASCII == other.domain.inLowerCaseASCII)
      && (!tellsPath || one.path == other.path)
      && (!tellsHostOnly || one.hostOnly == other.hostOnly) && one.partition == other.partition
      && one.container == other.container
      && (!tellsScheme
        || (one.sourceScheme == other.sourceScheme && one.sourcePort == other.sourcePort))
  }

  private func digestWithoutPath(_ name: CookieText, _ domain: CookieText) -> UInt64 {
    var digest = ByteDigest()
    digest.add(name)
    digest.add(domain.inLowerCaseASCII)
    return digest.value
  }
}
