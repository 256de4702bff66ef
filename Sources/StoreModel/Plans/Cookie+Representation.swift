public import CookieCore

extension Cookie {
  /// The largest expiry of stores that cannot keep later ones, 2038-01-19 03:14:07 UTC.
  static let latestShortExpiry = Timestamp(seconds: Int64(Int32.max))

  /// The attributes of this cookie that say something, out of those a store cannot keep.
  ///
  /// - Complexity: O(*n*) in the bytes of name and value.
  public func losses(lacking: Set<CookieAttribute>) -> Set<CookieAttribute> {
    guard !lacking.isEmpty else { return [] }
    return lacking.filter(says)
  }

  /// The attribute for which a store that lacks it cannot hold this cookie at all, or nil.
  ///
  /// Without its partition or container a cookie would be handed to sites that must not have it, and a
  /// session cookie must not become one that lasts; so these are left out rather than changed.
  public func obstacle(lacking: Set<CookieAttribute>) -> CookieAttribute? {
    let essential: [CookieAttribute] = [.partition, .container, .session, .arbitraryBytes]
    return essential.first { lacking.contains($0) && says($0) }
  }

  /// This cookie as a store holds it that lacks some attributes.
  public func adapted(lacking: Set<CookieAttribute>) -> Cookie {
    guard !lacking.isEmpty else { return self }
    var cookie = self
    for attribute in lacking { cookie.drop(attribute) }
    return cookie
  }

  /// Reports whether two cookies say the same, apart from some attributes and from times of bookkeeping.
  ///
  /// Times of creation, update and access are compared by nobody, or a store that keeps its own would never
  /// agree with another. Expiry times are the same within a second, the unit of most formats.
  public func agrees(with other: Cookie, ignoring: Set<CookieAttribute>) -> Bool {
    value == other.value && encryptedValue == other.encryptedValue
      && agreesApartFromValue(with: other, ignoring: ignoring)
  }

  /// The same without a look at the values.
  func agreesApartFromValue(with other: Cookie, ignoring: Set<CookieAttribute>) -> Bool {
    // What is compared is nearly always the same, so no set of differences is made.
    func same(_ attribute: CookieAttribute, _ isSame: Bool) -> Bool {
      isSame || ignoring.contains(attribute)
    }
    return same(.secure, secure == other.secure) && same(.httpOnly, httpOnly == other.httpOnly)
      && same(.sameSite, sameSite == other.sameSite)
      && same(.hostOnly, hostOnly == other.hostOnly) && same(.path, path == other.path)
      && same(.partition, partition == other.partition)
      && same(.container, container == other.container)
      && same(
        .sourceScheme, sourceScheme == other.sourceScheme && sourcePort == other.sourcePort)
      && same(.comment, comment == other.comment && commentURL == other.commentURL)
      && same(.ports, ports == other.ports)
      && same(.version, (version ?? 0) == (other.version ?? 0))
      && Self.sameExpiry(expiryTime, other.expiryTime, ignoring: ignoring)
  }

  /// The attributes in which two cookies differ, value and expiry apart.
  public func differences(
    from other: Cookie, ignoring: Set<CookieAttribute>
  ) -> Set<CookieAttribute> {
    var found: Set<CookieAttribute> = []
    func note(_ attribute: CookieAttribute, _ differs: Bool) {
      if differs && !ignoring.contains(attribute) { found.insert(attribute) }
    }
    note(.secure, secure != other.secure)
    note(.httpOnly, httpOnly != other.httpOnly)
    note(.sameSite, sameSite != other.sameSite)
    note(.hostOnly, hostOnly != other.hostOnly)
    note(.path, path != other.path)
    note(.partition, partition != other.partition)
    note(.container, container != other.container)
    note(.creationTime, !Self.sameTime(creationTime, other.creationTime))
    note(.lastAccessTime, !Self.sameTime(lastAccessTime, other.lastAccessTime))
    note(.lastUpdateTime, !Self.sameTime(lastUpdateTime, other.lastUpdateTime))
    note(.sourceScheme, sourceScheme != other.sourceScheme || sourcePort != other.sourcePort)
    note(.comment, comment != other.comment || commentURL != other.commentURL)
    note(.ports, ports != other.ports)
    note(.version, (version ?? 0) != (other.version ?? 0))
    return found
  }

  /// Reports whether two expiry times are the same within a second.
  public static func sameExpiry(
    _ left: Timestamp?, _ right: Timestamp?, ignoring: Set<CookieAttribute>
  ) -> Bool {
    guard let left, let right else {
      return left == right || ignoring.contains(.session)
    }
    guard ignoring.contains(.lateExpiry) else { return sameTime(left, right) }
    return sameTime(min(left, latestShortExpiry), min(right, latestShortExpiry))
  }

  /// Reports whether two times are less than a second apart.
  private static func sameTime(_ left: Timestamp?, _ right: Timestamp?) -> Bool {
    guard let left, let right else { return left == right }
    let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    return !overflow && difference.magnitude < 1_000_000
  }

  /// Reports whether the cookie would be another one without an attribute.
  private func says(_ attribute: CookieAttribute) -> Bool {
    switch attribute {
    case .secure: secure
    case .httpOnly: httpOnly
    case .sameSite: sameSite != .unspecified
    case .hostOnly: hostOnly
    case .path: path != "/"
    case .partition: partition != nil
    case .container: container != nil
    case .session: expiryTime == nil
    case .creationTime: creationTime != nil
    case .lastAccessTime: lastAccessTime != nil
    case .lastUpdateTime: lastUpdateTime != nil
    case .sourceScheme: sourceScheme != nil || sourcePort != nil
    case .comment: comment != nil || commentURL != nil
    case .ports: ports != nil
    case .version: (version ?? 0) != 0
    case .lateExpiry: expiryTime.map { $0 > Self.latestShortExpiry } ?? false
    case .arbitraryBytes: [name, value, path].contains(where: \.hasArbitraryBytes)
    }
  }

  private mutating func drop(_ attribute: CookieAttribute) {
    switch attribute {
    case .secure: secure = false
    case .httpOnly: httpOnly = false
    case .sameSite: sameSite = .unspecified
    case .hostOnly: hostOnly = false
    case .path: path = "/"
    case .partition: partition = nil
    case .container: container = nil
    case .creationTime: creationTime = nil
    case .lastAccessTime: lastAccessTime = nil
    case .lastUpdateTime: lastUpdateTime = nil
    case .sourceScheme: (sourceScheme, sourcePort) = (nil, nil)
    case .comment: (comment, commentURL) = (nil, nil)
    case .ports: ports = nil
    case .version: version = nil
    case .lateExpiry: expiryTime = expiryTime.map { min($0, Self.latestShortExpiry) }
    // Neither can be dropped: a store that lacks it does not hold the cookie.
    case .session, .arbitraryBytes: break
    }
  }
}

extension CookieText {
  /// Whether there are bytes that are not UTF-8, or control characters.
  fileprivate var hasArbitraryBytes: Bool {
    guard let text = utf8String else { return true }
    return text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
